"""`import_sitting FILE`: score files into a club, all or nothing."""

from typing import Any

from django.core.management.base import CommandError
from django.db import transaction

from clubscore.club.access import Actor, Level
from clubscore.deals.file_size import LARGEST_UPLOAD, MB
from clubscore.exchange.commands.importing import ImportCommand, club_called, content_of
from clubscore.exchange.score_file.sitting_in import bring_in
from clubscore.exchange.score_file.sitting_reading import read_sittings
from clubscore.laws.errors import RuleError


class Command(ImportCommand):
    """Reads score files and records them as sittings that have ended."""

    help = "Bring score files (JSON or JSON Lines) into a club; nothing is kept of a bad file."

    def handle(self, *args: Any, **options: Any) -> None:
        """Bring it in and say what became of it."""
        club = club_called(options["club"])
        name = options["file"]
        content = content_of(name)
        if len(content) > LARGEST_UPLOAD:
            most = LARGEST_UPLOAD // MB
            raise CommandError(f"{name} is larger than {most} MB; bring it in parts.")
        actor = Actor(level=Level.DIRECTOR, club=club)
        try:
            with transaction.atomic():
                told = read_sittings([(name, content.decode("utf-8-sig"))], most=None)
                brought = bring_in(club=club, told=told, source=name[-100:], actor=actor)
                transaction.set_rollback(options["check"])
        except UnicodeDecodeError as error:
            raise CommandError(f"{name} cannot be read: {error}") from None
        except RuleError as error:
            raise CommandError(f"{error.where}: {error}" if error.where else str(error)) from None
        self.says_nothing_is_recorded(options["check"])
        for _told, sitting, known in brought:
            where = "" if options["check"] and not known else f": /table/{sitting.pk}/"
            here = ", here already" if known else ""
            self.stdout.write(f"{sitting.table}, {sitting.evening}{here}{where}")
