"""Events brought in and taken out on the pages and by the commands."""

import datetime as dt
import html
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from clubscore.club import clock
from clubscore.club.entry import new_key
from clubscore.events.corrections import rule
from clubscore.events.export import event_to_send
from clubscore.events.finishing import finish
from clubscore.events.models import DoubleDummy, Event, Telling
from clubscore.files.formats import read_events, written_formats
from clubscore.ranking import read_event
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening
from tests.events.whole_event import WHOLE
from tests.files.test_usebio import ranking_of
from tests.house import House, client_of

FILE = read_event(WHOLE).written().encode()


@pytest.fixture
def director(house: House) -> Client:
    return client_of(house.logins["director"])


def upload(client: Client, content: bytes, name: str = "leeds.json", **more: Any) -> Any:
    file = SimpleUploadedFile(name, content)
    return client.post(reverse("event-in"), {"file": file, **more})


def bring(client: Client, preview: Any, **more: Any) -> Any:
    """What the preview's key does."""
    page = preview.content.decode()
    texts = [html.unescape(each) for each in re.findall(r'name="text" value="([^"]*)"', page)]
    source = re.findall(r'name="source" value="([^"]*)"', page)[0]
    given = {"text": texts, "source": html.unescape(source), **more}
    return client.post(reverse("event-bring"), given, follow=True)


def test_a_file_is_shown_then_brought_in_then_opened_to_the_players(
    director: Client, house: House
) -> None:
    preview = upload(director, FILE, "C:\\events\\leeds.json")
    told = preview.content.decode()
    assert "Ann Ash" in told
    assert "What leeds.json contains" in told
    assert not Event.objects.exists()
    page = bring(director, preview)
    event = Event.objects.get()
    assert page.redirect_chain[-1][0] == reverse("event-ranking", args=[event.pk])
    player = client_of(house.logins["player"])
    assert "Ann Ash" not in player.get(reverse("event-ranking", args=[event.pk])).content.decode()
    director.post(reverse("event-curtain", args=[event.pk]), {"what": "show", "key": "k"})
    assert "Ann Ash" in player.get(reverse("event-ranking", args=[event.pk])).content.decode()
    again = upload(director, FILE).content.decode()
    assert "Already here" in again
    out = director.get(reverse("event-file-out", args=[event.pk, "event"]))
    assert out.content == FILE
    assert "simultaneous-2026-03-02.event.json" in out["Content-Disposition"]


def test_another_file_puts_a_told_event_right(director: Client) -> None:
    bring(director, upload(director, FILE))
    event = Event.objects.get()
    better = read_event(WHOLE | {"name": "Better"}).written().encode()
    preview = upload(director, better, "better.json", event=event.pk)
    seen = re.findall(r'name="seen" value="(\d+)"', preview.content.decode())[0]
    bring(director, preview, event=event.pk, seen=seen, reason="two results were swapped")
    assert Event.objects.count() == 1
    assert Telling.objects.filter(event=event).count() == 2
    page = director.get(reverse("event-files", args=[event.pk])).content.decode()
    assert "two results were swapped" in page
    assert "better.json" in page
    out = reverse("event-file-out", args=[event.pk, "event"])
    assert director.get(out).content == better
    assert director.get(out, {"told": 1}).content == FILE
    assert director.get(out, {"told": 3}).status_code == 404
    assert director.get(reverse("event-also", args=[event.pk])).status_code == 200


def test_pbn_goes_out_with_the_double_dummy_tables_that_are_known(director: Client) -> None:
    bring(director, upload(director, FILE))
    out = reverse("event-file-out", args=[Event.objects.get().pk, "pbn"])
    assert b"OptimumResultTable" not in director.get(out).content
    DoubleDummy.objects.create(deal=WHOLE["boards"][0]["deal"], tricks="7" * 20)
    content = director.get(out).content
    assert content.count(b"OptimumResultTable") == 1
    assert b"N NT 7" in content
    assert b'[OptimumScore "NS 600"]' in content


def test_several_clubs_come_in_as_one_ranking(director: Client) -> None:
    played = {"penalties": [], "results": WHOLE["results"][:2]}
    files = [
        SimpleUploadedFile(f"{club}.json", json.dumps(WHOLE | played | {"club": club}).encode())
        for club in ("Leeds", "York")
    ]
    given = {"file": files, "together": "1", "scoring": "cross-imps"}
    preview = director.post(reverse("event-in"), given)
    told = preview.content.decode()
    assert "1: Leeds" in told
    assert "2: York" in told
    assert "cross-imps" in told
    bring(director, preview)
    event = Event.objects.get()
    assert event.scoring == "cross-imps"
    page = director.get(reverse("event-ranking", args=[event.pk])).content.decode()
    assert "2.2/NS" in page
    board = director.get(reverse("event-board", args=[event.pk, 1])).content.decode()
    assert board.count("passed out") == 2


