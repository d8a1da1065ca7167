"""Irregularities as they are written: every file is read, used and told to translators."""

import tomllib
from collections.abc import Iterator

import pytest

from clubscore.data_files import DataTable, WrongData
from clubscore.lawbook import which_game
from clubscore.lawbook.irregularity import (
    FOLDER,
    SHOWN,
    Answer,
    DecidingQuestion,
    IrregularityStage,
    StageFile,
    stage,
)
from tools.messages import as_python, shown_texts

FILES = sorted(file.stem for file in FOLDER.glob("*.toml"))
RIGHT = """
key = "the-pack"
name = "The pack"

[cites]
source = "Laws of Bridge 1899"

[sources."law 1"]
form = "law"
numbers = "1"

[options.new-deal]
said = "a new deal"

[readings]
reading = "The book is silent."

[[happenings]]
key = "lost"
happened = "A card was lost"
asks = "Whose?"

[[happenings.choices]]
key = "ours"
said = "ours"
says = "Find it."
laws = ["54 a = 56", "54"]
sources = ["law 1"]
options = ["new-deal", { key = "wait", said = "wait" }]
reading = "reading"
"""


def read(text: str) -> IrregularityStage:
    return StageFile(DataTable(tomllib.loads(text), "one.toml")).stage


def texts_of(then: Answer | DecidingQuestion) -> Iterator[str]:
    if isinstance(then, Answer):
        yield from (then.says, then.who, then.until, then.reading)
        yield from (option.said for option in then.options)
        return
    yield then.asks
    for each in then.choices:
        yield each.said
        yield from texts_of(each.then)


def test_every_file_is_read_and_is_of_some_game() -> None:
    used = {*which_game.COMMON, "duplicate", *which_game.OF_LAYERS.values()}
    for names in (*which_game.OWN_STAGES.values(), *which_game.OF_PRESETS.values()):
        used |= {*names}
    assert {*FILES} == used
    assert sum(len(stage(name).happenings) for name in FILES) == 89


@pytest.mark.parametrize("name", FILES)
def test_every_text_that_is_shown_goes_to_translators(name: str) -> None:
    told = {
        text for _line, text in shown_texts((FOLDER / f"{name}.toml").read_text("utf-8"), SHOWN)
    }
    found = stage(name)
    shown = {found.name, *(each.happened for each in found.happenings)}
    shown |= {text for each in found.happenings for text in texts_of(each.then) if text}
    assert shown - told == set()


def test_what_stands_in_a_file_is_read() -> None:
    (happening,) = read(RIGHT).happenings
    (answer,) = (answer for _key, answer in happening.answers)
    assert [(law.number, law.limb, law.of_1908, law.differs) for law in answer.laws] == [
        ("54", "a", "56", False), ("54", "", "", False),
    ]  # fmt: skip
    assert [option.key for option in answer.options] == ["new-deal", "wait"]
    assert str(answer.sources[0].cited) == "Laws of Bridge 1899, law 1"
    assert answer.reading == "The book is silent."


@pytest.mark.parametrize(
    ("right", "wrong", "place"),
    [
        ('said = "ours"', 'sayd = "ours"', r"one.toml.happenings\[0\].choices\[0\]: said is miss"),
        ('reading = "reading"', "maybe = 1", r"choices\[0\]: maybe is not known"),
        ('says = "Find it."', "says = 3", r"choices\[0\].says: str is wanted, not 3"),
        ('["law 1"]', '["law 2"]', r"choices\[0\]: nothing is called 'law 2'"),
        ('"54"]', '"fifty"]', "'fifty' is no law; one is written like '54 a = 56'"),
        ('form = "law"', 'form = "poem"', r"sources.law 1.form: 'poem' is none of law, laws"),
        ('name = "The pack"', "", "one.toml: name is missing"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(right: str, wrong: str, place: str) -> None:
    assert RIGHT.count(right) == 1
    with pytest.raises(WrongData, match=place):
        read(RIGHT.replace(right, wrong))


def test_translators_get_each_text_with_its_line() -> None:
    toml = 'key = "x"\nname = "The pack"\nsays = """\\\nOne \\\ntwo."""\nwho = ["a",\n  "b"]\n'
    assert as_python(toml, SHOWN).split("\n")[1:7] == [
        'gettext_noop("The pack");', 'gettext_noop("One two.");', "", "",
        'gettext_noop("a");', 'gettext_noop("b");',
    ]  # fmt: skip
    assert as_python(toml, ()).strip() == ""
