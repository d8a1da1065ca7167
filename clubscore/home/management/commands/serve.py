"""`manage.py serve`: everything from an empty folder to an open club. `make run` is this."""

import io
import os
import signal
import socket
from collections.abc import Callable
from typing import Any

import segno
from django.core.checks import Tags, run_checks
from django.core.management import call_command, get_commands
from django.core.management.base import CommandError, CommandParser
from django.db import DatabaseError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.club.logins import found_club, make_login
from clubscore.club.models import Club, Membership, Role
from clubscore.club.record_words import THE_START
from clubscore.club.wording import SpokenCommand
from clubscore.environment import ServingPlan, listen, listen_securely, prepare_environment, secured
from clubscore.home import codes as news_of_tables
from clubscore.home.frame import most_of
from clubscore.jobs.worker import WorkerProcess
from clubscore.server import database_guard, server
from clubscore.server import update as updating
from clubscore.server.backups import BackupRefused
from clubscore.server.database_guard import share, this_process
from clubscore.server.live import Hub
from clubscore.server.server import BeforeOpen
from clubscore.web import static_files
from clubscore.web.forms import TODAYS
from clubscore.web.hooks import part

Say = Callable[[str], None]
DIRECTOR = "director"
WHITE_ON_BLACK, AS_BEFORE = "\x1b[97;40m", "\x1b[0m"


