"""Real events in one zip, ranked as each by itself; and how long two hundred files take."""

import time

import pytest

from clubscore.club.logins import found_club
from clubscore.events.imported import told_of
from clubscore.events.models import Event, PastFile
from clubscore.files.formats import read_events
from clubscore.files.pages.past import PastAnswers
from clubscore.ranking import rank
from tests.files.past.past import brought, event_file, read
from tests.real_events import DATA, needs_real_events

pytestmark = pytest.mark.django_db

# Seconds of this process for each of many files; on two busy cores it took a tenth of it.
A_FILE = 0.5


@needs_real_events
def test_all_real_events_come_in_with_one_zip_ranked_as_by_themselves() -> None:
    club = found_club(name="Leeds", author="a test")
    files = sorted(each for each in DATA.iterdir() if each.suffix in (".json", ".xml"))
    events = [each for each in files if ".event." in each.name or ".usebio." in each.name]
    assert len(events) >= 7
    past = read(club, [(each.name, each.read_bytes()) for each in files])
    days = PastAnswers(past, {}).asks.dates
    became = brought(past, {each.field: "2019-03-02" for each in days})
    for file in events:
        assert became[file.name] == "came", (file.name, PastFile.objects.get(name=file.name).why)
        (alone,) = read_events(file.name, file.read_bytes(), ask=True)
        (key,) = PastFile.objects.get(past=past, name=file.name).events
        told = told_of(Event.objects.get(pk=key))
        assert rank(told).rankings == rank(alone.told).rankings
    others = {each.name for each in files} - {each.name for each in events}
    assert {became[name] for name in others} <= {"refused"}


@pytest.mark.long(20)
def test_two_hundred_files_take_seconds() -> None:
    club = found_club(name="Leeds", author="a test")
    begun = time.process_time()
    past = read(club, [(f"{n // 50}/{n}.json", event_file(f"Evening {n}")) for n in range(200)])
    answers = PastAnswers(past, {})
    assert len(answers.files) == 200
    asked = time.process_time()
    assert set(brought(past).values()) == {"came"}
    done = time.process_time()
    print(f"200 files: read and asked in {asked - begun:.1f} s, imported in {done - asked:.1f} s")
    assert done - begun < 200 * A_FILE
