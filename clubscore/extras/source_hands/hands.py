"""Hands that the sources print whole, and whether what a book claims of one is so.

`proofs.json` is made by `manage.py prove_hands`; nothing in it is written by hand. A claim is
proved by looking at every line of play, and one line in which all four play their best is kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypedDict

from clubscore.data_files import DataTable, table_of
from clubscore.deals.card_play import CardPlay
from clubscore.deals.double_dummy import best_card, solver
from clubscore.deals.nullos import (
    PARTNERS,
    Ducked,
    ducked_read,
    ducked_written,
    nullo_cards,
    nullo_solver,
)
from clubscore.extras.source_hands.hand import SourceClaim, SourceHand, read_hand
from clubscore.laws.cards import COMPASS

FILE = Path(__file__).with_name("hands.toml")


class SetProblem(NamedTuple):
    """A hand, the contract to be made ("4S"), and who declares.

    It can be made against any defence, and no trick more: tests ask the solvers.
    """

    hand: SourceHand
    contract: str
    declarer: str


def read_hands(table: DataTable) -> tuple[tuple[SourceHand, ...], tuple[SetProblem, ...]]:
    """Return the hands of a file, and the contracts of them that are set. Raises WrongData."""
    hands: list[SourceHand] = []
    problems: list[SetProblem] = []
    for each in table.tables("hands"):
        to_make = each.tables("to_make")
        hands.append(read_hand(each))
        for one in to_make:
            problems.append(SetProblem(hands[-1], one.text("contract"), one.text("declarer")))
            one.done()
    table.done()
    return tuple(hands), tuple(problems)


@cache
def _file() -> tuple[tuple[SourceHand, ...], tuple[SetProblem, ...]]:
    return read_hands(table_of(FILE))


@cache
def all_hands() -> tuple[SourceHand, ...]:
    """Return all hands, in the order of their file. Raises WrongData."""
    return _file()[0]


@cache
def set_problems() -> tuple[SetProblem, ...]:
    """Return each contract that is set as a problem. Raises WrongData."""
    return _file()[1]


def source_hand(key: str) -> SourceHand | None:
    return next((hand for hand in all_hands() if hand.key == key), None)


def hands_of_game(game: str) -> list[SourceHand]:
    return [hand for hand in all_hands() if game in hand.games]


KEPT = Path(__file__).with_name("proofs.json")
# At this game any two may be partners.
PIRATE = "pirate"
# What is looked at for a position: a proof may take its time. Partners who sit side by side on
# Foster's hand need 21 million.
MOST_POSITIONS = 200_000_000


class Kept(TypedDict):
    """One of a claim's lines: what declarer's side takes in all, and a whole line of best play."""

    tricks: int
    line: str


class AllKept(TypedDict):
    """Everything that is kept: lines by hand and claim; tricks by hand and partner of North.

    The tricks are those of each declarer's side at nullos, as
    :func:`clubscore.deals.nullos.ducked_written` writes them.
    """

    claims: dict[str, dict[str, list[Kept]]]
    pairings: dict[str, dict[str, str]]


class ProofLine(NamedTuple):
    """The same as it is shown: the cards from the first, how many the book gives, the tricks."""

    cards: tuple[str, ...]
    given: int
    tricks: int


class Proof(NamedTuple):
    """A claim, whether it holds, and the line for each of its own."""

    claim: SourceClaim
    holds: bool
    lines: tuple[ProofLine, ...]


def prove(hand: SourceHand, claim: SourceClaim) -> list[Kept]:
    """Solve each line of a claim to the end.

    RuleError where a solver is not here or stopped; ValueError where a position is too hard.
    """
    found: list[Kept] = []
    reversed_hand = hand.play().loses
    with nullo_cards(MOST_POSITIONS) if reversed_hand else solver() as asked:
        for given in claim.lines:
            play = hand.play(given)
            outcome = asked.outcome(play)
            rest = asked.best_line(play)
            whole = hand.play((*given, *rest))
            if not whole.is_over:
                raise ValueError(f"{hand.key}, {claim.key}: too hard after {given}")
            tricks = outcome[best_card(play, outcome)] if outcome else play.taken[play.side]
            found.append({"tricks": tricks, "line": "".join(whole.played)})
    return found


def pairings(hand: SourceHand) -> dict[str, str]:
    """Solve nullos of a hand for each partner that North may have. Errors as :func:`prove`."""
    found = {}
    with nullo_solver() as asked:
        for partner in PARTNERS:
            ducked = asked.ducked(hand.deal, partner, MOST_POSITIONS)
            if ducked is None:
                raise ValueError(f"{hand.key}: too hard with North's partner {COMPASS[partner]}")
            found[COMPASS[partner]] = ducked_written(ducked)
    return found


def prove_all(hands: Iterable[SourceHand] | None = None) -> AllKept:
    """Solve every claim of these hands, and pirate's pairings. Errors as :func:`prove`."""
    hands = all_hands() if hands is None else tuple(hands)
    return {
        "claims": {
            hand.key: {each.key: prove(hand, each) for each in hand.claims} for hand in hands
        },
        "pairings": {hand.key: pairings(hand) for hand in hands if PIRATE in hand.games},
    }


def read_written(text: str) -> AllKept:
    """What :func:`written` wrote."""
    found: AllKept = json.loads(text)
    return found


def written(proofs: AllKept) -> str:
    return json.dumps(proofs, indent=1) + "\n"


@cache
def _kept() -> AllKept:
    return read_written(KEPT.read_text("utf-8"))


def pairings_of(hand: SourceHand) -> dict[str, Ducked]:
    """What is kept of pirate's pairings, by North's partner; nothing of a hand of other games."""
    kept = _kept()["pairings"].get(hand.key, {})
    read = {partner: ducked_read(text) for partner, text in kept.items()}
    return {partner: ducked for partner, ducked in read.items() if ducked is not None}


def proofs_of(hand: SourceHand) -> list[Proof]:
    """Each claim of a hand with what is kept of it."""
    return [judged(hand, claim, _kept()["claims"][hand.key][claim.key]) for claim in hand.claims]


def judged(hand: SourceHand, claim: SourceClaim, kept: list[Kept]) -> Proof:
    """A claim by what was found: it holds if each of its lines bears it out.

    ValueError where a kept line is none: not the claim's, not to the end, or with other tricks.
    """
    lines = []
    for given, one in zip(claim.lines, kept, strict=True):
        play = _whole(hand, one["line"])
        is_its = play.played[: len(given)] == given
        if not (is_its and play.is_over and play.taken[play.side] == one["tricks"]):
            raise ValueError(f"{hand.key}, {claim.key}: no line of this claim")
        lines.append(ProofLine(play.played, len(given), one["tricks"]))
    return Proof(claim, all(claim.holds(each.tricks) for each in lines), tuple(lines))


def _whole(hand: SourceHand, line: str) -> CardPlay:
    return hand.play(tuple(line[at : at + 2] for at in range(0, len(line), 2)))
