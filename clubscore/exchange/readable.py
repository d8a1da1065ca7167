"""What clubs recorded as files that people and other programs read, in one ZIP.

A folder a club: its people and its book as CSV, each sitting as a score file, each event as an
event file. It does not replace a backup: logins, histories and codes are not in it.
"""

import zipfile
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import IO

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.logins.logins import note_act
from clubscore.club.models import Club
from clubscore.club.people.selectors import people_in
from clubscore.events.models import Event
from clubscore.events.rankings.sending import event_to_send
from clubscore.exchange.people.accounts_file import BOOK, book_rows, write_csv
from clubscore.exchange.people.people_file import write_file
from clubscore.exchange.score_file.sitting_file import as_lines, written_sitting
from clubscore.rubbers.models import Sitting

# The same facts give the same bytes, whenever they are written.
NO_TIME = (1980, 1, 1, 0, 0, 0)


def write_readable(target: Path | IO[bytes], clubs: Iterable[Club]) -> None:
    """Write the files of these clubs into a ZIP file."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for club in clubs:
            for name, content in files_of(club):
                entry = zipfile.ZipInfo(f"{club.slug}/{name}", NO_TIME)
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, content)


def files_of(club: Club) -> Iterator[tuple[str, bytes]]:
    """Return (name, content) of every file of a club."""
    yield "people.csv", write_file(people_in(club), "csv")
    yield "book.csv", write_csv(BOOK, book_rows(club))
    sittings = Sitting.objects.filter(club=club, voided_at=None).select_related("club", "table")
    for sitting in sittings.order_by("pk").iterator():
        name = f"card-tables/{sitting.evening}-{sitting.pk}.jsonl"
        yield name, as_lines(written_sitting(sitting)).encode()
    for event in Event.objects.filter(club=club).select_related("club").order_by("pk").iterator():
        yield f"events/{event.evening}-{event.pk}.json", event_to_send(event).written().encode()


@open_to(Level.DIRECTOR)
@require_POST
def readable(request: ClubRequest) -> HttpResponse:
    """Send the readable files of the director's own club."""
    club = request.actor.home
    content = BytesIO()
    write_readable(content, [club])
    name = f"{club.slug}-readable-{timezone.now():%Y-%m-%d}.zip"
    note_act(club=club, author=request.actor.label, what="list taken out", name=name)
    answer = HttpResponse(content.getvalue(), content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "no-store"
    return answer
