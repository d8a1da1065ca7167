"""`manage.py import_club FILE`: a club from its file, beside those that are here."""

from pathlib import Path

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.club.entry import Refused
from clubscore.club.logins import make_login
from clubscore.club.models import Membership, Role
from clubscore.club.record_words import THE_SERVER
from clubscore.club.wording import SpokenCommand, listed
from clubscore.files.club_file import carried
from clubscore.files.club_import import BadFile, CameIn, import_club
from clubscore.places import typed
from clubscore.server.restore import COUNTED


class Command(SpokenCommand):
    """Brings a club in whole, or says why not and changes nothing."""

    purpose = gettext_lazy("Import a club from its file; nothing is kept of a bad file.")

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file, whether only to look, and who directs a club without logins."""
        parser.add_argument("file", type=Path, help=_("what export_club wrote"))
        parser.add_argument("--check", action="store_true", help=_("prove it, change nothing"))
        told = _("create this login as well, as a director")
        parser.add_argument("--director", metavar=_("NAME"), help=told)

    def handle(
        self, *args: str, file: Path, check: bool, director: str | None, **options: object
    ) -> None:
        """Bring it in and say who needs a password."""
        try:
            came = import_club(file, keep=not check)
        except BadFile as bad:
            raise CommandError(str(bad)) from bad
        except OSError as error:
            raise CommandError(
                _("%(file)s cannot be read: %(why)s.") % {"file": file, "why": error}
            ) from error
        if check:
            self.stdout.write(_("%(file)s is sound. Nothing was imported.") % {"file": file})
        else:
            told = {"club": came.club, "slug": came.club.slug}
            self.stdout.write(_("%(club)s was imported as %(slug)s.") % told)
        self._count(came)
        if not check:
            self._say_who_needs_a_password(came, director)

    def _count(self, came: CameIn) -> None:
        for model in carried()[2:]:
            words = COUNTED.get(model._meta.db_table)
            if words:
                self.stdout.write(f"  {came.counts[model._meta.label]:>8} {words}")

    def _say_who_needs_a_password(self, came: CameIn, director: str | None) -> None:
        """Passwords never travel: say of every login that it needs one, and begin with one."""
        if director:
            self._make_director(came, director)
        directors = [each.user.username for each in came.directors]
        if came.logins:
            told = {"names": listed([_name_and_role(each) for each in came.logins])}
            self.stdout.write(_("These logins need a new password: %(names)s") % told)
        if directors:
            self.stdout.write(
                _(
                    "Give the first director one with: %(command)s %(name)s"
                    " – the others get theirs in the club, under Club."
                )
                % {"command": typed("reset_password"), "name": directors[0]}
            )
        elif not director:
            self.stdout.write(
                _("This club has no director. Import it with --director NAME to create a login.")
            )
        self.stdout.write(_("The Wi-Fi password has to be entered again, under Club."))

    def _make_director(self, came: CameIn, name: str) -> None:
        try:
            made, password = make_login(
                club=came.club, author=THE_SERVER, role=Role.DIRECTOR, username=name
            )
        except Refused as refused:
            self.stderr.write(str(refused))
            return
        self.stdout.write(
            _("New password of %(name)s: %(password)s")
            % {"name": made.user.username, "password": password}
        )


def _name_and_role(login: Membership) -> str:
    return f"{login.user.username} ({Role(login.role).label})"
