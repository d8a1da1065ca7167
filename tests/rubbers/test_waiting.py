"""Deals that waited on a table's phone: in once, in order; what cannot be says why."""

from urllib.parse import urlencode

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from clubscore.club.access import Actor, Level
from clubscore.rubbers.models import Happening, Sitting, TableLink
from clubscore.rubbers.offline import dealers_ahead
from clubscore.rubbers.phones import let_phones_in, take_back_link
from clubscore.rubbers.selectors import new_key
from clubscore.web.hand_codes import make_pass
from tests.flows.acting import hand_in_address
from tests.house import phone_with
from tests.rubbers.tables import FOUR_SPADES, LAWS_BLOCK, Table

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
PASSED = {"passed_out": True}
FORM = {"level": "2", "denomination": "S", "doubling": "0", "declarer": "E", "result": "="}


@pytest.fixture
def table() -> Table:
    return Table("auction")


@pytest.fixture
def link(table: Table) -> TableLink:
    return let_phones_in(sitting=table.sitting, key=new_key(), actor=table.actor)


def form(position: int, **more: str) -> dict[str, str]:
    return FORM | {"part": "1", "position": str(position), "key": new_key()} | more


def test_what_waited_comes_in_once(table: Table, link: TableLink) -> None:
    client, url = phone_with(link), reverse("waiting", args=[table.sitting.pk])
    sent = form(1)
    table.sitting.refresh_from_db()
    now = table.sitting.revision
    # What it did itself is no news to the phone; what another phone did is.
    assert client.post(url, sent).json() == {"what": "recorded", "revision": now + 1}
    assert client.post(url, sent).json() == {"what": "same", "revision": now + 2}
    both = {"what": "same", "revision": None}
    assert client.post(url, form(1)).json() == both, "both phones kept it"
    used = client.post(url, sent | {"result": "+1"})
    assert used.status_code == 422
    assert "This deal is already recorded with" in used.json()["text"]
    rival = {"what": "rival", "revision": None}
    assert client.post(url, form(1, result="+1")).json() == rival
    [deal] = table.standing.live
    assert deal.facts["tricks"] == 8


def test_what_cannot_be_says_why_and_changes_nothing(table: Table, link: TableLink) -> None:
    client, url = phone_with(link), reverse("waiting", args=[table.sitting.pk])
    for wrong in ({"level": ""}, {"result": "+9"}, {"declarer": "X"}, {"tricks": "x"}):
        answer = client.post(url, form(1, **wrong))
        assert (answer.status_code, bool(answer.json()["text"])) == (422, True), wrong
    assert client.post(url, form(1, part="7")).status_code == 409
    table.play(FOUR_SPADES, FOUR_SPADES)
    over = client.post(url, form(3))
    assert (over.status_code, "Make it up and agree" in over.json()["text"]) == (409, True)
    assert len(table.standing.live) == 2


def test_a_phone_takes_blank_forms_along(table: Table, link: TableLink) -> None:
    shown = phone_with(link).get(reverse("ahead", args=[table.sitting.pk])).content.decode()
    assert shown.count("<template data-dealer=") == 4
    assert 'data-dealers="N E S W N' in shown
    straight = Table("straight-bridge")
    there = let_phones_in(sitting=straight.sitting, key=new_key(), actor=straight.actor)
    answer = phone_with(there).get(reverse("ahead", args=[straight.sitting.pk]))
    shown = answer.content.decode()
    assert '<input type="hidden" name="declarer" value="W">' in shown


@pytest.mark.parametrize("game", ["auction", "kwantung"])
def test_who_deals_is_foreseen_as_the_game_has_it(game: str) -> None:
    table = Table(game)
    facts = table.game.about.examples[0].score_file["deals"][0]
    ahead = dealers_ahead(table.standing, 3)
    dealt = [table.standing.dealer]
    for _deal in range(2):
        table.record(facts if game == "kwantung" else PASSED)
        dealt.append(table.standing.dealer)
    assert ahead == dealt


def code(table: Table, link: TableLink, *forms: dict[str, str]) -> str:
    actor = Actor(Level.TABLE, table.club, None, None, link, "abc123")
    entries = ["~".join(f"{name}*{value}" for name, value in one.items()) for one in forms]
    query = [("p", make_pass(actor, f"table-{table.sitting.pk}"))]
    return urlencode(query + [("i", each) for each in entries])


