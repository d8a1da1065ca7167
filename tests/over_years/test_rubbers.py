"""Somebody's rubbers over the years, counted again from what was written down at random."""

import datetime as dt
import random
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from clubscore.club.entry import new_key
from clubscore.club.federation_numbers import merge_people
from clubscore.club.logins import found_club
from clubscore.club.models import Club, Person, Posting
from clubscore.rubbers.models import CardTable, Part, Seat, Settlement, Sitting, Substitute
from clubscore.rubbers.season import PersonRubber, rubbers_of, score_of, years_of
from tests.rubbers.test_season import two_games

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
NAMES = ("Ann", "Bob", "Cecil", "Dora", "Eve", "Fred")
GAMES = ("auction", "contract-1923", "straight-bridge", "cut-throat")
SIDES = {"N": "ns", "S": "ns", "E": "ew", "W": "ew"}


@dataclass
class Noted:
    """A rubber as it was made up here: who had how many points, who sat with whom."""

    evening: dt.date
    points: dict[int, int]
    partners: dict[int, set[int]]
    void: bool


@dataclass
class Years:
    """A club in which rubbers were made up at random, and what was made up."""

    club: Club
    people: list[Person]
    rubbers: list[Noted] = field(default_factory=list)

    def of(self, person: int, year: int | None = None) -> list[Noted]:
        return [
            each
            for each in self.rubbers
            if person in each.points
            and not each.void
            and (year is None or each.evening.year == year)
        ]


def make(seed: int, sittings: int) -> Years:
    """Write sittings with rubbers as rows, by no service."""
    chance = random.Random(seed)  # noqa: S311 - not a secret
    club = found_club(name=f"Portland {seed}", author="a test")
    people = [Person.objects.create(club=club, name=name, short_name=name) for name in NAMES]
    table = CardTable.objects.create(club=club, name="Window table", pack="red")
    years = Years(club, people)
    for _sitting in range(sittings):
        _sit(years, table, chance)
    return years


def _sit(years: Years, table: CardTable, chance: random.Random) -> None:
    evening = dt.date(chance.choice((2023, 2024, 2025)), chance.randint(1, 12), 9)
    void = chance.random() < 0.15
    sitting = Sitting.objects.create(
        club=years.club, table=table, evening=evening, opened_by="a test",
        closed_at=dt.datetime(2026, 1, 1, tzinfo=dt.UTC),
        voided_at=dt.datetime(2026, 1, 1, tzinfo=dt.UTC) if void else None,
    )  # fmt: skip
    game = chance.choice(GAMES)
    part = Part.objects.create(
        club=years.club, sitting=sitting, number=1, game=game, first_dealer="N"
    )
    order = chance.sample(years.people, 5)
    alone = game == "cut-throat"
    seats = dict(zip("ABC" if alone else "NESW", order, strict=False))
    for seat, person in seats.items():
        Seat.objects.create(club=years.club, part=part, seat=seat, person=person, account=person)
    for number in range(1, chance.randint(2, 4)):
        if number == 2 and not alone and chance.random() < 0.3:
            # Somebody takes a seat over for their own account from the second rubber on.
            seats = {**seats, "S": order[4]}
            Substitute.objects.create(
                club=years.club, part=part, seat="S", position=1, person=order[4],
                account=order[4], author="a test", key=new_key(),
            )  # fmt: skip
        years.rubbers.append(_settle(part, number, seats, chance, void))


def _settle(
    part: Part, number: int, seats: dict[str, Person], chance: random.Random, void: bool
) -> Noted:
    sums: Counter[int] = Counter()
    alone = part.game == "cut-throat"
    for entry in range(chance.choice((1, 1, 2))):
        if alone:
            won = [chance.randint(-300, 300) for _seat in range(2)]
            points = dict(zip(seats.values(), [*won, -sum(won)], strict=True))
        else:
            ns = chance.choice((-1, 1)) * chance.randint(1, 900)
            points = {who: ns if SIDES[seat] == "ns" else -ns for seat, who in seats.items()}
        told = {str(who.pk): won for who, won in points.items()}
        Settlement.objects.create(
            club=part.club, part=part, rubber=number, number=entry + 1, points=told,
            kind="agreed" if entry == 0 else "difference", author="a test", key=new_key(),
            law_version="1",
        )  # fmt: skip
        sums.update({who.pk: won for who, won in points.items()})
    partners = {
        who.pk: {
            other.pk
            for at, other in seats.items()
            if not alone and other != who and SIDES[at] == SIDES[seat]
        }
        for seat, who in seats.items()
    }
    return Noted(part.sitting.evening, dict(sums), partners, void)


