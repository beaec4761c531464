"""What ASP.NET runs for each request, which no call names, and what only raises an event."""

from __future__ import annotations

from pathlib import Path

from written_files import write

from nsccn.settings import Settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

SHOP = {
    "Middleware.cs": """\
namespace Shop;
public class Errors
{
    public async Task Invoke(HttpContext context) { }
}
public class Times
{
    public async Task InvokeAsync(HttpContext context) { }
}
public class Job
{
    public void Invoke() { }
}
public class Store
{
    public event EventHandler<int> Created;
    public void Add() { Created?.Invoke(this, 1); }
    public void Run(dynamic given) { given.Invoke(); }
}
""",
    "Startup.cs": """\
namespace Shop;
public class Startup
{
    public void Configure(IApplicationBuilder app)
    {
        app.UseMiddleware<Errors>();
        app.UseMiddleware(typeof(Shop.Times));
        app.UseJobs<Job>();
    }
}
""",
}


def test_what_is_given_as_middleware_is_run_and_an_event_runs_no_method_of_its_name(tmp_path: Path) -> None:
    session = DirectSession(write(tmp_path / "shop", SHOP), Settings(cache_dir=tmp_path / "cache"))

    def said(asked: str) -> list[str]:
        return trace_causal_path(session, asked, "upstream").text.splitlines()[2:]

    assert said("Errors.Invoke") == ["As middleware of ASP.NET it is run for requests, as Startup.cs:6 says."]
    assert said("Times.InvokeAsync") == [
        "As middleware of ASP.NET it is run for requests, as Startup.cs:7 says."
    ]
    assert "What `Invoke` means is not known at Middleware.cs:18 in Store.Run; it may be this one." in said(
        "Job.Invoke"
    )
