"""`export_event ID`: an event as a file of any kind."""

from typing import BinaryIO

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.club.wording import SpokenCommand, said
from clubscore.events.export import event_to_send
from clubscore.events.models import Event
from clubscore.files.event_format import ADDRESSEES, CHARGES, SCALES, of_club, written_for
from clubscore.files.formats import EVENT_FILE, written_formats
from clubscore.laws.errors import RuleError


class Command(SpokenCommand):
    """Writes an event to standard output."""

    purpose = gettext_lazy(
        "Write an event as a file to standard output, the same as the event's page gives."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the event's number and the kind of file."""
        parser.add_argument("id", type=int, help=_("the number in the address of the event's page"))
        parser.add_argument(
            "--format",
            choices=sorted(written_formats()),
            default=EVENT_FILE.key,
            help="; ".join(
                (_("%(key)s: %(name)s (usual)") if each is EVENT_FILE else "%(key)s: %(name)s")
                % {"key": key, "name": each.name}
                for key, (each, _writes) in written_formats().items()
            ),
        )

        parser.add_argument(
            "--for",
            dest="written",
            choices=list(ADDRESSEES),
            help=_("who reads it, in USEBIO; usual is the federation of the club"),
        )
        parser.add_argument(
            "--charge",
            choices=list(CHARGES),
            help="; ".join(f"{code}: {_(what)}" for code, what in CHARGES.items()),
        )
        parser.add_argument(
            "--scale", choices=list(SCALES), help=_("by which master points were given, in USEBIO")
        )

    def handle(
        self,
        *args: str,
        id: int,
        format: str,
        written: str | None = None,
        charge: str | None = None,
        scale: str | None = None,
        **options: object,
    ) -> None:
        """Write it."""
        event = Event.objects.select_related("club").filter(pk=id).first()
        if event is None:
            raise CommandError(_("There is no event %(number)s.") % {"number": id})
        _format, made = written_formats()[format]
        try:
            club = event.club
            who = written_for(club.federation, written or "", charge or "", scale or "")
            who = of_club(who, club.federation, club.federation_number)
            content = made.write(event_to_send(event), who)
        except RuleError as error:
            raise CommandError(said(error)) from None
        # Bytes where there is a place for them: no line end and no letter is turned into another.
        out: BinaryIO | None = getattr(self.stdout, "buffer", None)
        if out is None:
            self.stdout.write(content.decode(), ending="")
        else:
            out.write(content)
            out.flush()
