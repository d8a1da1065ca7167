"""Commands that say what they are for in the reader's language."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.functional import Promise


class SpokenCommand(BaseCommand):
    """A command with a `purpose` instead of Django's `help`: one that is translated late."""

    purpose: Promise

    def create_parser(self, *args: Any, **kwargs: Any) -> CommandParser:
        """Return the parser; argparse takes nothing but a finished text."""
        self.help = str(self.purpose)
        return super().create_parser(*args, **kwargs)
