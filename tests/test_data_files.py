"""Files of data: how one is read, and that each of their texts goes to translators or is named."""

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from clubscore.club.countries import read_country
from clubscore.data_files import DataTable, WrongData, table_of
from clubscore.events.help_text import read_help
from clubscore.home.search_index import read_search_index
from tools.messages import shown_by_place, shown_in, shown_texts

PACKAGE = Path(__file__).resolve().parents[1] / "clubscore"
FILES = sorted(PACKAGE.rglob("*.toml"))
# Besides `SHOWN` of its reader: what is a word for the program, a name, or a source's own text.
NOT_SHOWN = {
    "club/countries.toml": {"currency", "games", "hours", "paper", "time_zone"},
    "events/help_text.toml": {"field", "key", "line"},
    "extras/source_hands": {
        "answers", "book", "calls", "contract", "dealer", "declarer", "game", "games", "held",
        "key", "line", "lines", "page", "pages", "pbn", "text",
    },
    "home/help.toml": {"page", "pages"},
    "home/search_index.toml": {"game", "level", "name"},
    "lawbook/irregularities": {
        "codes", "enters", "form", "giver", "instead_of", "key", "kind", "laws", "numbers", "of",
        "of_what", "only", "options", "page", "passage", "source", "sources", "words",
    },
    "laws/games": {
        "like", "old_money", "shares", "source", "stakes_of", "years",
        # Of deals, as a score file has them.
        "A", "B", "EW", "NS", "bid", "by", "declarer", "doubled_by", "joker", "partner", "penalty",
    },
}  # fmt: skip
# What rules of other bodies say, and how they are read.
WITHOUT_TEXTS = {"ranking/regulations.toml", "ranking/result_words.toml"}


def texts_in(said: object, name: str = "") -> Iterator[tuple[str, str]]:
    """Yield each text with the name of the field that it stands in, or is listed in."""
    if isinstance(said, str):
        yield name, said
    elif isinstance(said, list):
        for each in said:
            yield from texts_in(each, name)
    elif isinstance(said, dict):
        for field, each in said.items():
            yield from texts_in(each, field)


def place_of(file: Path) -> str:
    return next((place for place in shown_by_place() if place in file.as_posix()), "")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(PACKAGE).as_posix())
def test_every_text_goes_to_translators_or_is_named(file: Path) -> None:
    text, shown = file.read_text("utf-8"), shown_in(file.as_posix())
    if not place_of(file):
        assert file.relative_to(PACKAGE).as_posix() in WITHOUT_TEXTS
        return
    found = [*texts_in(tomllib.loads(text))]
    assert {name for name, _text in found} - shown <= NOT_SHOWN[place_of(file)]
    told = sorted(each for _line, each in shown_texts(text, shown))
    assert told == sorted(each for name, each in found if name in shown)


def test_no_field_is_named_that_no_file_has() -> None:
    known: dict[str, set[str]] = {place: set() for place in shown_by_place()}
    for file in FILES:
        if place_of(file):
            known[place_of(file)] |= {name for name, _text in texts_in(table_of(file).said)}
    assert known == {place: shown | NOT_SHOWN[place] for place, shown in shown_by_place().items()}


def table(text: str) -> DataTable:
    return DataTable(tomllib.loads(text), "one.toml")


def test_what_is_asked_of_a_table_is_given() -> None:
    one = table('n = 3\nmany = [1, 2]\nsaid = ["a"]\nyes = true\nkind = "b"\nin = { x = 1 }')
    assert (one.number("n"), one.number("none", 0), one.numbers("many")) == (3, 0, (1, 2))
    assert (one.listed_texts("said"), one.listed_texts("none")) == (("a",), ())
    assert (one.is_so("yes"), one.is_so("no")) == (True, False)
    known = {"a": 1, "b": 2}
    assert (one.one_of("kind", known, 0), one.one_of("other", known, 0)) == (2, 0)
    assert one.table("in").number("x") == 1
    one.done()


def ask_number(one: DataTable) -> None:
    one.number("x")


def ask_numbers(one: DataTable) -> None:
    one.numbers("x")


def ask_texts(one: DataTable) -> None:
    one.listed_texts("x")


def ask_is_so(one: DataTable) -> None:
    one.is_so("x")


def ask_one_of(one: DataTable) -> None:
    one.one_of("x", {"a": 1, "b": 2}, 1)


def ask_table(one: DataTable) -> None:
    one.table("x")


@pytest.mark.parametrize(
    ("text", "ask", "place"),
    [
        ("", ask_number, "one.toml: x is missing"),
        ("x = true", ask_number, "one.toml.x: int is wanted, not True"),
        ("x = [1, true]", ask_numbers, r"one.toml.x\[1\]: int is wanted, not True"),
        ('x = ["a", 2]', ask_texts, r"one.toml.x\[1\]: str is wanted, not 2"),
        ('x = "a"', ask_texts, "one.toml.x: list is wanted, not 'a'"),
        ("x = 1", ask_is_so, "one.toml.x: bool is wanted, not 1"),
        ('x = "c"', ask_one_of, "one.toml.x: 'c' is none of a, b"),
        ("x = 1", ask_table, "one.toml.x: dict is wanted"),
    ],
)
def test_another_type_is_refused_with_its_place(
    text: str, ask: Callable[[DataTable], None], place: str
) -> None:
    with pytest.raises(WrongData, match=place):
        ask(table(text))


def read_one_country(one: DataTable) -> None:
    for each in one.tables_by_name().values():
        read_country(each)


@pytest.mark.parametrize(
    ("read", "text", "place"),
    [
        (read_one_country, 'XX = { name = "X", currency = "EUR" }', "XX: time_zone is missing"),
        (
            read_one_country,
            'XX = { name = "X", currency = "EUR", time_zone = "Z", paper = "A0" }',
            "XX.paper: 'A0' is none of A4, letter",
        ),
        (
            read_one_country,
            'XX = { name = "X", currency = "EUR", time_zone = "Z", money = "EUR" }',
            "XX: money is not known",
        ),
        (read_help, '[[chapters]]\nsays = ["x"]', r"chapters\[0\]: title is missing"),
        (read_help, '[[typed]]\nline = "x"\nmeans = "y"\nfield = "z"', r"typed\[0\]: field is not"),
        (read_help, '[[besides]]\nline = "x"\nmeans = "y"', r"besides\[0\]: field is missing"),
        (read_help, 'title = "x"', "one.toml: title is not known"),
        (read_search_index, '[[pages]]\nname = "x"\ntitle = "X"', r"pages\[0\]: words is missing"),
        (
            read_search_index,
            '[[pages]]\nname = "x"\ntitle = "X"\nwords = "x"\nlevel = "king"',
            r"pages\[0\].level: 'king' is none of visitor",
        ),
        (
            read_search_index,
            '[[laws]]\nlaw = "1"\nabout = "X"\ngame = "x"\npage = "3"',
            r"laws\[0\]: page is not known",
        ),
    ],
)
def test_what_is_wrong_in_a_file_is_said_with_its_place(
    read: Callable[[DataTable], object], text: str, place: str
) -> None:
    with pytest.raises(WrongData, match=place):
        read(table(text))
