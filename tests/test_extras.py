"""An extra is a border in the code: it is installed or not, and each club uses it or does not."""

import importlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.core.management.sql import emit_post_migrate_signal
from django.template import engines
from django.test import Client
from django.urls import clear_url_caches, reverse

from clubscore import places, urls
from clubscore.club.clubs import use_extras
from clubscore.club.models import Act, Club
from clubscore.extras.data_connector import adds
from clubscore.extras.mail.models import FeedAddress
from clubscore.home import settings_pages
from clubscore.home.help_topics import topics_for
from clubscore.server.health import no_extra_left_its_rows
from clubscore.web import hooks
from clubscore.web.hooks import OF_EXTRA, Extra, extras, first_shown, may_be_opened, shown_to
from clubscore.web.phones import token_of
from tests.events.world.packages import a_set
from tests.house import House, client_of
from tests.mailing.asking import feed_in
from tests.snippets import run_page

ROOT = Path(__file__).resolve().parents[1]
NAMES = sorted(each.parent.name for each in ROOT.glob("clubscore/extras/*/__init__.py"))


@pytest.fixture
def director(house: House) -> Client:
    return client_of(house.logins["director"])


def chosen(club: Club, *keys: str) -> None:
    use_extras(club=club, keys=keys, author="Ann")
    club.refresh_from_db()


def test_every_extra_says_what_it_is() -> None:
    assert [each.key for each in extras()] == NAMES
    assert all(str(each.title) and str(each.about).endswith(".") for each in extras())


@pytest.mark.django_db
def test_a_director_chooses_what_the_club_uses(house: House, director: Client) -> None:
    page = director.get("/club/features/").content.decode()
    seen = [each.key for each in extras() if each.is_seen]
    assert page.count(" checked>") == len(seen) == page.count('name="extra"')
    assert {*NAMES} - {*seen} == {"bbo", "machines", "nullos"}, "there is nothing of them to hide"
    answer = director.post("/club/features/", {"extra": ["years", "gazette", "nobody's"]})
    assert answer.status_code == 302
    house.club.refresh_from_db()
    assert house.club.extras == ["gazette", "years"]
    assert director.get("/club/features/").content.decode().count(" checked>") == 2
    assert Act.objects.filter(club=house.club, what="extras chosen").count() == 1
    director.post("/club/features/", {"extra": ["years", "gazette"]})
    assert Act.objects.filter(club=house.club, what="extras chosen").count() == 1
    assert "more features changed" in director.get("/club/").content.decode()


@pytest.mark.django_db
def test_what_a_club_does_not_use_has_no_keys_and_no_pages(house: House, director: Client) -> None:
    ann = house.people[0].pk
    shown = {
        "years": (f"/players/{ann}/", f"/players/{ann}/years/"),
        "mail": ("/club/", "/club/feeds/"),
        "site": ("/club/", "/club/publish/"),
        "source_hands": ("/games/", "/hands/"),
        "world": ("/results/", "/world/"),
    }
    for page, address in shown.values():
        assert f'href="{address}"' in director.get(page).content.decode(), address
        assert director.get(address).status_code == 200
    chosen(house.club)
    for page, address in shown.values():
        assert f'href="{address}"' not in director.get(page).content.decode(), address
        assert director.get(address).status_code == 404
    for paper in ("season/2026/book.pdf", "season/2026/book.txt", "results/2026-05-01/gazette.pdf"):
        assert director.get(f"/{paper}").status_code == 404


@pytest.mark.django_db
def test_search_and_help_lead_to_nothing_that_a_club_does_not_use(
    house: House, director: Client
) -> None:
    asked = "/search/?q=feeds"
    assert reverse("club-feeds") in director.get(asked).content.decode()
    before = set(topics_for(house.club))
    chosen(house.club, "years")
    assert reverse("club-feeds") not in director.get(asked).content.decode()
    assert not may_be_opened("club-feeds", house.club) and may_be_opened("club-years", house.club)
    assert before - set(topics_for(house.club))
    assert not may_be_opened("no-such-page", house.club)


@pytest.mark.django_db
def test_another_club_keeps_its_own(house: House, other_house: House) -> None:
    chosen(house.club)
    assert shown_to(house.club) == [] and len(shown_to(other_house.club)) == len(NAMES)
    assert len(shown_to(None)) == len(NAMES)


@pytest.mark.django_db
def test_what_is_hidden_stays_and_comes_back(house: House, director: Client) -> None:
    feed = feed_in(house.club)
    address = reverse("feed-evenings", args=[token_of(feed.nonce)])
    assert Client().get(address).status_code == 200
    chosen(house.club)
    assert FeedAddress.objects.filter(pk=feed.pk, revoked_at=None).exists()
    assert Client().get(address).status_code == 404, "a feed has no reader of the club"
    chosen(house.club, "mail")
    assert director.get("/club/feeds/").status_code == 200
    assert Client().get(address).status_code == 200


