"""A printed paper says its title, formats, when it is offered and for whom; pages list that."""

import datetime as dt
import io
import re
from types import SimpleNamespace

import pytest
from django.test import Client
from django.urls import resolve
from pypdf import PdfReader

from clubscore.club.access import OPEN_TO, Level
from clubscore.club.models import Role
from clubscore.club.receipts import Numbers
from clubscore.events.models import Event
from clubscore.papers import event_papers as papers_of_events
from clubscore.papers.event_papers import EventPaper, EventStage
from clubscore.papers.registry import every_paper, papers_by_page
from clubscore.papers.urls import urlpatterns
from tests.events.evenings import Evening
from tests.events.test_pages import director_of, path
from tests.house import client_of, make_user
from tests.snippets import run_page

# Labels have a page that asks what they are printed on.
NOT_A_PAPER = {"event-labels", "choose-print"}


def offered(client: Client, evening: Evening) -> list[str]:
    """Return the papers of an event for which its page has a key, in its order."""
    page = client.get(path(evening, "")).content.decode()
    return re.findall(rf'href="/event/{evening.event.pk}/([a-z-]+)\.pdf"', page)


def test_every_address_of_a_paper_is_that_of_a_paper_in_the_lists() -> None:
    listed = {paper.called(each) for paper in every_paper() for each in paper.formats}
    assert {each.name for each in urlpatterns} - NOT_A_PAPER == listed


def test_every_paper_is_for_whom_its_view_says() -> None:
    things: dict[str, object] = {"receipts": Numbers(1, 2), "evening-money": dt.date(2026, 5, 1)}
    things |= {"gazette": dt.date(2026, 5, 1)}
    things |= {"year-book": 2026, "treasurers-book": 2026, "account-year": (1, 2026)}
    # Its view opens to players too, and refuses this copy: test_year_book.
    by_copy = {"treasurers-book": Level.PLAYER}
    usual = SimpleNamespace(pk=1, key="auction")
    wrong = {
        (paper.key, key.url)
        for paper in every_paper()
        for key in paper.keys(things.get(paper.key, usual))
        for opens_to in [getattr(resolve(key.url.partition("?")[0]).func, OPEN_TO)]
        if opens_to != by_copy.get(paper.key, paper.level) or not key.label
    }
    assert wrong == set()


@pytest.mark.django_db
def test_an_events_page_offers_what_its_stage_has() -> None:
    evening = Evening(4, kind="howell", winners=1, starts=False)
    director = director_of(evening)
    before = offered(director, evening)
    assert before[0] == "tonight"
    assert "guide-cards" in before and not {"ranking", "recap"} & set(before)
    evening.next_round()
    evening.play()
    assert offered(director, evening)[:4] == ["tonight", "ranking", "cards", "results"]
    Event.objects.filter(pk=evening.event.pk).update(finished_at=evening.event.opened_at,
                                                     final_at=evening.event.opened_at)  # fmt: skip
    after = ["ranking", "cards", "results", "director", "recap", "poster", "awards", "cup-slips"]
    assert offered(director, evening) == after


@pytest.mark.django_db
def test_one_menu_of_an_event_offers_each_of_its_papers_in_each_format() -> None:
    evening = Evening(4)
    page = director_of(evening).get(f"/event/{evening.event.pk}/").content.decode()
    before, _menu, menu = page.partition('<details class="menu export">')
    menu, _end, after = menu.partition("</details>")
    keys = [
        key
        for paper in papers_by_page()["event"]
        if paper.is_of(evening.event) and paper.is_offered(evening.event)
        for key in paper.keys(evening.event)
    ]
    assert len(keys) > 10
    for key in keys:
        address = f'href="{key.url}"'
        assert address in menu and address not in before + after
    assert "menu export" not in after


@pytest.mark.django_db
def test_the_paper_that_a_browser_chose_stays_chosen() -> None:
    evening = Evening(4)
    director = director_of(evening)
    sheet = f"/event/{evening.event.pk}/guide-cards.pdf"

    def wide() -> float:
        return float(PdfReader(io.BytesIO(director.get(sheet).content)).pages[0].mediabox.width)

    assert round(wide()) == 595
    back = director.get(f"/printing/paper/letter/?then=/event/{evening.event.pk}/")
    assert (back.status_code, back["Location"]) == (302, f"/event/{evening.event.pk}/")
    assert round(wide()) == 612
    page = director.get(f"/event/{evening.event.pk}/").content.decode()
    assert re.search(r'paper/letter/[^>]*aria-current="true"', page)
    assert director.get("/printing/paper/a5/").status_code == 404
    elsewhere = director.get("/printing/paper/a4/?then=//elsewhere.example/")
    assert elsewhere["Location"] == "/"
    assert round(wide()) == 595


@pytest.mark.django_db
def test_score_slips_have_a_key_for_ruling_forms_on_their_backs() -> None:
    evening = Evening(4, kind="howell", winners=1, starts=False)
    director = director_of(evening)
    page = " ".join(director.get(path(evening, "")).content.decode().split())
    for paper in ("slips", "spare-slips"):
        front, back = path(evening, f"{paper}.pdf"), path(evening, f"{paper}.pdf?backs=1")
        assert re.search(rf'href="{re.escape(back)}">.*?With ruling forms on the backs', page)
        one, both = director.get(front), director.get(back)
        assert one["ETag"] != both["ETag"]
        assert b"DuplexFlipLongEdge" in both.content and b"Duplex" not in one.content
    assert director.get(path(evening, "travellers.pdf?backs=1")).content.count(b"Duplex") == 0


@pytest.fixture
def door_list(monkeypatch: pytest.MonkeyPatch) -> EventPaper:
    """The paper of docs/adding-a-paper.md, in the list."""
    new: EventPaper = run_page("adding-a-paper")["DOOR_LIST"]
    papers = (*papers_of_events.EVENT_PAPERS, new)
    monkeypatch.setattr(papers_of_events, "EVENT_PAPERS", papers)
    return new


@pytest.mark.django_db
def test_a_paper_more_costs_one_file(door_list: EventPaper) -> None:
    evening = Evening(4, kind="howell", winners=1, starts=False)
    director = director_of(evening)
    assert door_list.stages == {EventStage.OPEN}
    assert offered(director, evening)[-1] == door_list.key
    assert "List for the door" in director.get(path(evening, "")).content.decode()
    assert director.get(path(evening, "door-list.pdf")).content.startswith(b"%PDF-")
    text = director.get(path(evening, "door-list.txt")).content.decode()
    assert "Table 1\nPair 4 North-South: Left4 & Right4\n" in text
    player = client_of(make_user(evening.club, "ann", Role.PLAYER, evening.people[0]))
    assert player.get(path(evening, "door-list.txt")).status_code == 200
    assert door_list.level == Level.PLAYER
    evening.next_round()
    assert door_list.key not in offered(director, evening)


@pytest.mark.django_db
def test_a_paper_in_no_list_is_not_found() -> None:
    evening = Evening(4, kind="howell", winners=1)
    assert director_of(evening).get(path(evening, "door-list.pdf")).status_code == 404
