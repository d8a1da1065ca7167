"""`import_sitting FILE`: score files into a club, all or nothing."""

from typing import Any

from django.core.management.base import CommandError
from django.db import transaction

from clubscore.club.access import Actor, Level
from clubscore.exchange.import_command import ImportCommand, club_called, content_of
from clubscore.exchange.json_text import read_values
from clubscore.exchange.sitting_file import bring_in
from clubscore.laws.errors import RuleError
from clubscore.rubber.keys import NotNow

LARGEST = 8 * 1024 * 1024  # bytes


class Command(ImportCommand):
    """Reads score files and records them as sittings that have ended."""

    help = "Bring score files (JSON or JSON Lines) into a club; nothing is kept of a bad file."

    def handle(self, *args: Any, **options: Any) -> None:
        """Bring it in and say what became of it."""
        club = club_called(options["club"])
        name = options["file"]
        content = content_of(name)
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise CommandError(f"{name} cannot be read: {error}") from None
        if len(content) > LARGEST:
            raise CommandError(f"{name} is larger than 8 MB; bring it in parts.")
        actor = Actor(level=Level.DIRECTOR, club=club)
        try:
            with transaction.atomic():
                sittings = bring_in(club=club, raw=list(read_values(text)), actor=actor)
                transaction.set_rollback(options["check"])
        except (RuleError, NotNow) as error:
            where = getattr(error, "where", "")
            raise CommandError(f"{where}: {error}" if where else str(error)) from None
        self.says_nothing_is_recorded(options["check"])
        for sitting in sittings:
            where = "" if options["check"] else f": /table/{sitting.pk}/"
            self.stdout.write(f"{sitting.table}, {sitting.evening}{where}")
