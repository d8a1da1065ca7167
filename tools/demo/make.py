"""Write the demo club anew, as data: `make demo-data`, whenever its test says that it is stale.

The club is built by the services that pages use, as of one moment, and what it is goes into the
file that the program brings in (clubscore/demo/club.py): a club's file without its checksum, and
the double dummy of what is looked at first. The same services make the same bytes.
"""

import datetime as dt
import itertools
import json
import lzma
import os
import secrets
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

if TYPE_CHECKING:
    from clubscore.club.models import Club

ROOT = Path(__file__).resolve().parents[2]
# A Saturday: the club nights of its week are over, and what is shifted by weeks is hardly old.
AT = dt.datetime(2026, 11, 28, 20, 0, 30, tzinfo=dt.UTC)
# What is looked at first; all other events wait for the night, as a club's own do.
WORKED_OUT = ("Thursday pairs", "Tonight's pairs", "Eight boards of today's duplicate")


def made() -> bytes:
    """Build the club in the database of this process; return the text of its file."""
    from clubscore.club import clock
    from tools.demo.club import build_club

    numbers = itertools.count(1)
    with (
        # What stands for chance can be packed.
        patch.object(secrets, "token_urlsafe", lambda _count=None: f"{next(numbers):022d}"),
        clock.at(AT),
    ):
        return text_of(build_club())


def text_of(club: "Club") -> bytes:
    """Return the text of a club's file, with double dummy of its boards worked out."""
    from clubscore.events.models import BoardsWorkedOut, DoubleDummy, Event, OpeningLeads
    from clubscore.events.pars import KIND, ask_for, work_out
    from clubscore.events.state import room_of
    from clubscore.files import club_file
    from clubscore.jobs.worker import do, take

    events = list(Event.objects.filter(club=club).order_by("pk"))
    for event in events:
        if event.name in WORKED_OUT:
            ask_for(room_of(event))
    while job := take("the demo"):
        do(job, {KIND: work_out})
    # Who stands first in an object is told first where two have the same; a file to another server
    # has them in the order of their names.
    with patch.object(club_file, "as_line", _line):
        head, *rows = club_file.FileOfClub(club).lines()
    worked_out = {
        "events": [
            events.index(each.event) + 1
            for each in BoardsWorkedOut.objects.filter(club=club).select_related("event")
        ],
        "tricks": [*DoubleDummy.objects.order_by("deal").values_list("deal", "tricks")],
        "leads": [
            *OpeningLeads.objects.order_by("deal", "denomination", "declarer").values_list(
                "deal", "denomination", "declarer", "tricks"
            )
        ],
    }
    first = _line(json.loads(head) | {"at": AT.isoformat()})
    return b"".join([first, *rows, _line(worked_out)])


def _line(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def main() -> None:
    """Build it in a database of its own, and write the file."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"CLUBSCORE_DATA": folder, "DJANGO_SETTINGS_MODULE": "clubscore.settings"}
        os.environ.pop("DATABASE_URL", None)
        import django

        django.setup()
        from django.core.management import call_command

        from clubscore.demo.club import KEPT

        call_command("migrate", verbosity=0)
        text = made()
        KEPT.write_bytes(lzma.compress(text, preset=9 | lzma.PRESET_EXTREME))
        print(f"{KEPT.relative_to(ROOT)}: {len(text)} bytes, {KEPT.stat().st_size} packed")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main()
