"""A deal of every game fits a phone: each step within the screen, its green key always in sight."""

import os
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from clubscore.laws.game import Game
from clubscore.laws.games import GAMES, find_game
from tests.conftest import PHONE
from tests.flows.acting import HOST, PATIENCE, Open, Taps, new_club
from tests.flows.every_key import Form, Keys
from tests.flows.tapping import LONG, Tapping, best, long_table, sit, standing_now
from tests.walks import Walk

pytestmark = pytest.mark.browser
USUAL = ("Kenji", "Noor", "Ada", "Iván")
# With a revoke its sentence takes five lines of such names, below a question that others lack.
SCROLLS = {("joker", LONG)}
# Names the file into which the walk writes what it measured, in pixels, with the longest of short
# names: the contract (1), what follows it (2), with the sentence to be recorded (3), and with a
# revoke as well (4). HEIGHTS=tests/flows/heights.txt, and --walk whole for all games.
HEIGHTS = os.environ.get("HEIGHTS", "")
HEAD = """# How high a deal is

| game | step | questions end | page ends | dock begins | its key ends |
|---|---|---|---|---|---|"""
# Where the page ends, where the dock begins, and what of the step lies under the dock or outside.
MEASURE = """() => {
  const dock = document.querySelector(".dock").getBoundingClientRect();
  const key = document.querySelector(".dock .key").getBoundingClientRect();
  const of = (part) => [...document.querySelectorAll(`#entry ${part}`)];
  const keys = [".bar label", ".key", "h3", "legend"].flatMap(of)
    .filter((each) => each.checkVisibility() && !each.closest("dialog:not([open])"));
  const covered = keys
    .map((each) => [each.textContent.trim().slice(0, 20), each.getBoundingClientRect()])
    .filter(([, box]) => box.width > 1 && (box.bottom > dock.top + 1 || box.top < 0))
    .map(([text]) => text);
  const page = document.documentElement;
  const shown = keys.map((each) => each.getBoundingClientRect()).filter((box) => box.width > 1);
  return { ends: Math.max(...shown.map((box) => box.bottom)), height: page.scrollHeight,
           dock: dock.top, key: key.bottom, keys: keys.length, covered,
           sideways: page.scrollWidth > innerWidth };
}"""

# Pixels between the word of a legend and the sign of its suit.
GAP = """() => {
  const legend = document.querySelector("#honours-of"), word = document.createRange();
  word.selectNode(legend.firstChild);
  const sign = legend.querySelector(".in-suit").getBoundingClientRect();
  return sign.left - word.getBoundingClientRect().right;
}"""


@dataclass
class Step:
    """One step of a deal as a phone shows it, in pixels of CSS."""

    game: str
    step: int
    ends: float
    height: int
    dock: float
    key: float
    keys: int
    covered: list[str]
    sideways: bool

    def wrong(self) -> list[str]:
        """Return what does not fit."""
        room = PHONE["height"]
        checks = {
            f"the page is {self.height} px": self.height <= room,
            f"its key ends at {self.key:.0f}": self.key <= room,
            "it scrolls sideways": not self.sideways,
            f"covered: {self.covered}": not self.covered,
            "there is nothing to tap": self.keys > 0,
        }
        return [
            f"{self.game}, step {self.step}: {each}" for each, good in checks.items() if not good
        ]

    def row(self) -> str:
        """Return its row of the table in tests/flows/heights.txt."""
        return (
            f"| {self.game} | {self.step} | {self.ends:.0f} | {self.height} "
            f"| {self.dock:.0f} | {self.key:.0f} |"
        )


def write(steps: list[Step]) -> None:
    """Write steps into HEIGHTS, where it is named: in place of what it said of them."""
    if not HEIGHTS:
        return
    file = Path(HEIGHTS)
    told = file.read_text().splitlines() if file.exists() else []
    rows = {tuple(one.split(" | ")[:2]): one for one in told if one.startswith("| ")}
    rows |= {(f"| {one.game}", str(one.step)): one.row() for one in steps}
    rows.pop(("| game", "step"), None)
    file.write_text("\n".join([HEAD, *(rows[each] for each in sorted(rows)), ""]))


def measured(page: Page, game: Game, step: int) -> Step:
    """Measure the step that a phone shows, once its rows of numbers are what the script makes."""
    page.wait_for_function(
        """() => [...document.querySelectorAll("#entry .rows-ask:not(.tallied, .offered)")]
            .every((rows) => rows.querySelectorAll("[data-hand]").length < 3)"""
    )
    return Step(game.key, step, **page.evaluate(MEASURE))


def fold(page: Page, game: Game) -> None:
    """Tap a contract, the first of each kind of key."""
    taps = Taps(page)
    names = page.eval_on_selector_all(
        "#entry .ask:not(dialog .ask) input[type=radio]",
        "all => [...new Set(all.map((i) => i.name))]",
    )
    for name in (each for each in names if each not in ("declarer", "doubling", "partner")):
        taps.tap(page.locator(f'#entry label:has(input[name="{name}"])').first)
    if game.names_partner:
        taps.choose("partner", game.seats[0])
    taps.choose("declarer", game.seats[-1])
    expect(page.locator("#noted")).to_be_visible(timeout=PATIENCE)


