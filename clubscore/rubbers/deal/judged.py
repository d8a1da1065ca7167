"""A deal that was judged instead of being played, as the form of its table says it.

At double dummy the players sit next to each other, each opposite their own dummy
(Auction Bridge Variations, p. 160): the first has South and North, the second West and East.
"""

from collections.abc import Mapping
from typing import NamedTuple

from clubscore.club.access import Actor
from clubscore.club.form_values import text_of, whole_number
from clubscore.deals.card_play import SIDE_OF
from clubscore.rubbers.deal.deal_page import Sentence, draft_given, sentence_of
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.selectors import may_enter, part_of, sitting_for
from clubscore.rubbers.state.part_state import Standing, standing_at

PROCEDURE = "adjudicate"
SIDES = ("NS", "EW")


class Judged(NamedTuple):
    """What the solver says: what is played in, by which hand, and the tricks it comes to."""

    denomination: str
    declarer: str
    tricks: int


def standing_to_judge(actor: Actor, table: int) -> Standing | None:
    """Return how a table stands whose deal may be judged; None where it plays another game.

    Http404 or PermissionDenied where the table is not this reader's to enter at.
    """
    sitting: Sitting = sitting_for(actor, table, enter=True)
    part = part_of(sitting)
    if part is None or not sitting.is_open or not may_enter(actor, sitting):
        return None
    standing = standing_at(part, sitting.revision)
    return standing if PROCEDURE in standing.game.dealing.procedures else None


def player_of(standing: Standing, declarer: str) -> str:
    """Return the seat at the table of whoever has this hand, North to West."""
    return standing.game.seats[SIDES.index(SIDE_OF[declarer])]


def asked_so_far(standing: Standing) -> tuple[str, str]:
    """Return what is played in, and by which hand, as the table noted it; "" where it did not."""
    noted = draft_given(standing)
    seat = text_of(noted, "declarer")
    hands = dict(zip(standing.game.seats, ("S", "W"), strict=True))
    return text_of(noted, "denomination"), hands.get(seat, "")


def judged_given(standing: Standing, judged: Judged) -> dict[str, str | list[str]]:
    """Return the form of a deal filled with what was judged.

    The contract is the one that was noted, where it is of the same hand and denomination, else the
    highest that is made, at least one.
    """
    game, noted = standing.game, draft_given(standing)
    seat = player_of(standing, judged.declarer)
    told = {"denomination": judged.denomination, "declarer": seat}
    if all(noted.get(name) == value for name, value in told.items()):
        given = noted
    else:
        level = max(1, judged.tricks - game.book)
        given = {**told, "level": str(level), "doubling": "0"}
    bid = game.bidding.bids[f"{given['level']}{judged.denomination}"]
    over = game.over(bid, judged.tricks)
    return {**given, "result": f"{over:+d}" if over else "="}


def judged_sentence(standing: Standing, judged: Judged) -> Sentence:
    """Return what the table's form then says."""
    given = judged_given(standing, judged)
    return sentence_of(standing, given, standing.dealer)


def read_judged(standing: Standing, asked: Mapping[str, str]) -> Judged | None:
    """Read what a page of the solver's hands to the table; None where it says nothing of use."""
    tricks = whole_number(asked.get("judged"))
    denomination, declarer = asked.get("in", ""), asked.get("by", "")
    if tricks is None or tricks > standing.game.play.tricks or declarer not in SIDE_OF:
        return None
    if PROCEDURE not in standing.game.dealing.procedures:
        return None
    known = {bid.denomination.key for bid in standing.game.bidding.bids.values()}
    return Judged(denomination, declarer, tricks) if denomination in known else None