def test_a_code_hands_deals_in_for_the_phone_they_waited_on(table: Table, link: TableLink) -> None:
    url, query = reverse("hand-in", args=[table.sitting.pk]), code(table, link, form(1), form(2))
    shown = Client().get(f"{url}?{query}").content.decode()
    assert "Hand in 2 deals" in shown
    for _time in range(2):
        answer = Client().post(url, query, content_type="application/x-www-form-urlencoded")
        assert "2 deals were handed in" in answer.content.decode()
    assert [deal.revision.device for deal in table.standing.live] == ["abc123"] * 2
    other = Table("auction")
    elsewhere = reverse("hand-in", args=[other.sitting.pk])
    assert Client().get(f"{elsewhere}?{query}").status_code == 404
    take_back_link(sitting=table.sitting, key=new_key(), actor=table.actor)
    assert Client().get(f"{url}?{query}").status_code == 404


def test_a_bid_accepted_by_its_own_bidder_is_refused_in_words() -> None:
    table = Table("pirate")
    link = let_phones_in(sitting=table.sitting, key=new_key(), actor=table.actor)
    url = reverse("waiting", args=[table.sitting.pk])
    answer = phone_with(link).post(url, form(1, partner="E", honours="A:3"))
    assert answer.status_code == 422
    assert "accept" in answer.json()["text"]


ESTABLISHED = "revoke/defender/established"


def choice(position: int, option: str = "tricks", **more: str) -> dict[str, str]:
    """What a phone sends that chose three tricks for a revoke of Cecil's, at straight bridge."""
    sent = {"what": "law", "part": "1", "deal": str(position), "key": new_key()}
    return sent | {"choose": f"{ESTABLISHED}|{option}", f"seat-{ESTABLISHED}": "E"} | more


def ruled(table: Table) -> list[tuple[int, str]]:
    found = Happening.objects.filter(sitting=table.sitting, kind=Happening.Kind.RULED)
    return [(each.data["position"], each.data["option"]) for each in found.order_by("pk")]


def test_a_choice_that_waited_comes_in_once_and_says_why_it_cannot() -> None:
    table = Table("straight-bridge")
    link = let_phones_in(sitting=table.sitting, key=new_key(), actor=table.actor)
    client, url = phone_with(link), reverse("waiting", args=[table.sitting.pk])
    sent = choice(1)
    now = Sitting.objects.get(pk=table.sitting.pk).revision
    for time in (1, 2):
        answer = client.post(url, sent)
        # What the phone did itself is no news to it.
        assert answer.json() == {"what": "recorded", "revision": now + time}
    assert ruled(table) == [(1, "tricks")]
    for wrong, words in (
        (choice(1, "no such"), "do not have that choice"),
        (choice(1, **{f"seat-{ESTABLISHED}": "Q"}), "Choose who it was"),
        (choice(1, part="9"), "Go to the table"),
    ):
        refused = client.post(url, wrong)
        assert refused.status_code == 409 and words in refused.json()["text"], wrong
    assert ruled(table) == [(1, "tricks")]
    # For a deal that another phone recorded meanwhile it stands in that deal's history.
    table.play(LAWS_BLOCK[0])
    assert client.post(url, choice(1)).status_code == 200
    assert ruled(table) == [(1, "tricks"), (1, "tricks")]


def test_a_deal_that_was_recorded_meanwhile_is_not_dealt_again(
    table: Table, link: TableLink
) -> None:
    client, url = phone_with(link), reverse("waiting", args=[table.sitting.pk])
    new_deal = {"choose": "wrong-order/last-card|new-deal"}
    sent = choice(1, **new_deal)
    for _time in range(2):
        assert client.post(url, sent).status_code == 200
    misdeals = Happening.objects.filter(kind=Happening.Kind.MISDEAL)
    assert misdeals.count() == 1
    table.play(FOUR_SPADES)
    # Its own key counts once, whatever came since; another choice for that deal is too late.
    assert client.post(url, sent).status_code == 200
    late = client.post(url, choice(1, **new_deal))
    assert late.status_code == 409 and "recorded" in late.json()["text"]
    assert misdeals.count() == 1


def test_a_choice_is_handed_in_by_code() -> None:
    table = Table("straight-bridge")
    link = let_phones_in(sitting=table.sitting, key=new_key(), actor=table.actor)
    address = hand_in_address(link, f"table-{table.sitting.pk}", choice(1), choice(1, "no such"))
    page = Client().get(address).content.decode()
    assert "take three tricks" in page and "do not have that choice" in page
    path, _mark, query = address.partition("?")
    done = Client().post(path, dict(QueryDict(query).lists())).content.decode()
    assert "1 deal was handed in" in done and ruled(table) == [(1, "tricks")]
