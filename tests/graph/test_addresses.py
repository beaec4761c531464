"""What blocks of a configuration are called, and what they name by address, as facts have it."""

from __future__ import annotations

import pytest

from nsccn.graph.extraction.extract import extract


def names(text: str) -> list[str]:
    return [item.qualified_name for item in extract("main.tf", text.encode()).definitions[1:]]


def addresses(expression: str) -> list[str]:
    facts = extract("main.tf", f"locals {{\n  a = {expression}\n}}\n".encode())
    return [row.target for row in facts.references if row.kind == "address"]


@pytest.mark.parametrize(
    ("block", "name"),
    [
        ('variable "region" {}', "var.region"),
        ('\ufeffvariable "region" {}', "var.region"),
        ('resource "helm_release" "ingress-operator" {}', "helm_release.ingress-operator"),
        ("resource aws_vpc this {}", "aws_vpc.this"),
        ('data "aws_ami" "image" {}', "data.aws_ami.image"),
        ('provider "aws" {\n  region = "eu"\n}', "provider.aws"),
        ('provider "aws" {\n  region = "eu"\n  alias = "west"\n}', "provider.aws.west"),
        ('source "amazon-ebs" "image" {}', "source.amazon-ebs.image"),
    ],
)
def test_a_block_is_called_as_others_name_it(block: str, name: str) -> None:
    assert names(block + "\n") == [name]


@pytest.mark.parametrize(
    ("expression", "named"),
    [
        ("aws_vpc.this[0].id", ["aws_vpc.this.id"]),
        ('module.net["a.b"].id', ["module.net.id"]),
        ("aws_subnet.all[*].id", ["aws_subnet.all.id"]),
        ("aws_subnet.all.*.id", ["aws_subnet.all.id"]),
        ("local.names[var.which[0]]", ["local.names", "var.which"]),
        ("path.module", []),
        ("each.value.id", []),
        ("plain", []),
    ],
)
def test_an_address_has_no_keys(expression: str, named: list[str]) -> None:
    assert addresses(expression) == named


def test_blocks_behind_a_half_typed_one_are_found() -> None:
    text = 'variable "half" {\n  type =\n}\nresource "aws_vpc" "this" {}\nlocals {\n  a = 1\n}\n'

    assert names(text) == ["var.half", "aws_vpc.this", "local.a"]
