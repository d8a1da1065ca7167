"""Forms of how a field moves: the movement, its sections, the draw of a round."""

import re
from collections.abc import Iterable

from clubscore.club.form_values import Given, whole_number
from clubscore.events.models import Entry
from clubscore.events.movement.changing_plan import Seen
from clubscore.events.movement.proposals import Wish
from clubscore.movements.swiss import SwissMeeting as Meeting
from clubscore.tableside.page_form import Line, PageForm, Whole, Wholes, Words


class MovementForm(PageForm):
    """Which movement a section plays, so many minutes a round; or two numbers that change places.

    `kind`, with rounds, boards a round and winners, asks for a proposal. `seen` counts the choices
    that the page knew of.
    """

    section = Words()
    kind = Words()
    rounds = Whole()
    each = Whole()
    winners = Whole()
    movement = Words()
    minutes = Whole()
    one = Words()
    other = Words()
    seen = Whole()

    @property
    def wish(self) -> Wish:
        """The movement that is asked for, to be proposed."""
        rounds, each, winners = map(self.number_of, ("rounds", "each", "winners"))
        return Wish(self.words_of("kind"), rounds, each, winners)

    @property
    def numbers(self) -> tuple[int, int]:
        """The two numbers, as they are called: "pair 3" is three; 0 for none."""
        one, two = (re.sub(r"\D", "", self.words_of(name)) for name in ("one", "other"))
        return whole_number(one) or 0, whole_number(two) or 0


class SectionsForm(PageForm):
    """Into how many sections the field is divided, and in which of them somebody is to play."""

    count = Whole()
    seen = Whole()

    def __init__(self, given: Given, *, entries: Iterable[Entry]) -> None:
        super().__init__(given)
        self.entries = [entry.pk for entry in entries]
        for pk in self.entries:
            self.fields[f"of-{pk}"] = Words()

    @property
    def wanted(self) -> dict[int, str]:
        """The section of each entry that the page asks about, {entry: letter}."""
        return {pk: self.words_of(f"of-{pk}") for pk in self.entries if self.sends(f"of-{pk}")}


class DrawForm(PageForm):
    """How a round of a section is drawn: by which way, who meets whom, what a bye is worth, why.

    `odd` says what is done with an odd number.
    """

    section = Words()
    way = Words()
    odd = Words()
    worth = Words()
    reason = Line(most=200)
    seen = Whole()

    def meetings(self, count: int) -> tuple[Meeting, ...]:
        """Return who meets whom, in so many meetings; 0 for what is no number."""
        both = ((self.typed(f"one-{at}"), self.typed(f"other-{at}")) for at in range(1, count + 1))
        return tuple((whole_number(one) or 0, whole_number(other) or 0) for one, other in both)

    @property
    def trio(self) -> tuple[int, ...]:
        """The three who begin to play each other; 0 for what is no number."""
        return tuple(whole_number(self.typed(f"trio-{at}")) or 0 for at in (1, 2, 3))


class SurgeryForm(PageForm):
    """What a director changes of a movement that runs, and what the page had seen of it.

    `what` is the way: late pairs (`entry`), a pair that leaves, fewer or more rounds, or a table
    that played `round` otherwise, `how`. `taken` is a change that is taken back.
    """

    section = Words()
    what = Words()
    chosen = Words()
    entry = Wholes()
    pair = Whole()
    rounds = Whole()
    how = Words()
    round = Whole()
    table = Whole()
    set = Whole()
    ns = Whole()
    ew = Whole()
    taken = Whole()
    change = Whole()
    round_seen = Whole()

    def number(self, name: str) -> int:
        """Return a number of the form; 0 if it has none."""
        return self.number_of(name) or 0

    @property
    def seen(self) -> Seen:
        """The change and the round that the page showed."""
        return Seen(self.number("change"), self.number("round_seen"))
