"""Whole hands of the sources: the list, and each to be stepped through, tried, judged."""

from __future__ import annotations

from typing import NamedTuple, TypedDict

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.caching import anybody_keeps
from clubscore.club.wording.names import both
from clubscore.deals.nullo.solved import Ducked
from clubscore.deals.source_hands import SOURCE_HANDS, source_hand
from clubscore.deals.source_hands.hand_parts import LETTERS, SourceHand
from clubscore.deals.source_hands.proofs import Proof, pairings_of, proofs_of
from clubscore.laws.cards import COMPASS
from clubscore.laws.game import Game
from clubscore.laws.games import find_game
from clubscore.laws.words import SEATS
from clubscore.room.views.live_hands.contracts_said import bid_words, contract_by
from clubscore.tableside.stepping import A_TRICK, StepCard, address, shown_card
from clubscore.tableside.whole_hand import Stepped, stepped

# By these the lines of a claim are told apart.
LAST_CARDS = 5


class BookCard(NamedTuple):
    """A card of the book's play: who played it, and the position after it."""

    name: str
    card: StepCard
    address: str


class Call(NamedTuple):
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


class Pairing(NamedTuple):
    """Two partners at pirate against the other two: the tricks of each declarer's side."""

    partners: str
    others: str
    tricks: tuple[int, ...]


class SourceHandPage(TypedDict):
    """What the page of a source's hand shows."""

    hand: SourceHand
    games: list[Game]
    contract: str
    dealer: str
    seats: list[tuple[str, str]]
    stepped: Stepped
    calls: list[Call]
    book: list[BookCard]
    claims: list[JudgedClaim]
    pairings: list[Pairing]


@open_to(Level.VISITOR)
@anybody_keeps
@require_safe
def source_hands(request: ClubRequest) -> HttpResponse:
    """List the whole hands that the sources print."""
    rows = [(hand, [find_game(key) for key in hand.games]) for hand in SOURCE_HANDS]
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
    context: SourceHandPage = {
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


def _calls(hand: SourceHand) -> list[Call]:
    """Return the auction, each call with who made it."""
    start = COMPASS.index(hand.dealer)
    words = {"P": _("Pass"), "X": _("Double")}
    return [
        Call(
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
            shown_card(card),
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
                tuple(map(shown_card, line.cards[: line.given][-LAST_CARDS:])),
            )
            for line in proof.lines
        ),
        tuple(
            ShownTrick(
                tuple(map(shown_card, cards[at : at + A_TRICK])),
                address("way=steps", cards[: at + A_TRICK]),
            )
            for at in range(0, len(cards), A_TRICK)
        ),
    )


def _pairing(partner: str, ducked: Ducked) -> Pairing:
    """Return what nullos come to where this is North's partner."""
    others = [each for each in COMPASS[1:] if each != partner]
    return Pairing(
        both((_(SEATS["N"]), _(SEATS[partner]))),
        both(_(SEATS[each]) for each in others),
        tuple(ducked[seat] for seat in COMPASS),
    )
