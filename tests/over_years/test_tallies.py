"""Boards added up by whom and what they were, over several random events, counted once more."""

from collections import defaultdict
from fractions import Fraction
from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from clubscore.club.access import Actor, Level
from clubscore.club.database import forget_what_was_read
from clubscore.club.logins import found_club
from clubscore.club.models import Person
from clubscore.events.imported import FileSource, bring_in_event
from clubscore.events.models import Event
from clubscore.extras.years.averages import BoardFilter, BoardsTally, best_board, tallies
from clubscore.extras.years.boards import OneBoard, events_seen, keep, played_years
from clubscore.ranking import read_event
from tests.over_years.recount import boards_of, sides_of
from tests.over_years.test_facts_of_events import individuals

SEATS = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
AFTER = {"N": "E", "E": "S", "S": "W", "W": "N"}


pytestmark = pytest.mark.django_db
clubs = count(1)


def played(seeds: list[int]) -> tuple[list[OneBoard], list[dict[str, Any]]]:
    """Some events of individuals: one player's boards as they are read, and counted once more."""
    forget_what_was_read()
    # Examples of one test stand beside each other: each is a club of its own.
    club = found_club(name=f"Portland {next(clubs)}", author="a test")
    actor = Actor(level=Level.DIRECTOR, club=club)
    people: dict[str, Person] = {}
    counted = []
    for at, seed in enumerate(seeds):
        file = individuals(seed) | {"date": f"2025-0{at + 1}-03"}
        for result in file["results"]:
            if "contract" in result and (seed + result["board"]) % 3:
                result["lead"] = "CDHS"[(seed + result["board"]) % 4] + "Q"
        for each in file["contestants"]:
            name = each["names"][0]
            people[each["number"]], _new = Person.objects.get_or_create(
                club=club, name=name, short_name=name
            )
        told = read_event(file | {"name": f"Night {at} {seed}"})
        links = {(number, 0): person.pk for number, person in people.items()}
        event = bring_in_event(
            club=club, told=told, source=FileSource("night.json"), actor=actor, people=links
        )
        keep(Event.objects.get(pk=event.pk))
        counted += [told_more(file, each, people) for each in boards_of(file, "1")]
    return played_years(people["1"], events_seen(people["1"], actor)).all_boards, counted


def told_more(
    file: dict[str, Any], board: dict[str, Any], people: dict[str, Person]
) -> dict[str, Any]:
    """A counted board with who sat there: the seat, the partner and opponents by their keys."""
    result = next(
        each
        for each in file["results"]
        if each["board"] == board["board"] and "1" in {each[seat] for seat in "nesw"}
    )
    both = sides_of(file, result)
    seat = next(seat for seat in "nesw" if result[seat] == "1").upper()
    (partner,) = set(both[board["side"].lower()]) - {"1"}
    facing = both["ew" if board["side"] == "NS" else "ns"]
    return board | {
        "seat": seat,
        "partner": people[partner].pk,
        "opponents": [people[each].pk for each in facing],
    }


def whose(board: dict[str, Any]) -> str:
    if not board["declarer"]:
        return ""
    if SEATS[board["declarer"]] != board["side"]:
        return "theirs"
    return "own" if board["declarer"] == board["seat"] else "partner"


def figures(tally: BoardsTally) -> Any:
    """What a tally comes to, as plain numbers."""
    return (tally.boards, tally.made, tally.down, tally.above, tally.below, tally.shares.boards,
            tally.shares.value, tally.to_field)  # fmt: skip


def counted_up(boards: list[dict[str, Any]]) -> Any:
    """The same by adding up what the model counted."""
    contracts = [each for each in boards if each["declarer"]]
    compared = [each for each in boards if each["won"] is not None]
    tricks = [
        (each["tricks"] - Fraction(*each["others"])) * (-1 if whose(each) == "theirs" else 1)
        for each in contracts
        if each["others"][1]
    ]
    return (
        len(boards),
        sum(each["over"] >= 0 for each in contracts),
        sum(each["over"] < 0 for each in contracts),
        sum(each["won"] > each["mean"] for each in compared),
        sum(each["won"] < each["mean"] for each in compared),
        len(compared),
        Fraction(sum(each["won"] for each in compared), len(compared)) if compared else None,
        Fraction(sum(tricks), len(tricks)) if tricks else None,
    )


