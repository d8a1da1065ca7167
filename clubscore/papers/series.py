"""A series on paper: its table with a column for each event, and its poster for the wall."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import segno
from django.http import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubscore.club import clock
from clubscore.club.access import ClubRequest
from clubscore.club.models import evening_of
from clubscore.club.wording import full_date, named, short_date
from clubscore.events.models import Event, EventShare, Series
from clubscore.events.result_words import percent_words, place_words, points_words
from clubscore.events.series import (
    SeriesNow,
    SeriesTableLine,
    ShownCell,
    event_called,
    not_counted,
    rules_in_words,
    series_for,
)
from clubscore.laws.words import gettext_noop
from clubscore.papers.awards import Certificate, certificates, certificates_pdf, certificates_text
from clubscore.papers.leaves import (
    Cell,
    Head,
    LeafBlock,
    LeafColumn,
    LeafTable,
    Names,
    leaf_pdf,
    lines_in,
    table_block,
    widest,
)
from clubscore.papers.ledger import imprint
from clubscore.papers.paper import PaperContent, PrintedPaper
from clubscore.papers.pen import LINE, STRONG, THIN, Pen, printed
from clubscore.papers.sizes import A3, MARGIN, MM, PaperSize
from clubscore.papers.typeface import BOLD, SERIF, TEXT, width, wrapped
from clubscore.web.phones import address_of

MOST_AHEAD, MOST_PLACES = 14, 20


class PosterEvening(NamedTuple):
    """An evening that is planned: its day in full, in short, and what is played."""

    day: str
    short_day: str
    event: str


class PosterStanding(NamedTuple):
    """A line of the standing: the place, full names, nothing where they are hidden; the total."""

    place: str
    names: tuple[str, ...]
    total: str


class SeasonPoster(NamedTuple):
    """What the poster says; ``address`` is empty where phones cannot open it."""

    club: str
    series: str
    ahead: tuple[PosterEvening, ...]
    standing: tuple[PosterStanding, ...]
    is_sum: bool
    played: int
    address: str


def season_poster(now: SeriesNow, address: str) -> SeasonPoster:
    """Return what the poster of a series says; the evenings ahead are all of its club's."""
    club = now.series.club
    today = evening_of(club, clock.now())
    ahead = Event.sessions.filter(club=club, called_off_at=None, finished_at=None)
    planned = ahead.filter(evening__gte=today).order_by("evening", "pk")[:MOST_AHEAD]
    shares = EventShare.objects.filter(event__in=now.events, hides_names=True, revoked_at=None)
    hides = shares.exists()
    return SeasonPoster(
        club=club.name,
        series=now.series.name,
        ahead=tuple(
            PosterEvening(full_date(each.evening), short_date(each.evening), each.name)
            for each in planned
        ),
        standing=tuple(
            PosterStanding(line.place, () if hides else tuple(line.names), line.total)
            for line in now.placed[:MOST_PLACES]
        ),
        is_sum=now.rules.is_sum,
        played=len(now.events),
        address=address,
    )


def how_to_join(told: SeasonPoster) -> list[str]:
    """Return how one joins, a sentence each."""
    said = [_("Come and play: speak to the director on any of these evenings.")]
    if told.address:
        said.append(_("Results and standings: %(address)s") % {"address": told.address})
    return said


def poster_words(told: SeasonPoster) -> Iterator[str]:
    """Return the poster in whole words."""
    yield told.series
    yield told.club
    yield ""
    yield _("Evenings ahead")
    if not told.ahead:
        yield " " + _("No evening is planned yet.")
    for evening in told.ahead:
        yield f" {evening.day}: {evening.event}"
    yield ""
    yield _("Standing")
    if not told.standing:
        yield " " + _("No one has a place yet.")
    for line in told.standing:
        yield ""
        yield place_words(line.place, len(told.standing))
        if line.names:
            yield f" {named(line.names)}"
        yield f" {points_words(line.total) if told.is_sum else percent_words(line.total)}"
    yield ""
    yield from how_to_join(told)


