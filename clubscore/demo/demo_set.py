"""A table of the demo club that plays today's set of eight, as far as its third board."""

import datetime as dt
import random

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.models import Club, Person
from clubscore.events.contest_tables.bringing_sets import bring_shipped_set
from clubscore.events.contest_tables.closing_boards import after_report
from clubscore.events.contest_tables.opening_table import open_table
from clubscore.events.entries.opening_event import name_pair
from clubscore.events.play.reporting import Report, agree, tell
from clubscore.events.state.spot_state import Spot
from clubscore.ranking.result import ResultFacts

SET, SEED = "duplicate", 1917
PLAYED: tuple[ResultFacts, ...] = (
    {"contract": "3NT", "declarer": "E", "tricks": 9},
    {"contract": "6H", "declarer": "N", "tricks": 12},
    {"contract": "6S", "declarer": "W", "tricks": 12},
)


def play_a_set(club: Club, people: list[Person], start: dt.datetime) -> None:
    """Four members sit down to the set, and close three boards; they mean to go on."""
    four = random.Random(SEED).sample(people, 4)  # noqa: S311 - no secret
    actor = Actor(Level.PLAYER, club, person=four[0])
    with clock.at(start):
        kept = bring_shipped_set(club=club, name=SET, key="demo-set", actor=actor)
        event = open_table(kept=kept, key="demo-table", actor=actor)
        for number, entry in enumerate(event.entries.order_by("order")):
            pair = four[2 * number : 2 * number + 2]
            name_pair(event=event, entry=entry.pk, people=pair, key=f"demo-pair-{number}",
                      actor=actor, seen=str(entry))  # fmt: skip
    section = event.sections.get()
    for board, facts in enumerate(PLAYED, start=1):
        key = f"demo-board-{board}"
        with clock.at(start + board * dt.timedelta(minutes=9)):
            told = tell(section=section, report=Report(1, 1, board, facts, key), side="ns",
                        actor=actor)  # fmt: skip
            agree(section=section, spot=Spot(section.pk, 1, 1, board), seen=told.number, side="ew",
                  key=f"{key}-yes", actor=actor)  # fmt: skip
            after_report(event=event, key=key, actor=actor)
