"""What search engines find of a published site: every page by its whole address, or nothing."""

from pathlib import Path
from xml.etree import ElementTree as Tree

import pytest

from clubscore.club.models import Club
from clubscore.extras.site.files import MOST, sitemap
from clubscore.extras.site.publish import publish_into
from tests.publishing.full_club import pages_of, small_club

pytestmark = pytest.mark.django_db
SPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


def places(told: bytes) -> list[str]:
    """The addresses of a sitemap, of which each is in an `url` of its own."""
    tree = Tree.fromstring(told)  # noqa: S314 - our own
    assert tree.tag == f"{SPACE}urlset"
    return [each.findtext(f"{SPACE}loc", "") for each in tree.findall(f"{SPACE}url")]


def published_at(address: str, site: Path, club: Club) -> tuple[int, bool, bool]:
    """Publish where the site has an address; what was written, whether both files are there."""
    Club.objects.filter(pk=club.pk).update(site_address=address)
    club.refresh_from_db()
    written = publish_into(site, club).written
    return written, (site / "sitemap.xml").exists(), (site / "robots.txt").exists()


def test_every_page_is_in_the_list_where_the_address_is_known(tmp_path: Path) -> None:
    club, site = small_club().club, tmp_path / "site"
    assert published_at("", site, club)[1:] == (False, False)
    assert published_at("https://bridge.example/", site, club)[1:] == (True, True)
    listed = places((site / "sitemap.xml").read_bytes())
    assert listed[0] == "https://bridge.example/index.html"
    assert sorted(listed) == sorted(f"https://bridge.example/{name}" for name in pages_of(site))
    robots = (site / "robots.txt").read_text().splitlines()
    assert "Sitemap: https://bridge.example/sitemap.xml" in robots
    assert not any(line.startswith("Disallow") for line in robots)
    assert published_at("https://bridge.example/", site, club)[0] == 0
    # In a folder of a web space nobody would read robots.txt.
    assert published_at("https://a.example/bridge", site, club)[1:] == (True, False)
    assert places((site / "sitemap.xml").read_bytes())[0] == "https://a.example/bridge/index.html"
    assert published_at("", site, club)[1:] == (False, False)


def test_names_of_files_are_written_as_addresses_are() -> None:
    told = sitemap("https://a.example/?x=1&y", ["people/a b&c.html", "é.html"])
    assert places(told) == [
        "https://a.example/?x=1&y/people/a%20b%26c.html", "https://a.example/?x=1&y/%C3%A9.html",
    ]  # fmt: skip
    assert len(places(sitemap("https://a.example", [f"{n}.html" for n in range(9)]))) == 9 < MOST
