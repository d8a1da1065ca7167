"""Hands and quizzes of the sources as they are written: read, and told to translators."""

import tomllib

import pytest

from clubscore.data_files import DataTable, WrongData
from clubscore.extras.source_hands import calling_quizzes, hands
from clubscore.extras.source_hands.calling_quizzes import read_quiz
from clubscore.extras.source_hands.hand import SourcePassage, read_hand
from tools.messages import shown_in, shown_texts

HAND = """
key = "one"
title = "Hand 1"
games = ["auction"]
book = "Foster's Complete Hoyle"
pages = "7"
pbn = "N:5.Q932.KJT874.A6 AQ9742.6.3.KJT85 KJ3.T875.A962.Q4 T86.AKJ4.Q5.9732"
dealer = "S"
contract = "4NT"
declarer = "S"
score = "game all"
line = "HK H2"
told = [{ text = "Play on." }]

[[claims]]
key = "king"
page = "7"
text = "It can be made."
lines = ["HK H2", ""]
least = 10
"""
QUIZ = """
key = "one"
game = "auction"
book = "Foster's Complete Hoyle"
held = ["KTx", "QJTxxx", "Axx", "A"]
scene = "You deal."
calls = "P 1H"
answers = "1H"
told = [{ page = "7", text = "Bid." }]
"""


def table(text: str) -> DataTable:
    return DataTable(tomllib.loads(text), "one.toml")


def test_every_text_that_is_shown_goes_to_translators_and_no_other() -> None:
    told = {
        text
        for file in (hands.FILE, calling_quizzes.FILE)
        for _line, text in shown_texts(file.read_text("utf-8"), shown_in(file.as_posix()))
    }
    shown = {
        text
        for each in hands.all_hands()
        for text in (
            each.title, each.score, *each.remarks, *(claim.remark for claim in each.claims),
        )
    }  # fmt: skip
    shown |= {
        text
        for quiz in calling_quizzes.quizzes()
        for text in (quiz.scene, quiz.beside, quiz.remark)
    }
    assert told == shown - {""}


def test_cards_and_calls_are_words_of_a_line() -> None:
    hand = read_hand(table(HAND))
    assert (hand.line, hand.calls, hand.told) == (
        ("HK", "H2"),
        (),
        (SourcePassage("", "Play on."),),
    )
    (claim,) = hand.claims
    assert (claim.lines, claim.least, claim.most) == ((("HK", "H2"), ()), 10, 13)
    quiz = read_quiz(table(QUIZ))
    assert (quiz.held, quiz.calls, quiz.answers) == (
        ("KTx", "QJTxxx", "Axx", "A"),
        ("P", "1H"),
        ("1H",),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("right", "wrong", "place"),
    [
        ('title = "Hand 1"\n', "", "one.toml: title is missing"),
        ('games = ["auction"]', "games = [1]", r"one.toml.games\[0\]: str is wanted, not 1"),
        ("least = 10", 'least = "ten"', r"claims\[0\].least: int is wanted, not 'ten'"),
        ("least = 10", "leest = 10", r"claims\[0\]: leest is not known"),
        ('{ text = "Play on." }', '{ page = "7" }', r"told\[0\]: text is missing"),
        ('score = "game all"', 'score = "game all"\nscene = "x"', "one.toml: scene is not known"),
    ],
)
def test_what_is_wrong_with_a_hand_is_said_with_its_place(
    right: str, wrong: str, place: str
) -> None:
    assert HAND.count(right) == 1
    with pytest.raises(WrongData, match=place):
        read_hand(table(HAND.replace(right, wrong)))


@pytest.mark.parametrize(
    ("right", "wrong", "place"),
    [
        (', "A"]', "]", "one.toml.held: four suits are wanted, not 3"),
        ('scene = "You deal."', "", "one.toml: scene is missing"),
        ('calls = "P 1H"', 'calls = ["P"]', "one.toml.calls: str is wanted"),
        ('page = "7"', 'pages = "7"', r"told\[0\]: pages is not known"),
    ],
)
def test_what_is_wrong_with_a_quiz_is_said_with_its_place(
    right: str, wrong: str, place: str
) -> None:
    assert QUIZ.count(right) == 1
    with pytest.raises(WrongData, match=place):
        read_quiz(table(QUIZ.replace(right, wrong)))


def test_a_problem_with_a_field_more_is_refused() -> None:
    more = 'to_make = [{ contract = "3D", declarer = "S", by = "N" }]\n[[claims]]'
    told = tomllib.loads(HAND.replace("[[claims]]", more))
    with pytest.raises(WrongData, match=r"hands\[0\].to_make\[0\]: by is not known"):
        hands.read_hands(DataTable({"hands": [told]}, "one.toml"))
