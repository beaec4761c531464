"""Members of Angular's components that templates name: what a trace says of them."""

from __future__ import annotations

import pytest
from written_files import write

from nsccn.contracts.componenttemplates import lines_naming
from nsccn.settings import load_settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

FILES = {
    "app/cart.component.ts": """\
import { Component, Pipe } from '@angular/core';
import { Listed } from './listed';

@Pipe({ name: 'money' })
export class MoneyPipe {
  transform(amount: number) { return `${amount}`; }
}

@Component({
  selector: 'app-cart',
  templateUrl: './cart.component.html',
  host: { '(window:resize)': 'resized()' },
})
export class CartComponent extends Listed {
  title = '';
  isOpen() { return true; }
  save(event: Event) {}
  resized() {}
  row() {}
  unused() {}
}

@Component({ templateUrl: './shop.component.html' })
export class MenuComponent implements OnInit {
  ngOnInit() {}
  openMenu() {}
  closeMenu() {}
}

@Component({
  template: `
    <app-cart (saved)="saved($event)"></app-cart>
  `,
})
export class ShopComponent {
  saved(event: Event) {}
}
""",
    "app/listed.ts": "export class Listed {\n  rows() { return []; }\n}\n",
    "app/shop.component.html": '<b (click)="openMenu()"></b>\n',
    "app/other.html": "<b>closeMenu openMenu</b>\n{{ this.closeMenu() }}\n",
    "app/page.html": '<app-menu #menu></app-menu>\n<b (click)="menu.closeMenu()"></b>\n<i>closeMenu</i>\n',
    "app/cart.component.html": """\
<form *ngIf="isOpen()" (submit)="save($event)" title="unused">
  @for (row of rows(); track row) { {{ row.unused }} }
  {{ title | money }} <!-- {{ unused() }} -->
</form>
""",
}


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> DirectSession:
    root = tmp_path_factory.mktemp("components")
    return DirectSession(write(root, FILES), load_settings())


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("CartComponent.isOpen", "cart.component.html:1."),
        ("CartComponent.save", "cart.component.html:1."),
        ("CartComponent.title", "cart.component.html:3."),
        ("CartComponent.resized", "cart.component.ts:12."),
        ("Listed.rows", "cart.component.html:2."),
        ("ShopComponent.saved", "cart.component.ts:32."),
    ],
)
def test_a_member_is_named_by_the_template_of_its_component(
    session: DirectSession, name: str, place: str
) -> None:
    said = _traced(session, name)
    assert f"Templates name it at app/{place}" in said
    assert "No caller" not in said


@pytest.mark.parametrize("name", ["CartComponent.row", "CartComponent.unused"])
def test_what_a_template_binds_itself_or_says_as_a_text_is_no_member(
    session: DirectSession, name: str
) -> None:
    assert "Templates name it" not in _traced(session, name)


def test_the_method_of_a_pipe_runs_where_templates_have_its_word(session: DirectSession) -> None:
    said = _traced(session, "MoneyPipe.transform")
    assert "Templates name it, as `money`, at app/cart.component.html:3." in said


def test_templates_of_others_do_not_name_a_member_of_a_component(session: DirectSession) -> None:
    assert "other.html" not in _traced(session, "MenuComponent.openMenu")
    assert "other.html" not in _traced(session, "MenuComponent.closeMenu")


def test_templates_of_others_may_ask_a_component_for_its_member(session: DirectSession) -> None:
    said = "Text that is not parsed has `closeMenu` at app/page.html:2."
    assert said in _traced(session, "MenuComponent.closeMenu")


def test_a_type_of_the_framework_calls_only_what_it_has(session: DirectSession) -> None:
    assert "`OnInit`, not defined here, may call it" in _traced(session, "MenuComponent.ngOnInit")
    assert "OnInit" not in _traced(session, "MenuComponent.closeMenu")


@pytest.mark.parametrize(
    ("template", "lines"),
    [
        ('<b [class.on]="on"></b>', [1]),
        ('<b [class.on]="{ on: off }"></b>', []),
        ("<b [x]=\"off ? on : ''\"></b>", [1]),
        ("{{ 'on' }}\n{{ this.on }}", [2]),
        ('<b on-click="on()" bind-title="on"></b>\n<b bindon-x="on"></b>', [1, 2]),
        ("{{ cart.on }} on {{ off | on }}", []),
        ("{{ off || on }}", [1]),
        ("@if ((off(a(b)) &&\n  on)) {", [2]),
        ("@let both = off && on;", [1]),
        ("<i #on></i>{{ on }}", []),
        ('<i *ngFor="let one of on; let at = index"></i>', [1]),
        ("{on, plural, =1 {one} other {many}}", [1]),
    ],
)
def test_a_name_counts_where_a_template_has_code(template: str, lines: list[int]) -> None:
    assert lines_naming("on", template) == lines


def _traced(session: DirectSession, name: str) -> str:
    return trace_causal_path(session, name, "upstream").text