# ---- The poster on paper.


class SeriesPosterSizes(NamedTuple):
    """Sizes of type: the title, heads and dates, events and names at most, notes; of the code."""

    title: float
    head: float
    names: float
    notes: float
    code: float


ON_A3 = SeriesPosterSizes(44.0, 22.0, 22.0, 14.0, 42 * MM)
ON_A4 = SeriesPosterSizes(30.0, 15.5, 15.5, 10.0, 30 * MM)
# Of the width, the evenings ahead; between them and the standing.
LEFT, BETWEEN = 0.42, 8 * MM
LEAST = 8.0
# Modules of a code that stay white around it.
QUIET = 4
FOOT = 5 * MM


def season_poster_pdf(told: SeasonPoster, paper: PaperSize) -> bytes:
    """Return the poster as a PDF, a sheet."""

    def put(pen: Pen) -> None:
        _draw(pen, told, ON_A3 if paper.key == A3.key else ON_A4)
        pen.new_page()

    title = _("Season poster, %(series)s") % {"series": told.series}
    return printed(put, paper, imprint(title, told.club, _("Season poster")), feet=True)


def _draw(pen: Pen, told: SeasonPoster, sizes: SeriesPosterSizes) -> None:
    paper, x, y = pen.paper, MARGIN, MARGIN
    with pen.tagged("H1"):
        for line in wrapped(told.series, SERIF, sizes.title, paper.room):
            y += sizes.title
            pen.text(x, y, line, SERIF, sizes.title)
    played = ngettext("%(n)s evening played", "%(n)s evenings played", told.played)
    facts = f"{told.club} · {played % {'n': told.played}}"
    for line in wrapped(facts, TEXT, sizes.notes, paper.room):
        y += sizes.notes * 1.5
        pen.text(x, y, line, TEXT, sizes.notes)
    y += sizes.notes * 0.7
    pen.rule(x, y, paper.room, STRONG)
    foot = _foot(pen, told, sizes)
    left = paper.room * LEFT - BETWEEN / 2
    _ahead(pen, told, sizes, (x, y, left, foot))
    right = x + left + BETWEEN
    pen.line(right - BETWEEN / 2, y + 6, right - BETWEEN / 2, foot - 6, THIN)
    _standing(pen, told, sizes, (right, y, paper.room - left - BETWEEN, foot))


Room = tuple[float, float, float, float]


def _foot(pen: Pen, told: SeasonPoster, sizes: SeriesPosterSizes) -> float:
    """Draw how to join, with the code of the address where phones can open it; its top."""
    paper = pen.paper
    code = sizes.code if told.address else 0.0
    room = paper.room - (code * 1.2 if code else 0)
    lines = [line for text in how_to_join(told) for line in wrapped(text, TEXT, sizes.notes, room)]
    rows = segno.make(told.address or "-", error="m", micro=False).matrix
    # White that a code needs around it.
    quiet = QUIET * code / len(rows) if code else 0.0
    high = max(code + quiet, len(lines) * sizes.notes * 1.4) + 4 * MM
    top = paper.height - MARGIN - FOOT - high
    pen.rule(MARGIN, top, paper.room, LINE)
    for number, line in enumerate(lines):
        base = top + 4 * MM + sizes.notes + number * sizes.notes * 1.4
        pen.text(MARGIN, base, line, TEXT, sizes.notes)
    if code:
        pen.code(MARGIN + paper.room - code, top + quiet + 2 * MM, rows, code)
    return top


