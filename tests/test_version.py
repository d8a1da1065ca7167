"""Which ClubScore this is: said once, and by everything that leaves the house."""

import io
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from clubscore.club.logins import found_club
from clubscore.club.models import Person, User
from clubscore.deals.pbn import write_pbn
from clubscore.files.people_file import write_file
from clubscore.home.tonight import IN_SHORT
from clubscore.papers.ledger import imprint
from clubscore.papers.pen import Pen, printed
from clubscore.papers.sizes import A4
from clubscore.places import PROGRAM, VERSION
from tests.house import House, build_house, client_of
from tests.test_restore import command
from tests.test_version_before import unpacked

ROOT = Path(__file__).resolve().parent.parent


def sections_of(changelog: str) -> dict[str, str]:
    """Return what stands under each version of a list of changes, the newest first."""
    found = re.split(r"(?m)^## (\S+).*\n", changelog)
    return dict(zip(found[1::2], found[2::2], strict=True))


def test_the_list_of_changes_begins_this_version_with_the_sentence_that_directors_read() -> None:
    """A new version has its section and its sentence, or nobody is told of it."""
    sections = sections_of((ROOT / "CHANGELOG.md").read_text())
    assert [*sections][:2] == ["Unreleased", VERSION]
    assert " ".join(sections[VERSION].strip().partition("\n\n")[0].split()) == IN_SHORT


def test_the_command_says_its_version_where_nothing_is_installed(tmp_path: Path) -> None:
    command = [sys.executable, "-S", str(ROOT / "manage.py"), "--version"]
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (said.returncode, said.stdout) == (0, f"{PROGRAM}\n")


@pytest.mark.django_db
def test_files_that_go_out_name_the_program() -> None:
    pdf = printed(Pen.new_page, A4, imprint("Sheet"))
    assert f"/Creator ({PROGRAM})".encode() in pdf
    assert f"%Creator: {PROGRAM}\r\n".encode() in write_pbn([])
    club = found_club(name="Portland", author="a test")
    ann = Person.objects.create(club=club, name="Ann", short_name="Ann")
    book = load_workbook(io.BytesIO(write_file([ann], "xlsx")))
    assert book.properties.creator == PROGRAM
    assert [cell.value for cell in book.worksheets[0][2]][:2] == ["Ann", "Ann"]


@pytest.fixture
def house(db: None) -> House:
    return build_house()


def test_an_update_is_told_to_each_director_until_they_have_read_it(house: House) -> None:
    director, scorer = client_of(house.logins["director"]), client_of(house.logins["scorer"])
    assert IN_SHORT not in page_of(director), "who is new has missed nothing"
    User.objects.update(news_read="0.1.0")
    assert f"This is now {PROGRAM}. {IN_SHORT}" in page_of(director)
    assert IN_SHORT not in page_of(scorer)
    assert director.post(reverse("news-read")).status_code == 302
    assert IN_SHORT not in page_of(director)
    assert User.objects.filter(news_read="0.1.0").exists(), "others read it for themselves"


@pytest.mark.long(10)
def test_who_was_there_before_an_update_is_told(tmp_path: Path) -> None:
    older = unpacked(tmp_path)
    older.rename(tmp_path / "clubscore.sqlite3")
    assert command(tmp_path, "update")[0] == 0
    database = sqlite3.connect(tmp_path / "clubscore.sqlite3")
    read = {version for (version,) in database.execute("SELECT news_read FROM club_user")}
    database.close()
    assert read == {""}


def test_the_version_stands_at_the_foot_of_more(house: House) -> None:
    page = page_of(client_of(house.logins["director"]))
    assert f'<p class="program">{PROGRAM}</p>' in page


def page_of(client: Client) -> str:
    return client.get("/").content.decode()
