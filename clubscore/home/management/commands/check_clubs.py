"""`manage.py check_clubs`: looks whether any row of a club leads to a row of another club."""

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubscore.club.database import keys_within_clubs, strays
from clubscore.club.wording import SpokenCommand


class Command(SpokenCommand):
    """Reads every foreign key between rows of clubs, and changes nothing."""

    purpose = gettext_lazy("Check that no row of a club leads to a row of another club.")

    def handle(self, *args: str, **options: object) -> None:
        """Look, and fail where one does."""
        found = strays()
        for stray in found:
            told = {"column": stray.column, "rows": stray.rows, "first": stray.first}
            self.stderr.write(_("%(column)s: %(rows)s, the first is %(first)s") % told)
        if found:
            raise CommandError(_("These rows lead to another club. Restore a backup from before."))
        count = len([*keys_within_clubs()])
        self.stdout.write(
            ngettext(
                "Clubs are apart: %(count)s column was read.",
                "Clubs are apart: %(count)s columns were read.",
                count,
            )
            % {"count": count}
        )