def told(rubber: PersonRubber) -> Any:
    return rubber.evening, rubber.points, {*rubber.partners}, {*rubber.opponents}


def counted(noted: Noted, who: int) -> Any:
    with_them = noted.partners[who]
    return noted.evening, noted.points[who], with_them, {*noted.points} - with_them - {who}


def in_order(rubbers: list[Any]) -> list[Any]:
    return sorted(rubbers, key=str)


def are_alike(found: list[PersonRubber], noted: list[Noted], who: int) -> bool:
    """Whether what was found is what was noted."""
    return in_order([told(each) for each in found]) == in_order(
        [counted(each, who) for each in noted]
    )


@given(seed=st.integers(0, 10**9), sittings=st.integers(1, 6))
@examples(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_everybodys_rubbers_are_those_that_were_made_up(seed: int, sittings: int) -> None:
    years = make(seed, sittings)
    for person in years.people:
        for year in (None, 2023, 2024, 2025):
            found = rubbers_of(person, year)
            noted = [each for each in years.of(person.pk, year) if _stands(each)]
            assert are_alike(found, noted, person.pk)
            score = score_of(found)
            assert score.rubbers == len(noted)
            assert score.won == sum(each.points[person.pk] > 0 for each in noted)
            assert score.points == sum(each.points[person.pk] for each in noted)
        all_years = {each.evening.year for each in years.of(person.pk)}
        assert {*years_of(person)} >= all_years
        assert found == sorted(found, key=lambda each: each.evening, reverse=True)


def _stands(noted: Noted) -> bool:
    """One that a difference took back wholly never was; by chance that is never so here."""
    return any(noted.points.values())


def test_what_is_counted_again_finds_a_rubber_that_is_wrong() -> None:
    years = make(7, 6)
    seen = defaultdict(int)
    for person in years.people:
        found, noted = rubbers_of(person), years.of(person.pk)
        if not found:
            continue
        assert are_alike(found, noted, person.pk)
        for name, other in (("points", 1), ("partners", ()), ("opponents", (0,)),
                            ("evening", dt.date(1999, 1, 1))):  # fmt: skip
            at = next((n for n, e in enumerate(found) if getattr(e, name) != other), None)
            if at is None:
                continue
            broken = [*found]
            broken[at] = PersonRubber(**{**vars(found[at]), name: other})
            assert not are_alike(broken, noted, person.pk), name
            seen[name] += 1
        assert not are_alike(found[1:], noted, person.pk)
    assert set(seen) == {"points", "partners", "opponents", "evening"}


def test_merged_entries_are_one_person() -> None:
    years = make(3, 5)
    ann = years.people[0]
    new = Person.objects.create(club=years.club, name="Anna", short_name="Anna")
    before = [told(each) for each in rubbers_of(ann)]
    assert before
    merge_people(other=ann, into=new, author="a test")
    assert [told(each) for each in rubbers_of(new)] == before
    bob = years.people[1]
    assert ann.pk not in {who for each in rubbers_of(bob) for who in each.partners}


def test_coins_are_those_of_the_book() -> None:
    table = two_games()
    for person in table.people:
        found = rubbers_of(person, money=True)
        assert len(found) == 2
        mine = sum(each.money["LSD"] for each in found)
        paid = Posting.objects.filter(entry__kind__in=("rubber", "put-right"))
        credit = sum(paid.filter(credited__person=person).values_list("amount", flat=True))
        debit = sum(paid.filter(debited__person=person).values_list("amount", flat=True))
        assert mine == credit - debit != 0
    assert all(not each.money for each in rubbers_of(person))


def test_as_many_queries_for_many_sittings_as_for_one() -> None:
    def queries(sittings: int) -> int:
        person = make(sittings, sittings).people[0]
        with CaptureQueriesContext(connection) as asked:
            assert rubbers_of(person, money=True)
        return len(asked)

    assert queries(3) == queries(12) == 6