def _ahead(pen: Pen, told: SeasonPoster, sizes: SeriesPosterSizes, at: Room) -> None:
    """Draw the evenings ahead, evenly, in type that the column holds."""
    x, y, wide, foot = at
    y = _head(pen, _("Evenings ahead"), sizes, x, y)
    if not told.ahead:
        pen.text(x, y + sizes.notes * 1.6, _("No evening is planned yet."), TEXT, sizes.notes)
        return
    high = min((foot - y - 10) / len(told.ahead), sizes.head * 3.4)
    day = min(sizes.head, high * 0.34, *(
        sizes.head * wide / max(width(each.short_day, BOLD, sizes.head), 1) for each in told.ahead
    ))  # fmt: skip
    event = _size([each.event for each in told.ahead], min(sizes.names, high * 0.3), wide)
    for each in told.ahead:
        pen.text(x, y + high * 0.42, each.short_day, BOLD, day)
        with pen.column("events"):
            for number, line in enumerate(wrapped(each.event, TEXT, event, wide)):
                pen.text(x, y + high * 0.74 + number * event * 1.1, line, TEXT, event)
        y += high


def _standing(pen: Pen, told: SeasonPoster, sizes: SeriesPosterSizes, at: Room) -> None:
    """Draw places, names and totals, a rule under each."""
    x, y, wide, foot = at
    y = _head(pen, _("Standing"), sizes, x, y)
    if not told.standing:
        pen.text(x, y + sizes.notes * 1.6, _("No one has a place yet."), TEXT, sizes.notes)
        return
    high = min((foot - y - 10) / len(told.standing), sizes.head * 2.6)
    most = max(len(each.names) for each in told.standing)
    figures = min(sizes.head, high * 0.6)
    place = max(width(each.place, BOLD, figures) for each in told.standing) + 3 * MM
    total = max(width(each.total, BOLD, figures) for each in told.standing) + 3 * MM
    names = [name for each in told.standing for name in each.names]
    size = _size(names, min(sizes.names, high * 0.8 / max(most, 1)), wide - place - total)
    for each in told.standing:
        base = y + high / 2 + figures * 0.34
        pen.text(x + place - 3 * MM, base, each.place, BOLD, figures, "right")
        pen.text(x + wide, base, each.total, BOLD, figures, "right")
        first = y + high / 2 - (len(each.names) - 1) * size * 0.55 + size * 0.34
        with pen.column("names"):
            for number, name in enumerate(each.names):
                pen.text(x + place, first + number * size * 1.1, name, TEXT, size)
        y += high
        pen.rule(x, y, wide, THIN)


def _head(pen: Pen, text: str, sizes: SeriesPosterSizes, x: float, y: float) -> float:
    y += sizes.head * 1.3
    pen.text(x, y, text, SERIF, sizes.head)
    return y + sizes.head * 0.4


def _size(texts: list[str], most: float, wide: float) -> float:
    """Return one size at which each of some texts is a line, the least at which one reads."""
    widest = max((width(text, TEXT, most) for text in texts), default=0)
    fits = most if widest <= wide else 0.999 * most * wide / widest
    return max(LEAST, fits)


# ---- The table of a series on paper.

PLACE, PLAYED, TOTAL, LEAST_NAMES = 13 * MM, 14 * MM, 16 * MM, 52 * MM
NARROWEST, WIDEST, NUMBER, FIGURES = 9 * MM, 16 * MM, 14 * MM, 9.0


def series_leaf(now: SeriesNow, club: str, paper: PaperSize) -> bytes:
    """Return the table as a PDF: upright where all events stand beside each other, else across."""
    facts = [*rules_in_words(now.kept), not_counted(now), *_marks(now)]
    head = Head(now.series.name, club, [each for each in facts if each], club)
    each = _columns_of_events(now)
    fixed = sum(column.wide for column in _figures(now)) + LEAST_NAMES
    laid = paper if fixed + sum(c.wide for c in each) <= paper.room else paper.across
    blocks: list[LeafBlock] = []
    for title, lines in ((_("Table"), now.placed), (_("No place yet"), now.below)):
        if lines or title == _("Table"):
            blocks += [
                table_block(_table(now, title, lines, band, each, laid))
                for band in _bands(each, laid.room - fixed)
            ]
    return leaf_pdf(head, [*blocks, _events(now, laid)], laid)


