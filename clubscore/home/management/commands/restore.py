"""`manage.py restore FILE`: a backup takes the place of the data, which is kept beside it."""

import getpass
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubscore.club.wording import SpokenCommand, can_be_stopped
from clubscore.server import restore as restoring
from clubscore.web.hooks import part


class Command(SpokenCommand):
    """Proves a backup, and puts it back where it is not only asked about."""

    purpose = gettext_lazy("Restore a backup; --check only proves that it can be restored.")
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file, and whether to look only."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--check", action="store_true", help=_("prove it, change nothing"))

    def handle(self, *args: str, file: Path, check: bool, **options: object) -> None:
        """Prove the backup; without --check put it back."""
        do = partial(restoring.check if check else restoring.restore, say=self._say)
        stopped = _("Stopped. Everything is as it was. Begin again at any time.")
        with can_be_stopped(stopped):
            found = _found(do, file)
        for each in found.strange or ():
            self.stdout.write(f"  {each}")
        if found.strange:
            raise CommandError(
                ngettext(
                    "It is not made as this version makes a database: %(count)s difference.",
                    "It is not made as this version makes a database: %(count)s differences.",
                    len(found.strange),
                )
                % {"count": len(found.strange)}
            )
        self.stdout.write(_("%(file)s is sound.") % {"file": file})
        for words, count in found.rows.items():
            self.stdout.write(f"  {count:>8} {words}")
        if found.steps:
            self.stdout.write(
                ngettext(
                    "It comes from an older version and lacks %(count)s step, which was applied.",
                    "It comes from an older version and lacks %(count)s steps, which were applied.",
                    found.steps,
                )
                % {"count": found.steps}
            )
        if found.strange is not None:
            self.stdout.write(_("Tables, indexes and triggers are as this version makes them."))
        if found.kept is not None:
            self.stdout.write(_("Restored. The earlier data is kept in %(kept)s") % vars(found))

    def _say(self, text: str) -> None:
        """Say at once how far it is, also where a file or another program reads it."""
        self.stdout.write(f"  {text}")
        self.stdout.flush()


def _found(do: Callable[[Path], restoring.BackupContents], file: Path) -> restoring.BackupContents:
    """Return what becomes of a backup, opened first where it is locked. Raises CommandError."""
    try:
        locked = part("locked backups")
        if locked is None or file.suffix != locked.LOCKED or not file.is_file():
            return do(file)
        return _unlocked(do, file, locked)
    except restoring.RestoreRefused as refused:
        raise CommandError(str(refused)) from refused


def _unlocked(
    do: Callable[[Path], restoring.BackupContents], file: Path, locked: Any
) -> restoring.BackupContents:
    """Return what becomes of a locked backup. Raises CommandError."""
    try:
        with locked.opened(file, _secret()) as plain:
            return do(plain)
    except locked.WrongKey:
        raise CommandError(
            _("This is not the secret key to which %(file)s is locked.") % {"file": file}
        ) from None
    except locked.Unopened as error:
        raise CommandError(
            _("%(file)s is damaged: %(why)s. Use an older backup.") % {"file": file, "why": error}
        ) from error


def _secret() -> str:
    """Ask for the secret key of the backups; a line of input where nobody sits at a console."""
    if sys.stdin.isatty():
        return getpass.getpass(_("Secret key of the backups: "))
    return sys.stdin.readline()
