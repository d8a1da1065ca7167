"""What a published site has, and what it never has: every byte of it is looked through."""

import json
import re
import shutil
from collections import Counter
from pathlib import Path

import pytest
from django.test import Client

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.entry import Refused, new_key
from clubscore.club.logins import found_club
from clubscore.club.models import Club, Person
from clubscore.club.privacy import PublishedNames, is_named
from clubscore.events.directing import show_ranking
from clubscore.events.models import Event
from clubscore.extras.site.look import Look
from clubscore.extras.site.pages import EventPages, SiteFrame
from clubscore.extras.site.publish import pack, preview_of, publish_into, take_down
from tests.hostile import rename_everything, wrong_in_page
from tests.house import client_of, make_user
from tests.publishing.full_club import (
    DAY,
    NAMED,
    SECRETS,
    Full,
    crawl,
    everything_in,
    everything_zipped,
    full_club,
    leaks,
    pages_of,
    publish,
    small_club,
    tokens_of,
)
from tests.valid import Pages

pytestmark = pytest.mark.django_db


@pytest.fixture
def full() -> Full:
    """A club full of secrets, and what is published of it."""
    return full_club()


@pytest.fixture
def small() -> Full:
    """A club with one event."""
    return small_club()


def test_nothing_secret_is_in_any_byte_of_it(full: Full, tmp_path: Path) -> None:
    publish(full, tmp_path)
    words = [*SECRETS, *tokens_of(full.club), "csrfmiddlewaretoken"]
    files = everything_in(tmp_path)
    assert len(files) > 60 and leaks(files, words) == []
    pack(tmp_path, tmp_path.with_suffix(".zip"))
    zipped = everything_zipped(tmp_path.with_suffix(".zip"))
    assert leaks(zipped, words) == [] and not any(name.startswith(".") for name in zipped)
    assert {*zipped} == {name for name in files if not name.startswith(".clubscore")}
    # The reader sees what is there: every name that is to be named, and a secret put in.
    for name in NAMED:
        assert leaks(files, [name]), name
    assert leaks({"events/Hiddenwish.html": b""}, words) == ["Hiddenwish in events/Hiddenwish.html"]
    assert leaks({"a": b"x&quot;NUM-47114&amp;"}, words)


def test_every_link_leads_to_a_page_of_it_and_every_page_is_reached(
    full: Full, tmp_path: Path
) -> None:
    publish(full, tmp_path)
    files = everything_in(tmp_path)
    found = crawl(files)
    assert (found.broken, found.outside, found.unreached) == ([], [], [])
    assert found.pages == len(pages_of(tmp_path)) > 60 and found.links > 10 * found.pages
    # Broken, led away from and hidden, it is seen.
    first, *_rest = sorted(name for name in files if "/board-" in name)
    assert crawl({name: text for name, text in files.items() if name != first}).broken
    files["index.html"] = files["index.html"].replace(b'href="people/', b'href="https://a.b/')
    assert crawl(files).outside
    files["alone.html"] = b"<p>nobody leads here"
    assert "alone.html" in crawl(files).unreached


def written_at(folder: Path) -> dict[Path, int]:
    """Return when each file was written."""
    return {each: each.stat().st_mtime_ns for each in folder.rglob("*") if each.is_file()}


def test_nothing_changed_writes_nothing_and_what_was_altered_is_written_again(
    full: Full, tmp_path: Path
) -> None:
    first = publish(full, tmp_path)
    assert first.written >= first.files - 1 and first.gone == 0
    before = written_at(tmp_path)
    again = publish(full, tmp_path)
    assert (again.files, again.written, again.gone) == (first.files, 0, 0)
    assert before == written_at(tmp_path)
    content = everything_in(tmp_path)
    altered, missing, theirs = "index.html", next(n for n in content if "/card-" in n), "theirs.txt"
    (tmp_path / altered).write_text("somebody's")
    (tmp_path / missing).unlink()
    (tmp_path / theirs).write_text("not ours")
    assert publish(full, tmp_path).written == 2
    assert everything_in(tmp_path) == content | {theirs: b"not ours"}


def test_one_name_changes_only_the_pages_that_say_it(full: Full, tmp_path: Path) -> None:
    publish(full, tmp_path)
    before = pages_of(tmp_path)
    Person.objects.filter(pk=full.people["Member6"].pk).update(name="Renamed Surname")
    updated = publish(full, tmp_path)
    after = pages_of(tmp_path)
    changed = {name for name in after if before[name] != after[name]}
    saying = {name for name, text in before.items() if "Member6 Surname" in text}
    assert changed == saying and 0 < len(changed) < len(before) / 2
    # Besides its pages each event that says the name left it for the lists.
    assert len(changed) < updated.written <= len(changed) + 3


