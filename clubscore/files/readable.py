"""Everything a club recorded as files that people can read, kept as a folder or sent as a zip.

People and the book are CSV, each sitting a score file, each event an event file, each series its
table. It does not replace a backup: logins, histories and codes are not in it. A file is made
again only when what it follows from has changed. What commands share that bring files in stands
here too.
"""

import hashlib
import sys
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache, partial
from io import BytesIO
from itertools import chain
from pathlib import Path

from django.core.management.base import CommandError, CommandParser
from django.db.models import Count, Max, Model, QuerySet
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.logins import note_act
from clubscore.club.models import Act, Club, Entry, Person, Posting
from clubscore.club.people import FORGOTTEN, people_in
from clubscore.club.wording import MINUS, SpokenCommand, listed, named
from clubscore.events import models as events
from clubscore.events.export import event_to_send
from clubscore.events.models import Event, Series
from clubscore.events.series import SeriesNow, series_of
from clubscore.files.people_file import write_file
from clubscore.files.person_file import BOOK, book_rows, write_csv
from clubscore.files.printable import printable_json
from clubscore.files.sittings import as_lines, written_sitting
from clubscore.places import PACKAGE
from clubscore.rubbers.models import DealRevision, Seat, Settlement, Sitting, Substitute
from clubscore.server.kept_files import FolderFile

# What is added to at a table, and at an event, with the way to it.
OF_SITTINGS: tuple[tuple[type[Model], str], ...] = (
    (DealRevision, "deal__part__sitting"),
    (Settlement, "part__sitting"),
)
OF_EVENTS: tuple[tuple[type[Model], str], ...] = (
    (events.ResultRevision, "section__event"),
    (events.EventHappening, "event"),
    (events.PlanChange, "section__event"),
    (events.BoardRevision, "event"),
    (events.ParRevision, "event"),
    (events.Telling, "event"),
)
# A file's bytes are the program's doing too.
PROGRAM = PACKAGE


class Stamps:
    """The stamps of a club's files, as its data is now; the same queries however old it is.

    Everybody who writes at a table or an event counts its revision up; the numbers of what is only
    ever added to are looked at as well, and the names that a file says. A file made by another
    version of the program, or in another language, is made again.
    """

    def __init__(self, club: Club) -> None:
        self._club = club
        people = Person.objects.filter(club=club).order_by("pk")
        known = list(people.values_list("pk", "name", "merged_into"))
        self._names = {pk: name for pk, name, _merged in known}
        forgotten = Act.objects.filter(club=club, what=FORGOTTEN).count()
        self._common = (program(), get_language(), club.name, club.time_zone, forgotten)
        # The book says everybody's name, as it is today.
        self.book = self._stamp((_positions(club, Entry), _positions(club, Posting), known))
        self.sittings = self._of_sittings()
        self.events = self._of_events()

    def _stamp(self, follows_from: object) -> str:
        return hashlib.sha256(repr((self._common, follows_from)).encode()).hexdigest()

    def _of_sittings(self) -> dict[int, str]:
        sittings = Sitting.objects.filter(club=self._club)
        rows = sittings.values_list("pk", "revision", "evening", "table__name")
        held = chain.from_iterable(
            model.objects.filter(part__sitting__club=self._club)
            .order_by("pk")
            .values_list("part__sitting", "pk", "person", "account")
            for model in (Seat, Substitute)
        )
        return self._all(rows, OF_SITTINGS, held)

    def _of_events(self) -> dict[int, str]:
        # An event's par may follow from double dummy, which comes in by and by.
        solved = events.DoubleDummy.objects.exclude(tricks="").count()
        rows = (
            (event.pk, event.revision, event.evening, event.name,
             solved if event.scored_by.needs_par else 0)
            for event in events.Event.objects.filter(club=self._club)
        )  # fmt: skip
        entries = events.Entry.objects.filter(event__club=self._club).order_by("pk")
        further = events.TeamMember.objects.filter(event__club=self._club).order_by("pk")
        held = chain(
            entries.values_list("event", "pk", "first", "second"),
            further.values_list("event", "entry", "person"),
        )
        return self._all(rows, OF_EVENTS, held)

    def _all(
        self,
        rows: Iterable[tuple[int, *tuple[object, ...]]],
        added: Iterable[tuple[type[Model], str]],
        held: Iterable[tuple[int | None, ...]],
    ) -> dict[int, str]:
        """Return the stamp of each row by its key: it, what was added to it, whom it names."""
        follows = defaultdict[object, list[object]](list)
        for model, way in added:
            for of, *numbers in _numbers(
                model._default_manager.filter(**{f"{way}__club": self._club}), way
            ):
                follows[of].append((way, *numbers))
        for of, place, *people in held:
            follows[of].append((place, [(each, self._names.get(each or 0)) for each in people]))
        return {pk: self._stamp((pk, row, follows[pk])) for pk, *row in rows}


