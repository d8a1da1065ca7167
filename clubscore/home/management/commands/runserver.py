"""`manage.py runserver`: what people who know Django try first; here `serve` opens the club."""

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.club.wording import SpokenCommand


class Command(SpokenCommand):
    """Names the command that serves."""

    purpose = gettext_lazy("Show how the club is opened.")
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take what is typed behind it, to no effect."""
        parser.add_argument("address", nargs="*")
        for each in ("--noreload", "--nothreading", "--nostatic", "--insecure", "--ipv6", "-6"):
            parser.add_argument(each, action="store_true")

    def handle(self, *args: str, **options: object) -> None:
        """Name it."""
        raise CommandError(_("`manage.py serve` opens the club. Use that instead."))