def test_what_is_gone_here_goes_from_it(full: Full, tmp_path: Path) -> None:
    publish(full, tmp_path)
    pairs = full.events["Open pairs"]
    assert (tmp_path / f"events/{DAY}-{pairs.pk}/index.html").exists()
    assert leaks(everything_in(tmp_path), ["Open pairs"])
    Event.objects.filter(pk=pairs.pk).update(finished_at=None, final_at=None)  # reopened
    assert publish(full, tmp_path).gone > 10
    assert not (tmp_path / f"events/{DAY}-{pairs.pk}").exists()
    assert leaks(everything_in(tmp_path), ["Open pairs"]) == []
    Event.objects.filter(pk=full.events["Imported pairs"].pk).update(called_off_at=clock.now())
    show_ranking(event=full.events["Open teams"], shown=False, key=new_key(), actor=full.actor)
    publish(full, tmp_path)
    assert leaks(everything_in(tmp_path), ["Imported pairs", "Open teams"]) == []
    found = crawl(everything_in(tmp_path))
    assert (found.broken, found.unreached) == ([], [])
    Person.objects.filter(pk=full.people["Named1"].pk).update(published="no")
    publish(full, tmp_path)
    left = everything_in(tmp_path)
    assert leaks(left, ["Named1 Surname"]) == [] and leaks(left, ["Named2 Surname"])


def test_a_pair_of_which_one_is_not_named_has_its_number(full: Full, tmp_path: Path) -> None:
    publish(full, tmp_path)
    folder = tmp_path / f"events/{DAY}-{full.events['Open pairs'].pk}"
    ranking = (folder / "index.html").read_text()
    # Hiddenwish played with Member7.
    assert "Member7" not in ranking and "Pair 4" in ranking
    for one, other in (("Named1", "Named2"), ("Wished5", "Member6")):
        assert re.search(rf"{one} Surname\d+ &amp; {other} Surname", ranking)
    hidden = (folder / "card-4.html").read_text()
    assert "<h1>Pair 4</h1>" in hidden and "Member7" not in hidden
    assert not (tmp_path / f"people/{full.people['Member7'].pk}.html").exists()


def test_whose_ranking_is_shared_without_names_is_published_without(
    full: Full, tmp_path: Path
) -> None:
    publish(full, tmp_path)
    page = (tmp_path / f"events/{DAY}-{full.events['Shared event'].pk}/index.html").read_text()
    assert "Shared event" in page and "Pair 1" in page and "Member6" not in page


def test_figures_are_those_of_the_programs_own_pages(full: Full, tmp_path: Path) -> None:
    publish(full, tmp_path)
    browser = client_of(make_user(full.club, "host", "director"))
    for name in ("Open pairs", "Imported pairs", "Open teams", "Open individual"):
        event = full.events[name]
        folder = tmp_path / f"events/{event.evening}-{event.pk}"
        looked = 0
        for published, address in _pairs(browser, folder, event):
            ours, theirs = figures(published), figures(address)
            if '<h2 id="boards">' in published:
                # The program's ranking has columns more, in another order.
                assert ours and not Counter(ours) - Counter(theirs), name
            else:
                assert ours == theirs and ours, (name, published[:300])
            looked += 1
        assert looked > 6, name


def _pairs(browser: Client, folder: Path, event: Event) -> list[tuple[str, str]]:
    base = f"/event/{event.pk}/"
    found = [((folder / "index.html").read_text(), browser.get(f"{base}ranking/").content.decode())]
    for file in sorted(folder.glob("board-*.html")):
        board = file.stem.removeprefix("board-")
        found.append((file.read_text(), browser.get(f"{base}board/{board}/").content.decode()))
    pages = EventPages(event, SiteFrame(Look(event.club), PublishedNames(event.club)))
    for key, card in pages.lists.cards.items():
        shown = browser.get(f"{base}pair/{key}/").content.decode()
        found.append(((folder / f"card-{card}.html").read_text(), shown))
    return found


def figures(page: str) -> list[str]:
    """Return the figures of a page's tables of results, in order."""
    results = r'<table class="(?:tight )?(?:ranking|compared)[^>]*>.*?</table>'
    # django-tables2 has classes in any order.
    cell = r'<td class="(?:[^"]* )?num(?: [^"]*)?"[^>]*>\s*([^<]*?)\s*</td>'
    return [each for table in re.findall(results, page, re.S) for each in re.findall(cell, table)]


def test_a_folder_of_somebody_else_is_refused(small: Full, tmp_path: Path) -> None:
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    (theirs / "index.html").write_text("mine")
    with pytest.raises(Refused, match="other files"):
        publish_into(theirs, small.club)
    assert everything_in(theirs) == {"index.html": b"mine"}
    publish_into(tmp_path / "site", small.club)
    other = found_club(name="Other", author="a test")
    with pytest.raises(Refused, match="another club"):
        publish_into(tmp_path / "site", other)
    with pytest.raises(Refused, match="another club"):
        take_down(tmp_path / "site", other)


def test_taken_down_nothing_of_ours_stays_and_all_of_others(small: Full, tmp_path: Path) -> None:
    publish(small, tmp_path)
    (tmp_path / "events" / "theirs.txt").write_text("not ours")
    assert take_down(tmp_path, small.club) > 15
    assert everything_in(tmp_path) == {"events/theirs.txt": b"not ours"}
    alone = tmp_path / "alone"
    publish_into(alone, small.club)
    take_down(alone, small.club)
    assert not alone.exists()
    assert take_down(alone, small.club) == 0


