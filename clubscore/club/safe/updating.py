"""An update of the database: copied first, then step by step, and put back where a step fails.

Each step is a transaction of its own, so a step that fails leaves nothing; but those before it
stay, and then neither the new program nor the old one can use the database. So it is put back as
it was: of SQLite the file, which is kept aside; of PostgreSQL the dump, in one transaction, where
nobody else is connected.
"""

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.commands.migrate import Command as Migrate
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.migration import Migration
from django.utils import timezone
from django.utils.translation import gettext as _

from clubscore.club.at_once import Step
from clubscore.club.safe import backups, in_place, no_keys, pg_copies, versions
from clubscore.places import typed

Say = Callable[[str], None]
FAILED = "failed-update-"
EVERY = 2.0  # seconds between two words of how far the copy is


class UpdateFailed(Exception):
    """The database could not be brought up to date; the text says why, and how it stands now."""


class Steps(Migrate):
    """Django's command, which says which step it is at, of how many."""

    def __init__(self, total: int, say: Say) -> None:
        super().__init__()
        self._total, self._say = total, say
        self.begun = 0
        self.at = ""

    def migration_progress_callback(
        self, action: str, migration: Migration | None = None, fake: bool = False
    ) -> None:
        """Say which step begins."""
        if action != "apply_start" or migration is None:
            return
        self.begun += 1
        self.at = f"{migration.app_label} {migration.name}"
        self._say(
            _("Updating the database: step %(step)s of %(total)s")
            % {"step": self.begun, "total": self._total}
        )


def bring_up_to_date(say: Say) -> bool:
    """Do the steps that the database lacks, after a copy of it where it holds a club.

    Returns whether there were any. Raises BackupRefused where there is no copy, so nothing was
    begun, and UpdateFailed, after which the database is as it was before unless the text says not.
    """
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if not plan:
        return False
    copy = _copied(say) if in_place.has_club() else None
    had = versions.done()
    steps = Steps(len(plan), say if copy else _silent)
    try:
        call_command(steps, interactive=False, verbosity=0)
    except (Exception, KeyboardInterrupt) as error:
        raise UpdateFailed(_failed(steps, error, copy, had)) from error
    say(_("Database updated.") if executor.loader.applied_migrations else _("Database created."))
    return True


def _silent(_text: str) -> None:
    """Say nothing of the first tables of an empty database."""


def _copied(say: Say) -> Path:
    """Copy the database as it is before the update, saying how far that is."""
    with _told(say) as grows:
        made = backups.make_backup(prefix=backups.BEFORE_UPDATE, grows=grows)
    backups.prune(backups.folder())
    say(_("Backup made: %(file)s") % {"file": made})
    return made


@contextmanager
def _told(say: Say) -> Iterator[Callable[[Path], None]]:
    """Yield what is told of a draft that is about to be written, and say how much of it is there.

    The copy itself is one call of the database, which says nothing, so its file is looked at.
    """
    over = threading.Event()
    drafts: list[Path] = []
    whole = _size()
    # Words are made here: a thread of its own has no language.
    words = _("Copying the database before the update: %(done)s of about %(whole)s MB")
    unknown = _("Copying the database before the update: %(done)s MB")

    def look() -> None:
        while not over.wait(EVERY):
            done = sum(each.stat().st_size for each in drafts if each.exists()) / 1e6
            told = words if whole else unknown
            say(told % {"done": f"{done:.0f}", "whole": f"{whole / 1e6:.0f}"})

    looking = threading.Thread(target=look, name="looks at the copy", daemon=True)
    looking.start()
    try:
        yield drafts.append
    finally:
        over.set()
        looking.join()


def _size() -> int:
    """Return how many bytes the database has; 0 where that says nothing of its copy's size."""
    return os.stat(_file()).st_size if backups.uses_sqlite() else 0


def _failed(steps: Steps, error: BaseException, copy: Path | None, had: set[Step]) -> str:
    """Put the database back where the update changed it; say what failed, and how it stands."""
    why = " ".join(str(error).split()) or type(error).__name__
    told = _("The update of the database failed at %(step)s: %(why)s.") % {
        "step": steps.at or _("its beginning"),
        "why": why.rstrip("."),
    }
    return f"{told} {_put_back(copy, had)}"


def _put_back(copy: Path | None, had: set[Step]) -> str:
    if copy is None:
        return _("There was no club in it yet.")
    by_hand = _(
        "The database is not as it was. With the version of before, restore its backup:"
        " %(restore)s %(file)s"
    ) % {"restore": typed("restore"), "file": copy}
    try:
        if backups.uses_sqlite():
            told = _file_back(copy)
        elif versions.done() == had:
            told = _("PostgreSQL undid that step: the database is as it was before.")
        elif pg_copies.others_connected():
            return by_hand
        else:
            pg_copies.load_from(copy)
            told = _(
                "The backup taken before the update was restored: the database is as it was before."
            )
    except Exception as error:
        return f"{by_hand} ({error})"
    # A service tries again and again: no copy of what is there anyway takes an older one's place.
    copy.unlink(missing_ok=True)
    return f"{told} {_('Start the version of before, or try again.')}"


def _file_back(copy: Path) -> str:
    """Put the copy of before in the place of the file, which is kept."""
    connection.close()
    target = _file()
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        shutil.copyfile(copy, draft)
        draft.chmod(0o600)
        backups.check_file(draft)
        with draft.open("rb+") as handle:
            os.fsync(handle.fileno())
        aside = backups.folder() / f"{FAILED}{timezone.now().strftime(backups.STAMP)}"
        for older in backups.folder().glob(f"{FAILED}*"):
            shutil.rmtree(older)
        aside.mkdir(mode=0o700)
        # With its log: what was read of it would be read of the copy.
        for name in (target.name, f"{target.name}-wal", f"{target.name}-shm"):
            if (target.parent / name).exists():
                os.replace(target.parent / name, aside / name)
        os.replace(draft, target)
        no_keys.empty_kept(aside / target.name)
    finally:
        draft.unlink(missing_ok=True)
    return _(
        "The backup taken before the update was restored: the database is as it was before."
        " The one that failed is kept in %(aside)s."
    ) % {"aside": aside}


def _file() -> Path:
    name: Any = connection.settings_dict["NAME"]
    return Path(name)
