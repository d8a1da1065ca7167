"""`import_event FILE`: events into a club, all or nothing."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from clubscore.club.access import Actor, Level
from clubscore.duplicate.told import Source, bring_in_all
from clubscore.exchange.event_reading import read_events
from clubscore.exchange.management.commands.import_sitting import CHECK, club_called
from clubscore.laws.errors import RuleError


class Command(BaseCommand):
    """Reads a file of events of any kind that the pages read, and keeps what it tells."""

    help = "Bring the events of a file into a club; nothing is kept of a bad file."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file, and the club where there are several."""
        parser.add_argument("file", help="a file, or - for standard input")
        parser.add_argument("--club", help="the club's short name, where there are several")
        parser.add_argument("--check", action="store_true", help=CHECK)

    def handle(self, *args: Any, **options: Any) -> None:
        """Bring it in and say what became of it."""
        club, name = club_called(options["club"]), options["file"]
        try:
            content = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        except OSError as error:
            raise CommandError(f"{name} cannot be read: {error}") from None
        actor = Actor(level=Level.DIRECTOR, club=club)
        try:
            brought = read_events(name, content)
            source = Source("standard input" if name == "-" else Path(name).name)
            told = [each.told for each in brought]
            with transaction.atomic():
                events = bring_in_all(club=club, told=told, source=source, actor=actor)
                transaction.set_rollback(options["check"])
        except RuleError as error:
            raise CommandError(f"{error.where}: {error}" if error.where else str(error)) from None
        if options["check"]:
            self.stdout.write("Nothing was recorded. This would come in:")
        for event, each in zip(events, brought, strict=True):
            where = "" if options["check"] else f": /event/{event.pk}/ranking/"
            self.stdout.write(f"{event}, {event.evening}{where}")
            for note in each.notes:
                self.stdout.write(f"  {note}")
