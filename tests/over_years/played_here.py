"""Events played here with any results, and the same as an event file has it, from bare rows."""

import datetime as dt
import random
from typing import Any

from clubscore.club import clock
from clubscore.club.entry import new_key
from clubscore.events.finishing import finish
from clubscore.events.models import Entry, ResultRevision
from tests.events.evenings import Evening
from tests.gazette.nights import a_result


def play_whole(evening: Evening, seed: int, *, leads: bool = True) -> Evening:
    """Play every round with any results, and finish the event."""
    chance = random.Random(seed)  # noqa: S311 - not a secret
    while True:
        for table in evening.room.tables():
            results = {board: a_result(chance) for board in table.place.boards}
            for each in results.values():
                if leads and "contract" in each and chance.random() < 0.5:
                    each["lead"] = chance.choice("CDHS") + chance.choice("AKQT2")
            evening.type_slip(table.number, results)
        if evening.event.round == evening.room.rounds:
            break
        evening.next_round()
    end(evening)
    return evening


def end(evening: Evening) -> None:
    """Finish an event; for an hour it is provisional."""
    final_at = clock.now() + dt.timedelta(hours=1)
    finish(event=evening.event, final_at=final_at, key=new_key(), actor=evening.actor)


def file_of(evening: Evening, kind: str = "pairs") -> dict[str, Any]:
    """The event as a file has it, from the rows of results alone; each has one revision."""
    results = [
        {"board": row.board, "round": row.round, "table": row.table, "ns": str(row.ns),
         "ew": str(row.ew), **(row.facts or {})}
        for row in ResultRevision.objects.filter(section__event=evening.event)
    ]  # fmt: skip
    return {
        "contestants_are": kind, "scoring": "matchpoints" if kind == "pairs" else "imps-vp",
        "results": results,
    }  # fmt: skip


def people_of(evening: Evening) -> dict[str, list[int]]:
    """{number: who it is, in the order of entry}."""
    entries = Entry.objects.filter(event=evening.event, number__isnull=False)
    return {
        str(each.number): [person.pk for person in each.people]
        for each in entries.select_related("first", "second")
    }
