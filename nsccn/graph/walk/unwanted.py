"""What is left out of the index though no ignore file says so, and why: by its name, or by its content."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from nsccn.graph.fileroles import MIX_ENDINGS, OWN_ENDINGS

VENDORED: Final = "vendored"
GENERATED: Final = "generated"
LOCK_FILE: Final = "lock file"
BINARY: Final = "binary"
SECRET: Final = "secret"
UNREADABLE_NAME: Final = "unreadable name"

LIFTABLE: Final = frozenset({VENDORED, GENERATED, LOCK_FILE})
"""Reasons that give way to an explicit negation (`!vendor/`) in our own ignore patterns."""

NEVER_ENTERED: Final = frozenset({".git", ".hg", ".svn", ".bzr", ".jj", "_darcs", "CVS"})
"""What version control keeps for itself; not even counted."""

_ENVIRONMENT_MARKERS: Final = frozenset({"pyvenv.cfg", "conda-meta"})

# `build`, `lib`, `env`, `venv` or `target` may be a project's own; what lies in or beside them tells.
_VENDORED_TREES: Final = """
    node_modules bower_components jspm_packages web_modules vendor _vendor vendored third_party
    third-party thirdparty 3rdparty 3rd_party Godeps Pods Carthage elm-stuff .venv .virtualenv
    site-packages dist-packages __pypackages__ dist .yarn .pnpm-store .bundle .m2
""".split()
_MAY_BE_PACKAGES: Final = frozenset("vendor _vendor vendored third_party thirdparty dist".split())
_VENDOR: Final = "vendor"
_GENERATED_TREES: Final = """
    __pycache__ .tox .nox .eggs .mypy_cache .pytest_cache .ruff_cache .hypothesis .ipynb_checkpoints
    .cache .gradle .next .nuxt .svelte-kit .parcel-cache .turbo .angular .nyc_output .terraform
    .serverless .dart_tool .ccls-cache htmlcov
""".split()
_SECRET_TREES: Final = ".ssh .gnupg .aws .azure .kube .password-store".split()
_LOCK_FILES: Final = """
    package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lockb poetry.lock cargo.lock
    uv.lock pdm.lock pipfile.lock gemfile.lock composer.lock mix.lock flake.lock go.sum go.work.sum
    packages.lock.json gradle.lockfile package.resolved cartfile.resolved cabal.project.freeze
    conda-lock.yml .terraform.lock.hcl
""".split()
_SECRET_FILES: Final = """
    .env .envrc .npmrc .pypirc .netrc _netrc .pgpass .htpasswd .git-credentials .dockercfg .vault-token
    kubeconfig credentials credentials.json secrets.json secrets.yml secrets.yaml secrets.toml
    terraform.tfstate service-account.json service_account.json
""".split()
_BINARY_ENDINGS: Final = """
    png jpg jpeg jpe gif bmp ico icns cur webp avif heic tif tiff psd xcf eps sketch blend fbx glb obj mp3
    mp4 m4a m4v wav ogg oga ogv flac aac mov avi mkv webm wmv mpg mpeg ttf otf woff woff2 eot pfb zip gz
    tgz bz2 tbz2 xz txz zst lz4 lzma 7z rar tar br cab jar war ear aar apk ipa whl egg gem crate nupkg deb
    rpm msi dmg iso img xpi crx so dylib dll exe o a ko elf class pyc pyo pyd wasm hi beam pdf doc docx
    xls xlsx xlsb ppt pptx odt ods odp epub mobi djvu dvi sqlite sqlite3 db mdb accdb rdb npy npz pkl
    pickle joblib h5 hdf5 parquet feather avro onnx pth ckpt safetensors gguf tflite mat rds rda rdata bin
    pack idx mo gmo qm swp swo gpg der cer crt pdb ilk nib icc pcap
