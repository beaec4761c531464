"""What an agent asks of Terraform: where something is declared, who names it, who sets it, what it depends on."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

import pytest
from written_files import write

from nsccn.settings import load_settings
from nsccn.tools.read_skeleton import read_skeleton
from nsccn.tools.search_and_rank import search_and_rank
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "live/main.tf": """
        module "network" {
          source = "../network"
          cidr   = var.cidr
        }
        resource "aws_s3_bucket" "logs" {
          bucket = local.name
          vpc    = module.network.vpc_id
        }
        locals {
          name = "logs-${var.region}"
        }
        """,
    "live/variables.tf": """
        variable "region" {
          description = "Where it runs."
          type        = string
        }
        variable "cidr" {}
        """,
    "live/prod.tfvars": 'region = "eu-west-1"\n',
    "network/main.tf": """
        variable "cidr" {}
        variable "unused" {}
        resource "aws_vpc" "this" {
          cidr_block = var.cidr
          unused     = true
        }
        output "vpc_id" {
          value = aws_vpc.this.id
        }
        """,
}


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> DirectSession:
    folder: Path = tmp_path_factory.mktemp("terraform")
    root = write(folder / "root", {path: dedent(text).lstrip() for path, text in FILES.items()})
    return DirectSession(root, load_settings({}, environ={"NSCCN_CACHE_DIR": str(folder / "cache")}))


@pytest.mark.parametrize(
    "name", ["aws_s3_bucket.logs", "var.region", "local.name", "module.network", "output.vpc_id"]
)
def test_what_is_searched_as_it_is_written_is_found_first(session: DirectSession, name: str) -> None:
    (first, *_) = search_and_rank(session, name).data["results"]

    assert first["id"].endswith(f":{name}")


def test_a_variable_has_who_reads_it_and_who_sets_it(session: DirectSession) -> None:
    assert edges(session, "var.region", "upstream") == [
        "<- var:live/main.tf:local.name  reads L10",
        "<- module:live/prod.tfvars:__init__  writes L1",
    ]


def test_what_a_module_is_given_is_followed_into_it(session: DirectSession) -> None:
    assert edges(session, "network/main.tf:var.cidr", "state", depth=1) == [
        "<- block:live/main.tf:module.network  writes L3",
        "<- block:network/main.tf:aws_vpc.this  reads L4",
    ]


def test_a_resource_depends_on_what_it_names_through_the_outputs_of_modules(session: DirectSession) -> None:
    assert edges(session, "aws_s3_bucket.logs", "downstream") == [
        "-> block::module.network  names L7",
        "-> var::local.name  names L6",
        "-> var:network/main.tf:output.vpc_id  names L7",
        "  -> block::aws_vpc.this  names L8",
    ]


def test_the_variables_that_a_resource_rests_on_are_those_of_what_it_names_too(
    session: DirectSession,
) -> None:
    assert edges(session, "aws_s3_bucket.logs", "config", depth=2) == [
        "-> block::module.network  names L7",
        "  -> var:live/variables.tf:var.cidr  reads L3",
        "-> var:live/main.tf:local.name  names L6",
        "  -> var:variables.tf:var.region  reads L10",
    ]


def test_a_variable_reaches_what_names_its_readers(session: DirectSession) -> None:
    assert edges(session, "var.region", "config") == [
        "<- var:live/main.tf:local.name  reads L10",
        "  <- block::aws_s3_bucket.logs  names L6",
    ]


def test_a_resource_that_nothing_names_has_no_callers_either(session: DirectSession) -> None:
    text = trace_causal_path(session, "aws_s3_bucket.logs", "upstream").text

    assert text.splitlines()[2:] == ["No block was found in this repository that names it."]


@pytest.mark.parametrize("name", ["module.network.vpc_id", "live/main.tf:module.network.vpc_id"])
def test_the_result_of_a_module_goes_by_the_address_of_the_block_that_takes_it_in(
    session: DirectSession, name: str
) -> None:
    assert trace_causal_path(session, name).data["root"] == "var:network/main.tf:output.vpc_id"


def test_an_argument_that_has_the_name_of_a_variable_does_not_name_it(session: DirectSession) -> None:
    assert edges(session, "var.unused", "upstream") == []


def test_a_folder_lists_its_variables_and_outputs(session: DirectSession) -> None:
    text = read_skeleton(session, "network").text

    assert '1|variable "cidr" {}' in text
    assert '3|resource "aws_vpc" "this"' in text
    assert '7|output "vpc_id" { value = aws_vpc.this.id }' in text


def edges(session: DirectSession, name: str, direction: str, *, depth: int = 3) -> list[str]:
    """Return the edges of a trace, without signatures."""
    text = trace_causal_path(session, name, direction, depth=depth).text  # type: ignore[arg-type]
    return [line.partition(" | ")[0] for line in text.splitlines() if line.lstrip().startswith(("->", "<-"))]
