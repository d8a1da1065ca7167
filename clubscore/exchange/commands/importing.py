"""What the commands that bring files into a club share: what they take, and how they read it."""

import sys
from pathlib import Path

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from clubscore.club.models import Club
from clubscore.club.wording.names import listed
from clubscore.club.wording.spoken_command import SpokenCommand

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