def _marks(now: SeriesNow) -> Sequence[str]:
    """What brackets mean, where there are any."""
    cells = [cell for line in (*now.placed, *now.below) for cell in line.cells]
    if any(cell.value and not cell.counts for cell in cells):
        return [_("A result in brackets does not count.")]
    return []


def _value(cell: ShownCell) -> str:
    return cell.value if cell.counts or not cell.value else f"({cell.value})"


def _at(line: SeriesTableLine, at: int) -> ShownCell | None:
    """What somebody made of an event, the first being 0; None where they did not play."""
    return next((cell for cell in line.cells if cell.event == at + 1), None)


def _cell(cell: ShownCell | None) -> Cell:
    """The same as it is printed, and below it how, where they did not simply play."""
    if cell is None:
        return ("",)
    if cell.is_missed:
        return (_value(cell), pgettext("event of a series", "missed"))
    if cell.by_substitute:
        return (_value(cell), pgettext("event of a series", "substitute"))
    return (_value(cell),)


def _columns_of_events(now: SeriesNow) -> list[LeafColumn]:
    """A column for each event, as wide as its widest result."""
    lines = [*now.placed, *now.below]
    return [
        widest(
            [text for line in lines for text in _cell(_at(line, at))],
            LeafColumn(str(at + 1), NARROWEST, "right", size=FIGURES),
        )
        for at in range(len(now.events))
    ]


