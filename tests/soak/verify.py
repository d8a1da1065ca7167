"""What stands in the database after a soak, against what its phones were answered.

    python tests/soak/verify.py < acknowledged.json

Prints JSON: lost, doubled, strange (recorded, and never acknowledged), and whether the database is
sound by its own check.
"""

# ruff: noqa: E402 - Django is set up before anything that needs its settings

import json
import os
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubscore.settings")

import django

django.setup()

from django.db import connection

from clubscore.club.models import Club
from clubscore.duplicate.models import ResultRevision
from clubscore.rubber.models import DealRevision

KEYS = """
    SELECT c.conrelid::regclass::text, quote_ident(a.attname), c.confrelid::regclass::text,
           quote_ident(b.attname)
    FROM pg_constraint c
    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    JOIN pg_attribute b ON b.attrelid = c.confrelid AND b.attnum = c.confkey[1]
    WHERE c.contype = 'f' AND cardinality(c.conkey) = 1
"""


def main() -> None:
    """Compare and print."""
    told = json.load(sys.stdin)
    club = Club.objects.get(name="Soak")
    deals = DealRevision.objects.filter(club=club).order_by("pk")
    results = ResultRevision.objects.filter(club=club).order_by("pk")
    # A deal twice at one place, or a side's word twice on one board, would be doubled.
    places: Counter[object] = Counter(deals.values_list("deal__part", "deal__position"))
    places += Counter(results.values_list("section", "round", "table", "board", "side"))
    answer = {"lost": 0, "doubled": sum(count - 1 for count in places.values()), "strange": 0}
    stands = {"card": [*deals.values_list("key", flat=True)],
              "event": [*results.values_list("key", flat=True)]}  # fmt: skip
    for room, keys in told.items():
        there = Counter(stands[room])
        answer["lost"] += sum(key not in there for key in keys)
        answer["doubled"] += sum(count - 1 for count in there.values())
        answer["strange"] += len(set(there) - set(keys))
    print(json.dumps(answer | {"count": sum(map(len, stands.values())), "sound": sound()}))


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