""".split()
_SECRET_ENDINGS: Final = "pem key p12 pfx p8 ppk jks jwk jwks keystore kdbx ovpn env tfstate".split()
_GENERATED_ENDINGS: Final = ("map", "tsbuildinfo")

_TREES: Final = {
    **dict.fromkeys(_VENDORED_TREES, VENDORED),
    **dict.fromkeys(_GENERATED_TREES, GENERATED),
    **dict.fromkeys(_SECRET_TREES, SECRET),
}
_TREE_SUFFIXES: Final = ((".egg-info", GENERATED), (".dist-info", VENDORED))
_TARGET_MAKERS: Final = frozenset({"Cargo.toml", "pom.xml", "build.sbt"})

_FILES: Final = {
    **dict.fromkeys(_LOCK_FILES, LOCK_FILE),
    **dict.fromkeys(_SECRET_FILES, SECRET),
    ".ds_store": BINARY,
    "thumbs.db": BINARY,
}
_ENDINGS: Final = {
    **dict.fromkeys(_BINARY_ENDINGS, BINARY),
    **dict.fromkeys(_SECRET_ENDINGS, SECRET),
    **dict.fromkeys(_GENERATED_ENDINGS, GENERATED),
    "lock": LOCK_FILE,
}
_GENERATED_SUFFIXES: Final = tuple(
    """
    .min.js .min.mjs .min.css _pb2.py _pb2.pyi _pb2_grpc.py _pb2_grpc.pyi .pb.go .pb.gw.go .pb.h .pb.c .pb.cc
    .pb.swift .pb.dart _pb.js _pb.d.ts .g.dart .freezed.dart .g.cs .g.i.cs .designer.cs _generated.go
