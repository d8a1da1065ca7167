"""`manage.py close_club CLUB FILE`: a club that plays elsewhere now takes no entries here."""

from pathlib import Path

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.club.wording import SpokenCommand
from clubscore.files.club_file import NotWritten
from clubscore.files.club_import import BadFile, NotClosed, close_club, reopen_club
from clubscore.files.readable import club_called


class Command(SpokenCommand):
    """Closes a club once its file was read back and is all that the club is."""

    purpose = gettext_lazy(
        "Close a club that has moved to another server, once its file was read back whole."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the club, its file, and where it went."""
        parser.add_argument("club", help=_("the club's short name"))
        parser.add_argument("file", type=Path, nargs="?", help=_("what export_club wrote"))
        parser.add_argument("--to", default="", help=_("the club's new address, for its pages"))
        parser.add_argument("--reopen", action="store_true", help=_("open the club here again"))

    def handle(
        self, *args: str, club: str, file: Path | None, to: str, reopen: bool, **options: object
    ) -> None:
        """Close it, or say why not; with --reopen the contrary."""
        found = club_called(club, closed_too=True)
        if reopen:
            reopen_club(club=found)
            self.stdout.write(_("%(club)s is open again. Connect phones again.") % {"club": found})
            return
        if found.closed_at is not None:
            raise CommandError(_("%(club)s is closed already.") % {"club": found})
        if file is None:
            raise CommandError(_("Give the file that export_club wrote."))
        try:
            close_club(club=found, file=file, moved_to=to[:200])
        except BadFile as bad:
            raise CommandError(str(bad)) from bad
        except (OSError, NotWritten) as error:
            raise CommandError(
                _("%(club)s was not closed: %(why)s.") % {"club": found, "why": error}
            ) from error
        except NotClosed as differs:
            raise CommandError(
                _(
                    "%(club)s was not closed: %(file)s is not what the club is now. Export it"
                    " again, and import that file on the other server."
                )
                % {"club": found, "file": file}
            ) from differs
        self.stdout.write(
            _("%(club)s is closed. %(file)s was read back whole.") % {"club": found, "file": file}
        )
