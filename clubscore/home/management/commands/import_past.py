"""`import_past FOLDER`: a club's past at once, each file whole or not at all."""

import os
from collections.abc import Iterator
from pathlib import Path

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubscore.club.access import Actor, Level
from clubscore.club.wording import (
    CommandProgress,
    SpokenCommand,
    can_be_stopped,
    listed,
    problem_text,
    said,
)
from clubscore.events.models import Event, PastFile, PastImport
from clubscore.files.pages.past import PastAnswers, bring_decided, decide, read_waiting, take_in
from clubscore.files.readable import club_called, content_of, unreadable
from clubscore.files.reading import problem_of
from clubscore.files.zip_files import members_of, packed_together
from clubscore.laws.errors import RuleError

State = PastFile.State
IMPORTED, NOT_IMPORTED = (State.CAME,), (State.LEFT, State.REFUSED)


class Command(SpokenCommand):
    """Reads all files of a folder or a zip, as the page does; what is in doubt stays out."""

    purpose = gettext_lazy(
        "Import all events of a folder or a zip into a club. A file with an open question is"
        " listed and left out; *Import past events* on the website asks."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the folder or zip, the club, and whether only to look."""
        parser.add_argument("source", help=_("a folder, or a zip file"))
        parser.add_argument("--club", help=_("the club's short name, where there are several"))
        told = _("show what would be imported, record nothing")
        parser.add_argument("--check", action="store_true", help=told)

    def handle(
        self, *args: str, source: str, club: str | None, check: bool, **options: object
    ) -> None:
        """Bring it in and say what became of each file."""
        found = club_called(club)
        try:
            packed = _packed(source)
            members = members_of(packed)
        except RuleError as error:
            raise CommandError(said(error)) from None
        actor = Actor(level=Level.DIRECTOR, club=found)
        name = Path(source).resolve().name
        past = take_in(club=found, actor=actor, source=name, packed=packed, members=members)
        stopped = _(
            "Stopped. What was imported stays; the next time leaves out what is here already."
        )
        try:
            with can_be_stopped(stopped):
                self._import(past, check)
        finally:
            # What came in stays; nothing else of it is needed any more.
            past.delete()

    def _import(self, past: PastImport, check: bool) -> None:
        past.refresh_from_db()
        read_waiting(past, CommandProgress(self.stdout, _("Files read: %(done)s of %(total)s")))
        answers = PastAnswers(past, {})
        noted = answers.noted
        decide(past, answers)
        if check:
            self.stdout.write(_("Nothing was recorded. This would be imported:"))
        else:
            words = _("Files imported: %(done)s of %(total)s")
            bring_decided(past, CommandProgress(self.stdout, words))
        came = (State.DECIDED,) if check else IMPORTED
        files = list(PastFile.objects.filter(past=past))
        for file in files:
            if file.state in (*came, *NOT_IMPORTED):
                self.stdout.write(_line(file))
                for note in (note for each in noted if each.pk == file.pk for note in each.notes):
                    self.stdout.write(f"  {note}")
        count = [
            sum(each.state in states for each in files)
            for states in (came, (State.HERE,), NOT_IMPORTED)
        ]
        self.stdout.write(_summary(*count))


def _packed(source: str) -> bytes:
    """Return the zip, or a folder's files as one. RuleError for more than may come in at once."""
    folder = Path(source)
    return packed_together(_files(folder)) if folder.is_dir() else content_of(source)


def _files(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a folder and those below it, none that a link leads to."""
    for here, _folders, names in sorted(os.walk(folder)):
        for name in sorted(names):
            file = Path(here, name)
            if file.is_symlink() or not file.is_file():
                continue
            try:
                yield file.relative_to(folder).as_posix(), file.read_bytes()
            except OSError as error:
                raise CommandError(unreadable(str(file), error)) from None


def _line(file: PastFile) -> str:
    mistake = problem_of(file.why)
    if mistake is not None:
        values = {"file": file.name, "why": problem_text(mistake)}
        return _("%(file)s was left out. %(why)s") % values
    events = Event.objects.filter(pk__in=file.events)
    told = listed(f"{each}, {each.evening}: /event/{each.pk}/ranking/" for each in events)
    return f"{file.name}: {told}" if told else file.name


def _summary(came: int, here: int, out: int) -> str:
    """How many files came in, were here, and stay out, in three sentences."""
    return " ".join(
        text % {"n": n}
        for text, n in (
            (ngettext("%(n)s file imported.", "%(n)s files imported.", came), came),
            (
                ngettext("%(n)s file was already here.", "%(n)s files were already here.", here),
                here,
            ),
            (ngettext("%(n)s file left out.", "%(n)s files left out.", out), out),
        )
    )
