"""What a framework does with a function besides its calls, as an annotation on it says.

@PostConstruct void load()     it is called by others than its callers, too
@Transactional void pay()      its calls run within something else
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.regexes import regex
from nsccn.text import first_few

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex

_MOST_SHOWN: Final = 3
_CALLS: Final = frozenset(
    "PostConstruct PreDestroy Scheduled Schedules EventListener TransactionalEventListener ApplicationModuleListener "
    "RabbitListener KafkaListener JmsListener SqsListener StreamListener Startup Observes".split()
)
WRAPS: Final = frozenset(
    "Transactional Cacheable CacheEvict CachePut Caching Async Retryable CircuitBreaker RateLimiter Bulkhead "
    "PreAuthorize PostAuthorize Secured RolesAllowed".split()
)
"""By them nobody calls a function."""
_MARK: Final = regex(r"@(?:\w+\.)*(\w+)")


def said_of_frameworks(index: RepoIndex, entity: Entity, *, is_told: bool) -> Iterator[str]:
    """Yield by which annotations a framework calls a function, too, and which run something around its calls.

    That it is called so may be told already, as by who sends what it handles.
    """
    if entity.kind != "method" or entity.start_line < 1:
        return
    lines = index.text_if_any(entity.path).split("\n")[entity.start_line - 1 : entity.name_line]
    marks = {mark: None for line in lines for mark in _MARK.findall(line.partition(f" {entity.name}(")[0])}
    for names, does in (
        (_CALLS if not is_told else (), "calls it, too"),
        (WRAPS, "runs code around its calls"),
    ):
        if found := [f"`@{mark}`" for mark in marks if mark in names]:
            yield f"By {first_few(found, _MOST_SHOWN)} above it a framework {does}."
