"""`manage.py move_database TO`: everything from SQLite to PostgreSQL or back, proved whole."""

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.club.wording import SpokenCommand
from clubscore.extras.machines.moving import SQLITE, MoveRefused, move_database


class Command(SpokenCommand):
    """Moves the whole installation while nothing runs."""

    purpose = gettext_lazy(
        "Move all clubs from SQLite to PostgreSQL, or back, and prove that everything is there."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take where to."""
        parser.add_argument("to", help=_("postgresql://user:password@host/name, or sqlite"))

    def handle(self, *args: str, to: str, **options: object) -> None:
        """Move everything and say what is there."""
        try:
            told, kept = move_database(to)
        except MoveRefused as refused:
            raise CommandError(str(refused)) from refused
        for label, each in told.items():
            if each.rows:
                self.stdout.write(f"  {each.rows:>9} {each.digest[:16]} {label}")
        self.stdout.write(_("Moved: every row was read on both sides and is the same."))
        if to == SQLITE:
            self.stdout.write(
                _("Start without DATABASE_URL from now on. The data on the server was left there.")
            )
        else:
            told_of = _("From now on, set DATABASE_URL. The old file is kept in %(kept)s")
            self.stdout.write(told_of % {"kept": kept})
