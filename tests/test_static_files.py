"""Style sheets and scripts are gathered when they changed, and only then."""

import json
import os
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles.finders import find
from PIL import Image

from clubscore.web import static_files
from tests.settings import BASE_DIR as ROOT


@pytest.fixture
def gathered(settings: Any, tmp_path: Path) -> Path:
    """Gather one small file into a data folder."""
    ours = tmp_path / "ours"
    ours.mkdir()
    (ours / "clock.js").write_text("tick();")
    settings.STATICFILES_DIRS = [ours]
    settings.STATIC_ROOT = tmp_path / "data" / "static"
    settings.STATIC_ROOT.parent.mkdir()
    assert static_files.gather()
    return tmp_path


def test_files_are_gathered_once(gathered: Path) -> None:
    assert (gathered / "data" / "static" / "clock.js").read_text() == "tick();"
    assert not static_files.gather()


def test_what_pages_ask_for_is_compressed_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "js").mkdir()
    names = {"js/large.js", "js/queue.js"}  # the other is a part of what is made
    for name in names:
        (tmp_path / name).write_text("tick();\n" * 1_000)
    made = static_files.CompressedFiles(location=tmp_path, base_url="/static/")
    assert [*made.post_process({name: (made, name) for name in names})]
    (asked_for,) = (tmp_path / "js").glob("large.*.js")
    compressed = {each.name for end in ("br", "gz") for each in tmp_path.glob(f"js/*.{end}")}
    assert compressed == {f"{asked_for.name}.br", f"{asked_for.name}.gz"}


def test_no_page_asks_for_a_part_of_what_is_made() -> None:
    pages = "".join(file.read_text() for file in (ROOT / "templates").rglob("*.*"))
    asked_for = set(re.findall(r"{% static ['\"]([^'\"]+)", pages))
    assert len(asked_for) > 25 and asked_for.isdisjoint(static_files.PARTS)


def test_an_update_of_the_program_gathers_them_again(gathered: Path) -> None:
    changed = gathered / "ours" / "clock.js"
    changed.write_text("tock();")
    os.utime(changed, (0, 0))  # as a file in an archive that was packed long ago
    assert static_files.gather()
    assert (gathered / "data" / "static" / "clock.js").read_text() == "tock();"


def test_a_folder_that_somebody_removed_is_filled_again(gathered: Path) -> None:
    shutil.rmtree(gathered / "data" / "static")
    assert static_files.gather()


def test_a_start_that_was_cut_off_gathers_again(gathered: Path) -> None:
    (gathered / "data" / static_files.GATHERED).unlink()
    assert static_files.gather()


def test_packages_bring_no_files_that_no_page_asks_for() -> None:
    assert find("js/clock.js")
    assert not find("django_htmx/django-htmx.js")
    assert not find("django_tables2/bootstrap.css")


def test_the_signs_of_the_installed_page_are_there_and_as_large_as_they_say() -> None:
    """Browsers offer to install a page with a square PNG of 192 and of 512 dots."""
    folder = Path(settings.BASE_DIR, "static")
    manifest = json.loads((folder / "clubscore.webmanifest").read_text())
    pngs = [one for one in manifest["icons"] if one["type"] == "image/png"]
    assert [(one["sizes"], one.get("purpose", "")) for one in pngs] == [
        ("192x192", ""), ("512x512", ""), ("512x512", "maskable"),
    ]  # fmt: skip
    for one in pngs:
        with Image.open(folder / one["src"]) as picture:
            assert f"{picture.width}x{picture.height}" == one["sizes"]
