"""What is said of a change to a Swiss: from here on its rounds are drawn otherwise."""

from __future__ import annotations

from clubscore.laws.words import gettext_noop, ngettext_lazy

AGAIN = gettext_noop("Round %(round)s was already drawn; it is drawn again.")
MEETS_BYE = gettext_noop("Number %(number)s plays at once against %(bye)s, who had the bye.")
JOINS = ngettext_lazy(
    "Number %(number)s joins at the next draw.",
    "Numbers %(number)s and %(other)s join at the next draw.",
    "count",
)
MISSED = ngettext_lazy(
    "One round is missed and scores nothing.",
    "%(rounds)s rounds are missed and score nothing.",
    "rounds",
)
WITH_BYE = gettext_noop("Still in the draw: %(here)s. One has the bye each round.")
WITHOUT_BYE = gettext_noop("Still in the draw: %(here)s. No one has a bye.")
DRAWN_NO_MORE = gettext_noop("Number %(number)s is no longer drawn.")
LEAVES = gettext_noop("Number %(number)s leaves at once, without the bye.")
LEAVES_BYE = gettext_noop("Number %(number)s leaves at once: %(other)s has the bye of this round.")
LEAVES_OPPONENT = gettext_noop(
    "Number %(number)s leaves at once: %(other)s plays %(bye)s, who had the bye."
)
GOES_ON = gettext_noop("It goes on to round %(rounds)s.")
MEET_TWICE = gettext_noop("There are too few opponents: some meet twice.")
BOARDS = gettext_noop("Boards for everyone: %(boards)s in all.")
LATER = gettext_noop(
    "In round %(round)s, anyone who has already played the boards leaves them out or plays others."
)
