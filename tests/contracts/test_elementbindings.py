"""Inputs and outputs of Angular's components that elements bind: what a trace says of them."""

from __future__ import annotations

import pytest
from written_files import write

from nsccn.settings import load_settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

FILES = {
    "app/row.component.ts": """\
@Directive()
export class Named { @Input() label = ''; }

@Component({ selector: 'app-row', template: '' })
export class RowComponent extends Named {
  @Input() title = '';
  @Input('sum') total = 0;
  @Output() saved = new EventEmitter<string>();
  count = model(0);
  hidden = input<boolean>();
  own = '';
  @Input() set size(value: number) {}
}

@Directive({ selector: '[appFold]' })
export class FoldDirective {
  @Input() appFold = '';
}
""",
    "app/shop.component.html": """\
<app-row title="hidden" [sum]="title > 1"
  (saved)="own" [size]="1"></app-row>
<app-row [(count)]="count" label="a" /><app-rows [hidden]="own"></app-rows>
<p *appFold="title">own</p>
""",
}


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> DirectSession:
    root = tmp_path_factory.mktemp("elements")
    return DirectSession(write(root, FILES), load_settings())


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("RowComponent.title", 1),
        ("RowComponent.total", 1),
        ("RowComponent.saved", 2),
        ("RowComponent.size", 2),
        ("RowComponent.count", 3),
        ("Named.label", 3),
        ("FoldDirective.appFold", 4),
    ],
)
def test_elements_of_a_component_bind_its_inputs_and_outputs(
    session: DirectSession, name: str, line: int
) -> None:
    said = trace_causal_path(session, name, "upstream").text
    assert f"Elements bind it at app/shop.component.html:{line}." in said


@pytest.mark.parametrize("name", ["RowComponent.hidden", "RowComponent.own"])
def test_what_others_have_or_what_is_no_input_is_not_bound(session: DirectSession, name: str) -> None:
    assert "Elements bind it" not in trace_causal_path(session, name, "upstream").text
