"""The page that follows an auction: one call a form, nothing stored until its contract is noted."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client

from clubscore.club.models import Role
from clubscore.laws.games import GAMES
from clubscore.rubbers.models import DealRevision, Draft
from tests.house import client_of, make_user
from tests.rubbers.seven_table import SevenTables
from tests.rubbers.tables import Table

pytestmark = [pytest.mark.django_db]
HIDDEN = re.compile(r'<input type="hidden" name="([a-z]+)" value="([^"]*)">')


class Bids:
    """A phone that taps on the page of an auction, as a plain form sends it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.client: Client = client_of(
            make_user(table.club, f"director-{table.club.pk}", Role.DIRECTOR)
        )
        self.url = f"/table/{table.sitting.pk}/bids/"
        self.answer: HttpResponse = self.client.get(self.url)

    @property
    def text(self) -> str:
        """The page as it stands."""
        return self.answer.content.decode()

    @property
    def words(self) -> str:
        """What its heading says, in one line."""
        heading = re.search(r'<h2[^>]*id="turn"[^>]*>(.*?)</h2>', self.text, re.S)
        assert heading
        spoken = re.sub(r"<svg.*?</svg>|<[^>]+>", " ", heading[1], flags=re.S)
        return " ".join(spoken.split())

    @property
    def hidden(self) -> dict[str, str]:
        """What the form carries."""
        form = self.text[self.text.index('id="bids"') :]
        return dict(HIDDEN.findall(form[: form.index("</form>")]))

    def tap(self, **keys: str) -> "Bids":
        """Send the form with what was tapped."""
        self.answer = self.client.post(self.url, {**self.hidden, **keys})
        return self

    def bid(self, text: str, accepted: str | None = None) -> "Bids":
        """Tap number and denomination, and whoever accepts it."""
        self.tap(level=text[0], denomination=text[1:])
        return self if accepted is None else self.tap(accepted=accepted)

    def passes(self, times: int = 1) -> "Bids":
        """Tap Pass so often."""
        for _time in range(times):
            self.tap(call="pass")
        return self


def test_an_auction_fills_the_contract_in_and_goes_with_the_deal() -> None:
    """1S by Ann, Bob 2S over a double, all pass: Ann named spades first."""
    table = Table("auction")
    bids = Bids(table)
    assert bids.words == "Ann to speak"
    assert bids.bid("1S").words.startswith("Cecil to speak, above 1 spades")
    bids.tap(call="double")
    assert not Draft.objects.exists()
    bids.bid("2S").passes(2)
    assert bids.answer.status_code == 200
    bids.passes()
    assert bids.answer.status_code == 302
    draft = Draft.objects.get()
    assert {k: v for k, v in draft.facts.items() if k != "auction"} == {
        "bid": "2S",
        "declarer": "N",
    }
    page = bids.client.get(bids.answer["Location"]).content.decode()
    carried = "N.1S_E.X_S.2S_W.P_N.P_E.P"
    assert f'<input type="hidden" name="auction" value="{carried}">' in page
    assert not DealRevision.objects.exists()
    # What the folded form sends.
    form = {name: value for name, value in HIDDEN.findall(page[page.index('id="entry"') :])}
    recorded = bids.client.post(
        f"/table/{table.sitting.pk}/record/", {**form, "result": "=", "honours": "none"}
    )
    assert recorded.status_code == 302
    facts = DealRevision.objects.get().facts or {}
    assert [call["call"] for call in facts["auction"]] == [
        "1S",
        "double",
        "2S",
        "pass",
        "pass",
        "pass",
    ]


def test_pirate_asks_who_accepts_and_says_what_that_means() -> None:
    """The fourth example of Foster's rules, as far as it goes, and the end of it."""
    bids = Bids(Table("pirate"))
    bids.tap(level="1", denomination="S")
    assert bids.words == "Ann bids 1 spades . Who accepts?"
    assert [(k.seat, k.note) for k in bids.answer.context["bids"].acceptors] == [
        ("E", "first to be asked"),
        ("S", ""),
        ("W", ""),
    ]
    assert "No one accepts" in bids.text
    bids.tap(accepted="E")
    assert bids.words.startswith("Bob to speak, above 1 spades")
    bids.tap(level="3", denomination="NT")
    assert [(k.seat, k.note) for k in bids.answer.context["bids"].acceptors] == [
        ("W", "first to be asked"),
        ("N", "gives up 1S"),
        ("E", "leaves Ann's 1S"),
    ]
    assert re.search(r"No one: 1.*remains", bids.text, re.S)
    bids.tap(accepted="")
    assert bids.words.startswith("Dora to speak, above 1 spades")
    assert "accepted by no one" in bids.text
    bids.passes(2)
    facts = Draft.objects.get().facts
    assert (facts["bid"], facts["declarer"], facts["partner"]) == ("1S", "N", "E")


def test_undo_takes_the_last_call_back_and_a_bid_that_is_asked_about() -> None:
    bids = Bids(Table("pirate"))
    assert 'name="undo"' not in bids.text
    bids.tap(level="1", denomination="S").tap(undo="1")
    assert bids.hidden["auction"] == ""
    bids.bid("1S", "E").passes()
    assert bids.hidden["auction"] == "N.1S.E_S.P"
    assert bids.tap(undo="1").hidden["auction"] == "N.1S.E"
    assert bids.tap(undo="1").tap(undo="1").hidden["auction"] == ""


