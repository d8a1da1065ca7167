"""`import_sitting FILE`: score files into a club, all or nothing."""

from django.core.management.base import CommandError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.club.access import Actor, Level
from clubscore.club.wording import problem_text
from clubscore.deals.file_text import LARGEST_UPLOAD, MB
from clubscore.files.readable import ImportCommand, club_called, content_of, unreadable
from clubscore.files.sittings import bring_in, read_sittings
from clubscore.laws.errors import RuleError


class Command(ImportCommand):
    """Reads score files and records them as sittings that have ended."""

    purpose = gettext_lazy(
        "Import score files (JSON or JSON Lines) into a club; nothing is kept of a bad file."
    )

    def handle(
        self, *args: str, club: str | None, file: str, check: bool, **options: object
    ) -> None:
        """Bring it in and say what became of it."""
        found = club_called(club)
        content = content_of(file)
        if len(content) > LARGEST_UPLOAD:
            most = LARGEST_UPLOAD // MB
            why = _("%(file)s is larger than %(most)s MB. Import it in parts.")
            raise CommandError(why % {"file": file, "most": most})
        actor = Actor(level=Level.DIRECTOR, club=found)
        try:
            with transaction.atomic():
                told = read_sittings([(file, content.decode("utf-8-sig"))], most=None)
                brought = bring_in(club=found, told=told, source=file[-100:], actor=actor)
                transaction.set_rollback(check)
        except UnicodeDecodeError as error:
            raise CommandError(unreadable(file, error)) from None
        except RuleError as error:
            raise CommandError(problem_text(error)) from None
        self.says_nothing_is_recorded(check)
        for _told, sitting, known in brought:
            what = f"{sitting.table}, {sitting.evening}"
            if known:
                what = _("%(what)s, already here") % {"what": what}
            where = "" if check and not known else f": /table/{sitting.pk}/"
            self.stdout.write(f"{what}{where}")
