"""Events of real clubs in, out and in again by the pages, beside their published ranking."""

import json
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from clubscore.events.export import event_to_send
from clubscore.events.models import Event
from tests.files.test_event_pages import bring, upload
from tests.files.test_usebio import ranking_of
from tests.house import House, client_of
from tests.ranking.test_published import EVENTS, load, published_place
from tests.real_events import DATA, needs_real_events

pytestmark = [pytest.mark.django_db, needs_real_events]

# How an event goes out, and under what name it comes in again.
WAYS = {"event": "a.json", "usebio": "a.xml", "usebio13": "b.xml", "pbn": "a.pbn"}
# Only this one's scorer wrote no USEBIO.
FROM_ACBL = "sample_club_game_2"
FILES = [f"{name}.event.json" for name in EVENTS]
FILES += [f"{name}.usebio.xml" for name in EVENTS if name != FROM_ACBL]


def brought(client: Client, content: bytes, name: str) -> Event:
    """Import a file as a director does; return the event that it is now."""
    before = set(Event.objects.values_list("pk", flat=True))
    bring(client, upload(client, content, name))
    return Event.objects.exclude(pk__in=before).get()


def compared_with_what_was_published(event: Event, name: str) -> int:
    """Hold an event's ranking to its published numbers; return how many lines were compared."""
    rows = {row[1]: row for ranking in ranking_of(event_to_send(event)) for row in ranking}
    published = load(name, "published")["ranking"]
    assert len(rows) == len(published)
    for line in published:
        place, _number, _names, score, percent = rows[line["contestant"]]
        assert Fraction(score) == Fraction(line["total"])
        assert (Fraction(percent) if percent else None) == (
            None if line["percent"] is None else Fraction(line["percent"])
        )
        assert published_place(line["place"]) in (None, place.rstrip("="))
    return len(published)


@pytest.mark.parametrize("file", FILES)
def test_in_out_and_in_again_with_the_published_ranking(
    file: str, house: House, other_house: House
) -> None:
    name = file.partition(".")[0]
    ours, theirs = (client_of(each.logins["director"]) for each in (house, other_house))
    event = brought(ours, (DATA / file).read_bytes(), file)
    lines = [compared_with_what_was_published(event, name)]
    results = len(event_to_send(event).results)
    for way, called in WAYS.items():
        out = ours.get(reverse("event-file-out", args=[event.pk, way]))
        there = brought(theirs, out.content, called)
        assert len(event_to_send(there).results) == results > 0
        lines.append(compared_with_what_was_published(there, name))
        assert ranking_of(event_to_send(there)) == ranking_of(event_to_send(event))
        there.delete()
    assert len(lines) == 1 + len(WAYS) and min(lines) == max(lines) >= 9


def test_a_result_changed_on_the_way_is_seen(house: House) -> None:
    facts = load("mp_pairs_howell", "event")
    line = next(each for each in facts["results"] if each.get("tricks", 0) > 7)
    line["tricks"] -= 1
    line.pop("score", None)
    event = brought(client_of(house.logins["director"]), json.dumps(facts).encode(), "a.json")
    with pytest.raises(AssertionError):
        compared_with_what_was_published(event, "mp_pairs_howell")
