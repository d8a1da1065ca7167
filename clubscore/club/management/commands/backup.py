"""`manage.py backup`: a checked copy of the club's data, while the club plays."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from clubscore.club import backups


class Command(BaseCommand):
    """Takes a backup, keeps seven daily and four weekly ones; on request a readable copy too."""

    help = "Take a checked backup of the club's data; keep 7 daily and 4 weekly ones."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the folder, for those who keep backups on another disk."""
        parser.add_argument("--into", type=Path, help="the folder, if not the data folder's own")
        parser.add_argument(
            "--readable", action="store_true", help="also score files, event files, book and people"
        )

    def handle(self, *args: Any, into: Path | None, **options: Any) -> None:
        """Take the backup, then remove what need not stay."""
        try:
            made = backups.make_backup(into=into)
            copy = backups.make_readable(into=into) if options["readable"] else None
        except backups.BackupRefused as refused:
            raise CommandError(str(refused)) from refused
        gone = backups.prune(made.parent)
        size = made.stat().st_size // 1024
        self.stdout.write(
            _("Backup taken and checked: %(file)s (%(size)s kB)") % {"file": made, "size": size}
        )
        if copy is not None:
            self.stdout.write(_("Readable copy: %(file)s") % {"file": copy})
        if gone:
            self.stdout.write(_("Older backups removed: %(count)s") % {"count": len(gone)})
