"""A worker's process is killed while the mail server has its letter: told, and sent once."""

import os
import subprocess
import sys
from typing import Any

import pytest
from django.db import connection

from clubscore.extras.mail.models import Letter, Subscription
from tests.mailing.members import all_subscribed, played
from tests.mailing.post_office import FROM, Office, post_office, send
from tests.test_serve import ROOT

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="kills by signal"),
    pytest.mark.django_db(transaction=True),
]
PATIENCE = 60  # seconds
SENDING = """
import sys
import django
django.setup()
from django.conf import settings
from django.db import connections
connections.databases["default"]["NAME"] = sys.argv[1]
settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", int(sys.argv[2])
settings.EMAIL_USE_TLS, settings.CLUBSCORE_SMTP_PRIVATE = False, True
settings.CLUBSCORE_MAIL_FROM, settings.CLUBSCORE_MAIL_HOURLY = sys.argv[3], 1000
from tests.mailing.post_office import send
send()
"""


@pytest.mark.long(20)
@pytest.mark.postgres
@pytest.mark.parametrize("is_taken", [True, False])
def test_a_process_killed_between_sending_and_marking_sends_it_never_again(
    settings: Any, is_taken: bool
) -> None:
    evening = played(4)
    all_subscribed(evening)
    Subscription.objects.exclude(person__in=evening.people[:2]).delete()
    worker: list[subprocess.Popen[bytes]] = []

    def kill(office: Office, _server: Any, envelope: Any) -> str:
        """Kill who sends, after the letter was taken or before."""
        if is_taken:
            office.take(envelope)
        worker[0].kill()
        worker[0].wait(PATIENCE)
        return "250 nobody hears it"

    with post_office(settings) as office:
        office.does.append(kill)
        name = connection.settings_dict["NAME"]
        given = {"DJANGO_SETTINGS_MODULE": os.environ["DJANGO_SETTINGS_MODULE"]}
        command = [sys.executable, "-c", SENDING, name, str(office.port), FROM]
        worker.append(subprocess.Popen(command, cwd=ROOT, env=os.environ | given))
        assert worker[0].wait(PATIENCE) < 0, "killed by a signal"
        assert office.seen == 1 and len(office.kept) == is_taken
        assert sorted(Letter.objects.values_list("state", flat=True)) == ["sending", "waiting"]
        send()
        send()
        told = Letter.objects.order_by("state").values_list("state", "trouble")
        assert list(told) == [("sent", ""), ("unclear", "killed")]
        assert office.seen == 2 and len(office.kept) == 1 + is_taken
        assert len(set(office.recipients)) == 1 + is_taken, "nobody got one twice"