@pytest.mark.django_db
def test_an_update_lets_a_club_keep_what_it_used(
    house: House, other_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(places.EXTRAS)
    first_shown.cache_clear()
    feed_in(house.club)
    a_set(house.club)
    usual = first_shown()
    assert {"gazette", "site", "years"} <= set(usual) and "world" not in usual
    Club.objects.update(extras=None)
    emit_post_migrate_signal(verbosity=0, interactive=False, db="default")
    house.club.refresh_from_db()
    other_house.club.refresh_from_db()
    assert set(house.club.extras or ()) == {*usual, "mail", "sets"}
    assert other_house.club.extras == [*usual]
    chosen(other_house.club)
    emit_post_migrate_signal(verbosity=0, interactive=False, db="default")
    other_house.club.refresh_from_db()
    assert other_house.club.extras == [], "whoever has chosen is asked no more"
    first_shown.cache_clear()


def test_a_name_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(places.EXTRAS, "years, yers")
    with pytest.raises(ValueError, match="yers"):
        places.extras.__wrapped__()
    monkeypatch.setenv(places.EXTRAS, "none")
    assert places.extras.__wrapped__() == ()


ALONE = [
    pytest.param("none", marks=pytest.mark.gate),
    *(pytest.param(name, marks=pytest.mark.night) for name in NAMES),
]


@pytest.mark.parametrize("name", ALONE)
@pytest.mark.django_db
def test_the_program_runs_with_one_alone_and_with_none(name: str, tmp_path: Path) -> None:
    """Checks, tables, the demo club, and every page that a link leads to, by each role."""
    command = [sys.executable, "-m", "tests.with_extras", name]
    env = os.environ | {places.EXTRAS: name, "CLUBSCORE_TEST_FOLDER": str(tmp_path)}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    pages, *told = done.stdout.splitlines()[-1].split()
    assert int(pages) >= 250 and told == ["pages", "with", name, "wrong:", "none"], done.stdout


@pytest.mark.django_db
def test_an_extra_more_costs_one_folder(
    house: House, director: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The extra of docs/adding-an-extra.md: shown, opened, hidden."""
    new: Extra = run_page("adding-an-extra")["EXTRA"]
    (page,) = new.pages
    setattr(page.callback, OF_EXTRA, new.key)
    for module in (hooks, settings_pages):
        monkeypatch.setattr(module, "extras", lambda: (*extras(), new))
    monkeypatch.setattr(urls, "urlpatterns", [*urls.urlpatterns, *new.pages])
    template = tmp_path / "extras" / "member_since" / "person.html"
    template.parent.mkdir(parents=True)
    template.write_text("<a href=\"{% url 'person-since' person.pk %}\">since</a>")
    monkeypatch.setattr(
        engines["django"].engine, "dirs", [*settings.TEMPLATES[0]["DIRS"], tmp_path]
    )
    engines["django"].engine.template_loaders[0].reset()
    clear_url_caches()
    ann = house.people[0]
    chosen(house.club, "member_since")
    address = f"/players/{ann.pk}/since/"
    try:
        assert f'href="{address}"' in director.get(f"/players/{ann.pk}/").content.decode()
        assert director.get(address).content.decode() == f"{ann.name}: {ann.created_at:%Y}"
        assert "Since when each member" in director.get("/club/features/").content.decode()
        chosen(house.club)
        assert f'href="{address}"' not in director.get(f"/players/{ann.pk}/").content.decode()
        assert director.get(address).status_code == 404
    finally:
        monkeypatch.undo()
        clear_url_caches()


@pytest.mark.django_db
def test_without_the_vendors_client_pads_are_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = "clubscore.extras.data_connector"
    for name in [each for each in sys.modules if each.startswith((ours, adds.PACKAGE))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, adds.PACKAGE, None)
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    bare: Extra = importlib.import_module(f"{ours}.adds").EXTRA
    assert not bare.is_seen and adds.EXTRA.is_seen


@pytest.mark.django_db
def test_rows_of_an_extra_that_is_not_installed_are_named(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert no_extra_left_its_rows(databases=["default"]) == []
    others = [each for each in apps.get_app_configs() if each.label != "mailing"]
    monkeypatch.setattr(apps, "get_app_configs", lambda: others)
    assert no_extra_left_its_rows(databases=["default"]) == [], "it has no rows yet"
    feed_in(house.club)
    (fault,) = no_extra_left_its_rows(databases=["default"])
    assert fault.msg == "The database has data of mailing (rows: 1), which is not installed."
    assert no_extra_left_its_rows(databases=None) == []
