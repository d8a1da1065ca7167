"""The pages of the sources' hands: stepped through, and set as quizzes of the calling."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.wording import both, either, said
from clubscore.deals.hands import SUIT_KEYS
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
from clubscore.laws.games import find_game
from clubscore.laws.sentences import contract_words, describe_contract
from clubscore.laws.words import SEATS
from clubscore.web.caching import anybody_keeps
from clubscore.web.hand_player import (
    A_TRICK,
    StepCard,
    address,
    card_label,
    stepped,
)

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
