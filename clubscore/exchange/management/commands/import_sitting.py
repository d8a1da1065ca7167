"""`import_sitting FILE`: score files into a club, all or nothing."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from clubscore.club.access import Actor, Level
from clubscore.club.models import Club
from clubscore.exchange.json_text import read_values
from clubscore.exchange.sitting_file import bring_in
from clubscore.laws.errors import RuleError
from clubscore.rubber.keys import NotNow

LARGEST = 8 * 1024 * 1024  # bytes
CHECK = "say what would come in, and record nothing"


class Command(BaseCommand):
    """Reads score files and records them as sittings that have ended."""

    help = "Bring score files (JSON or JSON Lines) into a club; nothing is kept of a bad file."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file, and the club where there are several."""
        parser.add_argument("file", help="a file, or - for standard input")
        parser.add_argument("--club", help="the club's short name, where there are several")
        parser.add_argument("--check", action="store_true", help=CHECK)

    def handle(self, *args: Any, **options: Any) -> None:
        """Bring it in and say what became of it."""
        club = club_called(options["club"])
        name = options["file"]
        try:
            content = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
            text = content.decode("utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
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
        if options["check"]:
            self.stdout.write("Nothing was recorded. This would come in:")
        for sitting in sittings:
            where = "" if options["check"] else f": /table/{sitting.pk}/"
            self.stdout.write(f"{sitting.table}, {sitting.evening}{where}")


def club_called(slug: str | None) -> Club:
    """Return a club by its short name, or the only one. CommandError where that names none."""
    clubs = Club.objects.filter(slug=slug) if slug else Club.objects.all()
    found = list(clubs[:2])
    if len(found) == 1:
        return found[0]
    if not found:
        raise CommandError("There is no such club." if slug else "There is no club yet.")
    known = ", ".join(Club.objects.values_list("slug", flat=True))
    raise CommandError(f"Say which club with --club: {known}.")
