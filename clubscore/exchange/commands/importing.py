"""What the commands that bring files into a club share: what they take, and how they read it."""

import sys
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubscore.club.models import Club

CHECK = "say what would come in, and record nothing"
STANDARD_INPUT = "-"


class ImportCommand(BaseCommand):
    """Takes a file, and the club where there are several."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file, the club, and whether only to look."""
        parser.add_argument("file", help="a file, or - for standard input")
        parser.add_argument("--club", help="the club's short name, where there are several")
        parser.add_argument("--check", action="store_true", help=CHECK)

    def says_nothing_is_recorded(self, check: bool) -> None:
        """Head the answer of somebody who only looks."""
        if check:
            self.stdout.write("Nothing was recorded. This would come in:")


def content_of(name: str) -> bytes:
    """Return what a file holds, or standard input. CommandError where it cannot be read."""
    try:
        return sys.stdin.buffer.read() if name == STANDARD_INPUT else Path(name).read_bytes()
    except OSError as error:
        raise CommandError(f"{name} cannot be read: {error}") from None


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
