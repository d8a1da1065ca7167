"""`manage.py reset_password NAME`: a new password for a login, for whoever has the machine."""

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.club.logins import make_pass, renew_password
from clubscore.club.models import User
from clubscore.club.record_words import THE_SERVER
from clubscore.club.wording import SpokenCommand, listed


class Command(SpokenCommand):
    """Gives a login a new random password and shows it once."""

    purpose = gettext_lazy("Give a login a new random password and show it once.")

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the name of the login."""
        parser.add_argument("name")

    def handle(self, *args: str, name: str, **options: object) -> None:
        """Renew the password and let the login in again at once."""
        user = User.objects.filter(username__iexact=name).first()
        if user is None:
            names = listed(User.objects.order_by("pk").values_list("username", flat=True)[:20])
            raise CommandError(
                _("There is no login %(name)s. The logins are: %(names)s")
                % {"name": name, "names": names or "-"}
            )
        password = renew_password(user=user, author=THE_SERVER)
        self.stdout.write(
            _("New password of %(name)s: %(password)s")
            % {"name": user.username, "password": password}
        )
        self.stdout.write(
            _(
                "If other people's wrong passwords lock %(name)s out, open %(address)s in a"
                " new browser within the hour."
            )
            % {"name": user.username, "address": address_for(user)}
        )


def address_for(user: User) -> str:
    """Return the address that makes a browser one in which a user has logged in before."""
    return f"{settings.CLUBSCORE_URL}{reverse('login')}?browser={make_pass(user)}"
