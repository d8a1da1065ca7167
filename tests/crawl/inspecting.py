"""What looks at the answers of a crawl: each returns what is wrong, and how many it looked at."""

import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterable
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

from clubscore.home.help_topics import topic_of_address
from tests.bench.bench_page_weight import LATER
from tests.crawl.crawling import Answer, Crawl
from tests.furnished import REFUSED
from tests.test_addresses import ROWS, check, check_headers, check_who_keeps
from tests.valid import Pages
from tests.words.pseudo import unmarked, unmarked_in_page
from tests.words.walking import HEADINGS, LAW_BOOK

PAGE, PDF, TEXT = "text/html", "application/pdf", "text/plain"
BY_NAME = {row.name: row for row in ROWS}
ID = re.compile(r"""<[a-z][^<>]*?\sid="([^"]*)\"""")
# What has no end, so nothing stands within it.
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}
# Attributes whose value is a rule's matter: what they name, but for numbers, is part of the kind.
SAYING = re.compile(r"type|role|for|id|form|list|scope|autocomplete|aria-.*")


class Told(NamedTuple):
    """What an inspector says: what is wrong, and how many answers it looked at."""

    wrong: list[str]
    looked: int


def _told(found: Iterable[tuple[Answer, Iterable[str]]]) -> Told:
    wrong, looked = [], 0
    for answer, faults in found:
        looked += 1
        wrong += [f"{answer}: {fault}" for fault in faults]
    return Told(wrong, looked)


def _refused(hold: Callable[[], None]) -> list[str]:
    try:
        hold()
    except AssertionError as error:
        return [str(error).partition("\n")[0]]
    return []


def rights(crawl: Crawl) -> Told:
    """Who may open what, as the rows of tests/test_addresses.py have it."""

    def wrong(each: Answer) -> list[str]:
        row = BY_NAME[each.name]
        needed = row.post if each.method == "POST" else row.get
        return _refused(lambda: check(each, row, each.role, each.method, needed))

    return _told((each, wrong(each)) for each in crawl.answers if not each.is_part)


def opened(crawl: Crawl) -> Told:
    """Each page opens, but those that are there to say why not."""

    def wrong(each: Answer) -> list[str]:
        is_shown = each.status_code == 200 and each.kind == PAGE
        return [] if is_shown or REFUSED.fullmatch(each.path) else ["does not open"]

    return _told((each, wrong(each)) for each in crawl.answers if each.method == "GET")


def headers(crawl: Crawl) -> Told:
    """Each answer carries the strict policy."""
    return _told((each, _refused(lambda each=each: check_headers(each))) for each in crawl.answers)


def who_keeps(crawl: Crawl) -> Told:
    """Each answer says who may keep it: nobody, where it shows people or money."""
    return _told(
        (each, _refused(lambda each=each: check_who_keeps(each, each.name, each.role)))
        for each in crawl.answers
        if not each.is_part
    )


class MadeOf(HTMLParser):
    """Which kinds of element stand within which in a page, and which stand after which."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.kinds = set[str]()
        self._open = [("", "")]
        self._before = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a kind of element: its name, its attributes, and what some of them name."""
        kind = " ".join([tag, *sorted(self._said(name, value or "") for name, value in attrs)])
        self.kinds |= {f"{self._open[-1][1]} > {kind}", f"{self._before} + {tag}"}
        self._before = tag
        if tag not in VOID:
            self._open.append((tag, kind))

    def handle_endtag(self, tag: str) -> None:
        """Note an end, what stands before it, and whether it is the end of what was open."""
        self.kinds.add(f"{self._open[-1][0]}: {self._before} / {tag}")
        self._before = f"/{tag}"
        if self._open[-1][0] == tag:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        """Note that something is said, so that what says nothing is another kind."""
        if data.strip():
            self._before = "text"

    @staticmethod
    def _said(name: str, value: str) -> str:
        says = SAYING.fullmatch(name) and not value.isspace()
        named = re.sub(r"[0-9a-f]{8,}|\d+", "0", value) if says else "" if value else "nothing"
        return f"{name}={named}"


