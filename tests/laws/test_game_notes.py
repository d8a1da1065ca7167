"""What games say to a reader: every file is read, used and told to translators."""

import tomllib
from collections.abc import Iterator

import pytest

from clubscore.data_files import DataTable, WrongData
from clubscore.laws.game_notes import (
    FOLDER,
    GameNotes,
    StakeAdvice,
    laid_over,
    notes_in,
    notes_of,
)
from clubscore.laws.games import GAMES, KEYS, LAYERS, find_game, layered
from tools.messages import shown_in, shown_texts

RIGHT = """
years = "1923"
source = "Auction Bridge Variations 1923, p. 68"
blurb = "Bid."
special = ["Bid high."]

[stakes]
text = "Play for less."
source = "Auction Bridge Variations 1923, p. 69"
shares = ["1/2"]

[[examples]]
name = "three no-trumps, three down"
source = "Auction Bridge Variations 1923, p. 70"
deals = [{ bid = "3NT", declarer = "N", tricks = 6 }]
points = [{ NS = [0, 0], EW = [30, 100] }]
settlement = { N = -130, E = 130 }
"""
LAID_OVER = """
source = "Auction Bridge Variations 1923, p. 160"
blurb = "Bid more."
special = ["Only what was bid counts."]
"""


def read(text: str) -> GameNotes:
    return notes_in(DataTable(tomllib.loads(text), "one.toml"), "one")


def texts_of(about: GameNotes) -> Iterator[str]:
    yield from (about.inventor, about.blurb, *about.special, *about.notes, *about.dealing)
    yield from (example.name for example in about.examples)
    if about.stakes:
        yield about.stakes.text


def test_every_file_is_read_by_a_game_or_a_layer() -> None:
    ours = {f"{key.replace('-', '_')}.toml" for key in KEYS}
    over = {f"layers/{name}.toml" for name in LAYERS.values()}
    assert {file.relative_to(FOLDER).as_posix() for file in FOLDER.rglob("*.toml")} == ours | over


def test_every_text_that_is_shown_goes_to_translators() -> None:
    told = {
        text
        for file in FOLDER.rglob("*.toml")
        for _line, text in shown_texts(file.read_text("utf-8"), shown_in(file.as_posix()))
    }
    every = [*GAMES, *(find_game(each.key) for game in GAMES for each in layered(game))]
    assert len(every) > 60
    shown = {text for game in every for text in texts_of(game.about) if text}
    assert shown - told == set()
    assert told - shown == set()


def test_what_stands_in_a_file_is_read() -> None:
    notes = read(RIGHT)
    assert (notes.years, notes.blurb, notes.special, notes.notes) == (
        "1923", "Bid.", ("Bid high.",), (),
    )  # fmt: skip
    source = "Auction Bridge Variations 1923, p. 69"
    assert notes.stakes == StakeAdvice("Play for less.", source, ("1/2",))
    (example,) = notes.examples
    assert example.score_file == {
        "game": "one", "deals": [{"bid": "3NT", "declarer": "N", "tricks": 6}],
    }  # fmt: skip
    assert example.points == ({"NS": (0, 0), "EW": (30, 100)},)
    assert example.settlement == {"N": -130, "E": 130}


def test_what_a_file_leaves_out_is_as_in_the_one_that_it_is_like() -> None:
    own, other = notes_of("dummy-bridge"), notes_of("straight-bridge")
    assert (own.years, own.stakes) == (other.years, other.stakes)
    assert own.stakes and own.source != other.source and own.special != other.special
    assert own.examples[0].score_file["game"] == "dummy-bridge"


def test_a_layer_says_what_goes_over_the_notes_of_a_game() -> None:
    below = read(RIGHT)
    notes = laid_over(below, DataTable(tomllib.loads(LAID_OVER), "layer.toml"))
    assert notes.source == f"{below.source}; Auction Bridge Variations 1923, p. 160"
    assert notes.special == ("Only what was bid counts.", "Bid high.")
    assert (notes.blurb, notes.examples, notes.stakes) == ("Bid more.", (), below.stakes)
    assert notes_of("pirate-with-joker", "pirate").dealing == notes_of("joker").dealing != ()
    contract = notes_of("cut-throat-as-contract", "cut-throat")
    assert contract.stakes == notes_of("contract-1923").stakes
    with pytest.raises(WrongData, match=r"layer.toml: examples is not known"):
        laid_over(below, DataTable(tomllib.loads(f"{LAID_OVER}examples = []"), "layer.toml"))


@pytest.mark.parametrize(
    ("right", "wrong", "place"),
    [
        ('years = "1923"\n', "", "one.toml: years is missing"),
        ('blurb = "Bid."', 'blurp = "Bid."', "one.toml: blurb is missing"),
        ('special = ["Bid high."]', "special = [3]", r"special\[0\]: str is wanted, not 3"),
        ('special = ["Bid high."]', 'beneath = "x"', "one.toml: beneath is not known"),
        ('shares = ["1/2"]', 'shares = "1/2"', "one.toml.stakes.shares: list is wanted"),
        ('text = "Play for less."', "", "one.toml.stakes: text is missing"),
        ("[[examples]]", "[examples]", "one.toml.examples: list is wanted"),
        ("EW = [30, 100]", "EW = [30]", r"points\[0\].EW: what is below and what is above"),
        ("EW = [30, 100]", 'EW = [30, "x"]', r"points\[0\].EW\[1\]: int is wanted, not 'x'"),
        ("N = -130", 'N = "x"', r"examples\[0\].settlement.N: int is wanted"),
        ("settlement =", "settled =", r"examples\[0\]: settled is not known"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(right: str, wrong: str, place: str) -> None:
    assert RIGHT.count(right) == 1
    with pytest.raises(WrongData, match=place):
        read(RIGHT.replace(right, wrong))