@pytest.mark.night
@pytest.mark.walk
def test_every_step_of_a_deal_fits_the_phone_at_each_of_the_games(
    transactional_db: None, open_page: Open, walk: Walk
) -> None:
    club = new_club()
    page = open_page("/", login=HOST)
    seen: list[Step] = []
    games = list(walk(GAMES, count=31))
    for game in games:
        page.goto(f"/table/{long_table(club, game).pk}/")
        seen.append(measured(page, game, 1))
        if game.bidding.levels:
            fold(page, game)
            seen.append(measured(page, game, 2))
    write(seen)
    assert [fault for one in seen for fault in one.wrong()] == []
    assert len(seen) == sum(2 if game.bidding.levels else 1 for game in games)


def with_a_revoke(keys: Keys, form: Form) -> Form | None:
    """Return a deal in which somebody revoked besides, the longest name of all."""
    revoked = (each for each in keys.options if "revoke-1" in each)
    joined = ({**form, **each} for each in revoked)
    return next((each for each in joined if keys.read(each) is not None), None)


def entered(tapping: Tapping, form: Form, step: int) -> Step:
    """Tap a deal, and measure the page with the sentence that is to be recorded."""
    tapping.enter(form)
    key = tapping.page.locator("#sentence button")
    expect(key).not_to_have_attribute("aria-disabled", "true", timeout=PATIENCE)
    return measured(tapping.page, tapping.game, step)


@pytest.mark.night
@pytest.mark.long(16)
@pytest.mark.walk(cases=32)
@pytest.mark.parametrize(
    ("game", "names"),
    [*((game, LONG) for game in GAMES), (find_game("joker"), USUAL)],
    ids=lambda each: each.key if isinstance(each, Game) else each[0],
)
def test_a_deal_fits_the_phone_with_all_that_is_said_of_it(
    transactional_db: None, open_page: Open, game: Game, names: tuple[str, ...]
) -> None:
    tapping, keys, sitting = sit(open_page, game, names)
    usual = best(standing_now(sitting))
    seen = [entered(tapping, usual, 3)]
    revoke = with_a_revoke(keys, usual)
    if revoke and (game.key, names) not in SCROLLS:
        # At a table of its own: nothing is half entered there, nor taken back.
        other = long_table(sitting.club, game, names)
        tapping.page.goto(f"/table/{other.pk}/")
        seen.append(entered(tapping, revoke, 4))
    write(seen if names == LONG else seen[1:])
    assert [fault for one in seen for fault in one.wrong()] == []
    assert len(seen) == 2 or not game.counting.revoke_law.declaring or (game.key, names) in SCROLLS


def test_the_largest_letters_leave_the_questions_in_sight(
    transactional_db: None, open_page: Open
) -> None:
    tapping, keys, sitting = sit(open_page, find_game("straight-bridge"), USUAL)
    page = tapping.page
    revoke = with_a_revoke(keys, best(standing_now(sitting)))
    assert revoke
    entered(tapping, revoke, 4)
    page.set_viewport_size({"width": 320, "height": PHONE["height"]})
    before = page.locator(".dock").bounding_box()
    page.evaluate("document.documentElement.dataset.size = '3'")
    stays = page.locator(".dock > section").bounding_box()
    assert before and stays and stays["height"] < 150 < before["height"]
    assert page.evaluate("innerHeight") - stays["y"] - stays["height"] < 1
    page.get_by_role("link", name="Anything else?").click()
    expect(page.locator("#else")).to_be_visible()


def test_what_a_side_needs_is_in_one_piece(transactional_db: None, open_page: Open) -> None:
    club, page = new_club(), open_page("/", login=HOST)
    for game in (find_game("auction"), find_game("five-hundred")):
        page.goto(f"/table/{long_table(club, game).pk}/")
        needs = page.locator(".strip small > span")
        expect(needs).to_have_count(2 if game.key == "auction" else 3)
        heights = needs.evaluate_all(
            "all => all.map((each) => each.getBoundingClientRect().height)"
        )
        assert max(heights) < 24, game.key


def test_the_suit_stands_apart_from_its_word(transactional_db: None, open_page: Open) -> None:
    club, game = new_club(), find_game("auction")
    page = open_page("/", login=HOST)
    page.goto(f"/table/{long_table(club, game).pk}/")
    fold(page, game)
    page.locator("#honours-of .in-suit").wait_for()
    assert page.evaluate(GAP) >= 4


def test_what_does_not_fit_is_seen(transactional_db: None, open_page: Open) -> None:
    club = new_club()
    game = GAMES[0]
    page = open_page("/", login=HOST)
    page.goto(f"/table/{long_table(club, game).pk}/")
    assert measured(page, game, 1).wrong() == []
    page.evaluate("document.querySelector('#entry').style.paddingTop = '400px'")
    page.evaluate("document.querySelector('.dock .key').style.marginTop = '900px'")
    wrong = " ".join(measured(page, game, 1).wrong())
    assert "the page is" in wrong and "its key ends at" in wrong and "covered" in wrong
