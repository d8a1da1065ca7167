"""`manage.py keeper [NAME] [--end]`: who sees to all clubs of this server."""

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.club.entry import Refused
from clubscore.club.logins import name_keeper
from clubscore.club.models import User
from clubscore.club.wording import SpokenCommand, listed


class Command(SpokenCommand):
    """Names a keeper, makes the login where there is none, or says who keeps the machine."""

    purpose = gettext_lazy(
        "Show or choose who keeps this machine: they see all its clubs and may close one."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the name of the login, and whether it keeps the machine no more."""
        parser.add_argument("name", nargs="?", help=_("a login; one that is not there is made"))
        parser.add_argument("--end", action="store_true", help=_("it keeps the machine no more"))

    def handle(self, *args: str, name: str | None, end: bool, **options: object) -> None:
        """Name the keeper, and say who keeps the machine now."""
        if name:
            self._name(name, end)
        keepers = User.objects.filter(is_staff=True).order_by("username")
        names = listed(keepers.values_list("username", flat=True))
        said = _("This machine is kept by %(names)s.") % {"names": names}
        self.stdout.write(said if names else _("No one keeps this machine."))

    def _name(self, name: str, end: bool) -> None:
        try:
            user, password = name_keeper(username=name, keeps=not end)
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        except ValidationError as refusal:
            raise CommandError(" ".join(refusal.messages)) from refusal
        if password:
            self.stdout.write(
                _("New login %(name)s, password %(password)s")
                % {"name": user.username, "password": password}
            )
