"""Forms of how a field moves: the movement, its sections, the draw of a round."""

import re
from collections.abc import Iterable

from clubscore.club.form_values import Given, whole_number
from clubscore.events.models import Entry
from clubscore.tableside.page_form import Line, PageForm, Whole, Words


class MovementForm(PageForm):
    """Which movement a section plays, so many minutes a round; or two numbers that change places.

    `seen` counts the choices that the page knew of.
    """

    section = Words()
    movement = Words()
    minutes = Whole()
    one = Words()
    other = Words()
    seen = Whole()

    @property
    def numbers(self) -> tuple[int, int]:
        """The two numbers, as they are called: "pair 3" is three; 0 for none."""
        one, two = (re.sub(r"\D", "", self.read[name]) for name in ("one", "other"))
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
        return {pk: self.read[f"of-{pk}"] for pk in self.entries if self.sends(f"of-{pk}")}


class DrawForm(PageForm):
    """What is said of a draw besides its meetings: the worth of a bye, and why it was changed."""

    worth = Words()
    reason = Line(most=200)
    seen = Whole()
