"""No name hides anything or turns round what stands beside it: every page, paper and file."""

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from openpyxl import Workbook
from reportlab.pdfgen.canvas import Canvas

from clubscore.club.database import forget_what_was_read
from clubscore.club.models import User
from clubscore.events.models import Event
from clubscore.files.formats import written_formats
from clubscore.papers.event_papers import papers_of_boards, papers_of_events
from clubscore.rubbers.models import Sitting
from clubscore.web.names_shown import safe_line, safe_page
from tests import furnished
from tests.flows.acting import HOST
from tests.hostile import HOSTILE, Looked, rename_everything, wrong_in_line
from tests.house import client_of

pytestmark = [pytest.mark.django_db]
KINDS = {
    "text/html": "html", "application/pdf": "pdf", "text/csv": "csv", "text/plain": "txt",
    "application/zip": "zip", "application/json": "json", "application/x-ndjson": "json",
    "application/xml": "xml", "text/xml": "xml", "application/x-pbn": "pbn",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
}  # fmt: skip


def look(looked: Looked, client: Client, address: str) -> None:
    """Look at what an address answers, or at what its form does; what it does is undone."""
    method, _space, path = address.rpartition(" ")
    with transaction.atomic():
        client.raise_request_exception = False
        answer: Any = client.post(path) if method else client.get(path)
        kind = KINDS.get(answer["Content-Type"].partition(";")[0])
        if kind is None or answer.status_code >= 500:
            looked.found[address] = [f"{answer.status_code} {answer['Content-Type']}"]
        else:
            looked.look(kind, answer.content, address)
        transaction.set_rollback(True)
    cache.clear()
    forget_what_was_read()


def files_of(event: Event) -> list[str]:
    """Return every file and paper that an event goes out as."""
    papers = [
        key.url
        for paper in (*papers_of_events(), *papers_of_boards())
        if paper.is_of(event)
        for key in paper.keys(event)
    ]
    at = f"/event/{event.pk}"
    return [*(f"{at}/files/{kind}/" for kind in written_formats()), f"{at}/codes.pdf", *papers]


def rooms() -> list[str]:
    club = furnished.Furnished(furnished.NEEDED)
    account, person = f"/book/{club.one}", f"/players/{club.one}"
    tables = [
        f"/table/{pk}/{each}"
        for pk in Sitting.objects.order_by("pk").values_list("pk", flat=True)
        for each in ("sheet.pdf", "sheet.txt", "file/")
    ]
    return [
        *club.for_visitors(), *club.pages(), "/players/out/csv/", "/players/out/xlsx/",
        "/book/book.csv", f"{account}/account.csv", f"{account}/account.pdf", f"{person}/data/",
        "POST /club/readable/", *tables,
    ]  # fmt: skip


def events() -> list[str]:
    evening, visitors, directors = furnished.event_room()
    whole = ["/results/as-one.pdf", "/results/as-one.txt", "POST /club/readable/"]
    return [*visitors, *directors, *files_of(evening.event), *whole]


def the_seven() -> list[str]:
    seven = furnished.the_seven()
    return furnished.pages_of(seven)


# Papers are read letter by letter, which takes long: those in the night.
HOW = [pytest.param(False, marks=pytest.mark.gate), pytest.param(True, marks=pytest.mark.night)]


@pytest.mark.parametrize("papers", HOW, ids=["pages and files", "papers"])
@pytest.mark.parametrize(
    ("build", "pages", "on_paper"), [(rooms, 110, 5), (events, 110, 12), (the_seven, 15, 0)]
)
def test_every_page_paper_and_file(
    build: Callable[[], list[str]], pages: int, on_paper: int, papers: bool
) -> None:
    looked = Looked()
    steps = [each for each in build() if is_paper(each) == papers]
    rename_everything()
    host = client_of(User.objects.get(username=HOST))
    assert len(steps) >= (on_paper if papers else pages)
    for address in steps:
        look(looked, host, address)
    assert looked.found == {}
    # Of a ZIP each file is one more.
    assert looked.at.total() >= len(steps)


