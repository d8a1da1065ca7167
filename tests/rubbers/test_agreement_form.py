"""What the forms of a table read: laws and stake, seats, bets and substitutes."""

import re

import pytest
from django.http import QueryDict

from clubscore.club.models import Club, Person, Role
from clubscore.club.wording import said
from clubscore.laws.errors import RuleError
from clubscore.laws.games import find_game
from clubscore.rubbers.forms import (
    AgreementForm,
    BetForm,
    DecidedForm,
    ExchangeForm,
    OwnStakeForm,
    SeatsForm,
    SevenForm,
    SubstituteForm,
    UsualLawsForm,
    WhoPlaysForm,
)
from clubscore.rubbers.proposals import AgreementProposal
from clubscore.web.forms import Problem
from tests.house import client_of, make_user
from tests.rubbers.tables import Table, people_of

pytestmark = [pytest.mark.django_db]
AUCTION = find_game("auction")


@pytest.fixture
def table() -> Table:
    return Table()


def agreed(club: Club, text: str) -> AgreementForm:
    return AgreementForm(QueryDict(text), club=club, game=AUCTION)


def test_what_is_left_out_is_the_club_s_usual(table: Table) -> None:
    table.club.house = {"auction": {"rules": {"preset": "whistclub-1917"}, "stake": "5s a hundred"}}
    agreement = agreed(table.club, "").agreement
    assert agreement.game == "auction" and agreement.rules == {"preset": "whistclub-1917"}
    assert agreement.stakes is not None and agreement.stakes["amount"] == "5s"


def test_a_table_may_play_for_love_and_round_as_it_likes(table: Table) -> None:
    assert agreed(table.club, "stake=5s+a+hundred&love=1").agreement.stakes is None
    stakes = agreed(table.club, "stake=5s+a+hundred&round=hundred").agreement.stakes
    assert stakes is not None and stakes["round"] == "hundred"
    assert agreed(table.club, "round=nonsense").rounding == agreed(table.club, "").rounding


def test_an_example_rubber_is_counted_in_every_way_that_is_offered(table: Table) -> None:
    """Laws of 1899, p. 32: in tens 264 are 26 of them; a crown a hundred is 6d for each ten."""
    shown = AgreementProposal.of(agreed(table.club, "stake=5s+a+hundred&round=ten"))
    assert shown.stake_read.startswith("5s a hundred, counted in tens. A rubber of 264 points")
    assert [tuple(way) for way in shown.stake_ways] == [
        ("every point", 264, "13s 2½d", False),
        ("in tens", 260, "13s", True),
        ("in hundreds", 300, "15s", False),
    ]
    assert [way["value"] for way in shown.rounds] == ["exact", "ten", "hundred"]


@pytest.mark.parametrize("stake", ["for+love", "nonsense"])
def test_where_nobody_pays_no_example_is_counted(table: Table, stake: str) -> None:
    assert AgreementProposal.of(agreed(table.club, f"stake={stake}")).stake_ways == []


def test_the_page_of_the_stake_shows_what_an_example_comes_to(table: Table) -> None:
    people = people_of(table.club, *"WXYZ")
    who = "&".join(f"who={person.pk}" for person in people)
    address = f"/sit-down/stake/?n=4&game=auction&stake=5s+a+hundred&{who}"
    page = client_of(make_user(table.club, "d", Role.DIRECTOR)).get(address).content.decode()
    for counted, amount in (("264", "13s 2½d"), ("260", "13s"), ("300", "15s")):
        assert re.search(
            rf"<dt>[^/]*(</b>)?: {counted}</dt>\s*<dd class=\"amount\">{amount}</dd>", page
        )


def test_a_stake_that_is_none_is_said_and_stays_as_it_was_typed(table: Table) -> None:
    form = agreed(table.club, "stake=nonsense")
    with pytest.raises(RuleError) as wrong:
        _ = form.agreement
    form.refuse(wrong.value)
    assert [each.text for each in form.problems] == [said(wrong.value)]
    assert form.typed("stake") == "nonsense"


def test_laws_that_are_gone_lead_to_their_field_and_the_page_is_shown_again(table: Table) -> None:
    table.club.house = {"auction": {"rules": {"preset": "gone"}}}
    form = agreed(table.club, "stake=5s+a+hundred")
    with pytest.raises(RuleError) as gone:
        _ = form.agreement
    form.refuse(gone.value)
    assert [each.field for each in form.problems] == ["laws"]
    assert AgreementProposal.of(form).stake == "5s a hundred"


