"""What the program writes is its owner's alone, whoever made the folder; its pages are not."""

import os
import stat
from pathlib import Path

import pytest

from clubscore.extras.site.publish import KEEPING
from clubscore.places import close_to_others
from clubscore.server.kept_files import FolderFile, bring_up_to_date

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has other rights")


def rights(*places: Path) -> set[str]:
    return {f"{stat.S_IMODE(each.stat().st_mode):o}" for each in places}


def test_a_place_that_many_share_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared").chmod(0o1777)
    close_to_others(tmp_path / "shared")
    close_to_others(tmp_path / "not there")
    assert rights(tmp_path / "shared") == {"1777"}


def test_published_pages_can_be_read_by_others_whatever_else_is_written(tmp_path: Path) -> None:
    site = tmp_path / "web" / "results"
    pages = [FolderFile(name, "", lambda: b"page") for name in ("index.html", "events/1/card.html")]
    before = os.umask(0o077)
    try:
        bring_up_to_date(site, pages, KEEPING)
        bring_up_to_date(tmp_path / "readable", pages)
    finally:
        os.umask(before)
    assert rights(site / "index.html", site / "events/1/card.html") == {"644"}
    assert rights(site, site.parent, site / "events", site / "events/1") == {"755"}
    kept = tmp_path / "readable"
    assert rights(kept, kept / "events", kept / "events/1/card.html") == {"700", "600"}
