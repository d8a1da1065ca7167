"""What stands in the database after a soak, against what its phones were answered.

    python tests/soak/verify.py < acknowledged.json

Prints JSON: each entry that was lost, doubled, changed or is strange (recorded, and never
acknowledged), how many of each kind stand, and whether the database is sound by its own check.
"""

# ruff: noqa: E402 - Django is set up before anything that needs its settings

import json
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubscore.settings")

import django

django.setup()

from django.db import connection

from clubscore.club.models import Club
from clubscore.events.models import ResultRevision
from clubscore.rubbers.models import DealRevision

KEYS = """
    SELECT c.conrelid::regclass::text, quote_ident(a.attname), c.confrelid::regclass::text,
           quote_ident(b.attname)
    FROM pg_constraint c
    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    JOIN pg_attribute b ON b.attrelid = c.confrelid AND b.attnum = c.confkey[1]
    WHERE c.contype = 'f' AND cardinality(c.conkey) = 1
"""


def look(club: Club, told: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """Return what is wrong with a club's entries, by name, and how many of each kind stand.

    `told` are the entries that were acknowledged, by room: the keys under one of which each stands,
    where it belongs, what it is ("deal", "rival", "told" ...; several where two were entered at
    once and either came first) and its facts.
    """
    rows = {"card": deals_of(club), "event": results_of(club)}
    answer: dict[str, Any] = {"lost": [], "doubled": [], "changed": [], "strange": []}
    for room, entries in told.items():
        for fault, found in compare(entries, rows[room]).items():
            answer[fault] += found
    counts = Counter(row["what"] for room in rows.values() for row in room)
    return answer | {"counts": dict(counts)}


def deals_of(club: Club) -> list[dict[str, Any]]:
    """Return what was said of deals: key, table, part and position, what it is, facts."""
    return [
        {
            "key": each.key,
            "at": f"/table/{each.deal.part.sitting_id}/"
            f" {each.deal.part.number} {each.deal.position}",
            "what": "deal" if each.kind == DealRevision.Kind.RECORDED else each.kind,
            "facts": each.facts,
        }
        for each in DealRevision.objects.filter(club=club).select_related("deal__part")
    ]


def results_of(club: Club) -> list[dict[str, Any]]:
    """Return what was said of boards: key, table and board, what it is, facts."""
    return [
        {
            "key": each.key,
            "at": f"/event/{each.section.event_id}/at/{each.section.letter}{each.table}/"
            f" {each.round} {each.board} {each.side}",
            "what": each.kind,
            "facts": each.facts,
        }
        for each in ResultRevision.objects.filter(club=club).select_related("section")
    ]


def compare(told: list[dict[str, Any]], rows: list[dict[str, Any]]) -> dict[str, list[str]]:
    """Return what was lost, doubled, changed, and recorded without a word; each in words."""
    there = {row["key"]: row for row in rows}
    heard = {key for entry in told for key in entry["keys"]}
    answer: dict[str, list[str]] = {"lost": [], "changed": [], "doubled": []}
    for entry in told:
        found = [there[key] for key in entry["keys"] if key in there]
        if not found:
            answer["lost"].append(f"lost: {in_words(entry)}")
        answer["changed"] += [
            f"changed: {in_words(entry)} stands as {in_words(row)}"
            for row in found
            if not is_meant(row, entry)
        ]
        answer["doubled"] += [f"doubled: {in_words(row)}" for row in found[1:]]
    # What was told once and stands once more, under a key that nobody sent.
    meant = Counter(map(_same, told))
    strange = [row for row in rows if row["key"] not in heard]
    stands = Counter(map(_same, rows))
    for row in strange:
        if 0 < meant[_same(row)] < stands[_same(row)]:
            answer["doubled"].append(f"doubled: {in_words(row)}")
    return answer | {"strange": [f"nobody was told: {in_words(row)}" for row in strange]}


def is_meant(row: dict[str, Any], entry: dict[str, Any]) -> bool:
    """Whether a row says what an acknowledged entry said, at its place."""
    kinds = [entry["what"]] if isinstance(entry["what"], str) else entry["what"]
    same = row["at"] == entry["at"] and row["facts"] == entry["facts"]
    return same and row["what"] in kinds


def _same(one: dict[str, Any]) -> tuple[str, str]:
    return one["at"], json.dumps(one["facts"], sort_keys=True)


def in_words(entry: dict[str, Any]) -> str:
    """Return an entry so that it can be found."""
    keys = entry["keys"] if "keys" in entry else [entry["key"]]
    return f"{entry['what']} {' or '.join(keys)} at {entry['at']}, {json.dumps(entry['facts'])}"


def main() -> None:
    """Compare and print."""
    club = Club.objects.get(name="Soak")
    print(json.dumps(look(club, json.load(sys.stdin)) | {"sound": sound()}))


def sound() -> str:
    """Return what the database's own check says: "ok" where it finds nothing."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA integrity_check")
            said = str(cursor.fetchone()[0])
            cursor.execute("PRAGMA foreign_key_check")
            return said if cursor.fetchone() is None else "a row points at nothing"
        # What SQLite's check does for keys, asked of every one of PostgreSQL's.
        cursor.execute(KEYS)
        for table, column, other, key in cursor.fetchall():
            cursor.execute(
                f"SELECT count(*) FROM {table} a LEFT JOIN {other} b ON a.{column} = b.{key}"
                f" WHERE a.{column} IS NOT NULL AND b.{key} IS NULL"
            )
            if cursor.fetchone()[0]:
                return f"a row of {table} points at nothing"
    return "ok"


if __name__ == "__main__":
    main()
