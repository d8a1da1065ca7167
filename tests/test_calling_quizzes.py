"""Single hands of the sources as quizzes: the books' words and pages, answers when asked."""

import re
from collections import Counter
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from clubscore.extras.source_hands.calling_quizzes import (
    DOUBLE,
    LEAVE,
    PASS,
    Quiz,
    quizzes,
    quizzes_of_game,
)
from clubscore.lawbook import books as texts
from clubscore.laws.citing import VARIATIONS
from clubscore.laws.games import GAMES, find_game
from tests.deals.test_source_hands import plain, printed_on

pytestmark = pytest.mark.django_db
EACH = pytest.mark.parametrize("quiz", quizzes(), ids=lambda quiz: quiz.key)
FOSTER = "Foster's Complete Hoyle"
CARDS = "AKQJT98765432"


def text_of(address: str) -> str:
    answer = Client().get(address)
    assert answer.status_code == 200, address
    return " ".join(unescape(answer.content.decode()).split())


@EACH
def test_what_is_quoted_is_printed_on_its_page(quiz: Quiz) -> None:
    assert quiz.told and quiz.book in (VARIATIONS, FOSTER)
    for page, text in quiz.told:
        if quiz.book == VARIATIONS:
            assert plain(text) in printed_on(page), page
        else:
            found = " ".join(each.text for each in texts.book(texts.FOSTER).passages)
            assert not page and plain(text) in plain(found)


@EACH
def test_a_hand_has_thirteen_cards_or_says_what_it_lacks(quiz: Quiz) -> None:
    assert all(card in CARDS + "x-" for suit in quiz.held for card in suit)
    for suit in quiz.held:
        known = Counter(suit.replace("x", ""))
        assert all(times == 1 for times in known.values())
    count = sum(len(suit.replace("-", "")) for suit in quiz.held)
    assert count == 13 or quiz.beside
    assert quiz.key == "against-game" or count in (0, 13)


@EACH
def test_calls_are_the_games_and_the_answer_is_among_them(quiz: Quiz) -> None:
    game = find_game(quiz.game)
    bids = {*game.bidding.bids, PASS, DOUBLE, LEAVE}
    assert {*quiz.calls} <= bids and {*quiz.answers} < {*quiz.calls}
    assert len({*quiz.calls}) == len(quiz.calls) >= 3
    if not game.bidding.levels:
        assert PASS not in quiz.calls


@EACH
def test_the_books_call_is_said_once_one_was_chosen(quiz: Quiz) -> None:
    address = reverse("calling-quiz", args=[quiz.key])
    before = text_of(address)
    assert quiz.told[0].text not in before and "The book has" not in before
    keys = re.findall(r'href="\?call=(\w+)#answer"', before)
    assert keys == list(quiz.calls)
    assert text_of(address + "?call=7C") == before or "7C" in quiz.calls
    for call in quiz.calls:
        page = text_of(f"{address}?call={call}")
        is_right = call in quiz.answers
        assert ("The book calls so too." in page) == is_right
        assert ("The book has " in page) == (not is_right)
        for told in quiz.told:
            assert told.text in page and (f"p. {told.page}" in page or not told.page)


def test_all_are_listed_and_their_games_lead_to_them() -> None:
    listed = text_of(reverse("calling-quizzes"))
    assert len(quizzes()) == 17 and len({quiz.key for quiz in quizzes()}) == 17
    for quiz in quizzes():
        address = reverse("calling-quiz", args=[quiz.key])
        assert address in listed and quiz.scene in listed
        assert address in text_of(reverse("game", args=[quiz.game]))
    assert sum(len(quizzes_of_game(game.key)) for game in GAMES) == 17
    assert Client().get(reverse("calling-quiz", args=["none"])).status_code == 404


def test_from_one_to_the_next_all_are_asked() -> None:
    key, seen = quizzes()[0].key, []
    while True:
        seen.append(key)
        quiz = next(each for each in quizzes() if each.key == key)
        page = text_of(reverse("calling-quiz", args=[key]) + f"?call={quiz.calls[0]}")
        found = re.search(r'href="/hands/calls/([\w-]+)/"> ?Next quiz', page)
        if found is None:
            break
        key = found[1]
    assert seen == [quiz.key for quiz in quizzes()]
