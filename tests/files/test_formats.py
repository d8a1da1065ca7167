"""A format of events says what it reads and writes; pages and commands offer the list."""

import io
import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from clubscore.events.models import Event
from clubscore.files import formats as event_formats
from clubscore.files.event_format import EventFormat, For, Writes
from clubscore.files.formats import kind_of, read_events, read_formats, written_formats
from clubscore.laws.errors import RuleError
from clubscore.ranking import rank, read_event
from tests.events.evenings import FOUR_SPADES, Evening
from tests.files.test_event_pages import director, upload  # noqa: F401
from tests.house import House
from tests.ranking.rooms import event
from tests.snippets import run_page

EVENT = read_event(event([420, 50], [-50, 110]))


def test_what_a_format_writes_and_reads_is_known_by_its_beginning() -> None:
    comes_in = read_formats()
    for key, (_format, writes) in written_formats().items():
        content = writes.write(EVENT, For())
        if key in comes_in:
            assert kind_of(content) == key
            (back,) = read_events(f"x.{writes.ending}", content)
            assert rank(back.told).rankings == rank(EVENT).rankings
    endings = [writes.ending for _format, writes in written_formats().values()]
    assert len(set(endings)) == len(endings)


@pytest.mark.django_db
def test_the_pages_offer_what_the_list_has(house: House, director: Client) -> None:  # noqa: F811
    evening = Evening(4, kind="howell", winners=1, club=house.club)
    page = director.get(reverse("event-files", args=[evening.event.pk])).content.decode()
    assert re.findall(rf'(?:href|action)="/event/{evening.event.pk}/files/(\w+)/"', page) == list(
        written_formats()
    )
    page = director.get(reverse("event-in")).content.decode()
    for reads in read_formats().values():
        assert reads.offered_as in page


@pytest.fixture
def tally(monkeypatch: pytest.MonkeyPatch) -> Writes:
    """The format of docs/adding-a-format.md, in the list."""
    new: EventFormat = run_page("adding-a-format")["TALLY"]
    monkeypatch.setattr(event_formats, "EVENT_FORMATS", (*event_formats.EVENT_FORMATS, new))
    assert new.writes is not None
    return new.writes


def test_a_file_of_no_format_in_the_list_is_no_event() -> None:
    with pytest.raises(RuleError):
        read_events("x.txt", b"#TALLY matchpoints\n1 1 2 420\n")


@pytest.mark.django_db
def test_a_format_more_costs_one_file(
    tally: Writes,
    house: House,
    director: Client,  # noqa: F811
    tmp_path: Path,
) -> None:
    evening = Evening(4, kind="howell", winners=1, club=house.club)
    evening.play(FOUR_SPADES)
    at = reverse("event-file-out", args=[evening.event.pk, "tally"])
    assert at in director.get(reverse("event-files", args=[evening.event.pk])).content.decode()
    out = director.get(at)
    assert out["Content-Disposition"].endswith('.txt"')
    assert out.content.startswith(b"#TALLY matchpoints\n1 ")
    written = io.StringIO()
    call_command("export_event", str(evening.event.pk), format="tally", stdout=written)
    assert written.getvalue().encode() == out.content
    assert "or a tally" in director.get(reverse("event-in")).content.decode()
    preview = upload(director, out.content, "x.txt")
    assert preview.status_code == 200
    assert b"&quot;score&quot;: 420" in preview.content
    file = tmp_path / "x.txt"
    file.write_bytes(tally.write(EVENT, {}))
    before = Event.objects.count()
    call_command("import_event", str(file), stdout=io.StringIO())
    assert Event.objects.count() == before + 1
    with pytest.raises(RuleError) as wrong:
        read_events("x.txt", b"#TALLY matchpoints\n1 1 2\n")
    assert wrong.value.where == "line 2"
