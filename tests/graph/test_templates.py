"""What a template's grammar is given: its code, where it stood, and nothing else."""

from __future__ import annotations

import time

import pytest

from nsccn.graph import languages
from nsccn.graph.sourcetext import readable

ERB = languages.load("erb")
BLADE = languages.load("blade")


@pytest.mark.parametrize(
    ("template", "code"),
    [
        ("<p><%= name %></p>", "       name ;     "),
        ("<% items.each do |item| -%>é", "   items.each do |item| ;    "),
        ("<%== a %><%- b -%>", "     a ;     b ;  "),
        ("<%# a %><%% b %>", "                "),
        ("<% # a %><%= b %>", "       ;     b ; "),
        ("<%= 'a # b' # c %>", "    'a # b'     ; "),
        ('<%= "#{a} # b" %>', '    "#{a} # b" ; '),
        ("<% a # b\nc %>", "   a # b\nc ; "),
        ("<% a", "    "),
        ("a %> b <", "        "),
        ("<%", "  "),
    ],
)
def test_code_stays_where_it_was_and_ends_with_its_tag(template: str, code: str) -> None:
    assert readable(ERB, template.encode()).decode() == code


@pytest.mark.parametrize(
    ("template", "code"),
    [
        ("<p>{{ $a }}é{!! $b !!}", "   <? $a     ;   $b ;  "),
        ("@if(shown($a, (1)))\n  <b>", "<? (shown($a, (1)))\n     "),
        ("@elseif (shown($a)) <b>", "<?      (shown($a));   "),
        ("@json(['a' => f(),\n 1])", "<?   [['a' => f(),\n 1]]"),
        ("@foreach($a as $b) {{ $b }} @endforeach", "<?      ($a      ) ;  $b ;             "),
        ("@forelse ($a['b as c'] as $b => $c)", "<?       ($a['b as c']            )"),
        ("{{ '}' }}", "<? '}' ; "),
        ("@php $a = 1; @endphp b", "<?   $a = 1; ;        "),
        ("<?php a(); ?><?= $b ?>", "<?    a();   ;   $b ; "),
        ('<x-a :b="c()" d="e" /><p :b="c()">', "     <?  c();                     "),
        ("@@if($a) @{{ $a }} {{-- $a --}}", "                               "),
        ("@verbatim {{ $a }} @endverbatim {{ $b }}", "                                <? $b ; "),
        ("a@if.com @media (min-width: 1px) {}", "                                   "),
        ("{{ $a", "     "),
        ("@if($a", "      "),
    ],
)
def test_what_blade_is_given_as_code_stays_where_it_was(template: str, code: str) -> None:
    assert readable(BLADE, template.encode()).decode() == code


@pytest.mark.parametrize(
    "piece",
    ["@if(", "@if((", "@if(a)", "{{--", "{{", "{!! a", "<?=(", "@if(a)\n ", "@php ", '<x-a :b="', "@if('"],
)
def test_a_hostile_template_of_blade_is_read_in_such_time(piece: str) -> None:
    data = piece.encode() * 20_000
    start = time.process_time()
    assert len(readable(BLADE, data)) == len(data)
    assert time.process_time() - start < 5


@pytest.mark.parametrize(
    "piece", ["<%", "<%= a ", "<% # ", "<% '\\' # ", "%>", "<%= a %>", "<% \"#{'", "<%%"]
)
def test_a_hostile_template_is_read_in_time_that_grows_as_it_does(piece: str) -> None:
    data = piece.encode() * 20_000
    start = time.process_time()
    assert len(readable(ERB, data)) == len(data)
    assert time.process_time() - start < 5


def test_what_goes_on_from_tag_to_tag_parses() -> None:
    template = b"<% case a %>\n<% when 1 %>x<% else %>y<% end %><% if b %>1<% elsif c %>2<% end %><% d { |e| %><% } %>"
    assert not languages.parser("ruby").parse(readable(ERB, template)).root_node.has_error
