"""tools/figures.py sees what it counts, under the rooms' old names and their new ones."""

from pathlib import Path

import pytest

from tools import figures

SETTINGS = """
INSTALLED_APPS = ["clubscore.club"]
CLUBSCORE_PHONES = "clubscore.duplicate.phones.actor"
"""
GAME = """
class Deal:
    hands: int
class Game:
    key: str
    deal: Deal
    odd: int
"""
FILES = {
    "settings.py": SETTINGS,
    "{cards}/problems.py": "",
    "{cards}/deal.py": "from typing import Any\nx: dict[str, Any]\ny: list[dict[str, Any]]",
    "{events}/deal.py": "from clubscore.{cards}.problems import Problem, Refused as No",
    "laws/game.py": GAME + "from clubscore.laws.facts import Facts",
    "laws/facts.py": "def late():\n    from clubscore.laws import game",
    "laws/words.py": "from clubscore.laws.facts import Facts",
    "laws/games/one.py": "ONE = Game(key='one', odd=3, deal=Deal(hands=4))",
    "laws/games/two.py": "TWO = Game(key='two', deal=Deal(hands=2))",
}


@pytest.mark.parametrize(("cards", "events"), [("rubber", "duplicate"), ("rubbers", "events")])
def test_every_figure_counts_what_it_says(cards: str, events: str, tmp_path: Path) -> None:
    for place, text in FILES.items():
        file = tmp_path / "clubscore" / place.format(cards=cards, events=events)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text.replace("{cards}", cards))
    page = tmp_path / "templates" / "page.html"
    page.parent.mkdir()
    page.write_text(f"short\n{'x' * 121}\nButler\n{'y' * 120}\n")
    tree = figures.Tree(tmp_path)
    assert {name: figure(tree) for name, figure in figures.ALWAYS.items()} == {
        "most modules in one folder": "3 (laws)",
        "module names in two rooms": "1 (deal)",
        "rooms reached by paths in settings": "1",
        "names events take out of rubbers": "2 in 1 files",
        "template lines over 120": "1 of 4",
        "dict[str, Any] and kin": "2",
        "fields of Game (and of its groups)": "3 (Deal 1)",
        "fields that one game sets": "1",
        "files that know Butler by name": "1",
        "circle in laws": "2 files",
    }