def test_clubs_that_did_not_play_the_same_are_refused_and_a_bad_file_is_named(
    director: Client,
) -> None:
    other = json.dumps(WHOLE | {"game": "duplicate-auction"}).encode()
    files = [SimpleUploadedFile("a.json", FILE), SimpleUploadedFile("b.json", other)]
    answer = director.post(reverse("event-in"), {"file": files, "together": "1"})
    assert answer.status_code == 422
    assert "events[1].game" in answer.content.decode()
    files = [SimpleUploadedFile("a.json", FILE), SimpleUploadedFile("b.json", b"{")]
    answer = director.post(reverse("event-in"), {"file": files, "together": "1"})
    assert "b.json, line 1" in answer.content.decode()


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "The file is empty"),
        (b"   ", "line 1: The file is empty"),
        (b'{"format": "clubscore-event/1"', "line 1: This is not JSON"),
        (FILE.replace(b'"tricks": 9', b'"tricks": 14'), "results[0].tricks"),
        (FILE + FILE.replace(b'"tricks": 9', b'"tricks": 14'), "event 2.results[0].tricks"),
        (
            FILE.replace(b"Ann Ash", b"Ann \xff"),
            f"line 1, column {FILE.index(b'Ann Ash') + 5}: The text from here on is not UTF-8",
        ),
        (b" " * (1024 * 1024) + FILE, "larger than 1 MB"),
        (b'{"a":' * 50_000, "nested too deeply"),
    ],
)
def test_a_bad_file_is_refused_with_its_place_and_nothing_comes_in(
    director: Client, content: bytes, told: str
) -> None:
    answer = upload(director, content)
    assert answer.status_code == 422
    assert told in html.unescape(answer.content.decode())
    assert not Event.objects.exists()


def test_a_large_event_goes_through_the_preview_and_too_much_at_once_does_not(
    director: Client,
) -> None:
    played = {"penalties": [], "results": WHOLE["results"][:1] * 7_000}
    large = read_event(WHOLE | played).written().encode()
    assert 700_000 < len(large) < 1_000_000
    page = bring(director, upload(director, large))
    assert page.status_code == 200
    assert Event.objects.count() == 1
    files = [SimpleUploadedFile(f"{n}.json", large.replace(b"Ann", b"A%d" % n)) for n in range(3)]
    answer = director.post(reverse("event-in"), {"file": files})
    assert answer.status_code == 422
    assert "too much at once" in answer.content.decode()


