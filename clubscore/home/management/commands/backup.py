"""`manage.py backup`: a checked copy of the club's data, while the club plays."""

from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubscore.club.wording import SpokenCommand
from clubscore.server import backups, database_guard
from clubscore.server.kept_files import Updated


class Command(SpokenCommand):
    """Takes a backup, keeps seven daily and four weekly ones; on request a readable copy too."""

    purpose = gettext_lazy(
        "Make a checked backup of the club's data; keep 7 daily and 4 weekly ones."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the folder, for those who keep backups on another disk."""
        parser.add_argument("--into", type=Path, help=_("the folder, if not the data folder's own"))
        parser.add_argument(
            "--readable",
            action="store_true",
            help=_("also score files, event files, accounts, people"),
        )

    def handle(self, *args: str, into: Path | None, readable: bool, **options: object) -> None:
        """Take the backup, then remove what need not stay."""
        try:
            database_guard.refuse_no_club()
            made = backups.make_backup(into=into)
            copy = backups.make_readable(into=into) if readable else None
        except (backups.BackupRefused, ImproperlyConfigured) as refused:
            raise CommandError(str(refused)) from refused
        self._say(made, copy, backups.prune(made.parent))

    def _say(self, made: Path, copy: tuple[Path, Updated] | None, gone: list[Path]) -> None:
        size = made.stat().st_size // 1024
        self.stdout.write(
            _("Backup made and checked: %(file)s (%(size)s kB)") % {"file": made, "size": size}
        )
        if copy is not None:
            place, updated = copy
            told = ngettext(
                "Readable copy: %(folder)s (%(count)s file; changed and written: %(written)s)",
                "Readable copy: %(folder)s (%(count)s files; changed and written: %(written)s)",
                updated.files,
            )
            counts = {"count": updated.files, "written": updated.written}
            self.stdout.write(told % {"folder": place, **counts})
        if gone:
            told = ngettext(
                "%(count)s older backup removed.", "%(count)s older backups removed.", len(gone)
            )
            self.stdout.write(told % {"count": len(gone)})
