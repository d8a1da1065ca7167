"""Two people change one thing: the second sees what changed, keeps what he typed, and chooses."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from django.test import Client

from clubscore.club.entry import Refused
from clubscore.club.models import Membership, OwnLaws
from clubscore.club.payments import rates_of
from clubscore.club.table_money import fee_in_words, fee_of
from clubscore.events.corrections import rule
from clubscore.events.models import ResultRevision
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening
from tests.house import House, client_of

HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')


class Case(NamedTuple):
    """A page: its address, the form that is meant, what one types and the other, what stands."""

    address: Callable[[House, Evening], str]
    form: str
    one: dict[str, str]
    other: dict[str, str]
    stands: Callable[[House, Evening], Any]


def login(house: House) -> Membership:
    return Membership.objects.get(user=house.logins["scorer"])


def first_pair(evening: Evening) -> Any:
    return evening.room.entries[0]


def people_of(evening: Evening, first: int) -> list[str]:
    return [str(person.pk) for person in evening.people[first : first + 2]]


NOBODY: Any = None  # most of it needs no event
CASES = {
    "a login's role": Case(
        lambda house, evening: f"/club/logins/{login(house).pk}/",
        'aria-labelledby="login"',
        {"role": "player"},
        {"role": "director"},
        lambda house, evening: login(house).role,
    ),
    "laws of the house": Case(
        lambda house, evening: "/club/house/auction/",
        'class="stack"',
        {"stake": "5 shillings a hundred"},
        {"stake": "2 shillings a hundred"},
        lambda house, evening: type(house.club).objects.get(pk=house.club.pk).house["auction"],
    ),
    "laws of our own": Case(
        lambda house, evening: "/club/house/auction/",
        'class="stack"',
        {"own_name": "Our auction", "keep": "1"},
        {"own_name": "Our auction", "keep": "1"},
        lambda house, evening: OwnLaws.objects.get(club=house.club).kept_at,
    ),
    "table money": Case(
        lambda house, evening: "/book/terms/",
        'aria-labelledby="fee"',
        {"amount": "1s", "currency": "LSD", "per": "person"},
        {"amount": "2s", "currency": "LSD", "per": "person"},
        lambda house, evening: fee_in_words(fee_of(house.club)),
    ),
    "rates": Case(
        lambda house, evening: "/book/terms/",
        'aria-labelledby="rate"',
        {"coins": "1s", "currency": "LSD", "into_coins": "1.00", "into": "EUR"},
        {"coins": "1s", "currency": "LSD", "into_coins": "2.00", "into": "EUR"},
        lambda house, evening: [each.into_coins for each in rates_of(house.club.pk)],
    ),
    "the movement": Case(
        lambda house, evening: f"/event/{evening.event.pk}/movement/",
        'class="with-key"',
        {"one": "1", "other": "2"},
        {"one": "1", "other": "3"},
        lambda house, evening: [str(e) for _at, e in sorted(evening.room.by_number.items())],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_second_is_shown_what_changed_and_chooses(name: str, house: House) -> None:
    case, evening = CASES[name], NOBODY
    if name == "the movement":
        evening = Evening(4, kind="howell", winners=1, club=house.club, starts=False)
    director = client_of(house.logins["director"])
    address = case.address(house, evening)
    first, second = (read(director, address, case.form) for _reader in range(2))
    assert director.post(address, first | case.one).status_code == 302
    stands = case.stands(house, evening)

    late = director.post(address, second | case.other)
    text = late.content.decode()
    told = ("This has changed in the meantime", "Changed by someone else")
    assert late.status_code in (409, 422) and any(each in text for each in told)
    assert case.stands(house, evening) == stands, "written over in silence"
    for typed in case.other.values():
        assert typed in text

    # What he was shown he has seen: now it is his to say.
    now = fields_of(text, case.form)
    assert director.post(address, now | case.other).status_code == 302
    assert case.stands(house, evening) != stands


def read(client: Client, address: str, form: str) -> dict[str, str]:
    return fields_of(client.get(address).content.decode(), form)


def fields_of(text: str, form: str) -> dict[str, str]:
    """Return the hidden fields of the form with these words in its head."""
    import html

    begin = next(
        match.start() for match in re.finditer(r"<form[^>]*>", text) if form in match.group()
    )
    part = text[begin : text.index("</form>", begin)]
    return {name: html.unescape(value) for name, value in HIDDEN.findall(part)}


def test_who_plays_as_a_pair(house: House) -> None:
    evening = Evening(4, kind="", club=house.club)
    director = client_of(house.logins["director"])
    address, pair = f"/event/{evening.event.pk}/entries/", first_pair(evening)
    guests = {"pair": pair.pk, "seen": str(pair)}
    for number in range(4):
        evening.enter(expected=f"guests {number}")
    house_people = [str(person.pk) for person in house.people]
    said = {**guests, "who": house_people[:2], "key": "one"}
    assert director.post(address, said).status_code == 302
    late = director.post(address, {**guests, "who": house_people[2:], "key": "two"})
    assert late.status_code == 409 and "is now Ann &amp; Bob" in late.content.decode()
    assert "Cecil" in late.content.decode()
    assert str(first_pair(evening)) == "Ann & Bob"
    seen = fields_of(late.content.decode(), 'id="enter"')
    director.post(address, {**seen, "who": house_people[2:]})
    assert str(first_pair(evening)) == "Cecil & Dora"


def test_two_at_the_door_who_tick_the_same_pair_tick_it_once(house: House) -> None:
    evening = Evening(4, kind="", club=house.club)
    pair = first_pair(evening)
    for key in ("one", "two"):
        client_of(house.logins["scorer"]).post(
            f"/event/{evening.event.pk}/door/", {"entry": pair.pk, "what": "arrived", "key": key}
        )
    assert first_pair(evening).arrived_at is not None


@pytest.mark.postgres
def test_of_two_corrections_of_a_board_at_one_moment_one_stands(together: Any) -> None:
    evening = Evening(6)
    for side in ("ns", "ew"):
        evening.tell(1, 1, FOUR_SPADES, side)
    entered = [evening.entered(1, 1, reason) for reason in ("misread", "wrong way")]
    facts = [ONE_DOWN, FOUR_SPADES | {"tricks": 11}]

    def correct(which: int) -> Any:
        return lambda: rule(
            section=evening.section,
            spot=evening.spot(1, 1),
            facts=facts[which],
            entered=entered[which],
            actor=evening.actor,
        )

    answers = together(correct(0), correct(1))
    refused = [each for each in answers if isinstance(each, Refused)]
    assert (len(refused), answers.count(None)) == (1, 1)
    ruled = ResultRevision.objects.filter(kind="ruled")
    assert [each.reason for each in ruled] == [entered[answers.index(None)].reason]
    assert evening.standing(1, 1).facts == facts[answers.index(None)]
