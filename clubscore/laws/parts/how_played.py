"""How a game is played: who declares with whom, who is dummy, and how many tricks there are."""

from __future__ import annotations

from functools import cached_property

from clubscore.laws.record import Record


class Play(Record):
    """The play of a deal: a game with declarers of its own overrides who they are.

    ``may_win`` are the numbers of tricks that the declaring side may win: of thirteen all or none,
    where it does not have one in any case (a blind trick). ``partner_is_dummy`` unless the hand on
    the table does not follow from who declared.
    """

    may_win: range = range(14)
    partner_is_dummy: bool = True

    def declaring(self, seats: tuple[str, ...]) -> tuple[tuple[str, str | None], ...]:
        """Who may declare, and with which partner where the deal names one: each player."""
        return tuple((seat, None) for seat in seats)

    def dummy_of_dealer(self, dealer: str, side: tuple[str, ...]) -> str | None:
        """Whose hand lies on the table where that follows from who dealt; nobody's here.

        ``side`` are the seats of the declaring side.
        """
        return None

    @cached_property
    def tricks(self) -> int:
        """How many tricks a deal has."""
        return self.may_win[-1]

    @cached_property
    def least_tricks(self) -> int:
        """How many the declaring side has in any case."""
        return self.may_win[0]


THIRTEEN_TRICKS = Play()
