"""The MCP border: every tool of this package served over stdio."""

from __future__ import annotations

import inspect
import logging
import os
import sys
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final, NoReturn

import anyio
import anyio.from_thread
import anyio.to_thread
import pydantic
from fastmcp import Context, FastMCP
from fastmcp.exceptions import ValidationError
from fastmcp.server.dependencies import get_context
from fastmcp.server.middleware import CallNext, Middleware, MiddlewareContext
from fastmcp.tools import ToolResult
from fastmcp.tools.function_tool import FunctionTool
from mcp.types import CallToolRequestParams, Tool, ToolAnnotations

from nsccn import __version__
from nsccn.errors import IndexNotReady, NsccnError, UnknownEntity
from nsccn.precedence import QUESTIONS
from nsccn.settings import Settings
from nsccn.tools import discover
from nsccn.tools.arguments import as_meant, complaint, under_its_name
from nsccn.tools.parent import watch_parent
from nsccn.tools.schemas import brief
from nsccn.tools.session import ServedSession, Workspace
from nsccn.tools.views import Answer, plain, plain_data

INSTRUCTIONS: Final = """\
nsccn knows this repository as a graph: functions, classes, settings, and who calls, writes, reads, raises, inherits
or imports them. Answers are up to date.
For an issue, first search_and_rank, as with grep, what its code must hold: a message, an option, a telling word. If
that does not lead on, select_context, with its whole text and budget=1500.
Orient with read_skeleton, trace with trace_causal_path (callers: upstream), examine lines with open_surgical_window
rather than whole files.
An id looks like `func:pkg/a.py:run`; `pkg/a.py:120`, `pkg/a.py:Cls.run` or a bare unique name work as well.
When an answer ends with a cursor, call again with it for more."""

_READS_ONLY: Final = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
_HEAD_START: Final = 0.3
"""Seconds before indexing begins unasked, so that it does not slow the client's first requests."""
_MOST_CALLS: Final = 64
"""So many calls are computed at the same time."""

_log = logging.getLogger("nsccn")


def create_server(workspace: Workspace, settings: Settings, *, structured: bool = False) -> FastMCP:
    """Return the server with all tools. It begins to index when it starts to run.

    A parameter that is named like a setting has the setting's value as its default.
    """

    @asynccontextmanager
    async def lifespan(_: FastMCP) -> AsyncIterator[dict[str, Any]]:
        start = threading.Timer(_HEAD_START, workspace.start)
        start.daemon = True
        start.start()
        try:
            yield {}
        finally:
            start.cancel()
            workspace.close()

    server = FastMCP(
        "nsccn",
        version=__version__,
        instructions=INSTRUCTIONS,
        lifespan=lifespan,
        middleware=[_Complaints()],
        mask_error_details=True,
    )
    caller = _Caller(workspace, structured=structured)
    for name, function in discover().items():
        server.add_tool(_tool(name, function, caller, settings))
    return server


class _PlainTool(FunctionTool):
    """A tool that is listed without fastmcp's own metadata and a title that repeats its name: they cost tokens."""

    def to_mcp_tool(self, **overrides: Any) -> Tool:  # noqa: ANN401
        return super().to_mcp_tool(**{"_meta": None, "title": None, **overrides})


def _tool(name: str, function: Callable[..., Answer], caller: _Caller, settings: Settings) -> FunctionTool:
    """Wrap a tool's function: its signature without the session is the schema."""
    signature = inspect.signature(function, eval_str=True)
    parameters = [
        parameter.replace(default=getattr(settings, key, parameter.default))
        for key, parameter in signature.parameters.items()
        if key != "session"
    ]

    async def run(**arguments: Any) -> ToolResult:  # noqa: ANN401
        return await caller.call(name, partial(function, **arguments))

    run.__name__ = name
    run.__doc__ = function.__doc__
    run.__signature__ = signature.replace(parameters=parameters, return_annotation=ToolResult)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters} | {
        "return": ToolResult
    }
    tool = _PlainTool.from_function(run, annotations=_READS_ONLY, output_schema=None)
    return tool.model_copy(update={"parameters": brief(tool.parameters)})


