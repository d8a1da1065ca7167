"""The table of a series as a plain text."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.wording.names import named
from clubscore.events.in_series.series_now import Line, SeriesNow
from clubscore.events.in_series.series_words import event_called, not_counted, rules_in_words
from clubscore.sheets.events.texts.text_words import percent_words, place_words, points_words


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


def _line(now: SeriesNow, line: Line) -> Iterator[str]:
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
