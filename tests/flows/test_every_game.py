"""Every key of every game tapped: recorded, undone, corrected, and on to the end and the slip."""

import pytest
from playwright.sync_api import Browser

from clubscore.laws.game import Game
from clubscore.laws.games import GAMES, find_game
from clubscore.laws.house_rules import resolve_rules
from tests.flows.acting import Open
from tests.flows.every_key import Keys
from tests.flows.tapping import Watch, raw_names, sit

pytestmark = pytest.mark.browser


@pytest.mark.night
@pytest.mark.walk(cases=31)
@pytest.mark.long(27)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_key_of_a_game_is_tapped(transactional_db: None, open_page: Open, game: Game) -> None:
    tapping, keys, sitting = sit(open_page, game)
    tapping.watch.look()
    for form in keys.deals():
        tapping.enter(form)
        tapping.record(form)
        tapping.undo()
    tapping.enter(keys.contracts[0])
    tapping.record(keys.contracts[0])
    tapping.correct(keys.other_result(keys.contracts[0]))
    tapping.end(sitting)
    print(f"{game.key}: {len(tapping.tapped)} keys in {len(keys.deals())} deals")
    assert tapping.watch.wrong == []
    assert keys.keys - tapping.tapped == set()


def test_a_name_of_a_field_and_a_broken_answer_are_seen(browser: Browser) -> None:
    game = find_game("auction")
    keys = Keys(game, resolve_rules(game, {}))
    page = browser.new_page()
    page.route("**/*", lambda route: route.fulfill(status=500, body="<p>A revoke</p>"))
    watch = Watch(page, raw_names(game, keys.keys))
    page.goto("http://127.0.0.1/table/1/")
    watch.look()
    assert any(each.startswith("GET") and each.endswith("500") for each in watch.wrong)
    for said in ("revoke-1", "doubling_more", "4-in-one", "D:3", "bid must be a bid", "passed_out"):
        watch.wrong.clear()
        page.set_content(f"<p>Please check: {said}.</p>")
        watch.look()
        assert len(watch.wrong) == 1, said
    watch.wrong.clear()
    page.set_content(
        "<p>4 hearts by Noor, made. Honours: 4 in one hand. A revoke must be claimed.</p>"
    )
    watch.look()
    assert watch.wrong == []
    page.close()
