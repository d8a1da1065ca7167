"""The pages of the sources' hands: stepped through, judged, and set as quizzes of the calling.

A deal at double dummy may be given up and judged by the solver, as its source proposes (Auction
Bridge Variations 1923, p. 161).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, NotRequired, TypedDict
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.entry import whole_number
from clubscore.club.templatetags.clubscore import sign
from clubscore.club.wording import both, either, said
from clubscore.deals.card_play import DENOMINATIONS, SIDE_OF, CardPlay
from clubscore.deals.double_dummy import Ending, hands_left, is_begun
from clubscore.deals.hands import SUIT_KEYS, TypedDeal, read_typed
from clubscore.deals.nullos import Ducked
from clubscore.extras.source_hands.calling_quizzes import (
    DOUBLE,
    LEAVE,
    PASS,
    Quiz,
    quiz_of,
    quizzes,
)
from clubscore.extras.source_hands.hand import LETTERS, SourceHand
from clubscore.extras.source_hands.hands import (
    Proof,
    all_hands,
    pairings_of,
    proofs_of,
    source_hand,
)
from clubscore.laws.cards import COMPASS, NO_TRUMPS, NULLOS, SUITS, Bid
from clubscore.laws.citing import VARIATIONS
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.games import find_game
from clubscore.laws.sentences import contract_words, describe_contract
from clubscore.laws.words import SEATS
from clubscore.rubbers.rulings import JudgedDeal, judged_sentence, judged_so_far, standing_to_judge
from clubscore.rubbers.score import PartScore
from clubscore.web.caching import anybody_keeps
from clubscore.web.entry_keys import EntryKey, key
from clubscore.web.forms import Problem, Problems, problem_of
from clubscore.web.hand_player import (
    A_TRICK,
    StepCard,
    address,
    best_of_start,
    card_label,
    solved,
    solved_ending,
    stepped,
)

# ---- Bids and contracts of hands in words.

BY_KEY = {each.key: each for each in (*SUITS, NO_TRUMPS, NULLOS)}


def bid_words(text: str) -> str:
    """Return a bid in words: "4 spades"."""
    return said(contract_words(_bid(text), 0))


def contract_by(text: str, declarer: str) -> str:
    """Return a contract in words: "4 spades by South"."""
    return said(describe_contract(_bid(text), 0, _(SEATS[declarer])))


def _bid(text: str) -> Bid:
    """Return a bid from how it is written: "4S", or "C" where no number is bid."""
    level = int(text[0]) if text[0].isdigit() else 0
    return Bid(text, level, BY_KEY[text[1:] if level else text])


# ---- A deal at double dummy given up and judged by the solver, as its source proposes (p. 161).

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


# ---- Whole hands of the sources: the list, and each to be stepped through, tried, judged.

# By these the lines of a claim are told apart.
LAST_CARDS = 5


class BookCard(NamedTuple):
    """A card of the book's play: who played it, and the position after it."""

    name: str
    card: StepCard
    address: str


class SourceCall(NamedTuple):
    """A call of the book's auction: whose, and what."""

    name: str
    text: str


class ShownTrick(NamedTuple):
    """A trick of a line: its cards, and the position after it."""

    cards: tuple[StepCard, ...]
    address: str


class ClaimLine(NamedTuple):
    """A line of a claim: what declarer takes, the position of which it is said, its last cards."""

    tricks: int
    position: str
    after: tuple[StepCard, ...]


class JudgedClaim(NamedTuple):
    """A sentence of the book with what the solver says of it, and the first line to its end."""

    proof: Proof
    lines: tuple[ClaimLine, ...]
    whole: tuple[ShownTrick, ...]


class SourcePairing(NamedTuple):
    """Two partners at pirate against the other two: the tricks of each declarer's side."""

    partners: str
    others: str
    tricks: tuple[int, ...]


@open_to(Level.VISITOR)
@anybody_keeps
@require_safe
def source_hands(request: ClubRequest) -> HttpResponse:
    """List the whole hands that the sources print."""
    rows = [(hand, [find_game(key) for key in hand.games]) for hand in all_hands()]
    return render(request, "room/live_hands/source_hands.html", {"rows": rows})


