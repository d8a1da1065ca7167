"""Forms of what the director sets during play: announcements, phones, who sees the ranking."""

from clubscore.tableside.page_form import PageForm, Whole, Wholes, Words


class AnnouncementForm(PageForm):
    """What is announced to everybody, or which announcement is taken down."""

    text = Words()
    down = Whole()


class LeadForm(PageForm):
    """Whether phones ask for the card led: `asked` says anything where they do."""

    asked = Words()


class TableForm(PageForm):
    """Which table is meant, by its name in addresses."""

    spot = Words()


class RoundForm(PageForm):
    """The next round begins, in a section alone where there is its letter.

    `seen` is the round that the page showed, `lag` how many rounds sections were behind there.
    """

    seen = Whole()
    lag = Whole()
    section = Words()


class ClockForm(PageForm):
    """What becomes of the clock, of a section's own where there is its letter."""

    what = Words()
    section = Words()


class CallForm(PageForm):
    """Which call is answered, and at which table."""

    call = Whole()
    spot = Words()


class RankingForm(PageForm):
    """Who sees the ranking: it is shown, hidden, shared by an address, or shared no longer."""

    what = Words()


class BoardsForm(PageForm):
    """The boards that a director who plays chooses to see, and the page that asked."""

    board = Wholes()
    then = Words()


class CaseForm(PageForm):
    """The board at a table that somebody else is asked to settle."""

    spot = Words()
    round = Whole()
    board = Whole()
