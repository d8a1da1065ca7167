"""A file that belongs somewhere else is named for what it is, with where it goes."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from clubscore.deals.any_file import write_boards
from clubscore.deals.hands import DealtBoard, read_deal
from clubscore.extras.bbo.pages_read import SavedPage, zipped
from clubscore.files.commands.score_event import main
from clubscore.files.pbn import write_pbn_event
from clubscore.files.usebio_writing import write_usebio
from clubscore.ranking import read_event
from tests.deals.packs import TEXT
from tests.files.bbo_made import whole_session
from tests.files.test_event_command import GOOD
from tests.files.test_event_pages import director, upload  # noqa: F401
from tests.house import House
from tests.ranking.rooms import event

BOARDS = [DealtBoard(1, read_deal(TEXT), "N", "none")]
EVENT = read_event(event([420, 50]))
CARDS = "results. Import it on the event’s"
MEMBERS = "a list of members under Players"
COMMAND = "its results with “manage.py import_event FILE”"
# Each file, what it is called, where it goes, and whether it comes in as an event elsewhere.
FILES = {
    "lin": (write_boards("lin", BOARDS), "LIN file", CARDS, False),
    "dup": (write_boards("dup", BOARDS), "DUP file", CARDS, False),
    "dlm": (write_boards("dlm", BOARDS), "DLM file", CARDS, False),
    "csv": (b"name,number\r\nAnn,7\r\n", "CSV file", MEMBERS, False),
    "one.csv": (b"name\nAnn\n", "CSV file", MEMBERS, False),
    "marked.csv": ("\ufeffName;Nummer\nJosé;7\n".encode(), "CSV file", MEMBERS, False),
    "latin.csv": ("name;number\nJosé;7\n".encode("latin-1"), "CSV file", MEMBERS, False),
    "xlsx": (b"PK\x03\x04\x14\x00[Content_Types].xml\xff\xfe", "XLSX file", MEMBERS, False),
    "site.csv": (
        b"#Version\tstd1\r\n#Title\tTuesday\r\n",
        "This is BridgeWebs CSV, which can",
        "as USEBIO (XML) or PBN",
        False,
    ),
    "page.mhtml": (b"From: <Saved by Blink>\r\n", "(MHTML)", "again as “HTML only”", False),
    "page.webarchive": (b"bplist00\xd1\x01", "(webarchive)", "again as “HTML only”", False),
    "page.html": (whole_session()["Results.html"], "HTML file", COMMAND, True),
    "pages.zip": (zipped([SavedPage("x.html", b"<html>")]), "ZIP file", COMMAND, True),
    "usebio.xml": (write_usebio(EVENT), "USEBIO (XML) file", COMMAND, True),
    "pbn": (write_pbn_event(EVENT), "PBN file", COMMAND, True),
    "bws": (b"\0\1\0\0Standard Jet DB\0\xff", "BWS file", COMMAND, True),
}


@pytest.fixture
def given(tmp_path: Path) -> Any:
    """Writes a file of a kind and returns its name."""

    def write(kind: str) -> str:
        file = tmp_path / (kind if "." in kind else f"boards.{kind}")
        file.write_bytes(FILES[kind][0])
        return str(file)

    return write


@pytest.mark.parametrize("kind", FILES)
def test_score_event_names_it(kind: str, given: Any, capsysbinary: Any) -> None:
    _content, called, goes, _comes = FILES[kind]
    file = given(kind)
    assert main([file]) == 1
    out, err = capsysbinary.readouterr()
    answer = json.loads(out)
    assert called in answer["error"]
    assert goes in answer["error"]
    assert (err, "JSON: " in answer["error"]) == (b"", False)
    assert main(["--format", "text", file]) == 1
    assert called in capsysbinary.readouterr()[0].decode()
    for way in ("--together", "--sessions"):
        assert main([way, file]) == 1
        assert called in json.loads(capsysbinary.readouterr()[0])["error"]


def test_score_event_still_says_what_is_wrong_with_json(
    capsysbinary: Any, monkeypatch: Any
) -> None:
    for content in (b"{broken", b"[1]", b"fine", b"", json.dumps(GOOD).encode()[:-1]):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        assert main(["-"]) == 1
        error = json.loads(capsysbinary.readouterr()[0])["error"]
        assert "file:" not in error
    assert "This is not JSON" in error


@pytest.mark.django_db
@pytest.mark.parametrize("kind", [kind for kind in FILES if not FILES[kind][3]])
def test_import_event_and_its_page_name_it(
    kind: str,
    given: Any,
    house: House,
    director: Client,  # noqa: F811
) -> None:
    content, called, goes, _comes = FILES[kind]
    with pytest.raises(CommandError) as refused:
        call_command("import_event", given(kind))
    page = upload(director, content, kind if "." in kind else f"boards.{kind}")
    assert page.status_code == 422
    for said in (str(refused.value), page.content.decode()):
        assert called in said
        assert goes in said


@pytest.mark.django_db
def test_import_event_names_xml_that_is_no_usebio(house: House, tmp_path: Path) -> None:
    file = tmp_path / "x.xml"
    file.write_bytes(b"<note/>")
    with pytest.raises(CommandError, match="This is XML, but not USEBIO"):
        call_command("import_event", str(file))