@open_to(Level.VISITOR)
@anybody_keeps
@require_safe
def hand_page(request: ClubRequest, key: str) -> HttpResponse:
    """Show a hand of a source, as far as the address has played it."""
    hand = source_hand(key)
    if hand is None:
        raise Http404
    shown = stepped(hand.play(), request.GET, lambda: hand.need)
    context: dict[str, Any] = {
        "hand": hand,
        "games": [find_game(each) for each in hand.games],
        "contract": contract_by(hand.contract, hand.declarer),
        "dealer": _(SEATS[hand.dealer]),
        "seats": [(_(SEATS[seat]), LETTERS[seat]) for seat in COMPASS],
        "stepped": shown,
        "calls": _calls(hand),
        "book": _book(hand),
        "claims": [_judged(proof) for proof in proofs_of(hand)],
        "pairings": [_pairing(each, tricks) for each, tricks in pairings_of(hand).items()],
    }
    status = 422 if shown.wrong else 200
    return render(request, "room/live_hands/source_hand.html", context, status=status)


def _calls(hand: SourceHand) -> list[SourceCall]:
    """Return the auction, each call with who made it."""
    start = COMPASS.index(hand.dealer)
    words = {"P": _("Pass"), "X": _("Double")}
    return [
        SourceCall(
            _(SEATS[COMPASS[(start + at) % len(COMPASS)]]),
            words.get(call) or bid_words(call),
        )
        for at, call in enumerate(hand.calls)
    ]


def _book(hand: SourceHand) -> list[BookCard]:
    """Return the play as the book has it, each card a step."""
    return [
        BookCard(
            _(SEATS[hand.deal.owner(card)]),
            card_label(card),
            address("way=steps", hand.line[: at + 1]),
        )
        for at, card in enumerate(hand.line)
    ]


def _judged(proof: Proof) -> JudgedClaim:
    """Return a claim with the addresses of its lines."""
    cards = proof.lines[0].cards
    return JudgedClaim(
        proof,
        tuple(
            ClaimLine(
                line.tricks,
                address("way=steps", line.cards[: line.given]),
                tuple(map(card_label, line.cards[: line.given][-LAST_CARDS:])),
            )
            for line in proof.lines
        ),
        tuple(
            ShownTrick(
                tuple(map(card_label, cards[at : at + A_TRICK])),
                address("way=steps", cards[: at + A_TRICK]),
            )
            for at in range(0, len(cards), A_TRICK)
        ),
    )


def _pairing(partner: str, ducked: Ducked) -> SourcePairing:
    """Return what nullos come to where this is North's partner."""
    others = [each for each in COMPASS[1:] if each != partner]
    return SourcePairing(
        both((_(SEATS["N"]), _(SEATS[partner]))),
        both(_(SEATS[each]) for each in others),
        tuple(ducked[seat] for seat in COMPASS),
    )


# ---- Single hands of the sources as quizzes: the list, and each with what the source calls.


class QuizCall(NamedTuple):
    """A call to choose: its code and words, whether it was chosen, whether it is the source's."""

    value: str
    text: str
    is_chosen: bool
    is_right: bool


@open_to(Level.VISITOR)
@anybody_keeps
@require_safe
def calling_quizzes(request: ClubRequest) -> HttpResponse:
    """List the quizzes by their games."""
    games = list(dict.fromkeys(quiz.game for quiz in quizzes()))
    by_game = [
        (find_game(game), [(at, each) for at, each in enumerate(quizzes(), 1) if each.game == game])
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
    at = quizzes().index(quiz)
    context: dict[str, Any] = {
        "quiz": quiz,
        "game": find_game(quiz.game),
        "number": at + 1,
        "of": len(quizzes()),
        "suits": list(zip([each.lower() for each in SUIT_KEYS], map(held, quiz.held), strict=True)),
        "calls": [
            QuizCall(each, call_words(each), each == chosen, bool(chosen) and each in quiz.answers)
            for each in quiz.calls
        ],
        "verdict": _verdict(quiz, chosen) if chosen else "",
        "is_right": chosen in quiz.answers,
        "following": quizzes()[at + 1] if at + 1 < len(quizzes()) else None,
    }
    return render(request, "room/live_hands/quiz.html", context)


def held(cards: str) -> str:
    """Return the cards of a suit as they are printed, small ones as "x"."""
    return " ".join("10" if card == "T" else card for card in cards.replace("-", "–"))


def call_words(call: str) -> str:
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
