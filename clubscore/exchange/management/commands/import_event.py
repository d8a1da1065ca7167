"""`import_event FILE`: events into a club, all or nothing."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.db import transaction

from clubscore.club.access import Actor, Level
from clubscore.duplicate.told import Source, bring_in_all
from clubscore.exchange.event_reading import read_events
from clubscore.exchange.import_command import (
    STANDARD_INPUT,
    ImportCommand,
    club_called,
    content_of,
)
from clubscore.laws.errors import RuleError


class Command(ImportCommand):
    """Reads a file of events of any kind that the pages read, and keeps what it tells."""

    help = "Bring the events of a file into a club; nothing is kept of a bad file."

    def handle(self, *args: Any, **options: Any) -> None:
        """Bring it in and say what became of it."""
        club, name = club_called(options["club"]), options["file"]
        content = content_of(name)
        actor = Actor(level=Level.DIRECTOR, club=club)
        try:
            brought = read_events(name, content)
            source = Source("standard input" if name == STANDARD_INPUT else Path(name).name)
            told = [each.told for each in brought]
            with transaction.atomic():
                events = bring_in_all(club=club, told=told, source=source, actor=actor)
                transaction.set_rollback(options["check"])
        except RuleError as error:
            raise CommandError(f"{error.where}: {error}" if error.where else str(error)) from None
        self.says_nothing_is_recorded(options["check"])
        for event, each in zip(events, brought, strict=True):
            where = "" if options["check"] else f": /event/{event.pk}/ranking/"
            self.stdout.write(f"{event}, {event.evening}{where}")
            for note in each.notes:
                self.stdout.write(f"  {note}")
