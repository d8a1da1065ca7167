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
WITH_ODD = gettext_noop(
    "Still in the draw: %(here)s. In each round three play each other, or one has the bye."
)
OTHERS_BYE = gettext_noop(
    "In round %(round)s the three-way match goes on, so one of the others has the bye."
)
WITHOUT_BYE = gettext_noop("Still in the draw: %(here)s. No one has a bye.")
DRAWN_NO_MORE = gettext_noop("Number %(number)s is no longer drawn.")
MAKES_FOUR = gettext_noop(
    "Number %(number)s plays at once: %(one)s meets %(two)s, and %(other)s meets %(number)s."
)
LEAVES_MATCH = gettext_noop(
    "Number %(number)s leaves at once: %(one)s and %(other)s play a match of this round."
)
LEAVES_TRIO = gettext_noop(
    "Number %(number)s leaves at once: %(one)s and %(other)s play only each other."
)
ONE_BYE = ngettext_lazy(
    "Number %(one)s has a bye for the match that is lost.",
    "Numbers %(one)s and %(other)s each have a bye for the match that is lost.",
    "count",
)
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