def test_what_stood_on_a_page_of_the_house_cannot_be_made_up(table: Table) -> None:
    for text, seen in (('seen={"a":1}', {"a": 1}), ("seen=[", {"seen": "["}), ("", {"seen": ""})):
        assert UsualLawsForm(QueryDict(text), club=table.club, game=AUCTION).seen == seen


def test_a_seat_is_taken_by_somebody_at_the_table_alone(table: Table) -> None:
    one, two, *_rest = table.people
    stranger = people_of(table.club, "Eve")[0]
    text = f"seat-N={one.pk}&seat-E={stranger.pk}&dealer={one.pk}&pack=red"
    line_up = SeatsForm(QueryDict(text), game=AUCTION, people=table.people).line_up
    assert (line_up.seats, line_up.dealer, line_up.pack) == ({"N": one}, "N", "red")
    text = f"seat-N={one.pk}&dealer={two.pk}"
    assert SeatsForm(QueryDict(text), game=AUCTION, people=table.people).line_up.dealer == ""


def test_a_substitute_is_chosen_among_those_who_are_free(table: Table) -> None:
    form = SubstituteForm(QueryDict("who=0&seat=N"), people=table.people)
    assert not form.is_valid()
    assert form.problems == [Problem("ask-who", "Choose who takes the seat.")]
    named = SubstituteForm(QueryDict(f"who={table.people[0].pk}"), people=table.people)
    assert named.is_valid() and named.cleaned_data["who"] == table.people[0]


def test_a_bet_is_between_two_at_the_table_over_an_amount(table: Table) -> None:
    one, two, *_rest = table.people
    text = f"one={one.pk}&other={two.pk}&amount=+0.50+&words=++the++rubber+"
    form = BetForm(QueryDict(text), club=table.club, people=table.people)
    assert (form.person("one"), form.person("other")) == (one, two)
    assert (form.coins, form.read["words"]) == (50, "the rubber")
    alone = BetForm(QueryDict("one=0&amount=x"), club=table.club, people=table.people)
    with pytest.raises(RuleError) as nobody:
        alone.person("one")
    assert nobody.value.where == "one"
    with pytest.raises(RuleError):
        _ = alone.coins


def test_pounds_of_today_are_bet_where_the_club_counts_in_shillings(table: Table) -> None:
    table.club.currency = "LSD"
    for amount, currency in (("0.50", "GBP"), ("5s", "LSD")):
        form = BetForm(QueryDict(f"amount={amount}"), club=table.club, people=table.people)
        assert form.currency == currency


def test_an_empty_stake_of_one_s_own_is_the_table_s(table: Table) -> None:
    form = OwnStakeForm(QueryDict("other=&stake=+"), club=table.club, people=table.people)
    assert (form.other, form.stakes) == (None, None)
    assert DecidedForm(QueryDict("winner=0"), people=table.people).winner is None


def seven(people: list[Person], club: Club, places: list[Person]) -> SevenForm:
    given = QueryDict(mutable=True)
    given.update({f"place-{n}": str(person.pk) for n, person in enumerate(places)})
    given.update({"name-1": " Oak  table "})
    return SevenForm(given, club=club, people=people)


def test_seven_have_one_place_each(table: Table) -> None:
    people = [*table.people, *people_of(table.club, "Eve", "Fred", "Gus")]
    assert seven(people, table.club, people[::-1]).in_places == people[::-1]
    with pytest.raises(RuleError) as twice:
        _ = seven(people, table.club, [people[0], *people[:6]]).in_places
    assert twice.value.where == "place-0"
    form = seven(people, table.club, people[:6])
    with pytest.raises(RuleError) as nobody:
        _ = form.in_places
    form.refuse(nobody.value)
    assert [each.field for each in form.problems] == ["place-6"]
    assert (form.tables.names, form.tables.packs) == (("Oak table", ""), ("red", "blue"))


def test_who_plays_stands_in_the_order_of_coming(table: Table) -> None:
    one, _two, three, *_rest = table.people
    given = QueryDict(f"who={three.pk}&who=x&who={one.pk}&how=hand&step=4")
    form = WhoPlaysForm(given, people=table.people)
    assert form.people == [one, three]
    assert (form.read["how"], form.read["step"]) == ("hand", 4)


def test_two_change_places_in_the_order_of_tapping(table: Table) -> None:
    one, two, *_rest = table.people
    form = ExchangeForm(QueryDict(f"who={two.pk}&who={one.pk}"), people=table.people)
    assert form.is_valid() and form.cleaned_data["who"] == [two, one]
    alone = ExchangeForm(QueryDict(f"who={two.pk}&who=0"), people=table.people)
    assert alone.problems == [Problem("ask-swap", "Choose the two who change places.")]
