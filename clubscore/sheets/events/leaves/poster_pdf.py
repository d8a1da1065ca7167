"""A poster for the wall: places, names and percentages, to be read from three metres.

No money and no penalties stand on it. Where the shared ranking hides names, so does the poster.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.wording.days import long_date
from clubscore.club.wording.names import named
from clubscore.events.phones import share_of
from clubscore.events.rankings.lists import Line, Lists, RankedList
from clubscore.events.state.event_now import Room
from clubscore.events.terms.event_words import how_many
from clubscore.sheets.events.event_facts import poster_facts, state_of, title_of
from clubscore.sheets.pieces.identity import imprint
from clubscore.sheets.pieces.paper import A3, MARGIN, MM, Paper
from clubscore.sheets.pieces.pen import LINE, STRONG, Pen
from clubscore.sheets.pieces.printing import printed
from clubscore.sheets.pieces.typeface import BOLD, SERIF, TEXT, fit, width, wrapped

LEAST_ROW, MOST_ROW, AROUND = 9.5 * MM, 19 * MM, 60 * MM


class Sizes(NamedTuple):
    """Sizes of type of a poster: of its title, the facts, names, and places with percentages."""

    title: float
    facts: float
    names: float
    figures: float


ON_A3 = Sizes(44.0, 14.0, 22.0, 34.0)
ON_A4 = Sizes(30.0, 10.0, 15.5, 24.0)


def poster_pdf(room: Room, paper: Paper) -> bytes:
    """Return the ranking as a poster, a sheet for each list."""
    share = share_of(room.event)
    lists = Lists(room, hides_names=share is not None and share.hides_names)
    sizes = ON_A3 if paper.key == A3.key else ON_A4

    def put(pen: Pen) -> None:
        for one in lists.scratch:
            _sheet(pen, lists, one, sizes)

    event = room.event
    title = f"{_('Wall poster')}, {title_of(event)}"
    told = imprint(title, event.club.name, _("Wall poster"))
    return printed(put, paper, told, feet=True, state=state_of(event))


def shown_on_poster(one: RankedList, paper: Paper) -> Sequence[Line]:
    """Return the rows that a sheet holds, the best of those with a place."""
    return [line for line in one.placed if line.place][: int((paper.height - AROUND) / LEAST_ROW)]


def _sheet(pen: Pen, lists: Lists, one: RankedList, sizes: Sizes) -> None:
    paper, x, event = pen.paper, MARGIN, lists.room.event
    y = MARGIN + sizes.title * 0.8
    with pen.tagged("H1"):
        pen.fitted(x, y, fit(event.name, SERIF, sizes.title, paper.room, least=sizes.names))
    shown = shown_on_poster(one, paper)
    y += sizes.facts * 1.7
    facts = [one.title, long_date(event.evening), event.club.name, *_counts(lists, one, shown)]
    with pen.tagged("P"):
        for text in wrapped(" · ".join(filter(None, facts)), TEXT, sizes.facts, paper.room):
            pen.text(x, y, text, TEXT, sizes.facts)
            y += sizes.facts * 1.3
    y -= sizes.facts * 0.6
    pen.rule(x, y, paper.room, STRONG)
    _rows(pen, lists, shown, sizes, y)
    pen.new_page()


def _counts(lists: Lists, one: RankedList, shown: Sequence[Line]) -> list[str]:
    """How many boards and how they are scored; how many are shown, where not all are."""
    found = poster_facts(lists)
    if len(shown) < len(one.rows):
        all_of_them = how_many(lists.room.event.contestants_are, len(one.rows))
        values = {"shown": len(shown), "all": all_of_them}
        found.insert(0, _("%(shown)s of %(all)s shown") % values)
    return found


def _rows(pen: Pen, lists: Lists, shown: Sequence[Line], sizes: Sizes, y: float) -> None:
    paper, x = pen.paper, MARGIN
    # The rows have what the head and the foot of this sheet leave.
    room = paper.height - MARGIN - 6 * MM - y
    high = min(MOST_ROW, room / max(1, len(shown)))
    scores = [line.percent if lists.in_percent else line.score for line in shown]
    place = max((width(line.place, BOLD, sizes.figures) for line in shown), default=0)
    score = max((width(text, BOLD, sizes.figures) for text in scores), default=0)
    between = 4 * MM
    left, wide = x + place + between, paper.room - place - score - 2 * between
    set_as = [_set(line.names, sizes, high) for line in shown]
    size = _name_size([text for lines in set_as for text in lines], sizes.names, wide, high)
    for line, names, text in zip(shown, set_as, scores, strict=True):
        base = y + high / 2 + sizes.figures * 0.34
        with pen.tagged("TR"):
            with pen.tagged("TD"):
                pen.text(left - between, base, line.place, BOLD, sizes.figures, "right")
            with pen.tagged("TD"), pen.column("names"):
                first = y + high / 2 - (len(names) - 1) * size * 0.575 + size * 0.34
                for number, name in enumerate(names):
                    pen.text(left, first + number * size * 1.15, name, TEXT, size)
            with pen.tagged("TD"):
                pen.text(x + paper.room, base, text, BOLD, sizes.figures, "right")
        y += high
        pen.rule(x, y, paper.room, LINE)


def _set(names: Sequence[str], sizes: Sizes, high: float) -> Sequence[str]:
    """A name a line where the row has room for that; else all on one."""
    return names if high >= sizes.names * 1.15 * len(names) + 2 else [named(names)]


def _name_size(texts: Sequence[str], size: float, wide: float, high: float) -> float:
    """One size for all names: the largest at which the widest fits; nothing is cut."""
    widest = max((width(text, TEXT, size) for text in texts), default=0)
    fits = size if widest <= wide else size * wide / widest * 0.999
    return min(fits, high * 0.7)
