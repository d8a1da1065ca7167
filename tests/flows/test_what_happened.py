"""What happened? Irregularities tapped at a table, counted, down to their law and into the deal."""

from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from clubscore.club.logins.logins import found_club
from clubscore.club.models import Role
from clubscore.club.wording.phrases import said
from clubscore.lawbook.irregularities.which_game import laws_of
from clubscore.rubbers.locks import new_key
from clubscore.rubbers.models import DealRevision, Happening
from clubscore.rubbers.sitting.phones import let_phones_in
from clubscore.tableside.secret_addresses import token_of
from tests.flows.acting import HOST, Open, Taps, wait_until
from tests.flows.looking import STEADY, look_at
from tests.house import make_user
from tests.rubbers.tables import Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST_TAPS = 3
FOSTER = {"preset": "foster-hoyle"}
SKIP = ("Ann", "Bob", "Cecil")


class Case(NamedTuple):
    """What is tapped on the page, the law that it must end at, and a word of what it says."""

    game: str
    taps: tuple[str, ...]
    law: str
    says: str
    rules: dict[str, str] | None = None


BRIDGE = "straight-bridge"
CASES = (
    Case(BRIDGE, ("Something went wrong in cutting", "a card was exposed"),
         "Laws of Bridge 1899, law 35, p. 7", "There must be a fresh cut."),
    Case(BRIDGE, ("The cards were dealt in the wrong order", "the last card did not come"),
         "Laws of Bridge 1899, law 39, limb IV, p. 8", "There must be a new deal."),
    Case(BRIDGE, ("A player has the wrong number of cards", "one has more than thirteen"),
         "Laws of Bridge 1899, law 39, limb V, p. 8", "There must be a new deal."),
    Case(BRIDGE, ("A player has the wrong number of cards", "one has fewer", "yes"),
         "Laws of Bridge 1899, law 44, p. 9", "The deal stands."),
    Case(BRIDGE, ("A player dealt out of turn", "not yet"),
         "Laws of Bridge 1899, law 46, p. 9", "may be stopped"),
    Case(BRIDGE, ("The dealer's partner named trumps", "no"),
         "Laws of Bridge 1899, law 50, p. 10", "without consulting partner"),
    Case(BRIDGE, ("An opponent of the dealer named trumps",),
         "Laws of Bridge 1899, law 51, p. 10", "claim a fresh deal"),
    Case(BRIDGE, ("A card was exposed", "after trumps were named", "the leader's partner"),
         "Laws of Bridge 1899, law 69, p. 13", "The leader may no longer double."),
    Case(BRIDGE, ("A card was exposed", "during the play", "a defender"),
         "Laws of Bridge 1899, law 70, p. 14", "may be called"),
    Case(BRIDGE, ("A player led out of turn", "a defender", "no one yet"),
         "Laws of Bridge 1899, law 77, p. 15", "may call a suit"),
    Case(BRIDGE, ("A player led out of turn", "declarer, or", "all three"),
         "Laws of Bridge 1899, law 79, p. 15", "The trick is complete"),
    Case(BRIDGE, ("The fourth hand played before", "both are defenders"),
         "Laws of Bridge 1899, law 83, p. 16", "called on to win"),
    Case(BRIDGE, ("A player did not play to a trick", "not dummy"),
         "Laws of Bridge 1899, law 84, p. 16", "may claim a new deal"),
    Case(BRIDGE, ("A player did not follow suit", "a defender", "yes"),
         "Laws of Bridge 1899, law 87, limb I, p. 17", "choose one penalty"),
    Case(BRIDGE, ("A revoke was claimed and the cards were mixed", "the accused player"),
         "Laws of Bridge 1899, law 92, pp. 18-19", "The revoke is established."),
    Case(BRIDGE, ("A bystander spoke", "a remark on an oversight"),
         "Laws of Bridge 1899, law 100, p. 20", "by the players only"),
    Case(BRIDGE, ("Partners consulted",),
         "Foster's Complete Hoyle, “Irregularities in Doubling”", "insist on a new deal", FOSTER),
    Case("auction", ("A player bid out of turn",),
         "as law 52 of 1908, Hoyle 1909, p. 250", "may demand a new deal"),
    Case("auction", ("A bid was not enough",),
         "as law 53 of 1908, Hoyle 1909, p. 250", "would have been enough"),
    Case("cut-throat", ("A player doubled out of turn",),
         "Auction Bridge Variations 1923, pp. 143-144, law 5", "forfeits 100 points"),
    Case("pirate", ("A bid was not accepted", "how high"),
         "R. F. Foster's rules of 1917, rule 4", "last accepted bid"),
    Case("joker", ("The Joker was played", "it was led"),
         "Auction Bridge Variations 1923, p. 115", "must name a suit"),
)  # fmt: skip


