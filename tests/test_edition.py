"""Which edition answers: said of every answer and in the worker's store; scripts of before."""

import shutil
from pathlib import Path

import pytest
from django.test import Client

from clubscore import places as edition
from clubscore.club.models import Role
from clubscore.places import FILES
from clubscore.rubbers.models import Sitting
from clubscore.server.live import Door, HearingPass
from tests.house import House, client_of, make_user
from tests.rubbers.tables import Table
from tests.server.serving import Club, Phone, served, watching

OURS = HearingPass("card", 1, "abc")
HTMX = {"HTTP_HX_REQUEST": "true"}
OF_NOW = {"HTTP_X_EDITION": "0.2.0-another"}


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tree of templates and static files of its own."""
    for folder in ("templates/components", "static/js", "static/css"):
        shutil.copytree(FILES / folder, tmp_path / folder)
    monkeypatch.setattr(edition, "FILES", tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    "changed", ["templates/components/asks.html", "static/js/news.js", "static/css/event.css"]
)
def test_whatever_a_page_is_made_of_makes_another_edition(tree: Path, changed: str) -> None:
    reckon = edition.page_edition.__wrapped__
    before = reckon()
    assert reckon() == before
    (tree / changed).write_text((tree / changed).read_text() + "\n")
    assert reckon() != before


def test_every_answer_says_which_edition_gave_it(house: House) -> None:
    director = client_of(house.logins["director"])
    for path in ("/", "/nowhere/", "/login", f"/table/{house.sitting.pk}/live/"):
        assert director.get(path)[edition.HEADER] == edition.page_edition(), path
    assert f'<meta name="edition" content="{edition.page_edition()}"' in director.get("/").text


def test_a_stream_and_an_answer_before_the_page_say_it_too() -> None:
    with watching(Club(l1={"card-1": "5"})) as hub, served(lambda _e, _s: [], hub) as port:
        hub.ask(Door("card", 1))
        phone = Phone(port, OURS)
        assert phone.ask("/table/1/live/?about=card-1&seen=5") == 204
        assert f"x-edition: {edition.page_edition()}".encode() in phone.head.lower()
        stream = Phone(port, OURS)
        stream.ask("/news/")
        stream.tags()
        assert f"event: edition\ndata: {edition.page_edition()}\n".encode() in stream.said


def test_the_workers_store_bears_the_edition(db: None) -> None:
    said = Client().get("/worker.js").text
    assert f'STORE = STORES + "{edition.page_edition()}"' in said
    assert "EDITION" not in said


@pytest.mark.django_db
def test_scripts_of_before_in_a_page_of_now_are_led_on() -> None:
    """They say no edition: their question is never answered by "nothing new"."""
    table = Table()
    phone = client_of(make_user(table.club, "host", Role.DIRECTOR))
    page = f"/table/{table.sitting.pk}/"
    asks = f"{page}live/?about=card-{table.sitting.pk}&seen={Sitting.objects.get().revision}"
    assert phone.get(asks, **HTMX, **OF_NOW).status_code == 204
    told = phone.get(asks, **HTMX)
    assert (told.status_code, told["HX-Trigger-After-Settle"]) == (200, "table-changed")
    # A page of before asks by another name, and is left as it is while nothing changes.
    assert phone.get(asks.replace("about=", "news="), **HTMX).status_code == 204
    own = {"HTTP_HX_CURRENT_URL": f"http://club{page}", "HTTP_HX_TARGET": "page"}
    assert phone.get(page, **HTMX, **own)["HX-Refresh"] == "true"
    assert "HX-Refresh" not in phone.get(page, **HTMX, **own, **OF_NOW)
    other = own | {"HTTP_HX_TARGET": "drawer"}
    assert "HX-Refresh" not in phone.get(page, **HTMX, **other)
