"""What clubs recorded as files that people and other programs read, to be kept or sent as one ZIP.

A folder a club: its people and its book as CSV, each sitting as a score file, each event as an
event file, each series as its table. It does not replace a backup: logins, histories and codes are
not in it.
"""

import zipfile
from collections.abc import Iterable, Iterator
from functools import partial
from io import BytesIO

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.logins.logins import note_act
from clubscore.club.models import Club
from clubscore.club.people.selectors import people_in
from clubscore.club.safe.kept_files import OneFile
from clubscore.club.wording.figures import MINUS
from clubscore.club.wording.names import named
from clubscore.events.in_series.series_now import SeriesNow
from clubscore.events.in_series.series_write import series_of
from clubscore.events.models import Event, Series
from clubscore.events.rankings.sending import event_to_send
from clubscore.exchange.people.accounts_file import BOOK, book_rows, write_csv
from clubscore.exchange.people.people_file import write_file
from clubscore.exchange.readable_stamps import Stamps
from clubscore.exchange.reading.printable import json_as_shown
from clubscore.exchange.score_file.sitting_file import as_lines, written_sitting
from clubscore.rubbers.models import Sitting

# The same facts give the same bytes, whenever they are written.
NO_TIME = (1980, 1, 1, 0, 0, 0)


def readable_files(clubs: Iterable[Club]) -> Iterator[OneFile]:
    """Return every file of these clubs; it is made when its content is asked for."""
    for club in clubs:
        for each in files_of(club):
            yield each._replace(name=f"{club.slug}/{each.name}")


def files_of(club: Club) -> Iterator[OneFile]:
    """Return every file of a club."""
    stamps = Stamps(club)
    # The one list that is made each time: it follows from all of a person's row.
    yield OneFile("people.csv", "", lambda: write_file(people_in(club), "csv"))
    yield OneFile("book.csv", stamps.book, lambda: write_csv(BOOK, book_rows(club)))
    sittings = Sitting.objects.filter(club=club, voided_at=None).select_related("club", "table")
    for sitting in sittings.order_by("pk").iterator():
        name = f"card-tables/{sitting.evening}-{sitting.pk}.jsonl"
        # One that came since the stamps were read has none, and is looked at again next time.
        yield OneFile(name, stamps.sittings.get(sitting.pk, ""), partial(_sitting, sitting))
    for event in Event.objects.filter(club=club).select_related("club").order_by("pk").iterator():
        name = f"events/{event.evening}-{event.pk}.json"
        yield OneFile(name, stamps.events.get(event.pk, ""), partial(_event, event))
    # A table follows from all of its events, so it is made each time.
    for series in series_of(club):
        yield OneFile(f"series/{series.pk}.csv", "", partial(_series, series))


def _sitting(sitting: Sitting) -> bytes:
    return as_lines(written_sitting(sitting)).encode()


def _event(event: Event) -> bytes:
    return json_as_shown(event_to_send(event).written()).encode()


SERIES = ("series", "place", "names", "events", "total")


def _series(series: Series) -> bytes:
    """The table of a series: a row for each line of it, with what was made of each event."""
    now = SeriesNow(series, Actor(level=Level.DIRECTOR, club=series.club))
    heads = (*SERIES, *(f"{event.evening} {event.name}" for event in now.events))
    rows = []
    for line in now.lines:
        made = {cell.event: cell.value for cell in line.cells}
        cells = [made.get(at, "") for at in range(1, len(now.events) + 1)]
        names = named(line.names)
        row = [series.name, line.place, names, str(line.played), line.total, *cells]
        rows.append([each.replace(MINUS, "-") for each in row])
    return write_csv(heads, rows)


def zipped(files: Iterable[OneFile]) -> bytes:
    """Return files as one ZIP."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for each in files:
            entry = zipfile.ZipInfo(each.name, NO_TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, each.make())
    return packed.getvalue()


@open_to(Level.DIRECTOR)
@require_POST
def readable(request: ClubRequest) -> HttpResponse:
    """Send the readable files of the director's own club."""
    club = request.actor.home
    content = zipped(readable_files([club]))
    name = f"{club.slug}-readable-{timezone.now():%Y-%m-%d}.zip"
    note_act(club=club, author=request.actor.label, what="list taken out", name=name)
    answer = HttpResponse(content, content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "no-store"
    return answer