def open_table(
    open_page: Open, game: str, rules: dict[str, str] | None = None, **how: object
) -> Page:
    """Open a table's page at this game as the director."""
    table = Table(game, rules=rules, **({"names": SKIP} if game == "cut-throat" else {}))
    make_user(table.club, HOST, Role.DIRECTOR)
    return open_page(f"/table/{table.sitting.pk}/", login=HOST, **how)


def ask(page: Page) -> None:
    """Open the question from the table's page, where seldom things are."""
    page.locator("[data-opens=besides]:visible").first.click()
    page.locator("#besides").get_by_role("link", name="What happened?").click()
    expect(page.locator("h1")).to_have_text("What happened?")


def opened(page: Page, *words: str) -> tuple[Taps, Locator]:
    """Tap what happened and what decides, each below the one before, and return the answer."""
    taps, place = Taps(page), page.locator("main")
    for word in words:
        summary = place.locator("summary:visible").filter(has_text=word)
        taps.tap(summary.first)
        place = summary.first.locator("xpath=..")
        expect(place).to_have_attribute("open", "")
    return taps, place


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.game}: {case.taps[0]}"[:60])
def test_each_irregularity_ends_at_its_law_within_three_taps(open_page: Open, case: Case) -> None:
    page = open_table(open_page, case.game, case.rules)
    ask(page)
    taps, answer = opened(page, *case.taps)
    assert taps.count == len(case.taps) <= MOST_TAPS
    law = answer.locator("p.soft:visible").filter(has_text=case.law)
    expect(law.first).to_be_visible()
    expect(answer).to_contain_text(case.says)
    # No answer of another choice stands open beside it.
    expect(page.locator("main b:visible")).to_have_count(answer.locator("b:visible").count())


@pytest.mark.parametrize(
    ("game", "preset", "least"),
    [
        (BRIDGE, "", 100), (BRIDGE, "foster-hoyle", 90), ("dummy-bridge", "", 100),
        ("auction", "", 90), ("cut-throat", "", 90), ("pirate", "", 90), ("stop-gap", "", 90),
        ("bolshevik", "", 90), ("joker", "", 90), ("five-hundred", "", 2), ("chicago", "", 5),
    ],
)  # fmt: skip
def test_every_answer_of_a_game_is_reached_by_taps(
    open_page: Open, game: str, preset: str, least: int
) -> None:
    found_club(name="Portland", author="a test")
    query = f"?preset={preset}" if preset else ""
    page = open_page(f"/games/{game}/what-happened/{query}")
    laws, most, reached = laws_of(game, preset), 0, 0
    for _group, key, answer in laws.answers:
        path = key.split("/")
        most = max(most, len(path))
        for depth in range(1, len(path) + 1):
            place = page.locator(f'details[data-key="{"/".join(path[:depth])}"]')
            if place.get_attribute("open") is None:
                place.locator("summary").first.click()
        place = page.locator(f'details[data-key="{key}"]')
        expect(place.locator("p").filter(has_text=answer.says).first).to_be_visible()
        for source in answer.by(laws.code):
            shown = place.locator("p.soft").filter(has_text=said(source.cited))
            expect(shown.first).to_be_visible()
        reached += 1
    assert most <= MOST_TAPS and reached >= least


def test_twenty_irregularities_are_tapped() -> None:
    assert len({(case.game, case.taps) for case in CASES}) >= 20


def test_a_revoke_is_chosen_entered_and_seen_in_the_history(open_page: Open) -> None:
    page = open_table(open_page, BRIDGE)
    ask(page)
    taps, answer = opened(page, "A player did not follow suit", "a defender", "yes")
    taps.tap(answer.locator("label:visible").filter(has_text="Cecil"))
    taps.tap(answer.get_by_role("button", name="take three tricks"))
    assert taps.count == MOST_TAPS + 2
    expect(page.locator("#by-law")).to_be_visible()
    expect(page.locator("main")).to_contain_text("law 87, limb I, p. 17")
    for name, value in (("denomination", "H"), ("result", "D:2"), ("honours", "none")):
        taps.choose(name, value)
    expect(page.locator("#sentence")).to_contain_text("Cecil revoked")
    taps.record()
    facts = DealRevision.objects.get().facts
    assert facts and facts["revokes"] == [{"by": "E", "penalty": "tricks"}]
    expect(page.locator("#by-law")).to_have_count(0)
    table = page.url.split("?")[0]
    page.goto(f"{table}1/deal/1/history/")
    expect(page.locator("main")).to_contain_text("(Cecil): take three tricks")


