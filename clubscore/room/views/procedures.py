"""Helpers where the laws have a procedure: what dummy must declare, how a pack is sorted."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import NotRequired, TypedDict

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.caching import anybody_keeps
from clubscore.club.templatetags.clubscore import sign
from clubscore.club.wording.phrases import said
from clubscore.laws.cards import RANKS, SUITS, Denomination
from clubscore.laws.deal_reading import HANDS, forced_declaration, sorted_pack
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.games import find_game
from clubscore.room.views.live_hands.adjudicated import AdjudicatedPage, adjudicated
from clubscore.tableside.problems import Problem, problem_of

# The order of a hand as people hold it: spades first, the ace at the left.
HELD = tuple(reversed(SUITS))
HIGH_FIRST = ("A", *reversed(RANKS[1:]))


@dataclass(frozen=True)
class ShownCard:
    """A card as components show it."""

    value: str
    checked: bool = False

    @property
    def rank(self) -> str:
        """Its rank, ten as a figure."""
        return "10" if self.value[0] == "T" else self.value[0]

    @property
    def suit(self) -> str:
        """The sign of its suit."""
        return self.value[1].lower()


@dataclass(frozen=True)
class SuitRow:
    """The keys of a suit, the ace first."""

    suit: Denomination
    sign: str
    cards: list[ShownCard]


@dataclass(frozen=True)
class SuitHeld:
    """How long a suit of the hand is, and what its pips come to."""

    sign: str
    length: int
    pips: int


@dataclass(frozen=True)
class Forced:
    """What dummy must declare, why, and by which law."""

    sign: str
    name: str
    reason: str
    law: str
    suits: list[SuitHeld]


class Helped(TypedDict):
    """What the page of every procedure shows."""

    game: Game
    title: Promise


class ForcedPage(Helped):
    """The keys of the cards, and the answer or why there is none."""

    rows: list[SuitRow]
    count: int
    answer: NotRequired[Forced]
    problems: NotRequired[list[Problem]]


class SortedPage(Helped):
    """A pack in four cards a row."""

    rows: list[list[ShownCard]]


def _forced(request: ClubRequest, helped: Helped) -> ForcedPage:
    """Return the 52 keys, and what the thirteen of them that are chosen must declare."""
    chosen = request.GET.getlist("card")
    rows = [
        SuitRow(
            suit=each,
            sign=sign(each.key),
            cards=[
                ShownCard(rank + each.key, checked=rank + each.key in chosen) for rank in HIGH_FIRST
            ],
        )
        for each in HELD
    ]
    context: ForcedPage = {
        "game": helped["game"],
        "title": helped["title"],
        "rows": rows,
        "count": len(chosen),
    }
    if chosen:
        try:
            answer = forced_declaration(chosen)
        except RuleError as error:
            context["problems"] = [problem_of(error)]
            return context
        context["answer"] = Forced(
            sign=sign(answer.denomination.key),
            name=_(answer.denomination.name),
            reason=said(answer.reason),
            law=answer.law,
            suits=[
                SuitHeld(sign(suit.denomination.key), suit.length, suit.pips)
                for suit in reversed(answer.suits)
            ],
        )
    return context


def _sorted(_request: ClubRequest, helped: Helped) -> SortedPage:
    """Return a pack in an order that gives every hand one card of each rank."""
    pack = sorted_pack(random.SystemRandom())
    rows = [pack[start : start + HANDS] for start in range(0, len(pack), HANDS)]
    return {**helped, "rows": [[ShownCard(card) for card in row] for row in rows]}


def _adjudicated(request: ClubRequest, helped: Helped) -> AdjudicatedPage:
    """Return a deal given up, judged by the solver."""
    return adjudicated(request, helped["game"], helped["title"])


Make = Callable[[ClubRequest, Helped], ForcedPage | SortedPage | AdjudicatedPage]
PROCEDURES: dict[str, tuple[Promise, str, Make]] = {
    "forced-declaration": (
        gettext_lazy("What must dummy declare?"), "room/forced_declaration.html", _forced
    ),
    "sorted-pack": (gettext_lazy("Sort the pack"), "room/sorted_pack.html", _sorted),
    "adjudicate": (
        gettext_lazy("Let the solver judge a deal"),
        "room/live_hands/adjudicated.html",
        _adjudicated,
    ),
}  # fmt: skip


@open_to(Level.VISITOR)
@anybody_keeps
@require_safe
def procedure(request: ClubRequest, key: str, procedure: str) -> HttpResponse:
    """Help with something that the law of a game lays down step by step."""
    try:
        game = find_game(key)
    except RuleError:
        raise Http404 from None
    if procedure not in game.dealing.procedures:
        raise Http404
    title, template, make = PROCEDURES[procedure]
    context = make(request, {"game": game, "title": title})
    return render(request, template, context, status=422 if context.get("problems") else 200)
