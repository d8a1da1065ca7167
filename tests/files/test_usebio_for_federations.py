"""What federations want of USEBIO besides: the club's number, the scale of points, handicaps."""

from __future__ import annotations

import io
from fractions import Fraction

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from clubscore.club.access import Actor, Level
from clubscore.club.models import Club
from clubscore.events.imported import FileSource, bring_in_event
from clubscore.files.event_format import ADDRESSEES, of_club, written_for
from clubscore.files.formats import read_events
from clubscore.files.usebio_writing import write_usebio
from clubscore.laws.errors import RuleError
from clubscore.ranking import read_event
from tests.files.test_event_pages import director  # noqa: F401
from tests.files.test_usebio_written_for import head, sent, told
from tests.house import House
from tests.ranking.rooms import event


def test_the_scale_stands_with_the_points() -> None:
    assert head(sent("abf")).findtext("MASTER_POINT_SCALE") == "Club"
    assert head(sent("ebu")).findtext("MASTER_POINT_SCALE") == "Club"
    assert head(sent("nz")).find("MASTER_POINT_SCALE") is None  # nobody was given NZ's points
    county = write_usebio(told(), "1.2", written_for("ebu", scale="County"))
    assert head(county).findtext("MASTER_POINT_SCALE") == "County"
    newer = head(write_usebio(told(), "1.3", written_for("ebu", scale="National")))
    assert newer.findtext("EVENT_RATING") == "National"
    assert newer.find("MASTER_POINT_SCALE") is None
    with pytest.raises(RuleError, match="scale of master points is Club"):
        written_for("ebu", scale="Galaxy")


@pytest.mark.parametrize("key", ADDRESSEES)
def test_the_clubs_number_goes_to_those_who_want_it(key: str) -> None:
    for federation in ("ebu", "abf"):
        written = of_club(written_for(federation, key), federation, "2074")
        content = write_usebio(told(), "1.2", written)
        assert content.count(b"<CLUB_ID_NUMBER>2074</CLUB_ID_NUMBER>") == (
            key in (federation, "bridgewebs", "pianola")
        )


def test_a_handicap_is_halved_on_the_way_in() -> None:
    facts = event([420, 50], [50, 420])
    facts["contestants"][0]["handicap"] = "2.25"
    content = write_usebio(read_event(facts), "1.2", written_for("nz"))
    assert content.count(b"<HANDICAP>4.5</HANDICAP>") == 1
    assert b"<HANDICAP>" not in write_usebio(read_event(facts), "1.2", written_for("ebu"))
    other = content.replace(b"<HANDICAP>4.5<", b"<HANDICAP>-3<")
    for bare, handicap in ((content, "2.25"), (other, "-1.5")):
        (back,) = read_events("x.xml", without_notes(bare))
        number = facts["contestants"][0]["number"]
        assert back.told.contestants[number].handicap == Fraction(handicap)


def test_an_adjustment_is_told() -> None:
    content = sent("nz")
    adjusted = content.replace(b"</PLACE>", b"</PLACE><ADJUSTMENT>-2.5</ADJUSTMENT>", 1)
    (back,) = read_events("x.xml", without_notes(adjusted))
    assert [note for note in back.notes if "the adjustment -2.5 is not applied" in note]
    nothing = content.replace(b"</PLACE>", b"</PLACE><ADJUSTMENT>0.00</ADJUSTMENT>", 1)
    (back,) = read_events("x.xml", without_notes(nothing))
    assert "adjustment" not in " ".join(back.notes)


def without_notes(content: bytes) -> bytes:
    """The file as another program would have written it."""
    parts = content.split(b"<?clubscore")
    return parts[0] + b"".join(each.partition(b"?>")[2] for each in parts[1:])


@pytest.mark.django_db
def test_the_number_of_the_settings_stands_in_what_is_downloaded(
    house: House,
    director: Client,  # noqa: F811
) -> None:
    page = director.get(reverse("club-change"))
    form = page.context["form"]
    assert "Club’s number with the federation" in page.content.decode()
    given = {name: form[name].value() or "" for name in form.fields}
    given = {name: value for name, value in given.items() if value is not False}
    director.post(
        reverse("club-change"), given | {"federation": "ebu", "federation_number": " 2074 "}
    )
    club = Club.objects.get(pk=house.club.pk)
    assert (club.federation, club.federation_number) == ("ebu", "2074")
    found = bring_in_event(
        club=club,
        told=told(),
        source=FileSource("x.json"),
        actor=Actor(level=Level.DIRECTOR, club=club),
    )
    out = reverse("event-file-out", args=[found.pk, "usebio"])
    content = director.get(out, {"scale": "County"}).content
    assert b"<CLUB_ID_NUMBER>2074</CLUB_ID_NUMBER>" in content
    assert b"<MASTER_POINT_SCALE>County</MASTER_POINT_SCALE>" in content
    assert b">2074<" not in director.get(out, {"for": "plain"}).content
    assert director.get(out, {"scale": "Galaxy"}).status_code == 422
    written = io.StringIO()
    call_command("export_event", str(found.pk), format="usebio", scale="County", stdout=written)
    assert written.getvalue().encode() == content
