"""Helpers where the laws have a procedure: what dummy must declare, how a pack is sorted."""

import random
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.caching import anybody_keeps
from clubscore.club.templatetags.clubscore import sign
from clubscore.club.wording.phrases import said
from clubscore.laws.cards import SUITS
from clubscore.laws.deal.forced_declaration import forced_declaration
from clubscore.laws.deal.sorted_pack import HANDS, sorted_pack
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.games import find_game
from clubscore.laws.seating.cutting import RANKS
from clubscore.tableside.problems import problem_of

# The order of a hand as people hold it: spades first, the ace at the left.
HELD = tuple(reversed(SUITS))
HIGH_FIRST = ("A", *reversed(RANKS[1:]))


def _card(card: str) -> dict[str, Any]:
    """Return a card as components show it."""
    return {"value": card, "rank": "10" if card[0] == "T" else card[0], "suit": card[1].lower()}


def _forced(request: ClubRequest, game: Game) -> dict[str, Any]:
    """Return the 52 keys, and what the thirteen of them that are chosen must declare."""
    chosen = request.GET.getlist("card")
    context: dict[str, Any] = {
        "rows": [
            {
                "suit": each,
                "sign": sign(each.key),
                "cards": [
                    _card(rank + each.key) | {"checked": rank + each.key in chosen}
                    for rank in HIGH_FIRST
                ],
            }
            for each in HELD
        ],
        "count": len(chosen),
    }
    if chosen:
        try:
            answer = forced_declaration(chosen)
        except RuleError as error:
            return context | {"problems": [problem_of(error)]}
        context["answer"] = {
            "sign": sign(answer.denomination.key),
            "name": _(answer.denomination.name),
            "reason": said(answer.reason),
            "law": answer.law,
            "suits": [
                {"sign": sign(suit.denomination.key), "length": suit.length, "pips": suit.pips}
                for suit in reversed(answer.suits)
            ],
        }
    return context


def _sorted(request: ClubRequest, game: Game) -> dict[str, Any]:
    """Return a pack in an order that gives every hand one card of each rank."""
    pack = sorted_pack(random.SystemRandom())
    rows = [pack[start : start + HANDS] for start in range(0, len(pack), HANDS)]
    return {"rows": [[_card(card) for card in row] for row in rows]}


PROCEDURES: dict[str, tuple[Any, str, Callable[[ClubRequest, Game], dict[str, Any]]]] = {
    "forced-declaration": (
        gettext_lazy("What must dummy declare?"), "room/forced_declaration.html", _forced
    ),
    "sorted-pack": (gettext_lazy("Sort the pack"), "room/sorted_pack.html", _sorted),
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
    context = {"game": game, "title": title} | make(request, game)
    return render(request, template, context, status=422 if context.get("problems") else 200)
