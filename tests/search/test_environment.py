"""Where a program ran is no word of what went wrong with it."""

from __future__ import annotations

import pytest

from nsccn.search.environment import without_environment
from nsccn.search.zones import decompose

REPORT = """\
Totals of carts are lost
### What version of till are you using?
till 2.1 on linux/amd64

### What happened?
The second total replaces the first.

**Environment (please complete the following information):**
 - OS: Debian
 - Browser [firefox 128]

The till forgets its totals only while another customer is paying at the same time.

Versions:
```
cart    1.4.2
keys    0.9
```
"""


def test_what_a_form_asks_of_versions_and_platforms_is_left_out() -> None:
    kept = [line for line in without_environment(REPORT).split("\n") if line]
    assert kept == [
        "Totals of carts are lost",
        "### What happened?",
        "The second total replaces the first.",
        "The till forgets its totals only while another customer is paying at the same time.",
    ]
    assert "firefox" not in "\n".join(decompose(REPORT))


@pytest.mark.parametrize(
    "text",
    [
        "Environment",
        "Versions: 2.1 and 2.2 differ",
        "Carts\n\nThe environment of the till is lost:\n- SHOP_PERIOD: 3",
        "Carts\n\n### Version control\nCarts should be kept in a repository.",
        "Carts\n\n### Versions\n```python\ncart.total(3)\n```",
        "Carts\n\n### Versions\n2.1\n---\n2.2 as well",
        "Carts\n\n### Additional information\nno totals",
    ],
)
def test_what_else_is_said_of_them_stays(text: str) -> None:
    last = text.rpartition("\n")[2]
    assert without_environment(text).endswith(last)
