"""A contract and nothing more is noted before the play in every game, tapped at its own table."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from clubscore.laws.game import Game
from clubscore.laws.games import GAMES
from clubscore.rubbers.models import Draft
from tests.flows.acting import HOST, PATIENCE, Taps, key_for, new_club
from tests.rubbers.seated import at_game
from tests.waiting import until
from tests.walks import Walk

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
# What is tapped, and how the game then writes it.
LEVEL = {"five-hundred": 7}


def tap_contract(page: Page, game: Game) -> dict[str, object]:
    """Tap a contract at a table; return the facts that it makes."""
    taps, seat, told = Taps(page), game.seats[-1], game.bidding.denominations[-1].key
    level = LEVEL.get(game.key, 2)
    facts: dict[str, object] = {"bid": f"{level}{told}" if game.bidding.levels else told}
    if game.bidding.schedule:
        taps.choose("bid", str(facts["bid"]))
    else:
        if game.bidding.levels:
            taps.choose("level", str(level))
        taps.choose("denomination", told)
    if game.bidding.max_doubling != 0:
        taps.choose("doubling", "1")
        facts["doubling"] = 1
    if not game.bidding.levels:
        # Whose deal it is says who declares.
        return facts | {"declarer": game.seats[0]}
    if game.names_partner:
        taps.choose("partner", game.seats[0])
        facts["partner"] = game.seats[0]
    if game.dealing.usual_facts(0, game.seats[0]):
        key_for(page, "vulnerable", "none").first.wait_for()
        facts["vulnerable"] = "none"
    taps.choose("declarer", seat)
    expect(page.locator("h2.contract")).to_be_visible(timeout=PATIENCE)
    return facts | {"declarer": seat}


def wait_until_noted(game: Game, facts: dict[str, object]) -> None:
    """Wait until the contract stands at the server, as everybody at the table sees it."""

    def stands() -> bool:
        draft = Draft.objects.filter(part__game=game.key).first()
        return draft is not None and draft.facts == facts

    until(stands, f"the contract {facts} at {game.key}", tries=PATIENCE // 100, after=0.1)


@pytest.mark.night
@pytest.mark.walk
def test_a_bare_contract_is_noted_in_each_of_the_games(
    transactional_db: None, open_page: Open, walk: Walk
) -> None:
    club = new_club()
    page = open_page("/", login=HOST)
    noted = set()
    for game in walk(GAMES, count=31):
        page.goto(f"/table/{at_game(club, game).pk}/")
        facts = tap_contract(page, game)
        wait_until_noted(game, facts)
        noted.add(game.key)
    assert noted


def test_bolshevik_says_in_plain_words_that_its_double_is_not_tapped(
    transactional_db: None, open_page: Open
) -> None:
    club = new_club()
    game = next(game for game in GAMES if game.key == "bolshevik")
    page = open_page(f"/table/{at_game(club, game).pk}/", login=HOST)
    taps = Taps(page)
    for name, value in (("denomination", "BOL"), ("doubling", "1"), ("declarer", "N")):
        taps.choose(name, value)
    expect(page.locator(".errors")).to_contain_text("name those who doubled with the result")
    assert "_" not in page.locator(".errors").inner_text()
    taps.choose("doubling", "0")
    taps.tap(page.get_by_role("button", name="On to the play"))
    expect(page.get_by_role("heading", name="Bolshevik by")).to_be_visible()
