"""Rankings on paper and in words: one event's, several evenings', a poster for the wall.

A poster is read from three metres: no money and no penalties stand on it, and where the shared
ranking hides names, so does it.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from django.http import HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.access import ClubRequest
from clubscore.club.wording import listed, long_date, named
from clubscore.events.formats import how_many
from clubscore.events.phones import share_of
from clubscore.events.ranking_tables import ShownList, tables_of_several, whole_lists
from clubscore.events.rankings import (
    ChosenSessions,
    Lists,
    RankedList,
    RankingLine,
    Several,
)
from clubscore.events.result_words import percent_words, place_words, points_words
from clubscore.events.state import EventState
from clubscore.laws.words import gettext_noop
from clubscore.papers.event_head import (
    heading,
    heading_of_results,
    poster_facts,
    state_of,
    title_of,
    who_is,
)
from clubscore.papers.leaves import (
    Head,
    LeafBlock,
    LeafColumn,
    head_of_results,
    leaf_pdf,
    list_blocks,
    put_cell,
    put_heads,
    row_high,
)
from clubscore.papers.ledger import imprint
from clubscore.papers.paper import PaperContent, PrintedPaper, by_nothing
from clubscore.papers.pen import HAIR, LINE, STRONG, Pen, printed
from clubscore.papers.sizes import A3, MARGIN, MM, PaperSize
from clubscore.papers.typeface import BOLD, SERIF, TEXT, fit, width, wrapped

LIST_TITLE, LIST_HEAD, HEADS = 13.0, 20.0, 13.0


def ranking_leaf(room: EventState, paper: PaperSize) -> bytes:
    """Return the ranking as a PDF."""
    lists = Lists(room)
    blocks = list_blocks([(one.title, one.table) for one in whole_lists(lists)], paper.room)
    if lists.penalties:
        blocks.append(_penalties(lists, paper))
    facts = [lists.about_matches] if lists.about_matches else []
    return leaf_pdf(head_of_results(_("Ranking"), lists, facts), blocks, paper)


def _penalties(lists: Lists, paper: PaperSize) -> LeafBlock:
    """What the director deducted, from whom and why."""
    thirds = (0.4, 0.2, 0.4)
    words = (_("who"), _("deducted"), _("why"))
    columns = [
        LeafColumn(word, paper.room * part, size=9.0)
        for word, part in zip(words, thirds, strict=True)
    ]
    rows = [
        [
            wrapped(text, TEXT, 9.0, column.wide - 3 * MM)
            for column, text in zip(
                columns,
                (f"{one.key} {named(one.names)}", f"{one.amount} {one.unit}", one.reason),
                strict=True,
            )
        ]
        for one in lists.penalties
    ]
    highs = [row_high(max(1, *map(len, cells))) for cells in rows]
    return LeafBlock(
        LIST_HEAD + HEADS,
        partial(_penalties_head, columns, paper.room),
        highs,
        partial(_penalty, columns, paper.room, rows, highs),
    )


def _penalties_head(
    columns: Sequence[LeafColumn], wide: float, pen: Pen, x: float, y: float
) -> None:
    with pen.tagged("Caption"):
        pen.text(x, y + LIST_TITLE, _("Penalties"), BOLD, 11.0)
    put_heads(pen, columns, x, y + LIST_HEAD + 9)
    pen.rule(x, y + LIST_HEAD + HEADS, wide, STRONG)


def _penalty(
    columns: Sequence[LeafColumn], wide: float, rows: Sequence[Sequence[Sequence[str]]],
    highs: Sequence[float], pen: Pen, x: float, y: float, number: int,
) -> None:  # fmt: skip
    for column, lines in zip(columns, rows[number], strict=True):
        put_cell(pen, column, x, y, highs[number], lines)
        x += column.wide
    pen.rule(x - wide, y + highs[number], wide, HAIR)


# ---- A poster for the wall.

LEAST_ROW, MOST_ROW, AROUND = 9.5 * MM, 19 * MM, 60 * MM


class PosterSizes(NamedTuple):
    """Sizes of type of a poster: of its title, the facts, names, and places with percentages."""

    title: float
    facts: float
    names: float
    figures: float


ON_A3 = PosterSizes(44.0, 14.0, 22.0, 34.0)
ON_A4 = PosterSizes(30.0, 10.0, 15.5, 24.0)


def poster_pdf(room: EventState, paper: PaperSize) -> bytes:
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


def poster_rows(one: RankedList, paper: PaperSize) -> Sequence[RankingLine]:
    """Return the rows that a sheet holds, the best of those with a place."""
    return [line for line in one.placed if line.place][: int((paper.height - AROUND) / LEAST_ROW)]


def _sheet(pen: Pen, lists: Lists, one: RankedList, sizes: PosterSizes) -> None:
    paper, x, event = pen.paper, MARGIN, lists.room.event
    y = MARGIN + sizes.title * 0.8
    with pen.tagged("H1"):
        pen.fitted(x, y, fit(event.name, SERIF, sizes.title, paper.room, least=sizes.names))
    shown = poster_rows(one, paper)
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


def _counts(lists: Lists, one: RankedList, shown: Sequence[RankingLine]) -> list[str]:
    """How many boards and how they are scored; how many are shown, where not all are."""
    found = poster_facts(lists)
    if len(shown) < len(one.rows):
        all_of_them = how_many(lists.room.event.contestants_are, len(one.rows))
        values = {"shown": len(shown), "all": all_of_them}
        found.insert(0, _("%(shown)s of %(all)s shown") % values)
    return found


def _rows(
    pen: Pen, lists: Lists, shown: Sequence[RankingLine], sizes: PosterSizes, y: float
) -> None:
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


def _set(names: Sequence[str], sizes: PosterSizes, high: float) -> Sequence[str]:
    """A name a line where the row has room for that; else all on one."""
    return names if high >= sizes.names * 1.15 * len(names) + 2 else [named(names)]


def _name_size(texts: Sequence[str], size: float, wide: float, high: float) -> float:
    """One size for all names: the largest at which the widest fits; nothing is cut."""
    widest = max((width(text, TEXT, size) for text in texts), default=0)
    fits = size if widest <= wide else size * wide / widest * 0.999
    return min(fits, high * 0.7)


# ---- Rankings as plain texts.


def ranking_text(room: EventState) -> Iterator[str]:
    """The ranking, a list for each direction where there are two winners, and what was deducted."""
    lists = Lists(room)
    yield from heading_of_results(_("Ranking"), lists)
    if lists.about_matches:
        yield lists.about_matches
    yield from words_of(whole_lists(lists))
    yield from _penalties_of_ranking_text(lists)


def poster_text(room: EventState) -> Iterator[str]:
    """What hangs on the wall: places, names and percentages, and no penalties."""
    share = share_of(room.event)
    lists = Lists(room, hides_names=share is not None and share.hides_names)
    yield from heading(_("Wall poster"), room.event, [listed(poster_facts(lists))])
    for one in lists.scratch:
        if one.title:
            yield ""
            yield one.title
        for line in one.placed:
            if line.place:
                yield ""
                yield place_words(line.place, len(one.placed))
                yield f" {named(line.names)}"
                won = percent_words(line.percent) if line.percent else points_words(line.score)
                yield f" {won}"


def _penalties_of_ranking_text(lists: Lists) -> Iterator[str]:
    """What the director deducted, from whom and why; nothing if nothing was deducted."""
    if not lists.penalties:
        return
    yield ""
    yield _("Penalties")
    for one in lists.penalties:
        who = {"who": who_is(lists.room.event.contestants_are, one.key), "names": named(one.names)}
        yield _("%(who)s: %(names)s") % who
        yield " " + _("%(amount)s %(unit)s deducted") % {"amount": one.amount, "unit": one.unit}
        if one.reason:
            yield f" {one.reason}"


def words_of(shown: Iterable[ShownList]) -> Iterator[str]:
    """Return lists in words, one after the other, each below its title."""
    for one in shown:
        if one.title:
            yield ""
            yield one.title
        yield from one.table.as_text()


def ranking_of_several(several: Several, club: str, evenings: str) -> Iterator[str]:
    yield _("Several sessions as one")
    yield club
    yield evenings
    yield from words_of(tables_of_several(several))


def _evenings(choice: ChosenSessions) -> str:
    """Which evenings these are: the first and the last by day, and how many."""
    days = [long_date(event.evening) for event in choice.chosen]
    told = {"count": len(days), "first": days[0], "last": days[-1]}
    return (
        ngettext(
            "%(count)s session, %(first)s to %(last)s",
            "%(count)s sessions, %(first)s to %(last)s",
            len(days),
        )
        % told
    )


def several_leaf(several: Several, title: str, club: str, about: str, paper: PaperSize) -> bytes:
    """Return the ranking as a PDF; `about` says which evenings these are."""
    shown = [(one.title, one.table) for one in tables_of_several(several)]
    return leaf_pdf(Head(title, club, [f"{about}."], club), list_blocks(shown, paper.room), paper)


class SeveralContent(NamedTuple):
    """Several evenings as one: their ranking, the club, and which evenings they are."""

    several: Several
    club: str
    evenings: str


def _several(request: ClubRequest) -> PaperContent[SeveralContent] | HttpResponseRedirect:
    """Return the ranking; where there is none, the page that says why."""
    choice = ChosenSessions(request.actor, request.GET)
    if choice.several is None:
        query = request.GET.copy()
        query["asked"] = "1"
        return HttpResponseRedirect(f"{reverse('results-as-one')}?{query.urlencode()}")
    told = SeveralContent(choice.several, request.actor.home.name, _evenings(choice))
    return PaperContent(told, _("Several sessions as one"))


def _several_pdf(told: SeveralContent, paper: PaperSize) -> bytes:
    title = _("Several sessions as one")
    return several_leaf(told.several, title, told.club, told.evenings, paper)


AS_ONE: PrintedPaper[object, SeveralContent] = PrintedPaper(
    key="as-one",
    at="results/as-one",
    title=gettext_noop("Several sessions as one"),
    named_by=by_nothing,
    read=_several,
    pdf=_several_pdf,
    text=lambda told: ranking_of_several(told.several, told.club, told.evenings),
)
