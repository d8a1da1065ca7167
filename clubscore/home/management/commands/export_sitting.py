"""`export_sitting ID`: a sitting as score files, one part a line."""

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.club.wording import SpokenCommand
from clubscore.files.sittings import as_lines, written_sitting
from clubscore.rubbers.models import Sitting


class Command(SpokenCommand):
    """Writes a sitting to standard output."""

    purpose = gettext_lazy(
        "Write a table's evening as score files (JSON Lines) to standard output."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the sitting's number, and whether it is for a program that knows the score alone."""
        parser.add_argument("id", type=int, help=_("the number in the address of the table's page"))
        parser.add_argument(
            "--plain",
            action="store_true",
            help=_("leave out what no score follows from: what was called before the contract"),
        )

    def handle(self, *args: str, id: int, plain: bool, **options: object) -> None:
        """Write it."""
        sittings = Sitting.objects.select_related("club", "table")
        sitting = sittings.filter(pk=id).first()
        if sitting is None:
            raise CommandError(_("There is no evening %(number)s.") % {"number": id})
        self.stdout.write(as_lines(written_sitting(sitting, plain=plain)), ending="")
