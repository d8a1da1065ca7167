"""The page on adding a game: its snippets run, and what it names is there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from clubscore.data_files import DataTable
from clubscore.laws.auction import judge
from clubscore.laws.deal_reading import read_deal
from clubscore.laws.game import Bidding, Counting, Dealing, Game, Play, Questions
from clubscore.laws.game_notes import GameNotes, notes_in
from clubscore.laws.house_rules import Codes, default_rules
from clubscore.laws.reckoning import RubberCourse
from clubscore.laws.score_sheet import score_sitting
from clubscore.laws.tariff import Settling

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"


def may_begin(game: Game) -> dict[str, bool]:
    bids, rules = game.bidding.bids, default_rules(game)
    return {key: judge(game, rules, bids[key], None).enough for key in ("1S", "1NT")}


def test_the_snippets_of_the_page_are_games() -> None:
    told: dict[str, Any] = {}
    for snippet in re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.S):
        exec(snippet, told)  # noqa: S102 - our own page
    game = told["STANDARD"]
    rules = default_rules(game)
    (notes,) = re.findall(r"```toml\n(.*?)```", PAGE.read_text(), re.S)
    examples = notes_in(DataTable(tomllib.loads(notes), PAGE.name), game.key).examples
    assert examples
    for example in examples:
        deals = [read_deal(game, rules, facts) for facts in example.score_file["deals"]]
        scored = score_sitting(game, rules, deals).deals
        assert tuple(deal.points for deal in scored) == example.points
    assert may_begin(game) == {"1S": True, "1NT": True}
    assert may_begin(told["SHY_STANDARD"]) == {"1S": True, "1NT": False}


PARTS = {
    kind.__name__: kind
    for kind in (
        GameNotes,
        Bidding,
        Codes,
        Counting,
        RubberCourse,
        Dealing,
        Play,
        Questions,
        Settling,
    )
}


def unknown(text: str) -> list[str]:
    """What a text says of parts that they do not have."""
    named = re.findall(r"`(\w+)(?:\([^`]*\))?`[^`|.]* (?:of|in) its `(\w+)`", text)
    assert named
    return [
        f"{kind}.{name}"
        for name, kind in named
        if kind not in PARTS
        or ((name not in getattr(PARTS[kind], "_fields", ())) and not hasattr(PARTS[kind], name))
    ]


def test_the_page_names_what_the_parts_have() -> None:
    text = PAGE.read_text()
    assert unknown(text) == []
    assert unknown(text + "| lost | `jokers` of its `Play` |") == ["Play.jokers"]
    parts = re.findall(r"(?m)^\| `(\w+)` \|", text)
    assert set(parts) == set(Game._fields) - {
        "key", "name", "short_name", "seats", "hands", "columns", "beneath"
    }  # fmt: skip
