"""What hands and quizzes of the books add."""

from collections.abc import Mapping
from typing import Any

from django.template.context import Context
from django.urls import path
from django.utils.translation import gettext_lazy as _

from clubscore.extras.source_hands import pages, week_problem
from clubscore.extras.source_hands.calling_quizzes import quizzes_of_game
from clubscore.extras.source_hands.hands import hands_of_game
from clubscore.web.hooks import Card, Extra


def _of_game(page: Context) -> Mapping[str, Any] | None:
    """Show the hands and quizzes of a game, where its book has any."""
    key = page["game"].key
    hands, quizzes = hands_of_game(key), quizzes_of_game(key)
    return {"hands": hands, "quizzes": quizzes} if hands or quizzes else None


def _tonight(page: Context) -> Mapping[str, Any]:
    return {"problem": week_problem.tonights_problem(page["actor"].club)}


EXTRA = Extra(
    key="source_hands",
    title=_("Hands of the books"),
    about=_("Hands from the old books, step by step; quizzes; a problem of the week."),
    pages=(
        path("problem/", week_problem.problem_now, name="problem"),
        path("problem/<slug:week>/", week_problem.problem_of_week, name="week-problem"),
        path("hands/", pages.source_hands, name="source-hands"),
        path("hands/calls/", pages.calling_quizzes, name="calling-quizzes"),
        path("hands/calls/<slug:key>/", pages.calling_quiz, name="calling-quiz"),
        path("hands/<slug:key>/", pages.hand_page, name="source-hand"),
    ),
    cards={
        "tonight": Card("extras/source_hands/tonight.html", _tonight),
        "games-keys": Card("extras/source_hands/games.html"),
        "game-cards": Card("extras/source_hands/game.html", _of_game),
    },
)