def is_paper(address: str) -> bool:
    """Say whether an address is that of a PDF, and no page that says why there is none."""
    return ".pdf" in address


def a_paper(text: str) -> bytes:
    """Return a PDF with a text as its title."""
    file = BytesIO()
    canvas = Canvas(file)
    canvas.setTitle(text)
    canvas.drawString(100, 100, "x")
    canvas.save()
    return file.getvalue()


def a_workbook(text: str) -> bytes:
    """Return a workbook with a text in a cell of text."""
    book, file = Workbook(), BytesIO()
    book.active["A1"].value = text
    book.active["A1"].data_type = "s"
    book.save(file)
    return file.getvalue()


TURNED, HIDDEN, LEFT = "Eve\u202eadA", "Ada\u200b", "שרה"
AS_IT_IS: list[tuple[str, bytes]] = [
    *(("html", f"<p>{each} 12</p>".encode()) for each in (TURNED, HIDDEN, LEFT)),
    *(("html", f"<title>{each} 12</title>".encode()) for each in (TURNED, HIDDEN, LEFT)),
    *(("html", f'<a aria-label="{each}">x</a>'.encode()) for each in (TURNED, HIDDEN, LEFT)),
    *(("html", f"<option>{each}".encode()) for each in (TURNED, HIDDEN, LEFT)),
    ("html", b'<script type="application/json">["Ada\\u200b"]</script>'),
    ("pdf", a_paper(TURNED)), ("pdf", a_paper(HIDDEN)), ("pdf", a_paper(LEFT)),
    ("xlsx", a_workbook("=1+1")), ("xlsx", a_workbook(TURNED)),
    ("csv", b"name\n=1+1\n"), ("csv", f"name\n{TURNED}\n".encode()),
    ("txt", TURNED.encode()), ("xml", f"<n>{TURNED}</n>".encode()), ("pbn", TURNED.encode()),
    ("json", f'["{TURNED}"]'.encode()),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "content"), AS_IT_IS)
def test_a_name_as_it_is_would_be_seen(kind: str, content: bytes) -> None:
    looked = Looked()
    looked.look(kind, content, "here")
    assert looked.found and looked.at[kind] == 1
    if kind == "html" and b"<script" not in content:
        looked = Looked()
        looked.look(kind, safe_page(content.decode()).encode(), "here")
        assert looked.found == {}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_a_form_sends_back_stays_as_it_was_typed(name: str) -> None:
    for tag in ('<input name="n" value="{}">', "<textarea>{}</textarea>", "<button value='{}'>",
                "<script>{}</script>", "<!-- {} -->"):  # fmt: skip
        page = tag.format(name.replace('"', "&quot;").replace("'", "&#x27;"))
        assert safe_page(page) == page


def test_what_is_shown() -> None:
    sign = '<span class="unseen">·<span class="visually-hidden">(invisible character)</span></span>'
    assert safe_page("<p>Ada\u200b Hart</p>") == f"<p>Ada{sign} Hart</p>"
    assert safe_page("<p>שרה כהן 12</p>") == "<p><bdi>שרה כהן</bdi> 12</p>"
    assert safe_page("<p>צ&#x27;רלי, דן</p>") == "<p><bdi>צ&#x27;רלי</bdi>, <bdi>דן</bdi></p>"
    assert safe_page('<a title="שרה 12" href="a>b">x</a>') == (
        '<a title="\u2068שרה\u2069 12" href="a>b">x</a>'
    )
    assert safe_line("Ada\u202e and שרה") == "Ada· and \u2068שרה\u2069"
    for real in ("Dvořáková – ♠ 李", "Пётр", "क\u094d\u200dष"):
        assert safe_page(f"<p>{real}</p>") == f"<p>{real}</p>"
    assert wrong_in_line("Ada \u2068שרה\u2069 12") == []
