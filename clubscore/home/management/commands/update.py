"""`manage.py update`: a backup, then the steps that the database lacks; what fails is put back."""

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.club.wording import SpokenCommand
from clubscore.server import database_guard
from clubscore.server import update as updating
from clubscore.server.backups import BackupRefused
from clubscore.server.database_guard import InUse, alone


class Command(SpokenCommand):
    """Brings the database up to this version before a server starts; `serve` does it by itself."""

    purpose = gettext_lazy(
        "Update the database to this version; back it up first, and put it back if that fails."
    )
    requires_system_checks: list[str] = []

    def handle(self, *args: str, **options: object) -> None:
        """Update, and say what was done."""
        try:
            settings.DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
            with alone(settings.DATA_DIR):
                database_guard.refuse_another()
                database_guard.refuse_newer()
                if not updating.bring_up_to_date(self.say):
                    self.say(_("The database is up to date."))
        except InUse:
            raise CommandError(
                _("ClubScore is running on this data. Close it first, then update.")
            ) from None
        except (BackupRefused, ImproperlyConfigured, updating.UpdateFailed) as refused:
            raise CommandError(str(refused)) from refused

    def say(self, text: str) -> None:
        """Print a line at once, so that whoever waits sees it."""
        self.stdout.write(text)
        self.stdout.flush()
