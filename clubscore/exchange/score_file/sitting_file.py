"""A sitting out of the database into score files.

One line a part; the parts of one sitting bear its number and their own. A substitute takes a seat
over in the middle of a rubber, and a rubber cut in two would settle as two: it stays in one line,
with whoever played its last deal as player and whose money it is as credit. Where players or
accounts differ from rubber to rubber, each stretch of rubbers is a line of its own. `sitting_in`
brings them back.
"""

import json
from collections.abc import Iterable
from itertools import groupby

from django.db.models import Q

from clubscore.exchange.reading.printable import json_as_shown
from clubscore.exchange.score_file.score_file import About, ScoreFile, SittingFacts
from clubscore.laws.deal import FineFacts
from clubscore.rubbers.models import Seat, Sitting, Substitute
from clubscore.rubbers.selectors import parts_with_seats
from clubscore.rubbers.state.part_state import LiveDeal, Standing, standings_of


def written_sitting(sitting: Sitting, *, plain: bool = False) -> list[SittingFacts]:
    """Return a sitting as score files, a part each; `plain` without what no score follows from."""
    parts = parts_with_seats().filter(sitting=sitting).order_by("number")
    written = _written_parts(sitting, standings_of(list(parts)))
    for deal in (deal for part in written for deal in part["deals"] if plain):
        deal.pop("auction", None)
        if "fines" in deal:
            fines: list[FineFacts] = [
                {"player": fine["player"], "points": fine["points"], "to": fine["to"]}
                for fine in deal["fines"]
            ]
            deal["fines"] = fines
    return written


def written_for(people: Iterable[int]) -> list[SittingFacts]:
    """Return the parts of sittings that somebody sat in or played for, oldest first.

    Four queries, however many they are. `people` are the keys under which they are known.
    """
    named = Q(person__in=people) | Q(account__in=people)
    sat = Q(pk__in=Seat.objects.filter(named).values("part"))
    sat |= Q(pk__in=Substitute.objects.filter(named).values("part"))
    parts = parts_with_seats().select_related("sitting__club", "sitting__table")
    parts = parts.filter(sat, sitting__voided_at=None).order_by("sitting", "number")
    together = groupby(standings_of(list(parts)), lambda standing: standing.part.sitting)
    return [line for sitting, those in together for line in _written_parts(sitting, those)]


def _written_parts(sitting: Sitting, standings: Iterable[Standing]) -> list[SittingFacts]:
    stretches = [each for standing in standings for each in _stretches(standing)]
    return [
        _written(sitting, number, standing, live)
        for number, (standing, live) in enumerate(stretches, start=1)
    ]


def _stretches(standing: Standing) -> list[tuple[Standing, tuple[LiveDeal, ...]]]:
    """Return the deals of a part in stretches of whole rubbers with the same people."""
    if not standing.substitutes:
        return [(standing, standing.live)]
    found: list[tuple[Standing, list[LiveDeal]]] = []
    for deal, scored in standing.pairs():
        now = standing.of_rubber(scored.rubber)
        if not found or (now.people, now.accounts) != (found[-1][0].people, found[-1][0].accounts):
            found.append((now, []))
        found[-1][1].append(deal)
    return [(now, tuple(deals)) for now, deals in found]


def _written(
    sitting: Sitting, number: int, standing: Standing, live: tuple[LiveDeal, ...]
) -> SittingFacts:
    names = {seat: person.name for seat, person in standing.people.items()}
    accounts = {
        seat: person.name
        for seat, person in standing.accounts.items()
        if person.pk != standing.people[seat].pk
    }
    about: About = {
        "date": sitting.evening.isoformat(),
        "club": sitting.club.name,
        "table": sitting.table.name,
        "sitting": str(sitting.pk),
        "part": number,
    }
    deals = tuple(standing.read(deal.facts) for deal in live)
    return ScoreFile(
        game=standing.game,
        rules=standing.rules,
        deals=deals,
        given_rules=standing.part.rules,
        players=names,
        credit=accounts,
        stakes=standing.stakes,
        about=about,
    ).to_dict()


def as_lines(parts: Iterable[SittingFacts]) -> str:
    """Return score files as JSON Lines."""
    return json_as_shown("".join(json.dumps(part, ensure_ascii=False) + "\n" for part in parts))