def test_a_contract_that_was_noted_so_is_opened_again_and_may_go_on() -> None:
    table = Table("auction")
    bids = Bids(table)
    bids.bid("1H").passes(3)
    # The contract is folded; the key that leads back stands under More.
    more = bids.client.get(f"/table/{table.sitting.pk}/").content.decode()
    assert more.count(f'href="{bids.url}"') == 1
    bids.answer = bids.client.get(bids.url)
    assert bids.words == "1 hearts by Ann"
    bids.tap(undo="1").bid("2C").passes(3)
    assert Draft.objects.get().facts["bid"] == "2C"
    bids.answer = bids.client.get(bids.url)
    assert bids.tap(done="1").answer.status_code == 302


def test_all_pass_is_recorded_with_what_was_called() -> None:
    table = Table("auction")
    bids = Bids(table).passes(4)
    assert bids.words == "All passed."
    dock = bids.text[bids.text.index('class="dock ') :]
    form = dict(HIDDEN.findall(dock))
    bids.client.post(f"/table/{table.sitting.pk}/record/", {**form, "passed_out": "1"})
    facts = DealRevision.objects.get().facts or {}
    assert facts["passed_out"]
    assert [call["by"] for call in facts["auction"]] == ["N", "E", "S", "W"]


@pytest.mark.parametrize(
    ("taps", "said"),
    [
        ({"denomination": "H"}, "How many? Choose the number first."),
        ({"level": "1", "denomination": "H"}, "hearts do not rank above spades"),
        ({"call": "redouble"}, "Only a bid that has been doubled may be redoubled"),
    ],
)
def test_what_is_not_enough_is_said_and_nothing_is_lost(taps: dict[str, str], said: str) -> None:
    bids = Bids(Table("contract-1923")).bid("1S").tap(**taps)
    assert bids.answer.status_code == 422
    assert said in bids.text
    assert bids.hidden["auction"] == "N.1S"


def test_what_is_not_enough_cannot_be_tapped() -> None:
    bids = Bids(Table("contract-1923")).bid("2H")
    page = bids.answer.context["bids"]
    assert [k["disabled"] for k in page.levels] == [True, False, False, False, False, False, False]
    assert {k.value: list(k.too_low) for k in page.denominations} == {
        "C": [1, 2],
        "D": [1, 2],
        "H": [1, 2],
        "S": [1],
        "NT": [1],
    }
    first = Bids(Table("stop-gap")).answer.context["bids"]
    assert [k["value"] for k in first.levels if not k["disabled"]] == [1]
    assert [k.value for k in first.denominations if not k.least] == ["NT"]
    cairo = Bids(Table("cairo")).bid("1S").passes(3)
    assert "After the others have passed, only spades may be bid higher." in cairo.text
    assert [k.value for k in cairo.answer.context["bids"].denominations if k.least] == ["S"]


def test_bolshevik_ends_it_at_once() -> None:
    bids = Bids(Table("bolshevik")).bid("1S").tap(call="BOL")
    assert bids.answer.status_code == 302
    assert Draft.objects.get().facts["bid"] == "BOL"


def test_what_another_phone_recorded_meanwhile_leads_to_the_table() -> None:
    table = Table("auction")
    bids = Bids(table).bid("1S")
    table.record({"bid": "2H", "declarer": "E", "tricks": 8})
    assert bids.passes().answer["Location"] == f"/table/{table.sitting.pk}/"
    assert not Draft.objects.exists()


def test_calls_that_do_not_fit_begin_again() -> None:
    bids = Bids(Table("auction"))
    bids.answer = bids.client.post(bids.url, {**bids.hidden, "auction": "E.1S", "call": "pass"})
    assert bids.answer.status_code == 422
    assert "Begin again." in bids.text
    assert bids.hidden["auction"] == ""
    bids.tap(auction="N.7C.9", call="pass")
    assert bids.answer.status_code == 422


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.key))
def test_every_game_with_an_auction_has_its_page(game: object) -> None:
    key = str(getattr(game, "key", ""))
    table = Table(key)
    page = Bids(table)
    without = ("straight-bridge", "dummy-bridge", "five-hundred", "draw-auction")
    link = f'href="{page.url}"' in page.client.get(f"/table/{table.sitting.pk}/").content.decode()
    if key in without:
        assert (page.answer.status_code, link) == (404, False)
        return
    assert (page.answer.status_code, link) == (200, True)
    page.passes(table.game.players)
    assert page.words == "All passed."


def test_at_the_seven_dummy_crosses_once_the_auction_is_over() -> None:
    seven = SevenTables()
    sitting = seven.sitting(1)
    client = client_of(make_user(sitting.club, "director", Role.DIRECTOR))
    url, standing = f"/table/{sitting.pk}/bids/", seven.standing(1)
    assert client.get(url).status_code == 200
    form = {"position": "1", "people": standing.seated, "key": "once", "call": "pass"}
    asked = client.post(url, {**form, "auction": "N.1S_E.P"})
    assert asked.status_code == 200
    assert not seven.seven.log
    noted = client.post(url, {**form, "auction": "N.1S_E.P_S.P"})
    assert noted.status_code == 302
    assert [each.kind for each in seven.seven.log] == ["contract"]
