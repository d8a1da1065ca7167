"""`export_event ID`: an event as its file."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubscore.duplicate.models import Event
from clubscore.duplicate.sending import event_to_send


class Command(BaseCommand):
    """Writes an event to standard output."""

    help = "Write an event as an event file (one line of JSON) to standard output."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the event's number."""
        parser.add_argument("id", type=int, help="the number in the address of the event's page")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it."""
        event = Event.objects.select_related("club").filter(pk=options["id"]).first()
        if event is None:
            raise CommandError(f"There is no event {options['id']}.")
        self.stdout.write(event_to_send(event).written(), ending="")
