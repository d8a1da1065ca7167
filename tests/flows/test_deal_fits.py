"""A deal of every game fits a phone: each step within the screen, its green key always in sight."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from clubscore.club.models import Club, Person
from clubscore.laws.game import Game
from clubscore.laws.games import GAMES, find_game
from clubscore.rubbers.locks import new_key
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.sitting.seating import Agreement, LineUp, open_sitting, take_seats
from tests.conftest import PHONE
from tests.flows.acting import HOST, PATIENCE, Taps, new_club
from tests.rubbers.tables import actor_of
from tests.walks import Walk

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
# As long as short names are.
LONG = ("Christabel", "Bartholomew", "Maximiliana", "Alessandro")
# Names the file into which the walk writes what it measured: docs/heights.md.
HEIGHTS = os.environ.get("HEIGHTS", "")
HEAD = """# How high a deal is

Each step of a deal of every game on a phone of 360 x 740 pixels, with the longest of
short names. The page ends at 740 where it fits; the questions end before the dock begins. Made by

    HEIGHTS=docs/heights.md .venv/bin/python -m pytest tests/flows/test_deal_fits.py --walk whole

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


def table_of(steps: list[Step]) -> str:
    """Return the table of heights as docs/heights.md has it, the games by their names."""
    rows = [
        f"| {one.game} | {one.step} | {one.ends:.0f} | {one.height} "
        f"| {one.dock:.0f} | {one.key:.0f} |"
        for one in sorted(steps, key=lambda one: (one.game, one.step))
    ]
    return "\n".join([HEAD, *rows, ""])


def long_table(club: Club, game: Game) -> Sitting:
    """Sit people with the longest of short names down to a game."""
    people = [
        Person.objects.create(club=club, name=f"{LONG[n % 4]} {game.key}", short_name=LONG[n % 4])
        for n in range(len(game.seats))
    ]
    actor, agreement = actor_of(club), Agreement(game.key, {}, None)
    sitting = open_sitting(
        club=club, table=None, people=people, agreement=agreement, key=new_key(), actor=actor
    )
    line_up = LineUp(dict(zip(game.seats, people, strict=True)), game.seats[0], {})
    take_seats(sitting=sitting, line_up=line_up, agreement=agreement, key=new_key(), actor=actor)
    return sitting


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
    if HEIGHTS:
        Path(HEIGHTS).write_text(table_of(seen))
    assert [fault for one in seen for fault in one.wrong()] == []
    assert len(seen) == sum(2 if game.bidding.levels else 1 for game in games)


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
