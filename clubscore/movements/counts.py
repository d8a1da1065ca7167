"""How many there are, each a phrase of its own, so that a line may hold several of them."""

from __future__ import annotations

from collections.abc import Mapping

from clubscore.laws.words import Phrase, ngettext_lazy
from clubscore.movements.rows import Are

CONTESTANTS: Mapping[Are, str] = {
    "pairs": ngettext_lazy("%(n)s pair", "%(n)s pairs", "n"),
    "individuals": ngettext_lazy("%(n)s player", "%(n)s players", "n"),
    "teams": ngettext_lazy("%(n)s team", "%(n)s teams", "n"),
}
TABLES = ngettext_lazy("%(n)s table", "%(n)s tables", "n")
ROUNDS = ngettext_lazy("%(n)s round", "%(n)s rounds", "n")
BOARDS_A_ROUND = ngettext_lazy("%(n)s board a round", "%(n)s boards a round", "n")
BOARDS_IN_PLAY = ngettext_lazy("%(n)s board in play", "%(n)s boards in play", "n")


def counted(phrase: str, number: int) -> Phrase:
    """``7 tables``: one of these with its number."""
    return Phrase(phrase, {"n": number})