def test_pages_of_a_told_event_need_few_queries(
    director: Client, django_assert_max_num_queries: Any
) -> None:
    bring(director, upload(director, FILE))
    at = [Event.objects.get().pk]
    for name, more in (("event-ranking", []), ("event-pair", ["1 NS"]), ("event-board", [1])):
        with django_assert_max_num_queries(14):
            assert director.get(reverse(name, args=at + more)).status_code == 200


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": "clubscore-event/1"}', "[" * 9999])
def test_a_preview_that_lost_its_file_asks_for_it_once_more(director: Client, text: str) -> None:
    answer = director.post(reverse("event-bring"), {"text": text, "source": "x"})
    assert answer.status_code == 422
    assert not Event.objects.exists()


def test_an_evening_played_here_is_put_right_on_its_own_pages(
    director: Client, house: House
) -> None:
    evening = Evening(4, kind="howell", winners=1, club=house.club)
    evening.play(FOUR_SPADES)
    asked = director.get(reverse("event-in"), {"event": evening.event.pk})
    assert asked.status_code == 404
    page = director.get(reverse("event-files", args=[evening.event.pk])).content.decode()
    assert "Event file" in page


def test_an_evening_played_here_ranks_the_same_wherever_it_goes(
    director: Client, house: House
) -> None:
    evening = Evening(7, club=house.club)
    evening.play(FOUR_SPADES)
    for facts in (ONE_DOWN, {"passed_out": True}):
        evening.next_round()
        evening.play(facts)
    spot = evening.spot(1, evening.table(1).place.boards[0])
    awarded = {"adjusted": {"ns": "60", "ew": "40"}}
    entered = evening.entered(1, spot.board)
    rule(section=evening.section, spot=spot, facts=awarded, entered=entered, actor=evening.actor)
    here = ranking_of(event_to_send(evening.event))
    assert here[0][0][3] != "0"
    for kind in written_formats():
        out = director.get(reverse("event-file-out", args=[evening.event.pk, kind]))
        assert out.status_code == 200
        if kind != "bridgewebs":
            (back,) = read_events(f"x.{kind}", out.content)
            assert (kind, ranking_of(back.told)) == (kind, here)


def test_the_commands_bring_in_and_write_out(house: House, tmp_path: Path) -> None:
    file = tmp_path / "leeds.json"
    file.write_bytes(FILE)
    out = io.StringIO()
    call_command("import_event", str(file), check=True, stdout=out)
    assert "Simultaneous, 2026-03-02" in out.getvalue()
    assert not Event.objects.exists()
    out = io.StringIO()
    call_command("import_event", str(file), stdout=out)
    event = Event.objects.get()
    assert out.getvalue() == f"Simultaneous, 2026-03-02: /event/{event.pk}/ranking/\n"
    out = io.StringIO()
    call_command("export_event", str(event.pk), stdout=out)
    assert out.getvalue().encode() == FILE
    for bad, told in ((file.name, "cannot be read"), (str(file), "results[0].tricks")):
        file.write_text(json.dumps(WHOLE).replace('"tricks": 9', '"tricks": 14'))
        with pytest.raises(CommandError) as refused:
            call_command("import_event", bad)
        assert told in str(refused.value)
    with pytest.raises(CommandError):
        call_command("export_event", "999")


def test_a_session_played_elsewhere_is_ranked_with_one_of_the_room(
    director: Client, house: House
) -> None:
    evening = Evening(4, kind="howell", winners=1, club=house.club)
    given = {"ours": str(evening.event.pk)}

    def sent() -> Any:
        event = evening.event
        out = reverse("event-file-out", args=[event.pk, "event"])
        file = SimpleUploadedFile("online.json", director.get(out).content)
        return director.post(reverse("event-in"), {"file": [file], **given})

    evening.play(FOUR_SPADES)
    early = sent()
    assert early.status_code == 422
    assert "is still being played" in early.content.decode()
    for _round in range(2):
        evening.next_round()
        evening.play(FOUR_SPADES)
    finish(event=evening.event, final_at=clock.now() + dt.timedelta(days=1), key=new_key(),
           actor=evening.actor)  # fmt: skip
    assert "Tuesday pairs" in director.get(reverse("event-in")).content.decode()
    preview = sent()
    assert preview.status_code == 200, preview.content.decode()
    bring(director, preview)
    both = Event.objects.exclude(pk=evening.event.pk).get()
    page = director.get(reverse("event-ranking", args=[both.pk])).content.decode()
    assert page.count("Left1") >= 2
    told, own = event_to_send(both), event_to_send(evening.event)
    assert len(told.results) == 2 * len(own.results) and len(told.boards) == len(own.boards)
    assert not evening.event.told
    unknown = director.post(
        reverse("event-in"), {"file": [SimpleUploadedFile("a.json", FILE)], "ours": "99999"}
    )
    assert unknown.status_code == 404


LOST = """[Event "Tuesday"]
[Date "2026.03.03"]
[Board "1"]
[Scoring "MP"]
[ScoreTable "PairId_NS\\2R;PairId_EW\\2R;Contract\\5L;Declarer\\1R;Result\\2R"]
1 3 4H S 10
2 4 lost - -
5 6 3NT N 9
"""


def asked_in(page: str) -> dict[str, str]:
    """What the preview keeps of its questions, and what was answered."""
    kept = re.findall(r'name="((?:ask|given|result)-[^"]*)"[^>]*? value="([^"]*)"', page)
    return {name: html.unescape(value) for name, value in kept}


def test_a_row_that_says_nothing_known_is_asked_about(director: Client) -> None:
    """Empty it is not played; what cannot be read keeps what was typed; a new ranking is shown."""
    preview = upload(director, LOST.encode(), "tuesday.pbn")
    page = preview.content.decode()
    given = asked_in(page)
    assert given["ask-1"] == "result-2" and given["result-2-1"] == ""
    assert "of 2 against 4 on board 1?" in page and "line 7, board 1:" in given["given-result-2-1"]
    for typed, why in (("soon", "type a line like"), ("8H= N", "type a line like")):
        wrong = bring(director, preview, **{**given, "result-2-1": typed})
        assert wrong.status_code == 422 and why in wrong.content.decode()
        assert asked_in(wrong.content.decode())["result-2-1"] == typed
    shown = bring(director, preview, **{**given, "result-2-1": "4h+1 s"})
    assert not Event.objects.exists()
    now = asked_in(shown.content.decode())
    assert now["result-2-1"] == "4h+1 s"
    bring(director, shown, **now)
    (event,) = Event.objects.all()
    found = event_to_send(event).facts()["results"][1]
    assert (found["contract"], found["declarer"], found["tricks"]) == ("4H", "S", 11)


def test_a_row_that_is_asked_about_may_stay_open(director: Client) -> None:
    preview = upload(director, LOST.encode(), "tuesday.pbn")
    bring(director, preview, **asked_in(preview.content.decode()))
    (event,) = Event.objects.all()
    assert event_to_send(event).facts()["results"][1]["not_played"] is True


def test_rooms_of_one_field_ask_for_the_rows_of_each(director: Client) -> None:
    files = [SimpleUploadedFile(f"{at}.pbn", LOST.encode()) for at in (1, 2)]
    page = director.post(reverse("event-in"), {"file": files, "together": "yes"}).content.decode()
    assert re.findall(r'name="ask-1" value="([^"]*)"', page) == ["result-2", "result-5"]
    assert "2.2 against 2.4" in page


def test_of_very_many_rows_forty_are_asked_about_and_the_others_told(director: Client) -> None:
    more = "".join(f"{at} {at + 1} lost - -\n" for at in range(11, 121, 2))
    page = upload(director, (LOST + more).encode(), "many.pbn").content.decode()
    assert page.count('name="ask-1"') == 40
    assert (
        "comes in as not played; enter it afterwards" in page and "and 10 more like these" in page
    )