def grouped(boards: list[dict[str, Any]], keys: Any) -> dict[Any, Any]:
    found: dict[Any, list[dict[str, Any]]] = defaultdict(list)
    for each in boards:
        for key in keys(each):
            found[key].append(each)
    return {key: counted_up(each) for key, each in found.items()}


KEYS = {
    "partner": (lambda b: (b.partner,), lambda b: (b["partner"],)),
    "against": (lambda b: b.opponents, lambda b: b["opponents"]),
    "whose, level": (
        lambda b: ((b.declared_by, b.level),) if b.declared_by else (),
        lambda b: ((whose(b), int(b["contract"][0])),) if whose(b) else (),
    ),
    "trumps": (
        lambda b: (b.denomination,) if b.declared_by in ("own", "partner") else (),
        lambda b: (
            (b["contract"].strip("1234567X"),) if whose(b) in ("own", "partner") else ()
        ),
    ),
    "lead": (
        lambda b: (b.lead[0],) if b.led else (),
        lambda b: (
            (b["lead"][0],) if b["lead"] and AFTER[b["declarer"]] == b["seat"] else ()
        ),
    ),
}  # fmt: skip
SEEDS = st.lists(st.integers(0, 10**6), min_size=1, max_size=3, unique=True)
FEW = examples(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def wrong(boards: list[OneBoard], counted: list[dict[str, Any]]) -> list[str]:
    """By which keys the boards do not come to what was counted."""
    return [
        name
        for name, (ours, theirs) in KEYS.items()
        if {k: figures(t) for k, t in tallies(boards, ours).items()} != grouped(counted, theirs)
    ]


@given(seeds=SEEDS)
@FEW
def test_every_tally_is_what_its_boards_come_to(seeds: list[int]) -> None:
    boards, counted = played(seeds)
    assert wrong(boards, counted) == []
    assert len(boards) == len(counted)


@given(seeds=SEEDS)
@FEW
def test_the_boards_that_a_number_leads_to_are_those_it_counts(seeds: list[int]) -> None:
    boards, counted = played(seeds)
    for level in range(1, 8):
        for declared in ("own", "partner", "theirs"):
            chosen = BoardFilter(declared=declared, level=level).of(boards)
            expected = [
                each for each in counted
                if whose(each) == declared and each["contract"][0] == str(level)
            ]  # fmt: skip
            assert len(chosen) == len(expected)
            made = BoardFilter(declared=declared, level=level, went="made").of(boards)
            assert len(made) == sum(each["over"] >= 0 for each in expected)
    for each in {each["partner"] for each in counted}:
        partners = [one for one in counted if one["partner"] == each]
        assert len(BoardFilter(partner=each).of(boards)) == len(partners)
        facing = [one for one in counted if each in one["opponents"]]
        assert len(BoardFilter(against=each).of(boards)) == len(facing)
    best = best_board(boards)
    most = max(each["won"] - each["mean"] for each in counted)
    assert best is not None and best.board.won and best.board.mean
    assert Fraction(*best.board.won) - Fraction(*best.board.mean) == most


def test_what_is_counted_again_finds_a_tally_that_is_wrong() -> None:
    boards, counted = played([3, 4])
    assert wrong(boards, counted) == []
    assert wrong(boards[1:], counted) != []
    for name, other, seen in (
        ("partner", 0, "partner"), ("opponents", [0], "against"), ("over", 99, "whose, level"),
        ("others", (0, 1), "trumps"), ("won", Fraction(9), "partner"),
    ):  # fmt: skip
        broken = [dict(each) for each in counted]
        at = next(n for n, e in enumerate(broken) if whose(e) == "own" and e["over"] < 0)
        broken[at][name] = other
        assert seen in wrong(boards, broken), name
    broken = [each | {"lead": ""} for each in counted]
    assert "lead" in wrong(boards, broken)
