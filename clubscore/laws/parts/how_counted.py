"""How a deal of a game is counted: its numbers, and the manner in which a deal is worth them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from clubscore.laws.counting.by_contract import reckon_contract
from clubscore.laws.counting.lines import Line, Score
from clubscore.laws.counting.reckoning import Position, Reckoner
from clubscore.laws.counting.revokes import AUCTION, RevokeLaw
from clubscore.laws.counting.tariff import Tariff
from clubscore.laws.facts import Deal
from clubscore.laws.house_rules import Rules
from clubscore.laws.record import Record


class Counting(Record):
    """What counts, and how much.

    ``tariff`` compiles the numbers from the house rules. ``reckon`` is the manner in which a deal
    is counted, by contract or by odd tricks; it is told where the sheet stands, for games that know
    vulnerability. Honours count by "side", by "hand", or as they are "won". ``causes`` are short
    words for the kinds of line that only this game has.
    """

    tariff: Callable[[Rules], Tariff]
    reckon: Callable[[Reckoner, Deal, Position], Score] = reckon_contract
    revoke_law: RevokeLaw = AUCTION
    honours_by: str = "side"
    counts_chicane: bool = False
    causes: Mapping[str, str] = {}

    @property
    def counts_revokes(self) -> bool:
        """Whether a revoke has a penalty that is scored."""
        return bool(self.revoke_law.declaring or self.revoke_law.adverse)

    def honours_beside(self, reckoner: Reckoner, deal: Deal) -> list[Line]:
        """The lines for a card that counts for the side that held it, and is no honour."""
        return []
