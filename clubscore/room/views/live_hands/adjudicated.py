"""A deal at double dummy given up and judged by the solver, as its source proposes (p. 161)."""

from __future__ import annotations

from typing import NamedTuple, NotRequired, TypedDict

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.access import ClubRequest
from clubscore.club.templatetags.clubscore import sign
from clubscore.deals.card_play import DENOMINATIONS, CardPlay
from clubscore.deals.typed_hands import read_typed
from clubscore.laws.cards import COMPASS
from clubscore.laws.citing import VARIATIONS
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.words import SEATS
from clubscore.room.views.live_hands.contracts_said import BY_KEY
from clubscore.tableside.entry_keys import Key, key
from clubscore.tableside.problems import Problem, problem_of
from clubscore.tableside.solving import solved
from clubscore.tableside.trying import best_of_start

BOOK = 6


class AskedHand(NamedTuple):
    """A field for a hand: its seat by letter and name, what was typed."""

    seat: str
    name: str
    text: str


class AdjudicatedPage(TypedDict):
    """The form, and what the solver says or why it cannot."""

    game: Game
    title: Promise
    book: str
    hands: list[AskedHand]
    denominations: list[Key]
    seats: list[Key]
    answer: NotRequired[str]
    makes: NotRequired[str]
    problems: NotRequired[list[Problem]]


def adjudicated(request: ClubRequest, game: Game, title: Promise) -> AdjudicatedPage:
    """Return the page of a deal that is judged: the four hands, what is played and by whom."""
    given = request.GET
    texts = {seat: given.get(seat.lower(), "") for seat in COMPASS}
    denomination = given.get("in", "NT") if given.get("in") in DENOMINATIONS else "NT"
    declarer = given.get("by", "S") if given.get("by") in COMPASS else "S"
    page: AdjudicatedPage = {
        "game": game,
        "title": title,
        "book": VARIATIONS,
        "hands": [AskedHand(seat.lower(), _(SEATS[seat]), texts[seat]) for seat in COMPASS],
        "denominations": [
            key(each, _(BY_KEY[each].name), denomination, suit=sign(each)) for each in DENOMINATIONS
        ],
        "seats": [key(each, _(SEATS[each]), declarer) for each in COMPASS],
    }
    if not any(texts.values()):
        return page
    typed = read_typed(texts)
    if typed.deal is None:
        assert typed.problem is not None  # noqa: S101 - one of the two
        return {**page, "problems": [_at_its_hand(typed.problem)]}
    play = CardPlay(typed.deal, denomination, declarer)
    tricks = best_of_start(play)
    if tricks is None:
        trouble = solved(play, with_line=False).trouble
        busy = Problem("", _("The solver is busy. Choose the key once more."))
        return {**page, "problems": [problem_of(trouble) if trouble else busy]}
    return {**page, "answer": _took(declarer, tricks), "makes": _makes(denomination, tricks)}


def _at_its_hand(error: RuleError) -> Problem:
    field = f"hand-{error.where.lower()}" if error.where in COMPASS else ""
    return Problem(field, problem_of(error).text)


def _took(declarer: str, tricks: int) -> str:
    text = ngettext(
        "%(seat)s takes %(n)s trick with the best play of both.",
        "%(seat)s takes %(n)s tricks with the best play of both.",
        tricks,
    )
    return text % {"seat": _(SEATS[declarer]), "n": tricks}


def _makes(denomination: str, tricks: int) -> str:
    """Say the highest contract that is made; nothing where none is."""
    if tricks <= BOOK:
        return _("No contract in this denomination is made.")
    values = {"n": tricks - BOOK, "what": _(BY_KEY[denomination].name)}
    return _("Every contract up to %(n)s in %(what)s is made.") % values
