"""`import_event FILE`: events into a club, all or nothing."""

from pathlib import Path

from django.core.management.base import CommandError, CommandParser
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.club.access import Actor, Level
from clubscore.club.federation_numbers import scheme_of_club
from clubscore.club.models import Club
from clubscore.club.wording import problem_text
from clubscore.events.imported import FileSource, bring_in_all
from clubscore.files.event_format import DATE, SCORING, USUAL, ImportedEvent, dated, is_date, ways
from clubscore.files.formats import read_events
from clubscore.files.readable import STANDARD_INPUT, ImportCommand, club_called, content_of
from clubscore.files.who_is_who import online_of
from clubscore.laws.errors import RuleError


class Command(ImportCommand):
    """Reads a file of events of any kind that the pages read, and keeps what it tells."""

    purpose = gettext_lazy(
        "Import the events of a file into a club; nothing is kept of a bad file."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the answers to what a file may leave open as well."""
        super().add_arguments(parser)
        parser.add_argument(
            "--scoring", choices=list(ways()), help=_("where the file does not say how")
        )
        parser.add_argument("--date", help=_("where the file does not say when, like 2026-03-02"))

    def handle(
        self,
        *args: str,
        club: str | None,
        file: str,
        scoring: str | None,
        date: str | None,
        check: bool,
        **options: object,
    ) -> None:
        """Bring it in and say what became of it."""
        found = club_called(club)
        actor = Actor(level=Level.DIRECTOR, club=found)
        try:
            brought = [_on_its_day(each, date) for each in _read(found, file, scoring or "")]
            source = FileSource("standard input" if file == STANDARD_INPUT else Path(file).name)
            told = [each.told for each in brought]
            with transaction.atomic():
                events = bring_in_all(club=found, told=told, source=source, actor=actor)
                transaction.set_rollback(check)
        except RuleError as error:
            wrong = problem_text(error)
            if error.code == SCORING:
                hint = _("Give it with --scoring %(usual)s, for example.") % {"usual": USUAL}
                wrong = f"{wrong} {hint}"
            raise CommandError(wrong) from None
        self.says_nothing_is_recorded(check)
        for event, each in zip(events, brought, strict=True):
            where = "" if check else f": /event/{event.pk}/ranking/"
            self.stdout.write(f"{event}, {event.evening}{where}")
            for note in each.notes:
                self.stdout.write(f"  {note}")


def _read(club: Club, file: str, scoring: str) -> list[ImportedEvent]:
    """Return what a file brings to a club. CommandError where it cannot be opened."""
    content, scheme = content_of(file), scheme_of_club(club)
    return read_events(file, content, scoring, scheme=scheme, online=online_of(club))


def _on_its_day(brought: ImportedEvent, date: str | None) -> ImportedEvent:
    """Return an event with its date, that of the file or the one given. CommandError for none."""
    open_ones = [ask for ask in brought.asks if ask.what == DATE]
    if not open_ones:
        return brought
    if date is None or not is_date(date):
        given = open_ones[0].given
        why = _("The file has no date. Give it with --date 2026-03-02, for example.")
        if given:
            why = _(
                "The file has the unreadable date “%(given)s”. Give it with --date 2026-03-02,"
                " for example."
            ) % {"given": given}
        raise CommandError(why)
    return brought._replace(told=dated(brought.told, date))