def test_a_new_deal_is_entered_with_its_ground(open_page: Open) -> None:
    page = open_table(open_page, "auction")
    ask(page)
    _taps, answer = opened(page, "The cards were dealt in the wrong order", "the last card")
    answer.get_by_role("button", name="a new deal").click()
    expect(page.locator("#entry")).to_be_visible()
    happened = Happening.objects.get(kind=Happening.Kind.MISDEAL)
    assert happened.data["answer"] == "wrong-order/last-card"
    page.goto(f"{page.url.split('?')[0]}history/")
    expect(page.locator("main")).to_contain_text("new deal: The cards were dealt in the wrong")


def test_the_hundred_of_cut_throat_is_entered_by_one_tap(open_page: Open) -> None:
    page = open_table(open_page, "cut-throat")
    ask(page)
    taps, answer = opened(page, "A player doubled out of turn")
    taps.tap(answer.locator("label:visible").filter(has_text="Bob"))
    taps.tap(answer.get_by_role("button", name="100 to each, and the double stands"))
    for name, value in (("level", "2"), ("denomination", "H"), ("declarer", "A"), ("result", "=")):
        taps.choose(name, value)
    taps.record()
    facts = DealRevision.objects.get().facts
    fine = {"player": "B", "points": 100, "to": "each", "reason": "double-out-of-turn"}
    assert facts and facts["fines"] == [fine]


def test_a_choice_is_withdrawn_again(open_page: Open) -> None:
    page = open_table(open_page, BRIDGE)
    ask(page)
    _taps, answer = opened(page, "A player led out of turn", "a defender", "no one yet")
    answer.get_by_role("button", name="call the card led in error").click()
    expect(page.locator("#by-law")).to_be_visible()
    page.get_by_role("button", name="Withdraw").click()
    expect(page.locator("#by-law")).to_have_count(0)


def test_behind_anything_else_the_question_is_there(open_page: Open) -> None:
    page = open_table(open_page, BRIDGE, **STEADY)
    page.locator("[data-opens=else]").click()
    page.locator("#else").get_by_role("link", name="What happened?").click()
    expect(page.locator("h1")).to_have_text("What happened?")
    assert look_at(page) == []


def test_a_law_that_is_not_the_answer_is_not_shown(open_page: Open) -> None:
    page = open_table(open_page, BRIDGE)
    ask(page)
    _taps, answer = opened(page, "A player led out of turn", "a defender", "no one yet")
    shown = answer.locator("p.soft:visible").filter(has_text="Laws of Bridge 1899")
    expect(shown).to_have_text(["Laws of Bridge 1899, law 77, p. 15"])


def test_without_a_script_the_same_taps_lead_to_the_same_law(open_page: Open) -> None:
    table = Table(BRIDGE)
    make_user(table.club, HOST, Role.DIRECTOR)
    page = open_page("/games/straight-bridge/what-happened/", java_script_enabled=False)
    _taps, answer = opened(page, "A player led out of turn", "a defender", "no one yet")
    expect(answer).to_contain_text("Laws of Bridge 1899, law 77, p. 15")
    expect(answer.locator("blockquote")).to_contain_text("lead out of turn")


KEPT_TOO = """async () => {
    await navigator.serviceWorker.ready;
    return Boolean(await caches.match(location.pathname + "what-happened/"));
}"""
FORGET_IT = """async () => {
    for (const name of await caches.keys()) {
        await (await caches.open(name)).delete(location.pathname + "what-happened/");
    }
}"""


def test_the_law_is_kept_along_for_a_phone_that_is_offline(open_page: Open) -> None:
    table = Table(BRIDGE)
    link = let_phones_in(sitting=table.sitting, key=new_key(), actor=table.actor)
    page = open_page(f"/t/{token_of(link.nonce)}/", **STEADY)
    page.get_by_role("button", name="the table's phone").click()
    expect(page.locator("#entry")).to_be_visible()
    wait_until(page, KEPT_TOO)
    # With the worker in place the page takes the law along itself.
    page.evaluate(FORGET_IT)
    assert not page.evaluate(KEPT_TOO)
    page.reload()
    wait_until(page, KEPT_TOO)
    page.context.set_offline(True)
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    ask(page)
    _taps, answer = opened(page, "A player led out of turn", "a defender", "no one yet")
    expect(answer).to_contain_text("Laws of Bridge 1899, law 77, p. 15")
