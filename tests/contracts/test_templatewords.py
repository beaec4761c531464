"""Words by which templates mean functions and types: what a trace says of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from written_files import write

from nsccn.settings import load_settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

FILES = {
    "src/Twig/CartExtension.php": """\
<?php

class CartExtension extends AbstractExtension
{
    public function getFunctions(): array
    {
        return [
            new TwigFunction('cart_url', [CartRuntime::class, 'url']),
            new TwigFilter(
                'money',
                [CartRuntime::class, 'asMoney']
            ),
        ];
    }

    #[AsTwigTest("paid")]
    public function isPaid($cart): bool {}

    #[AsTwigFunction('cart_total')]
    public function total($cart) {}

    public function other($cart) {}
}

class CartRuntime
{
    public function url($cart) {}

    public function asMoney($amount) {}
}
""",
    "src/Twig/CartRow.php": "<?php\n\n#[AsTwigComponent('cart_row')]\nfinal class CartRow\n{\n}\n",
    "templates/cart.html.twig": """\
<a href="{{ cart_url(cart) }}">{{ cart.total|money }}</a>
{% if cart is not paid %}{{ cart.cart_url() }} paid money{% endif %}
{{ component('cart_row', { cart: cart }) }}
<twig:cart_row cart="{{ cart }}" />
{{ cart_total(cart) }}
""",
    "shop/templatetags/shop.py": """\
from django import template

register = template.Library()


@register.filter(name="money")
def as_money(value): ...


@register.simple_tag
def cart_size(cart): ...


@register.inclusion_tag("cart.html")
def cart_row(cart): ...
""",
    "shop/templates/list.html": "{% load shop %}{{ total | money }} {% cart_size cart %} {% cart_row cart %}\n",
    "web/cart.component.ts": """\
@Component({
  selector: 'app-cart, [appCart]',
  templateUrl: './cart.component.html',
})
export class CartComponent {}

@Pipe({ name: 'money' })
export class MoneyPipe {}
""",
    "web/row.component.ts": """\
@Component({
  selector: 'app-row',
  template: `<b [title]="sum | money">{{ total | money: 'EUR' }}</b>`,
})
export class RowComponent {
  of(value: text | money) {}
}
""",
    "web/page.component.html": """\
<app-cart [cart]="cart"></app-cart>
<div appCart>{{ total | money }}</div>
<app-carts/>
""",
    "shop/functions.go": """package shop

type Page struct{}

func priceOf(cart Cart) string { return "" }
func colourOf(cart Cart) string { return "" }
func (p *Page) Functions() template.FuncMap {
	return template.FuncMap{
		"upper":  strings.ToUpper,
		"price":  priceOf,
		"routed": p.routed,
	}
}
func (p *Page) routed(name string) string { return "" }
var colours = map[string]func(Cart) string{"colour": colourOf}
""",
    "shop/views/cart.html": """<p>{{ if .Total }}{{ .Total | price }}{{ end }}{{ colour . }}</p>
<p>{{ .price }} {{ label "price" }} price <a href="{{ routed "/cart" .ID }}">
""",
}


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> DirectSession:
    root: Path = tmp_path_factory.mktemp("templates")
    return DirectSession(write(root, FILES), load_settings())


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("CartRuntime.url", ["`cart_url`, at templates/cart.html.twig:1."]),
        ("CartExtension.total", ["`cart_total`, at templates/cart.html.twig:5."]),
        ("CartExtension.isPaid", ["`paid`, at templates/cart.html.twig:2."]),
        ("CartExtension.other", []),
        ("CartRow", ["`cart_row`, at templates/cart.html.twig:3,4."]),
        ("cart_size", ["`cart_size`, at shop/templates/list.html:1."]),
        ("shop/templatetags/shop.py:cart_row", ["`cart_row`, at shop/templates/list.html:1."]),
        ("priceOf", ["`price`, at shop/views/cart.html:1."]),
        ("Page.routed", ["`routed`, at shop/views/cart.html:2."]),
        ("colourOf", []),
        (
            "CartComponent",
            ["`app-cart`, at web/page.component.html:1.", "`appCart`, at web/page.component.html:2."],
        ),
    ],
)
def test_a_trace_says_which_templates_have_the_word(
    session: DirectSession, asked: str, said: list[str]
) -> None:
    lines = trace_causal_path(session, asked, "upstream").text.split("\n")
    begin = "Templates name it, as "
    assert [line.removeprefix(begin) for line in lines if line.startswith(begin)] == said


def test_a_word_that_several_languages_have_is_that_of_their_own_templates(session: DirectSession) -> None:
    said = trace_causal_path(session, "CartRuntime.asMoney", "upstream").text
    assert "Templates name it, as `money`, at templates/cart.html.twig:1." in said
    for asked in ("as_money", "MoneyPipe"):
        assert "list.html" in (said := trace_causal_path(session, asked, "upstream").text)
        assert "twig" not in said


def test_a_template_that_code_holds_has_filters_too(session: DirectSession) -> None:
    said = trace_causal_path(session, "MoneyPipe", "upstream").text
    assert "Templates name it, as `money`, at" in said
    assert "web/row.component.ts:3." in said


def test_of_what_templates_name_it_is_not_said_that_nobody_calls_it(session: DirectSession) -> None:
    assert "No caller" not in trace_causal_path(session, "CartRow", "upstream").text
