"""The boards of an event as each player has them, each counted again from the event's file."""

import random
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from clubscore.club.access import Actor, Level
from clubscore.club.database import forget_what_was_read
from clubscore.club.logins import found_club
from clubscore.club.models import Club, Person
from clubscore.events.imported import FileSource, bring_in_event
from clubscore.events.models import Entry
from clubscore.events.state import room_of
from clubscore.extras.years.boards import EventOverYears, OfPerson, PlayedBoard, kept, read
from clubscore.ranking import read_event
from tests.events.evenings import Evening
from tests.gazette.nights import a_file, a_result
from tests.over_years.played_here import file_of, people_of, play_whole
from tests.over_years.recount import boards_of, sides_of

COUNTED = ("board", "round", "side", "contract", "declarer", "tricks", "over", "score", "won",
           "mean", "spread", "others", "lead")  # fmt: skip
EACH = examples(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture
def club(db: None) -> Club:
    return found_club(name="Portland", author="a test")


def with_leads(file: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Some results get a lead, some an average instead of a score."""
    for result in file["results"]:
        if "contract" in result and chance.random() < 0.4:
            result["lead"] = chance.choice("CDHS") + chance.choice("AKQT2")
        if chance.random() < 0.06:
            for name in ("contract", "declarer", "tricks", "passed_out", "lead"):
                result.pop(name, None)
            result["adjusted"] = {"ns": "A+", "ew": "A-"}
    return file


def individuals(seed: int, players: int = 8, boards: int = 10) -> dict[str, Any]:
    """An event of individuals: four of them at each of two tables on each board."""
    chance = random.Random(seed)  # noqa: S311 - not a secret
    numbers = [str(n) for n in range(1, players + 1)]
    results = []
    for board in range(1, boards + 1):
        order = chance.sample(numbers, players)
        for table in range(players // 4):
            n, e, s, w = order[4 * table : 4 * table + 4]
            about = {"board": board, "round": board, "table": table + 1}
            results.append(about | {"n": n, "e": e, "s": s, "w": w} | a_result(chance))
    return {
        "format": "clubscore-event/1", "name": f"Individual {seed}", "game": "duplicate",
        "contestants_are": "individuals", "scoring": "matchpoints",
        "contestants": [{"number": n, "names": [f"Ann{n}"]} for n in numbers],
        "boards": [{"number": n} for n in range(1, boards + 1)], "results": results,
    }  # fmt: skip


def facts_of(club: Club, file: dict[str, Any]) -> tuple[Mapping[int, OfPerson], dict[Any, Person]]:
    """The facts of an imported event of which everybody is one of the club's people."""
    forget_what_was_read()
    told = read_event(file)
    people: dict[Any, Person] = {}
    for each in file["contestants"]:
        for order, name in enumerate(each["names"]):
            person, _new = Person.objects.get_or_create(club=club, name=name, short_name=name[:20])
            people[each["number"], order] = person
    event = bring_in_event(
        club=club,
        told=told,
        source=FileSource("night.json"),
        actor=Actor(level=Level.DIRECTOR, club=club),
        people={spot: person.pk for spot, person in people.items()},
    )
    return EventOverYears(room_of(event)).of_people(), people


def told_of(board: PlayedBoard) -> dict[str, Any]:
    """A board of the program's, as the model has it."""
    found = {name: getattr(board, name) for name in COUNTED}
    for name in ("won", "mean", "spread"):
        found[name] = None if found[name] is None else Fraction(*found[name])
    found["others"] = tuple(found["others"])
    return found


class Known(NamedTuple):
    """Somebody by their key."""

    pk: int


def faults(file: dict[str, Any], found: Mapping[int, OfPerson], people: Mapping[Any, Any]) -> int:
    """How many boards of anybody's are not as the file has them; all are looked at."""
    wrong = 0
    for (number, _order), person in people.items():
        counted = boards_of(file, number)
        told = [told_of(each) for each in read(kept(found[person.pk].boards))]
        wrong += abs(len(counted) - len(told))
        wrong += sum(one != other for one, other in zip(told, counted, strict=False))
    return wrong


@given(
    seed=st.integers(0, 10**9),
    tables=st.sampled_from((3, 5, 7)),
    scoring=st.sampled_from(("matchpoints", "cross-imps")),
)
@EACH
def test_every_board_of_every_player_is_as_the_file_has_it(
    seed: int, tables: int, scoring: str, club: Club
) -> None:
    file = with_leads(a_file(seed, tables, tables), random.Random(seed)) | {"scoring": scoring}  # noqa: S311
    found, people = facts_of(club, file)
    assert faults(file, found, people) == 0
    assert sum(len(each.boards) for each in found.values()) == 4 * len(file["results"])


@given(seed=st.integers(0, 10**9))
@EACH
def test_of_individuals_it_is_known_who_sat_where(seed: int, club: Club) -> None:
    file = individuals(seed)
    found, people = facts_of(club, file)
    assert faults(file, found, people) == 0
    by_key = {person.pk: number for (number, _order), person in people.items()}
    for (number, _order), person in people.items():
        for board in found[person.pk].boards:
            result = next(
                each
                for each in file["results"]
                if each["board"] == board.board and number in {each[seat] for seat in "nesw"}
            )
            assert result[board.seat.lower()] == number
            both = sides_of(file, result)
            (partner,) = set(both[board.side.lower()]) - {number}
            assert by_key[board.partner] == partner
            facing = both["ew" if board.side == "NS" else "ns"]
            assert tuple(by_key[each] for each in board.opponents) == facing


def test_a_pair_of_a_file_has_its_partner_and_no_seats(club: Club) -> None:
    file = a_file(5)
    found, people = facts_of(club, file)
    for (number, order), person in people.items():
        assert found[person.pk].contestant == number
        for board in found[person.pk].boards:
            assert board.seat == ""
            assert board.partner == people[number, 1 - order].pk
            assert board.declared_by in ("", "ours", "theirs")
            assert len(board.opponents) == 2


def test_what_is_counted_again_finds_a_board_that_is_wrong(club: Club) -> None:
    file = with_leads(a_file(17, 7, 7), random.Random(1))  # noqa: S311 - not a secret
    found, people = facts_of(club, file)
    assert faults(file, found, people) == 0
    seen: Counter[str] = Counter()
    for name, other in (
        ("score", 7), ("won", (1, 97)), ("mean", (1, 97)), ("spread", (1, 97)),
        ("others", (3, 1)), ("lead", "C3"), ("over", 9), ("tricks", 14), ("side", "S"),
    ):  # fmt: skip
        broken = dict(found)
        for person, own in found.items():
            at = next(
                n for n, each in enumerate(own.boards)
                if each.won and each.contract and getattr(each, name) != other
            )  # fmt: skip
            boards = [*own.boards]
            boards[at] = boards[at]._replace(**{name: other})
            broken[person] = own._replace(boards=boards)
            seen[name] += 1
        assert faults(file, broken, people) == len(found), name
    assert len(seen) == 9
    lost = {person: own._replace(boards=own.boards[1:]) for person, own in found.items()}
    assert faults(file, lost, people) >= len(found)


@pytest.mark.parametrize("seed", range(3))
def test_at_an_event_played_here_the_first_of_a_pair_sits_north_or_east(
    seed: int, db: None
) -> None:
    evening = play_whole(Evening(6, boards=2), seed)
    file, found = file_of(evening), EventOverYears(evening.room).of_people()
    people = people_of(evening)
    spots = {(number, at): Known(both[at]) for number, both in people.items() for at in (0, 1)}
    assert faults(file, found, spots) == 0
    for number, both in people.items():
        for at, who in enumerate(both):
            for board in found[who].boards:
                assert board.seat == board.side[at]
                assert board.partner == both[1 - at]
                result = next(
                    each for each in file["results"]
                    if each["board"] == board.board and number in (each["ns"], each["ew"])
                )  # fmt: skip
                facing = result["ew" if board.side == "NS" else "ns"]
                assert list(board.opponents) == people[facing]
                if board.declarer:
                    ours = "own" if board.declarer == board.seat else "partner"
                    assert board.declared_by == (ours if board.declarer in board.side else "theirs")
                    leads = {"N": "E", "E": "S", "S": "W", "W": "N"}[board.declarer]
                    assert board.led == (board.seat == leads and bool(board.lead))


@pytest.mark.parametrize("seed", range(2))
def test_of_a_team_two_sit_at_each_table(seed: int, db: None) -> None:
    evening = play_whole(Evening(4, kind="teams-round-robin", winners=1, form="teams"), seed)
    file, found = file_of(evening, "teams"), EventOverYears(evening.room).of_people()
    looked_at = 0
    for number in ("1", "2", "3", "4"):
        entry = Entry.objects.get(event=evening.event, number=number)
        counted = boards_of(file, number)
        for at, person in enumerate(entry.people):
            way = "NS" if at < 2 else "EW"
            own = [each for each in counted if each["side"] == way]
            told = [told_of(each) for each in found[person.pk].boards]
            # Of teams the round is that of the match; every round is one here.
            assert told == own
            assert {each.partner for each in found[person.pk].boards} == {entry.people[at ^ 1].pk}
            looked_at += len(told)
    assert looked_at == 4 * len(file["results"])