def _numbers(rows: QuerySet[Model], way: str) -> list[tuple[object, ...]]:
    """Return how many rows each of something has, and the newest one's key."""
    return [*rows.order_by().values_list(way).annotate(Count("pk"), Max("pk")).order_by(way)]


def _positions(club: Club, model: type[Entry | Posting]) -> dict[str, object]:
    return model.objects.filter(**{"club" if model is Entry else "entry__club": club}).aggregate(
        Count("pk"), Max("pk")
    )


@cache
def program() -> str:
    """Return the checksum of this program's own text."""
    found = hashlib.sha256()
    for file in sorted(PROGRAM.rglob("*.py")):
        found.update(file.read_bytes())
    return found.hexdigest()


# The same facts give the same bytes, whenever they are written.
NO_TIME = (1980, 1, 1, 0, 0, 0)


def readable_files(clubs: Iterable[Club]) -> Iterator[FolderFile]:
    """Return every file of these clubs; it is made when its content is asked for."""
    for club in clubs:
        for each in files_of(club):
            yield each._replace(name=f"{club.slug}/{each.name}")


def files_of(club: Club) -> Iterator[FolderFile]:
    stamps = Stamps(club)
    # The one list that is made each time: it follows from all of a person's row.
    yield FolderFile("people.csv", "", lambda: write_file(people_in(club), "csv"))
    yield FolderFile("book.csv", stamps.book, lambda: write_csv(BOOK, book_rows(club)))
    sittings = Sitting.objects.filter(club=club, voided_at=None).select_related("club", "table")
    for sitting in sittings.order_by("pk").iterator():
        name = f"card-tables/{sitting.evening}-{sitting.pk}.jsonl"
        # One that came since the stamps were read has none, and is looked at again next time.
        yield FolderFile(name, stamps.sittings.get(sitting.pk, ""), partial(_sitting, sitting))
    for event in Event.objects.filter(club=club).select_related("club").order_by("pk").iterator():
        name = f"events/{event.evening}-{event.pk}.json"
        yield FolderFile(name, stamps.events.get(event.pk, ""), partial(_event, event))
    # A table follows from all of its events, so it is made each time.
    for series in series_of(club):
        yield FolderFile(f"series/{series.pk}.csv", "", partial(_series, series))


def _sitting(sitting: Sitting) -> bytes:
    return as_lines(written_sitting(sitting)).encode()


def _event(event: Event) -> bytes:
    return printable_json(event_to_send(event).written()).encode()


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


def zipped(files: Iterable[FolderFile]) -> bytes:
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


STANDARD_INPUT = "-"


class ImportCommand(SpokenCommand):
    """Takes a file, and the club where there are several."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file, the club, and whether only to look."""
        parser.add_argument("file", help=_("a file, or - for standard input"))
        parser.add_argument("--club", help=_("the club's short name, where there are several"))
        told = _("show what would be imported, record nothing")
        parser.add_argument("--check", action="store_true", help=told)

    def says_nothing_is_recorded(self, check: bool) -> None:
        """Head the answer of somebody who only looks."""
        if check:
            self.stdout.write(_("Nothing was recorded. This would be imported:"))


def unreadable(name: str, error: Exception) -> str:
    """Return why a file could not be read."""
    return _("%(file)s cannot be read: %(why)s.") % {"file": name, "why": error}


def content_of(name: str) -> bytes:
    """Return what a file holds, or standard input. CommandError where it cannot be read."""
    try:
        return sys.stdin.buffer.read() if name == STANDARD_INPUT else Path(name).read_bytes()
    except OSError as error:
        raise CommandError(unreadable(name, error)) from None


def club_called(slug: str | None, *, closed_too: bool = False) -> Club:
    """Return a club by its short name, or the only one. CommandError where that names none."""
    clubs = Club.objects.all() if closed_too else Club.objects.filter(closed_at=None)
    clubs = clubs.filter(slug=slug) if slug else clubs
    found = list(clubs[:2])
    if len(found) == 1:
        return found[0]
    if not found:
        raise CommandError(_("There is no such club.") if slug else _("There is no club yet."))
    known = listed(Club.objects.values_list("slug", flat=True))
    raise CommandError(_("Choose a club with --club: %(clubs)s.") % {"clubs": known})