def test_killed_between_two_files_it_goes_on_and_leaves_nothing_behind(
    full: Full, tmp_path: Path
) -> None:
    whole = tmp_path / "whole"
    publish(full, whole)
    site, at = tmp_path / "site", iter(range(10**6))

    class Killed(BaseException):
        pass

    def kill(_done: int, _total: int) -> None:
        if next(at) == 2:
            raise Killed

    shutil.rmtree(site, ignore_errors=True)
    with pytest.raises(Killed):
        publish_into(site, full.club, kill)
    before = everything_in(site)
    assert 5 < len(before) < len(everything_in(whole))
    # As after a kill: there is no index, only the journal.
    index = site / ".clubscore/index.json"
    lines = [f'["{name}", "{stamp}", "{sum_}"]' for name, (stamp, sum_) in _told(index).items()]
    index.with_name("index.json.journal").write_text("\n".join([*lines, '["torn', ""]))
    index.unlink()
    gone = next(name for name in before if "/card-" in name)
    event = full.events["Open pairs"]
    Event.objects.filter(pk=event.pk).update(called_off_at=clock.now())
    publish(full, site)
    assert not (site / gone).exists() and crawl(everything_in(site)).broken == []
    Event.objects.filter(pk=event.pk).update(called_off_at=None)
    publish(full, site)
    assert everything_in(site) == everything_in(whole)


def _told(index: Path) -> dict[str, tuple[str, str]]:
    return {name: tuple(entry) for name, entry in json.loads(index.read_text()).items()}


def test_names_that_try_to_be_tags_are_words(full: Full, tmp_path: Path) -> None:
    name = '"><script>alert(1)</script>'
    Person.objects.filter(pk=full.people["Named1"].pk).update(name=name, short_name=name[:20])
    Event.objects.filter(pk=full.events["Open pairs"].pk).update(name=name)
    Club.objects.filter(pk=full.club.pk).update(name=name)
    full.club.refresh_from_db()
    publish(full, tmp_path)
    for place, page in pages_of(tmp_path).items():
        assert "<script>" not in page and "{{" not in page, place


def test_hostile_names_hide_nothing_and_turn_nothing_round(full: Full, tmp_path: Path) -> None:
    rename_everything()
    full.club.refresh_from_db()
    publish(full, tmp_path)
    found = {
        name: wrong for name, page in pages_of(tmp_path).items() if (wrong := wrong_in_page(page))
    }
    assert found == {} and len(pages_of(tmp_path)) > 60
    assert wrong_in_page("<p>Eve\u202eadA</p>"), "the reader sees one"


def test_the_preview_counts_what_goes_out(full: Full, tmp_path: Path) -> None:
    found = preview_of(full.club)
    publish(full, tmp_path)
    pages = [name for name in pages_of(tmp_path) if name.startswith("events/")]
    folders = {name.split("/")[1] for name in pages}
    assert found.events == len(folders) == 5
    assert abs(found.pages - len(pages)) <= len(pages) / 10
    assert (found.by_wish, found.juniors) == (1, 1)
    assert found.guests == 5 and len(found.hidden) == 8


def test_usual_wishes_and_merged_entries() -> None:
    member = Person(kind="member")
    assert is_named(member) and not is_named(Person(kind="guest"))
    assert not is_named(Person(kind="member", is_junior=True))
    assert is_named(Person(kind="guest", published="yes"))
    assert not is_named(Person(kind="member", published="no"))


@pytest.mark.long(5)
def test_every_page_is_valid_html(full: Full, tmp_path: Path) -> None:
    publish(full, tmp_path / "site")
    (tmp_path / "looked-at").mkdir()
    looked_at = Pages(tmp_path / "looked-at")
    for name, page in pages_of(tmp_path / "site").items():
        looked_at.keep_text(name, page.strip())
    assert looked_at.parts == 0 and len(looked_at.names) > 60
    assert looked_at.wrong() == []
    looked_at.keep_text("broken", "<!doctype html><html lang=en><title>x</title><p id=a><p id=a>")
    assert looked_at.wrong()


@pytest.mark.long(10)
def test_a_ranking_of_fifty_pairs_weighs_less_than_sixty_kilobytes(tmp_path: Path) -> None:
    full = Full(found_club(name="Portland", author="a test"), Actor(level=Level.DIRECTOR))
    full.actor = Actor(level=Level.DIRECTOR, club=full.club)
    for number in range(100):
        full.person(f"Longname-{number:03}")
    event = full.play("The club's own championship", full.people)
    publish(full, tmp_path)
    files = everything_in(tmp_path)
    page = files[f"events/{DAY}-{event.pk}/index.html"]
    assert page.count(b"Longname-") == 100
    loads = set(
        re.findall(rb'<(?:link rel="(?:stylesheet|icon)"|script) (?:href|src)="([^"]+)"', page)
    )
    assert loads == {b"../../style.css", b"../../icon.svg"}
    weight = len(page) + sum(len(files[each.decode().removeprefix("../../")]) for each in loads)
    assert weight < 60_000, weight
