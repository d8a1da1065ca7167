"""Are any of the packages that we use known to be at fault? `make audit`, and so `.ci/run`, asks.

Two lists answer: pip-audit's database, where the network leads to it, and one kept by hand
(`audit/advisories.txt`). A package at fault in either fails. A database that did not answer for a
package fails nothing, since it would stop all work; it is said so that nobody can overlook it.
"""

import json
import subprocess
import sys
from collections.abc import Iterable, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

KEPT_BY_HAND = Path(__file__).with_name("audit") / "advisories.txt"
DATE = "# looked through: "
NONE_KNOWN = "-"
LOUD = "!" * 88


class Advisory(NamedTuple):
    """A known fault: of which versions of a package, and what it is."""

    package: str
    versions: SpecifierSet
    told: str


class Kept(NamedTuple):
    """The list kept by hand: its advisories, all packages it speaks of, and of which day it is."""

    advisories: list[Advisory]
    packages: set[str]
    day: str


def read_kept(text: str) -> Kept:
    """Read the list. ValueError for a line that says less than it must."""
    kept = Kept([], set(), text.partition(DATE)[2].partition("\n")[0])
    for line in text.splitlines():
        if line.startswith("#") or not line:
            continue
        package, versions, *told = line.split(maxsplit=2)
        kept.packages.add(canonicalize_name(package))
        if versions != NONE_KNOWN:
            (words,) = told
            advisory = Advisory(canonicalize_name(package), SpecifierSet(versions), words)
            kept.advisories.append(advisory)
    return kept


def installed() -> dict[str, str]:
    """Return the version of each package of this environment, by its canonical name."""
    return {canonicalize_name(each.name): each.version for each in metadata.distributions()}


def at_fault(advisories: Iterable[Advisory], versions: Mapping[str, str]) -> list[str]:
    """Say which packages are at fault by the list kept by hand."""
    return [
        f"{each.package} {versions[each.package]}: {each.told}"
        for each in advisories
        if each.versions.contains(versions.get(each.package, ""), prereleases=True)
    ]


def from_database(answer: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """Return which packages are at fault by pip-audit's answer, and for which it had none."""
    found = [
        f"{each['name']} {each['version']}: {fault['id']}, mended in {fault['fix_versions']}"
        for each in answer["dependencies"]
        for fault in each.get("vulns", [])
    ]
    unknown = [each["name"] for each in answer["dependencies"] if "skip_reason" in each]
    return found, unknown


def ask_database() -> tuple[list[str], list[str]]:
    """Ask pip-audit about this environment; all is unknown where it cannot be asked.

    It ends well, and says that no fault is known, where it was answered nothing at all.
    """
    command = [sys.executable, "-m", "pip_audit", "--local", "--format", "json"]
    said = subprocess.run([*command, "--progress-spinner", "off"], capture_output=True, text=True)
    try:
        return from_database(json.loads(said.stdout))
    except json.JSONDecodeError:
        return [], sorted(installed())


def main() -> int:
    """Ask both lists, say what they know, and return 1 where a package is at fault."""
    kept, versions = read_kept(KEPT_BY_HAND.read_text()), installed()
    found, unknown = ask_database()
    found += at_fault(kept.advisories, versions)
    if unknown:
        print(LOUD)
        print(
            f"NOT CHECKED against an advisory database: {len(unknown)} of {len(versions)} packages."
        )
        print(f"For these only the list kept by hand was asked; it is of {kept.day}:")
        print(f"{', '.join(sorted(unknown))}.")
        print(LOUD)
    print("\n".join(found) or "No known fault in what we use.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
