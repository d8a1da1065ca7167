"""`manage.py export_club CLUB FILE`: a whole club in one file, to be moved to another server."""

from pathlib import Path

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubscore.club.wording import SpokenCommand
from clubscore.files.club_file import NotWritten, export_club
from clubscore.files.readable import club_called


class Command(SpokenCommand):
    """Writes a club while it plays; what is recorded later is not in the file."""

    purpose = gettext_lazy("Write a whole club into one file, which import_club reads.")

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the club and the new file."""
        parser.add_argument("club", help=_("the club's short name"))
        parser.add_argument("file", type=Path, help=_("a new file"))

    def handle(self, *args: str, club: str, file: Path, **options: object) -> None:
        """Write it and say what it holds."""
        found = club_called(club, closed_too=True)
        try:
            counts = export_club(found, file)
        except FileExistsError:
            raise CommandError(
                _("%(file)s already exists. Choose another name.") % {"file": file}
            ) from None
        except OSError as error:
            raise CommandError(_("The club was not exported: %(why)s.") % {"why": error}) from error
        except NotWritten as stray:
            raise CommandError(
                _("The club was not exported: a row leads to another club (%(row)s).")
                % {"row": stray}
            ) from stray
        rows = sum(counts.values())
        self.stdout.write(
            ngettext(
                "%(club)s was exported to %(file)s: %(rows)s row.",
                "%(club)s was exported to %(file)s: %(rows)s rows.",
                rows,
            )
            % {"club": found, "file": file, "rows": rows}
        )
        self.stdout.write(
            _("Passwords, codes and links are not in it; anyone with the file can read the rest.")
        )
