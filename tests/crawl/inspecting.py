"""What looks at the answers of a crawl: each returns what is wrong, and how many it looked at."""

import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from clubscore.room.help.topic_of import TOPIC_OF
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
# What a page says, for whoever looks at its tags alone: any word is as good as another.
SAID = re.compile(rb"(?<=>)[^<>&]*[^<>&\s][^<>&]*(?=<)")


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


def html(crawl: Crawl, folder: Path) -> Told:
    """Pages and parts as their standard has them; of those whose tags are alike the first."""
    pages, seen = Pages(folder), set()
    for each in crawl.unlike(PAGE):
        tags = SAID.sub(b"x", each.bare)
        if each.content.strip() and tags not in seen:
            seen.add(tags)
            pages.keep_text(str(each), each.content.decode())
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
        topic = f'href="/help/{TOPIC_OF.get(each.name)}/"'
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
