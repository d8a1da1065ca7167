"""Two processes that publish into one folder: the second says so; a killed one keeps nobody out."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from clubscore.club.entry import Refused
from clubscore.extras.site import publish as publish_job
from clubscore.extras.site.publish import folder_of, publish_into, take_down
from tests.club.test_command_progress import Console
from tests.publishing.full_club import Full, crawl, everything_in, small_club
from tests.test_serve import ROOT

# Publishes into a folder, and stops before its second file until a line comes.
PUBLISHING = """
import os, sys
import django
django.setup()
from django.db import connections
connections.databases["default"]["NAME"] = sys.argv[1]
from pathlib import Path
from clubscore.club.models import Club
from clubscore.server import kept_files
from clubscore.extras.site.publish import publish_into

written, replace = 0, os.replace

def counted(*which):
    global written
    written += 1
    if written == 2:
        print("at it", flush=True)
        sys.stdin.readline()
    replace(*which)

kept_files.os.replace = counted
print(publish_into(Path(sys.argv[2]), Club.objects.get(pk=int(sys.argv[3]))).written)
"""
AT_IT = "Another process is publishing into"


@contextmanager
def at_it(full: Full, site: Path) -> Iterator["subprocess.Popen[str]"]:
    """A process that publishes into a folder and is in the midst of it."""
    settings = {"DJANGO_SETTINGS_MODULE": os.environ["DJANGO_SETTINGS_MODULE"]}
    name = str(connection.settings_dict["NAME"])
    with subprocess.Popen(
        [sys.executable, "-c", PUBLISHING, name, str(site), str(full.club.pk)],
        cwd=ROOT, env=os.environ | settings, encoding="utf-8",
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    ) as process:  # fmt: skip
        try:
            assert process.stdout is not None and process.stdout.readline() == "at it\n"
            yield process
        finally:
            process.kill()


@pytest.mark.long(15)
@pytest.mark.django_db(transaction=True)
def test_the_second_says_that_another_is_at_it(tmp_path: Path) -> None:
    full, site = small_club(), tmp_path / "site"
    with at_it(full, site) as first:
        there = everything_in(site)
        with pytest.raises(CommandError, match=AT_IT):
            call_command("publish", str(site), "--yes", stdout=Console())
        with pytest.raises(Refused, match=AT_IT):
            take_down(site, full.club)
        assert everything_in(site) == there
        # Another folder is nobody's business.
        assert publish_into(tmp_path / "other", full.club).written > 15
        rest, _nothing = first.communicate("\n")
        assert first.returncode == 0 and int(rest) > 15
    assert publish_into(site, full.club).written == 0
    assert everything_in(site) == everything_in(tmp_path / "other")


@pytest.mark.skipif(os.name != "posix", reason="kills by signal")
@pytest.mark.long(15)
@pytest.mark.django_db(transaction=True)
def test_what_a_killed_one_left_keeps_nobody_out(
    tmp_path: Path, settings: pytest.FixtureRequest
) -> None:
    settings.DATA_DIR = tmp_path  # type: ignore[attr-defined]
    full = small_club()
    site = folder_of(full.club)
    with at_it(full, site) as first:
        # The website's job is refused in the same words while a command is at it.
        job = publish_job.ask_to_publish(full.actor)
        with pytest.raises(Refused, match=AT_IT):
            publish_job.publish_club(publish_job.Work(job))
        first.send_signal(signal.SIGKILL)
        first.wait()
        assert (site / ".clubscore" / "lock").exists()
        publish_job.publish_club(publish_job.Work(job))
    assert crawl(everything_in(site)).broken == []
    assert publish_into(site, full.club).written == 0
