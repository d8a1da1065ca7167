"""Zips as strangers may make them: what is in them, within bounds, and nothing outside."""

import io
import zipfile
import zlib
from collections.abc import Callable

import pytest

from clubscore.files import zip_files as packed
from clubscore.files.zip_files import content_at, members_of, packed_together
from clubscore.laws.errors import RuleError


def zipped(*files: tuple[str, bytes], way: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", way) as archive:
        for name, content in files:
            archive.writestr(zipfile.ZipInfo(name), content, way)
    return made.getvalue()


def read(content: bytes, at: int = 0) -> bytes:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return content_at(archive, at)


def code(call: Callable[[], object]) -> str:
    with pytest.raises(RuleError) as refused:
        call()
    return refused.value.code


def test_folders_hidden_files_and_what_systems_add_are_passed_over() -> None:
    content = zipped(
        ("2019/", b""), ("2019/b.xml", b"<b/>"), ("2019/a.xml", b"<a/>"),
        ("__MACOSX/._a.xml", b"x"),
        (".DS_Store", b"x"), ("2019/.hidden/c.xml", b"x"), ("Thumbs.db", b"x"),
    )  # fmt: skip
    found = members_of(content)
    assert [each.name for each in found] == ["2019/a.xml", "2019/b.xml"]
    assert [read(content, each.at) for each in found] == [b"<a/>", b"<b/>"]


@pytest.mark.parametrize(
    "name", ["../a.xml", "b/../../a.xml", "/etc/a.xml", "C:\\a.xml", "..\\a.xml", "\\\\host\\a.xml"]
)
def test_a_name_that_leads_out_is_not_unpacked(name: str) -> None:
    content = zipped((name, b"<a/>"))
    (found,) = members_of(content)
    assert found.why is not None and found.why.code == "leads-out"
    assert code(lambda: read(content)) == "leads-out"


def test_a_locked_file_is_named() -> None:
    content = bytearray(zipped(("a.xml", b"<a/>")))
    # The bit in both places where a zip has it.
    content[6] |= 1
    content[content.index(b"PK\x01\x02") + 8] |= 1
    (found,) = members_of(bytes(content))
    assert found.why is not None and found.why.code == "locked"


def test_no_more_files_and_no_more_bytes_than_are_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed, "MOST_FILES", 3)
    files = [(f"{n}.xml", b"<a/>") for n in range(4)]
    assert code(lambda: members_of(zipped(*files))) == "too-many"
    assert code(lambda: packed_together(files)) == "too-many"
    assert len(members_of(zipped(*files[:3]))) == 3
    monkeypatch.setattr(packed, "MOST_UNPACKED", 1000)
    bomb = zipped(("a.xml", b"0" * 600), ("b.xml", b"0" * 600))
    assert code(lambda: members_of(bomb)) == "too-large"
    assert code(lambda: packed_together([("a", b"0" * 1001)])) == "too-large"


def test_a_bomb_is_refused_by_what_it_says_and_gives_no_more_than_it_says() -> None:
    bomb = zipped(("a.xml", b"0" * (packed.LARGEST_UPLOAD + 1)))
    assert len(bomb) < 20_000
    (found,) = members_of(bomb)
    assert found.why is not None and found.why.code == "too-large"
    # One that says less than it holds is cut off there, and its checksum is wrong.
    lies = bytearray(bomb)
    at = lies.index(b"PK\x01\x02")
    lies[at + 24 : at + 28] = (100).to_bytes(4, "little")
    (found,) = members_of(bytes(lies))
    assert found.why is None
    assert code(lambda: read(bytes(lies))) == "damaged"


@pytest.mark.parametrize("content", [b"", b"PK", b"PK\x03\x04 and nothing", b"<USEBIO/>"])
def test_what_is_no_zip_is_said(content: bytes) -> None:
    assert code(lambda: members_of(content)) == "zip"


def test_an_empty_zip_and_a_damaged_one_are_said() -> None:
    assert code(lambda: members_of(zipped())) == "empty"
    good = zipped(("a.xml", b"<a/>" * 100))
    packed_bytes = zlib.compress(b"<a/>" * 100)[2:8]
    spoilt = good.replace(packed_bytes, b"\xff" * len(packed_bytes), 1)
    assert spoilt != good
    assert code(lambda: read(spoilt)) == "damaged"


def test_a_zip_within_a_zip_is_not_opened() -> None:
    assert code(lambda: read(zipped(("in.zip", zipped(("a.xml", b"<a/>")))))) == "zip-in-zip"


def test_files_are_packed_and_come_out_as_they_were() -> None:
    content = packed_together([("b/a.xml", b"<a/>"), ("a.xml", b"\0\1")])
    assert {each.name: read(content, each.at) for each in members_of(content)} == {
        "a.xml": b"\0\1",
        "b/a.xml": b"<a/>",
    }
