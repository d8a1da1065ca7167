"""Single hands of the sources as quizzes: the list, and each with what the source calls."""

from __future__ import annotations

from typing import NamedTuple, TypedDict

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.caching import anybody_keeps
from clubscore.club.wording.names import either
from clubscore.deals.hands import SUIT_KEYS
from clubscore.deals.source_hands.calling_quizzes import (
    DOUBLE,
    LEAVE,
    PASS,
    QUIZZES,
    Quiz,
    quiz_of,
)
from clubscore.laws.game import Game
from clubscore.laws.games import find_game
from clubscore.room.views.live_hands.contracts_said import bid_words


class QuizCall(NamedTuple):
    """A call to choose: its code and words, whether it was chosen, whether it is the source's."""

    value: str
    text: str
    is_chosen: bool
    is_right: bool


class QuizPage(TypedDict):
    """What the page of a quiz shows; nothing of the answer before a call was chosen."""

    quiz: Quiz
    game: Game
    number: int
    of: int
    suits: list[tuple[str, str]]
    calls: list[QuizCall]
    verdict: str
    is_right: bool
    following: Quiz | None


@open_to(Level.VISITOR)
@anybody_keeps
@require_safe
def calling_quizzes(request: ClubRequest) -> HttpResponse:
    """List the quizzes by their games."""
    games = list(dict.fromkeys(quiz.game for quiz in QUIZZES))
    by_game = [
        (find_game(game), [(at, each) for at, each in enumerate(QUIZZES, 1) if each.game == game])
        for game in games
    ]
    return render(request, "room/live_hands/quizzes.html", {"by_game": by_game})


@open_to(Level.VISITOR)
@anybody_keeps
@require_safe
def calling_quiz(request: ClubRequest, key: str) -> HttpResponse:
    """Ask what the reader calls; once they have, say what the source does and where it stands."""
    quiz = quiz_of(key)
    if quiz is None:
        raise Http404
    asked = request.GET.get("call", "")
    chosen = asked if asked in quiz.calls else ""
    at = QUIZZES.index(quiz)
    context: QuizPage = {
        "quiz": quiz,
        "game": find_game(quiz.game),
        "number": at + 1,
        "of": len(QUIZZES),
        "suits": list(zip([each.lower() for each in SUIT_KEYS], map(held, quiz.held), strict=True)),
        "calls": [
            QuizCall(each, call_words(each), each == chosen, bool(chosen) and each in quiz.answers)
            for each in quiz.calls
        ],
        "verdict": _verdict(quiz, chosen) if chosen else "",
        "is_right": chosen in quiz.answers,
        "following": QUIZZES[at + 1] if at + 1 < len(QUIZZES) else None,
    }
    return render(request, "room/live_hands/quiz.html", context)


def held(cards: str) -> str:
    """Return the cards of a suit as they are printed, small ones as "x"."""
    return " ".join("10" if card == "T" else card for card in cards.replace("-", "–"))


def call_words(call: str) -> str:
    """Return a call in words."""
    own = {
        PASS: _("Pass"),
        DOUBLE: _("Double"),
        LEAVE: _("I leave it to you, partner"),
    }
    return own.get(call) or bid_words(call)


def _verdict(quiz: Quiz, chosen: str) -> str:
    """Return whether the source calls so too, and what it calls."""
    if chosen in quiz.answers:
        return _("The book calls so too.")
    calls = either(call_words(each) for each in quiz.answers)
    text = ngettext(
        "The book has another call: %(calls)s.",
        "The book has other calls: %(calls)s.",
        len(quiz.answers),
    )
    return text % {"calls": calls}
