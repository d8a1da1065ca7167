"""Which laws of 1899 an answer reaches, and why the others are not asked for."""

from collections.abc import Iterator

from clubscore.lawbook.irregularities.shape import Law
from clubscore.lawbook.irregularities.which_game import laws_of
from clubscore.laws.words import gettext_noop as _

FIRST, LAST = 27, 103
# By number: what stands in place of an answer.
NOT_ASKED = {
    48: _("It says how the dealer names trumps. The form of a deal asks for that."),
    53: _("It says what doubling multiplies. The score is counted by it."),
    86: _("It says what a revoke is. What follows from one stands in laws 87 to 95."),
}


def laws_reached() -> Iterator[tuple[Law, str]]:
    """Every law that an answer of straight bridge goes by, with the answer's key."""
    for _group, key, answer in laws_of("straight-bridge").answers:
        for law in answer.laws:
            yield law, key
