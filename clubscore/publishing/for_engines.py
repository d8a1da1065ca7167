"""What search engines look for beside the pages: `sitemap.xml`, and `robots.txt` that names it.

Both need whole addresses, so a site whose address nobody entered has neither. Engines read
`robots.txt` at the root of a web space alone: a site in a folder of one has none of its own.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from urllib.parse import quote, urlsplit
from xml.sax.saxutils import escape

from clubscore.club.safe.kept_files import OneFile
from clubscore.publishing.site_stamps import SiteStamps

MOST = 50_000  # places in one file, says sitemaps.org
SPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


def files_for_engines(address: str, pages: Sequence[str], stamps: SiteStamps) -> Iterator[OneFile]:
    """Yield both files of a site that is served at an address, "" where nobody knows where."""
    if not address:
        return
    root = address.rstrip("/")
    shown = sorted(pages, key=_how_near)[:MOST]
    yield OneFile("sitemap.xml", stamps.of("sitemap", shown), partial(sitemap, root, shown))
    if not urlsplit(root).path:
        yield OneFile("robots.txt", stamps.of("robots", root), partial(robots, root))


def _how_near(name: str) -> tuple[bool, int, str]:
    """Return how near to the first page a page stands."""
    return name != "index.html", name.count("/"), name


def sitemap(root: str, pages: Sequence[str]) -> bytes:
    """Return the list of pages by their whole addresses, those nearest to the first page first."""
    places = "".join(f"<url><loc>{escape(f'{root}/{quote(name)}')}</loc></url>\n" for name in pages)
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    return f'{head}<urlset xmlns="{SPACE}">\n{places}</urlset>\n'.encode()


def robots(root: str) -> bytes:
    """Return that all may be read, and where the list of pages is."""
    return f"User-agent: *\nAllow: /\n\nSitemap: {root}/sitemap.xml\n".encode()