class Command(SpokenCommand):
    """Prepares the data and serves the club until Ctrl-C."""

    purpose = gettext_lazy("Prepare database, files and first club, then serve until Ctrl-C.")
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the wishes for another club than the data folder had, and for https."""
        parser.add_argument(
            "--new",
            action="store_true",
            help=_("begin with an empty club where the old one is lost"),
        )
        parser.add_argument(
            "--https",
            action="store_true",
            help=_("serve https as well, for phones that trust this club"),
        )

    def handle(self, *args: str, new: bool = False, https: bool = False, **options: object) -> None:
        """Prepare, say where ClubScore is, and serve."""
        # Whoever stops a service sends SIGTERM; it shall end as cleanly as Ctrl-C, which a
        # job that a shell starts in the background would otherwise ignore until the doors open.
        for each in (signal.SIGINT, signal.SIGTERM):
            signal.signal(each, signal.default_int_handler)
        if https:
            os.environ["HTTPS"] = "1"
        plan = prepare_environment()
        door, second = listen(plan), listen_securely(plan)
        share(plan.data, this_process())
        doors = part("second door")
        secure = doors.SecureDoor(plan.data, lambda: plan.names) if second and doors else None
        try:
            if not new:
                database_guard.refuse_another()
            database_guard.refuse_newer()
            database_guard.begin_anew()
            bring_up_to_date(door, self.say)
            first_login = open_first_club(plan, self.say)
            database_guard.note_home()
        except DatabaseError as error:
            trouble = database_guard.trouble_of(error)
            why = database_guard.in_words(trouble) if trouble else str(error).strip()
            raise CommandError(_("The database cannot be used: %(why)s") % {"why": why}) from error
        static_files.gather()
        news = news_of_tables.hub()
        at_second = (second, secure.context) if second and secure else None
        open_server = build_server(door, news, at_second)

        def announce(stays: str) -> None:
            self.announce(plan, first_login, secure, stays)
            if secure:
                secure.start()

        serve_until_closed(open_server, news, announce)
        self.say()
        self.say(_("ClubScore is closed. Everything is saved in %(data)s") % {"data": plan.data})

    def say(self, text: str = "") -> None:
        """Print a line at once, so that whoever waits sees it."""
        self.stdout.write(text)
        self.stdout.flush()

    def announce(
        self,
        plan: ServingPlan,
        first_login: tuple[str, str] | None,
        secure: Any,
        stays: str,
    ) -> None:
        """Print where ClubScore is, how to come in, and how long it lasts."""
        self.say()
        self.say(_("ClubScore is running."))
        self.say(_("  On this machine:  %(address)s") % {"address": plan.here})
        phones = plan.for_phones
        if phones:
            self.say(_("  On phones:        %(address)s") % {"address": phones})
            self.say(qr_for(phones, self.stdout.encoding, coloured=self.stdout.isatty()))
        else:
            self.say(
                _(
                    "  Phones cannot open it: this machine has no network, or HOST allows"
                    " this machine only."
                )
            )
        if first_login:
            self.announce_login(*first_login)
        if secure:
            self.announce_https(plan, secure)
        elif not plan.with_tls:
            self.say()
            self.say(why_weaker())
        for fault in run_checks(tags=[Tags.database], databases=["default"]):
            self.say()
            self.say(f"{fault.msg} {fault.hint or ''}".strip())
        self.say()
        self.say(stays)
        self.say(_("Ctrl-C closes it; everything recorded is kept."))

    def announce_login(self, name: str, password: str) -> None:
        """Print the first login, this once, and what to click first."""
        self.say(
            _("  Log in as %(name)s with the password %(password)s")
            % {"name": name, "password": password}
        )
        self.say(
            _("  The password is shown only now. If it is lost, see reset_password in the README.")
        )
        self.say(_("  Then, under “Sit down”, choose 4 and who plays."))

    def announce_https(self, plan: ServingPlan, secure: Any) -> None:
        """Print where https is spoken, and how a phone comes to trust it."""
        port = plan.secure_port or 0
        address, phones = secured(plan.for_phones or plan.here, port), plan.for_phones
        self.say()
        if not address:
            self.say(
                _(
                    "  There is no https at %(address)s: this works on private networks only.\n"
                    "  On the internet, use a proxy as in docs/install-and-host.md."
                )
                % {"address": phones}
            )
            return
        self.say(_("  With https:       %(address)s") % {"address": f"{address}/"})
        if phones:
            first = f"{phones}trust/"
            self.say(_("  Each phone must first trust this club, once: %(page)s") % {"page": first})
            self.say(qr_for(first, self.stdout.encoding, coloured=self.stdout.isatty()))
        if secure.is_new:
            self.say(_("  The certificate is new. Phones have to trust this one, too."))
        self.say(_("  Its fingerprint (SHA-256), to compare on the phone:"))
        doors = part("second door")
        pairs = doors.fingerprint(doors.authority_of(plan.data) or b"")
        self.say(f"    {pairs[:48]}\n    {pairs[48:]}")


def build_server(door: socket.socket, news: Hub, secure: server.SecureDoor | None) -> server.Server:
    """Return the server that answers at the door, and brings news to phones."""
    from clubscore.wsgi import application  # loads the whole program: not before it is prepared

    return server.build(application, door, hub=news, secure=secure, most_of=most_of)


def serve_until_closed(open_server: server.Server, news: Hub, announce: Say) -> None:
    """Answer, with a process for background jobs beside it, until somebody closes."""
    worker = WorkerProcess(this_process())
    try:
        worker.start()
        news.start()
        with server.stay_awake() as asked:
            announce(server.in_words(asked))
            open_server.run()  # returns after Ctrl-C
    except KeyboardInterrupt:
        pass
    news.close()
    worker.close()


def bring_up_to_date(door: socket.socket, say: Say) -> None:
    """Migrate the database, after a copy of it; whoever comes meanwhile is told how far it is."""
    with BeforeOpen(door, _("ClubScore is starting.")) as waiting:

        def say_to_all(text: str) -> None:
            waiting.words = text
            say(text)

        try:
            updating.bring_up_to_date(say_to_all)
        except (BackupRefused, updating.UpdateFailed) as failed:
            raise CommandError(str(failed)) from failed


def open_first_club(plan: ServingPlan, say: Say) -> tuple[str, str] | None:
    """See that there is a club and somebody to direct it.

    Returns the name and the password of a login made just now, else None.
    """
    if not Club.objects.exists():
        if plan.with_demo and "demo" in get_commands():
            say(_("Adding the demo club. This takes a moment, once."))
            call_command("demo")
        else:
            found_club(
                name=_("Our club"),
                author=THE_START,
                settings={"currency": TODAYS, "set_up_done": 0},
            )
    if Membership.objects.filter(role=Role.DIRECTOR).exists():
        return None
    club = Club.objects.order_by("pk").first()
    assert club is not None  # noqa: S101
    membership, password = make_login(
        club=club, author=THE_START, role=Role.DIRECTOR, username=DIRECTOR
    )
    return membership.user.username, password


def qr_for(address: str, encoding: str | None, *, coloured: bool) -> str:
    """Return a code for the terminal, or nothing where the terminal cannot draw it.

    Coloured, it is dark on light whatever the terminal's own colours are.
    """
    canvas = io.StringIO()
    segno.make(address, error="m").terminal(canvas, compact=True, border=2)
    drawn = canvas.getvalue().rstrip("\n")
    try:
        drawn.encode(encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    if not coloured:
        return drawn
    return "\n".join(f"{WHITE_ON_BLACK}{line}{AS_BEFORE}" for line in drawn.splitlines())


def why_weaker() -> str:
    """Say what a club's network without TLS means."""
    return _(
        "Profile club-network: there is no TLS, so cookies cannot be marked Secure and"
        " browsers\nare not made to insist on https. Anyone listening on this Wi-Fi can read"
        " what phones\nsend, including logins. This is enough for a club's own Wi-Fi with a"
        " password, not for\nthe internet: there, set CLUBSCORE_URL=https://… and put a proxy"
        " with TLS before it."
    )
