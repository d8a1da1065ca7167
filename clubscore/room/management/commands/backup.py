"""`manage.py backup`: a checked copy of the club's data, while the club plays."""

from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubscore.club.safe import backups, in_place, versions
from clubscore.club.wording.spoken_command import SpokenCommand


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
        parser.add_argument(
            "--before-update",
            action="store_true",
            help=_("only where migrate has something to do to a club that is there"),
        )

    def handle(
        self, *args: str, into: Path | None, before_update: bool, readable: bool, **options: object
    ) -> None:
        """Take the backup, then remove what need not stay."""
        try:
            if before_update and not self._is_update():
                return
            in_place.refuse_no_club()
            kind = backups.BEFORE_UPDATE if before_update else backups.PREFIX
            made = backups.make_backup(into=into, prefix=kind)
            copy = backups.make_readable(into=into) if readable else None
        except (backups.BackupRefused, ImproperlyConfigured) as refused:
            raise CommandError(str(refused)) from refused
        self._say(made, copy, backups.prune(made.parent))

    def _is_update(self) -> bool:
        """Whether migrate will change a club's tables; ImproperlyConfigured for a lost club."""
        in_place.refuse_another()
        if not in_place.has_club():
            self.stdout.write(_("There is no club yet, so there is nothing to back up."))
            return False
        if not versions.known() - versions.done():
            self.stdout.write(_("The database is up to date: no backup is needed."))
            return False
        return True

    def _say(self, made: Path, copy: Path | None, gone: list[Path]) -> None:
        size = made.stat().st_size // 1024
        self.stdout.write(
            _("Backup made and checked: %(file)s (%(size)s kB)") % {"file": made, "size": size}
        )
        if copy is not None:
            self.stdout.write(_("Readable copy: %(file)s") % {"file": copy})
        if gone:
            told = ngettext(
                "%(count)s older backup removed.", "%(count)s older backups removed.", len(gone)
            )
            self.stdout.write(told % {"count": len(gone)})
