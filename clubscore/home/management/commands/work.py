"""`manage.py work`: do what takes longer than a page. `serve` starts it by itself."""

import signal
import threading
from contextlib import suppress

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import CommandError, CommandParser
from django.db import DatabaseError, connection
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.club.wording import SpokenCommand
from clubscore.home.jobs import ask_for_what_is_due, works
from clubscore.jobs.worker import end_with_the_server, give_way, work
from clubscore.server import database_guard


class Command(SpokenCommand):
    """Works off the jobs, one after the other, until it is told to stop."""

    purpose = gettext_lazy("Do background jobs until Ctrl-C; serve starts this by itself.")
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the name of the server that this worker belongs to."""
        parser.add_argument(
            "--for", dest="server", default="", help=_("the server that started it")
        )

    def handle(self, *args: str, server: str, **options: object) -> None:
        """Work until Ctrl-C, SIGTERM or the server's end."""
        stop = threading.Event()
        for each in (signal.SIGINT, signal.SIGTERM):
            # Whoever presses Ctrl-C presses it for the server too, which then says when to stop.
            signal.signal(each, signal.SIG_IGN if server else lambda *_any: stop.set())
        give_way()
        try:
            if database_guard.can_be_shared() and server:
                database_guard.share(settings.DATA_DIR, server)
            database_guard.refuse_another()
            database_guard.refuse_newer()
        except ImproperlyConfigured as refused:
            raise CommandError(str(refused)) from refused
        if server:
            database_guard.remember(server)
            end_with_the_server(stop)
        work(stop, works(), ask_for_what_is_due, may_not_work)
        connection.close()


def may_not_work() -> str:
    """Say why nothing is to be written; a worker sees first what its server must know."""
    why = database_guard.gone()
    if why:
        return why
    with suppress(DatabaseError):  # it is away for a while, which whoever works sees too
        database_guard.look_for_newer()
    trouble = database_guard.lasting()
    return database_guard.in_words(trouble) if trouble else ""