class _Caller:
    """Runs tools in threads, and turns what comes of it into a result for the client."""

    def __init__(self, workspace: Workspace, *, structured: bool) -> None:
        self._workspace = workspace
        self._limiter = anyio.CapacityLimiter(_MOST_CALLS)
        self._structured = structured

    async def call(self, name: str, tool: Callable[[ServedSession], Answer]) -> ToolResult:
        session = ServedSession(self._workspace, structured=self._structured, report=_reporter(get_context()))
        try:
            with QUESTIONS.answering():
                # An abandoned thread sees that its call was cancelled and ends by itself.
                answer = await anyio.to_thread.run_sync(
                    tool, session, abandon_on_cancel=True, limiter=self._limiter
                )
        except IndexNotReady as error:
            return self._result(Answer(str(error), {"status": "indexing", "message": str(error)}))
        except NsccnError as error:
            if not (isinstance(error, UnknownEntity) and error.is_told):
                return ToolResult(content=plain(str(error)), is_error=True)
            return self._result(Answer(str(error), {"notes": [*error.notes]}))
        except Exception:
            _log.exception("%s failed", name)
            return ToolResult(
                content=f"{name} failed inside nsccn; its standard error says why.", is_error=True
            )
        finally:
            session.cancelled.set()
        return self._result(answer)

    def _result(self, answer: Answer) -> ToolResult:
        if self._structured:
            return ToolResult(content=plain(answer.text), structured_content=plain_data(answer.data))
        return ToolResult(content=plain(answer.text))


def _reporter(context: Context) -> Callable[[int, int, str], None]:
    def report(done: int, total: int, message: str) -> None:
        anyio.from_thread.run(context.report_progress, done, total or None, message)

    return report


class _Complaints(Middleware):
    """Says in one sentence what is wrong with the arguments of a call; takes null for "not given", and other words."""

    async def on_call_tool(
        self,
        context: MiddlewareContext[CallToolRequestParams],
        call_next: CallNext[CallToolRequestParams, ToolResult],
    ) -> ToolResult:
        given = {
            name: value for name, value in (context.message.arguments or {}).items() if value is not None
        }
        message = context.message.model_copy(update={"arguments": as_meant(given)})
        try:
            return await call_next(context.copy(message=message))
        except ValidationError as error:
            return await self._again(context.copy(message=message), call_next, error)

    async def _again(
        self,
        context: MiddlewareContext[CallToolRequestParams],
        call_next: CallNext[CallToolRequestParams, ToolResult],
        error: ValidationError,
    ) -> ToolResult:
        """Call with the arguments that can only be meant, where those that came are refused; else say what is wrong."""
        tool = await get_context().fastmcp.get_tool(context.message.name)
        given = context.message.arguments or {}
        meant = under_its_name(tool.parameters, given) if tool is not None else given
        if meant != given:
            message = context.message.model_copy(update={"arguments": meant})
            try:
                return await call_next(context.copy(message=message))
            except ValidationError as other:
                error = other
        return ToolResult(content=plain(await self._sentence(context, error)), is_error=True)

    @staticmethod
    async def _sentence(context: MiddlewareContext[CallToolRequestParams], error: ValidationError) -> str:
        name = context.message.name
        tool = await get_context().fastmcp.get_tool(name)
        if tool is None or not isinstance(error.__cause__, pydantic.ValidationError):
            return str(error)
        errors = error.__cause__.errors(include_url=False, include_context=False, include_input=False)
        return complaint(name, tool.parameters, errors)


def serve(workspace: Workspace, settings: Settings, *, structured: bool = False) -> NoReturn:
    """Serve over stdio until standard input ends or the parent process dies, and end the process."""
    logging.basicConfig(stream=sys.stderr, level=logging.ERROR, format="%(name)s: %(message)s")
    watch_parent(workspace.close)
    create_server(workspace, settings, structured=structured).run(
        "stdio", show_banner=False, log_level="ERROR"
    )
    sys.stderr.flush()
    # Threads may still be linking, or abandoned in the middle of an answer; nobody waits for either.
    os._exit(0)
