"""A worker that is killed while it publishes, by signal, at any moment: the next goes on."""

import os
import random
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from clubscore.extras.site.publish import publish_into
from tests.publishing.full_club import crawl, everything_in, small_club
from tests.test_serve import ROOT

KILLS = 4
# Publishes into a folder, and kills itself when so many files were written.
PUBLISHING = """
import os, signal, sys
import django
django.setup()
from django.db import connections
connections.databases["default"]["NAME"] = sys.argv[1]
from pathlib import Path
from clubscore.club.models import Club
from clubscore.server import kept_files
from clubscore.extras.site.publish import publish_into

left, replace = int(sys.argv[4]), os.replace

def counted(*which):
    global left
    left -= 1
    if left < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    replace(*which)

kept_files.os.replace = counted
publish_into(Path(sys.argv[2]), Club.objects.get(pk=int(sys.argv[3])))
"""


@pytest.mark.skipif(os.name != "posix", reason="kills by signal")
@pytest.mark.long(20)
@pytest.mark.django_db(transaction=True)
def test_killed_at_any_moment_the_next_run_ends_with_the_same_site(tmp_path: Path) -> None:
    full, site, whole = small_club(), tmp_path / "site", tmp_path / "whole"
    first = publish_into(whole, full.club)
    chance, written = random.Random(1926), 0  # noqa: S311
    command = [sys.executable, "-c", PUBLISHING, str(connection.settings_dict["NAME"]), str(site)]
    settings = {"DJANGO_SETTINGS_MODULE": os.environ["DJANGO_SETTINGS_MODULE"]}
    for _kill in range(KILLS):
        more = [str(full.club.pk), str(chance.randint(1, 4))]
        run = subprocess.run([*command, *more], cwd=ROOT, env=os.environ | settings)
        assert run.returncode == -signal.SIGKILL
        there = len(everything_in(site))
        assert there > written, "each got further than the one before"
        drafts = [each for each in site.rglob(".*.*") if each.suffix[1:].isdigit()]
        assert len(drafts) == 1, "what it was at when it was killed"
        written = there
    last = publish_into(site, full.club)
    # What was written before the kills was not written again.
    assert 0 < last.written < first.written - KILLS
    # Nothing half written is left of the kills.
    assert everything_in(site) == everything_in(whole) and crawl(everything_in(site)).broken == []
    shutil.rmtree(site)