""".split()
)
_SECRET_PREFIXES: Final = (".env.", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "client_secret")
_SAMPLE: Final = re.compile(r"example|sample|template|\bdist\b")


def file_reason(name: str) -> str | None:
    """Say why a file of this name is left out, None where its name does not speak against it."""
    lowered = name.lower()
    reason = _FILES.get(lowered)
    if reason is None:
        reason = _ENDINGS.get(lowered[lowered.rfind(".") + 1 :]) if "." in lowered else None
    if reason is None:
        if lowered.startswith(_SECRET_PREFIXES):
            reason = SECRET
        elif lowered.endswith(_GENERATED_SUFFIXES) or ".generated." in lowered:
            return GENERATED
    if reason is SECRET and "env" in lowered and _SAMPLE.search(lowered):
        return None
    return reason


def tree_reason(name: str, siblings: frozenset[str] | set[str]) -> str | None:
    """Say why a directory of this name is not entered; `siblings` are the names beside it."""
    reason = _TREES.get(name)
    if reason is None and name == "target" and not _TARGET_MAKERS.isdisjoint(siblings):
        return GENERATED
    if reason is None and name.endswith("-info"):
        return next((why for ending, why in _TREE_SUFFIXES if name.endswith(ending)), None)
    return reason


def may_be_package(name: str) -> bool:
    """Whether a directory that is left out for its name belongs to the code around it where it holds `__init__.py`.

    A library that is copied into a Python package is imported as part of it.
    """
    return name in _MAY_BE_PACKAGES


def is_secret(folders: Iterable[str], name: str = "") -> bool:
    """Whether what lies in some folders, a file if it has a name, may hold secrets."""
    return file_reason(name) is SECRET or any(_TREES.get(folder.lower()) is SECRET for folder in folders)


def is_package(name: str, names: frozenset[str] | set[str]) -> bool:
    """Whether a directory that holds these names is a package of Python, or has code about others, as those who sell.

    Where folders of code are named for what it is about, libraries are not copied next to it.
    """
    endings = (*MIX_ENDINGS, *OWN_ENDINGS) if name == _VENDOR else MIX_ENDINGS
    return "__init__.py" in names or any(one.endswith(endings) for one in names)


def marked_reason(names: frozenset[str] | set[str]) -> str | None:
    """Say why a directory that holds these names is not entered: an environment, or a cache or build tree."""
    if not _ENVIRONMENT_MARKERS.isdisjoint(names):
        return VENDORED
    is_build = "CMakeCache.txt" in names and "CMakeLists.txt" not in names
    return GENERATED if is_build or "CACHEDIR.TAG" in names else None


UTF_16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")
_BINARY_SAMPLE: Final = 8192
_CONTROLS: Final = bytes([*range(0x09), *range(0x0E, 0x1B), *range(0x1C, 0x20), 0x7F])
"""What no text needs: all but white space, and what begins a colour."""
_MOST_CONTROLS: Final = 0.02
_HEADER_SAMPLE: Final = 4096
_SCRIPT_SUFFIXES: Final = (".js", ".mjs", ".cjs", ".css")
_COMMENT_LINE: Final = re.compile(rb"\s*(?://|/\*|\*|#|--|;|%|<!--|\(\*|$)")
_MARKED_GENERATED: Final = re.compile(rb"(?<![\w`'\"])@generated\b(?![`'\"])|<auto-?generated")
_NOT_TO_EDIT: Final = re.compile(rb"do not (?:edit|modify)|don't edit", re.IGNORECASE)
_MADE_BY_TOOL: Final = re.compile(
    rb"^/\* A (?:Bison parser, made by|lexical scanner generated by) ", re.MULTILINE
)
"""What Bison and flex begin parsers and scanners with, which they do not forbid to edit."""
_GENERATED_PAGE: Final = re.compile(
    rb"<!--\s*generated by|<meta name=\"generator\" content=\"(?:doxygen|docutils|pdoc|typedoc|jsdoc|yard|rdoc)",
    re.IGNORECASE,
)
"""What a generator of documentation writes into the head of a page."""
_PAGE_SUFFIXES: Final = (".html", ".htm")
_SAYS_GENERATED: Final = re.compile(rb"generated|produced by|created by", re.IGNORECASE)
_HANDS_ON: Final = re.compile(
    rb"""(?:\s*export\b[^;{}'"]*(?:\{[^{}'"]*\}\s*)?from\s*(?:'[^'\n]+'|"[^"\n]+")\s*;?)+\s*"""
)
"""A module that only offers what others have, whoever writes it: what is imported from a package goes through it."""
_SOURCE_MAPS: Final = (b"//# sourceMappingURL=", b"//@ sourceMappingURL=", b"/*# sourceMappingURL=")
"""What a compiler or bundler ends a script with, to say where the sources are."""


def content_reason(path: str, data: bytes) -> str | None:
    """Say why a file is left out for what it holds: binary, or generated (minified, bundled, or by its own header)."""
    if data.startswith(UTF_16_MARKS):
        return BINARY if "\0" in data[:_BINARY_SAMPLE].decode("utf-16", "replace") else None
    if b"\0" in data[:_BINARY_SAMPLE] or _is_packed(data):
        return BINARY
    start = data[:_HEADER_SAMPLE]
    is_page = path.lower().endswith(_PAGE_SUFFIXES) and _GENERATED_PAGE.search(start) is not None
    is_script = path.lower().endswith(_SCRIPT_SUFFIXES)
    is_built = is_script and data.rstrip().rpartition(b"\n")[2].startswith(_SOURCE_MAPS)
    is_generated = _says_generated(start) and not _hands_on(data)
    return GENERATED if is_page or is_built or is_minified(path, data) or is_generated else None


def _is_packed(data: bytes) -> bool:
    """Tell pictures and documents behind a legible head, a twelfth of whose packed bytes are no character of a text."""
    if len(data) <= _HEADER_SAMPLE:
        return False
    return len(data) - len(data.translate(None, _CONTROLS)) > _MOST_CONTROLS * len(data)


def is_minified(path: str, data: bytes) -> bool:
    """Tell whether the lines of a file are too long to be written by hand."""
    longest_average = 300 if path.lower().endswith(_SCRIPT_SUFFIXES) else 1000
    if len(data) <= 16 * longest_average:
        return False
    lines = max(data.count(b"\n"), data.count(b"\r")) + 1
    return len(data) > longest_average * lines


def _says_generated(start: bytes) -> bool:
    """Look at the leading comment only: code that deals with such marks mentions them further down."""
    if b"enerated" not in start and b"Bison" not in start and not _NOT_TO_EDIT.search(start):
        return False
    header: list[bytes] = []
    for line in start.splitlines():
        if not _COMMENT_LINE.match(line):
            break
        header.append(line)
    comment = b"\n".join(header)
    if _MARKED_GENERATED.search(comment) or _MADE_BY_TOOL.search(comment):
        return True
    return _NOT_TO_EDIT.search(comment) is not None and _SAYS_GENERATED.search(comment) is not None


def _hands_on(data: bytes) -> bool:
    """Tell modules that only offer what others have."""
    if b"export" not in data:
        return False
    code = b"\n".join(line for line in data.splitlines() if not _COMMENT_LINE.match(line))
    return _HANDS_ON.fullmatch(code) is not None