def html(crawl: Crawl, folder: Path) -> Told:
    """Pages and parts as their standard has them: those that are made of anything new."""
    pages, seen = Pages(folder), set[str]()
    for each in crawl.unlike(PAGE):
        text = each.content.decode()
        kinds = MadeOf(text).kinds if text.strip() else set()
        if not seen.issuperset(kinds):
            seen |= kinds
            pages.keep_text(str(each), text)
    return Told(pages.wrong(), len(pages.names))


def marked(crawl: Crawl, known: frozenset[str]) -> Told:
    """Every word of pages, texts and papers comes from the catalogue, or is known as a name."""

    def wrong(each: Answer) -> list[str]:
        names = known | HEADINGS if each.path.startswith(LAW_BOOK) else known
        if each.kind == PAGE:
            return unmarked_in_page(each.content.decode(), names)
        if each.kind == TEXT:
            return unmarked(each.content.decode(), names)
        return [word for text in dict.fromkeys(each.drawn) for word in unmarked(text, names)]

    return _told((each, wrong(each)) for kind in (PAGE, TEXT, PDF) for each in crawl.unlike(kind))


def twice(crawl: Crawl) -> Told:
    """No page has an id twice."""

    def wrong(each: Answer) -> list[str]:
        names = Counter(ID.findall(each.content.decode()))
        return [f"the id {name} stands {times} times" for name, times in names.items() if times > 1]

    pages = (each for each in crawl.unlike(PAGE) if each.is_whole)
    return _told((each, wrong(each)) for each in pages)


def weight(crawl: Crawl) -> Told:
    """Packed, a page at a table comes in an instant, and none is longer than a chapter."""

    def wrong(each: Answer) -> list[str]:
        packed = len(zlib.compress(each.bare))
        most = AN_INSTANT if each.name in AT_TABLES else A_CHAPTER
        return [f"{packed} bytes packed"] if packed > most else []

    return _told((each, wrong(each)) for each in crawl.unlike(PAGE) if each.is_whole)


# What is opened again and again while people play.
AT_TABLES = {"home", "table", "pad", "event-at", "event-enter", "enter", "slip", "seven"}
# In bytes, packed; the signs of the language weigh, too.
AN_INSTANT, A_CHAPTER = LATER * 13 // 10, 20_000


def helped(crawl: Crawl) -> Told:
    """A page that asks something leads to its help."""

    def wrong(each: Answer, page: str) -> list[str]:
        foot = page.partition('<footer class="foot">')[2].partition("</footer>")[0]
        topic = f'href="/help/{topic_of_address(each.name)}/"'
        return [] if topic in foot else ["has a form and no help"]

    asking = []
    for each in crawl.unlike(PAGE):
        if (each.method, each.status_code, each.is_part) == ("GET", 200, False):
            page = each.content.decode()
            if "<form" in page.partition("<main")[2].partition("</main>")[0]:
                asking.append((each, wrong(each, page)))
    return _told(asking)


def secrets(crawl: Crawl, marks: dict[str, bytes], open_to_all: set[str]) -> Told:
    """Nobody reads what is another club's: `marks` says which word each role may never read."""
    return _told(
        (each, ["tells what is another club's"] if marks[each.role] in said(each) else [])
        for each in crawl.answers
        if each.name not in open_to_all
    )


def said(answer: Answer) -> bytes:
    """What an answer says; of a paper what was drawn."""
    return answer.content + "\n".join(answer.drawn).encode()


# A key that is filled with green, and where one may stand besides the page's own.
GREEN = re.compile(r'class="[^"]*\bkey-go\b[^"]*"')
OVER_IT = re.compile(r"<dialog.*?</dialog>|<noscript.*?</noscript>", re.DOTALL)
NOT_YET = "no-script"


def green(crawl: Crawl) -> Told:
    """At most one green key a page, and one menu of what it prints for the whole of it.

    A sheet over the page has its own; a page without a script has another in the place of it.
    """

    def wrong(each: Answer) -> list[str]:
        page = OVER_IT.sub("", each.content.decode())
        keys = [key for key in GREEN.findall(page) if NOT_YET not in key]
        menus = page.count('id="print-paper"')
        found = [f"{len(keys)} green keys"] if len(keys) > 1 else []
        return [*found, *([f"{menus} menus of papers"] if menus > 1 else [])]

    return _told((each, wrong(each)) for each in crawl.unlike(PAGE) if each.is_whole)
