"""A deal at double dummy that is given up and judged by the solver, as its source proposes.

Auction Bridge Variations 1923, p. 161.
"""

from collections.abc import Mapping
from typing import NamedTuple, NotRequired, TypedDict
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.access import ClubRequest
from clubscore.club.entry import whole_number
from clubscore.club.templatetags.clubscore import sign
from clubscore.deals.card_play import DENOMINATIONS, SIDE_OF, CardPlay
from clubscore.deals.double_dummy import Ending, hands_left, is_begun
from clubscore.deals.hands import TypedDeal, read_typed
from clubscore.laws.cards import COMPASS, NO_TRUMPS, NULLOS, SUITS
from clubscore.laws.citing import VARIATIONS
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.words import SEATS
from clubscore.rubbers.rulings import JudgedDeal, judged_sentence, judged_so_far, standing_to_judge
from clubscore.rubbers.score import PartScore
from clubscore.web.entry_keys import EntryKey, key
from clubscore.web.forms import Problem, Problems, problem_of
from clubscore.web.hand_player import best_of_start, solved, solved_ending

BY_KEY = {each.key: each for each in (*SUITS, NO_TRUMPS, NULLOS)}

BOOK = 6


class AskedHand(NamedTuple):
    """A field for a hand: its seat by letter and name, what was typed."""

    seat: str
    name: str
    text: str


class JudgedTable(NamedTuple):
    """The table that asks: its number, its name, who has which hands, and what it would enter."""

    pk: int
    name: str
    first: str
    second: str
    url: str = ""
    enters: str = ""


class AdjudicatedPage(TypedDict):
    """The form, and what the solver says or why it cannot."""

    game: Game
    title: Promise
    book: str
    hands: list[AskedHand]
    denominations: list[EntryKey]
    seats: list[EntryKey]
    leaders: list[EntryKey]
    taken: str
    is_begun: bool
    table: NotRequired[JudgedTable]
    answer: NotRequired[str]
    makes: NotRequired[str]
    problems: NotRequired[list[Problem]]


class _Asked(NamedTuple):
    """What the address asks: the hands, what is played in and by whom, and how far play went."""

    texts: Mapping[str, str]
    denomination: str
    declarer: str
    leader: str
    taken: str


def adjudicated(request: ClubRequest, game: Game, title: Promise) -> AdjudicatedPage:
    """Return the page of a deal that is judged: the hands, what is played, how far play went."""
    given = request.GET
    number = whole_number(given.get("table"))
    standing = standing_to_judge(request.actor, number) if number else None
    noted = judged_so_far(standing) if standing else ("", "")
    asked = _Asked(
        {seat: given.get(seat.lower(), "") for seat in COMPASS},
        _one_of(DENOMINATIONS, given.get("in", ""), noted[0], "NT"),
        _one_of(COMPASS, given.get("by", ""), noted[1], "S"),
        _one_of(COMPASS, given.get("lead", ""), ""),
        given.get("taken", "").strip()[:3],
    )
    page = _form(game, title, asked)
    if standing is not None:
        page["table"] = _at(standing)
    if not any(asked.texts.values()):
        return page
    try:
        tricks = _judge(asked)
    except Problems as error:
        return {**page, "problems": error.problems}
    shown: AdjudicatedPage = {
        **page,
        "answer": _took(asked.declarer, tricks),
        "makes": _makes(asked.denomination, tricks),
    }
    if standing is not None:
        shown["table"] = _enters(standing, JudgedDeal(asked.denomination, asked.declarer, tricks))
    return shown


def _one_of(known: tuple[str, ...], *asked: str) -> str:
    """Return the first that is known, else the last."""
    return next((each for each in asked if each in known), asked[-1])


def _form(game: Game, title: Promise, asked: _Asked) -> AdjudicatedPage:
    typed = read_typed(asked.texts)
    return {
        "game": game,
        "title": title,
        "book": VARIATIONS,
        "hands": [AskedHand(seat.lower(), _(SEATS[seat]), asked.texts[seat]) for seat in COMPASS],
        "denominations": [
            key(each, _(BY_KEY[each].name), asked.denomination, suit=sign(each))
            for each in DENOMINATIONS
        ],
        "seats": [key(each, _(SEATS[each]), asked.declarer) for each in COMPASS],
        "leaders": [key(each, _(SEATS[each]), asked.leader) for each in COMPASS],
        "taken": asked.taken,
        "is_begun": bool(asked.leader or asked.taken) or is_begun(typed),
    }


def _judge(asked: _Asked) -> int:
    """Return the tricks of declarer's side in the end. Problems say what keeps it from that."""
    typed = read_typed(asked.texts)
    try:
        tricks = _judge_ending(asked, typed) if is_begun(typed) else _judge_whole(asked, typed)
    except RuleError as error:
        raise Problems(_at_its_hand(error)) from None
    if tricks is None:
        raise Problems(Problem("", _("The solver is busy. Choose the key once more.")))
    return tricks


def _judge_whole(asked: _Asked, typed: TypedDeal) -> int | None:
    if typed.deal is None:
        assert typed.problem is not None  # noqa: S101 - one of the two
        raise typed.problem
    play = CardPlay(typed.deal, asked.denomination, asked.declarer)
    tricks = best_of_start(play)
    trouble = solved(play, with_line=False).trouble if tricks is None else None
    if trouble is not None:
        raise trouble
    return tricks


def _judge_ending(asked: _Asked, typed: TypedDeal) -> int | None:
    wrong = next((each.problem for each in typed.hands if each.problem), None)
    if wrong is not None:
        raise wrong
    ending = Ending(hands_left(typed.held), asked.denomination, asked.leader)
    problems = []
    if not asked.leader:
        problems.append(Problem("ask-lead", _("Choose who is on lead.")))
    taken = whole_number(asked.taken)
    if taken is None or taken > ending.over:
        text = ngettext(
            "Enter how many of the %(n)s trick played so far declarer's side has taken.",
            "Enter how many of the %(n)s tricks played so far declarer's side has taken.",
            ending.over,
        )
        problems.append(Problem("taken", text % {"n": ending.over}))
    if problems or taken is None:
        raise Problems(*problems)
    still = solved_ending(ending, SIDE_OF[asked.declarer])
    return None if still is None else taken + still


def _at(standing: PartScore) -> JudgedTable:
    first, second = (standing.names[seat] for seat in standing.game.seats)
    sitting = standing.part.sitting
    return JudgedTable(sitting.pk, str(sitting.table), first, second)


def _enters(standing: PartScore, judged: JudgedDeal) -> JudgedTable:
    """Return the table with the address of its form, filled, and what the form then says."""
    asked = {"judged": judged.tricks, "in": judged.denomination, "by": judged.declarer}
    at = _at(standing)
    return at._replace(
        url=f"{reverse('table', args=[at.pk])}?{urlencode(asked)}",
        enters=judged_sentence(standing, judged).deal,
    )


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