def _bands(each: Sequence[LeafColumn], room: float) -> list[range]:
    """Return which events stand beside each other: all, or about as many in each band as fit."""
    count = len(each)
    for bands in range(1, count + 1):
        found = [range(at * count // bands, (at + 1) * count // bands) for at in range(bands)]
        if all(sum(each[n].wide for n in band) <= room for band in found):
            return found
    return [range(at, at + 1) for at in range(count)] or [range(0)]


def _figures(now: SeriesNow) -> list[LeafColumn]:
    """The columns of place, events played, what the sum is, and who moves, where somebody does."""
    lines = [*now.placed, *now.below]
    word = _("points") if now.rules.is_sum else "%"
    columns = [
        LeafColumn(pgettext("column", "place"), PLACE, "right", BOLD, 11.0),
        LeafColumn(_("events"), PLAYED, "right", size=FIGURES),
        widest([line.total for line in lines], LeafColumn(word, TOTAL, "right", BOLD, 9.5)),
    ]
    if any(line.moves for line in lines):
        moves = LeafColumn("", 0, size=FIGURES)
        columns.append(widest([_moves(line) for line in lines], moves))
    return columns


def _moves(line: SeriesTableLine) -> str:
    if not line.moves:
        return ""
    return _("goes up") if line.moves > 0 else _("goes down")


def _table(
    now: SeriesNow, title: str, lines: Sequence[SeriesTableLine], band: range,
    each: Sequence[LeafColumn],
    paper: PaperSize,
) -> LeafTable:  # fmt: skip
    place, *figures = _figures(now)
    events = [each[at] for at in band]
    spare = paper.room - sum(column.wide for column in (place, *figures, *events)) - LEAST_NAMES
    more = max(0.0, spare / max(len(events), 1))
    events = [c._replace(wide=max(c.wide, min(WIDEST, c.wide + more))) for c in events]
    room = paper.room - sum(column.wide for column in (place, *figures, *events))
    every = [*now.placed, *now.below]
    called = {line.keys: line.names for line in every}
    names = Names.of([*called.values()], room - 3 * MM)
    columns = [place, LeafColumn(_("names"), room, size=names.size), *figures, *events]
    rows: list[list[Cell]] = [
        [
            (line.place,), names.set(called[line.keys]), (str(line.played),), (line.total,),
            *([(_moves(line),)] if len(figures) > 2 else []),
            *(_cell(_at(line, at)) for at in band),
        ]
        for line in lines
    ]  # fmt: skip
    return LeafTable(columns, rows, title)


def _events(now: SeriesNow, paper: PaperSize) -> LeafBlock:
    columns = [
        LeafColumn(_("number"), NUMBER, "right", BOLD),
        LeafColumn(_("event"), paper.room - NUMBER, size=9.0),
    ]
    rows = [
        [(str(at),), lines_in(event_called(event), columns[1])]
        for at, event in enumerate(now.events, 1)
    ]
    return table_block(LeafTable(columns, rows, _("Events"), least=5 * MM))


def series_text(now: SeriesNow, club: str) -> Iterator[str]:
    """The rules, every contestant with place, sum and results, and which events these are."""
    yield now.series.name
    yield club
    yield from rules_in_words(now.kept)
    if not_counted(now):
        yield not_counted(now)
    for line in now.placed:
        yield ""
        yield place_words(line.place, len(now.placed))
        yield from _line(now, line)
    if now.below:
        yield ""
        yield _("No place yet")
    for line in now.below:
        yield ""
        yield from _line(now, line)
    yield ""
    yield _("Events")
    for at, event in enumerate(now.events, 1):
        yield _("Event %(n)s: %(event)s") % {"n": at, "event": event_called(event)}


def _line(now: SeriesNow, line: SeriesTableLine) -> Iterator[str]:
    yield f" {named(line.names)}"
    if line.moves:
        yield " " + (_("goes up") if line.moves > 0 else _("goes down"))
    if line.total:
        yield f" {points_words(line.total) if now.rules.is_sum else percent_words(line.total)}"
    text = ngettext("%(n)s event played", "%(n)s events played", line.played)
    yield " " + text % {"n": line.played}
    for cell in line.cells:
        if cell.value:
            text = _("Event %(n)s: %(value)s")
            if cell.is_missed:
                text = _("Event %(n)s: %(value)s, missed")
            elif cell.by_substitute:
                text = _("Event %(n)s: %(value)s, by a substitute")
            yield " " + text % {"n": cell.event, "value": cell.value}
            if not cell.counts:
                yield "  " + _("This one does not count")


class SeriesContent(NamedTuple):
    """A series as it stands, and the club."""

    now: SeriesNow
    club: str


def _series(request: ClubRequest, pk: int) -> PaperContent[SeriesContent]:
    now = SeriesNow(series_for(request.actor, pk), request.actor)
    return PaperContent(SeriesContent(now, request.actor.home.name), now.series.name)


SERIES: PrintedPaper[Series, SeriesContent] = PrintedPaper(
    key="series",
    at="series/<int:pk>",
    title=gettext_noop("Series"),
    read=_series,
    pdf=lambda told, paper: series_leaf(told.now, told.club, paper),
    text=lambda told: series_text(told.now, told.club),
)


def _certificates(
    request: ClubRequest, pk: int
) -> PaperContent[list[Certificate]] | HttpResponseBase:
    """Return the certificates of the first three; the series' page where nobody has any."""
    now = SeriesNow(series_for(request.actor, pk), request.actor)
    found = certificates(now, request.actor.home.name)
    if not found:
        return redirect("series", pk)
    return PaperContent(found, _("Certificates %(event)s") % {"event": found[0].event})


CERTIFICATES: PrintedPaper[Series, list[Certificate]] = PrintedPaper(
    key="certificates",
    at="series/<int:pk>/certificates",
    title=gettext_noop("Certificates"),
    read=_certificates,
    pdf=certificates_pdf,
    text=certificates_text,
)


def _poster(request: ClubRequest, pk: int) -> PaperContent[SeasonPoster]:
    now = SeriesNow(series_for(request.actor, pk), request.actor)
    told = season_poster(now, address_of(request, reverse("series", args=[pk])))
    return PaperContent(told, _("Season poster %(series)s") % {"series": told.series})


SEASON_POSTER: PrintedPaper[Series, SeasonPoster] = PrintedPaper(
    key="season-poster",
    at="series/<int:pk>/poster",
    title=gettext_noop("Season poster"),
    also_on=(A3,),
    read=_poster,
    pdf=season_poster_pdf,
    text=poster_words,
)
