"""`manage.py demo`: the demo club, beside whatever clubs are there."""

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.club.record_words import THE_DEMO
from clubscore.club.wording import SpokenCommand, listed
from clubscore.demo.club import find_demo, invite_demo, let_directors_in
from clubscore.server import update as updating
from clubscore.server.backups import BackupRefused


class Command(SpokenCommand):
    """Invites the demo club; a second time it does nothing."""

    purpose = gettext_lazy("Add the demo club, if it is not there yet.")
    requires_system_checks: list[str] = []

    def handle(self, *args: str, **options: object) -> None:
        """Bring the club in and say how to get in."""
        try:
            updating.bring_up_to_date(self.stdout.write)
        except (BackupRefused, updating.UpdateFailed) as failed:
            raise CommandError(str(failed)) from failed
        known = find_demo()
        club = known or invite_demo()
        let_in = let_directors_in(club, author=THE_DEMO)
        if known is None:
            self.stdout.write(_("The demo club was added: %(name)s.") % {"name": club.name})
        else:
            self.stdout.write(_("The demo club is already here: %(name)s.") % {"name": club.name})
        if let_in:
            names = listed(user.username for user in let_in)
            text = _("Log in as %(names)s. Under Club, choose Open club.")
            self.stdout.write(text % {"names": names})
