"""Each inspector of a crawl sees what it is for, and counts what it looked at."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.crawl import inspecting
from tests.crawl.crawling import Answer, Crawl
from tests.crawl.inspecting import A_CHAPTER, AN_INSTANT, Told

POLICY = "default-src 'none'; frame-ancestors 'none'"
HEADERS = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cache-control": "private, no-store",
}
GOOD = (
    '<!doctype html><html lang="en"><head><title>«Person»</title></head><body><main><h1 id="a">'
    '«Person»</h1></main><footer class="foot"></footer></body></html>'
)
ASKS = GOOD.replace(
    "</main>", '<form method="post"><button type="submit">«Go»</button></form></main>'
)
PERSON = Answer("person", "director", "GET", False, "/p/1/", 200, HEADERS, GOOD.encode(), False, ())


def of(**changed: Any) -> Crawl:
    """A crawl of one answer, good but for what is changed."""
    changed["headers"] = HEADERS | changed.get("headers", {})
    if "content" in changed:
        changed["content"] = changed["content"].encode()
    return kept(replace(PERSON, **changed))


def kept(*answers: Answer) -> Crawl:
    """A crawl of these answers."""
    crawl = Crawl()
    for each in answers:
        crawl.keep(each)
    return crawl


def secrets(crawl: Crawl) -> Told:
    return inspecting.secrets(crawl, {"director": b"Xenops"}, {"enter"})


def marked(crawl: Crawl) -> Told:
    return inspecting.marked(crawl, frozenset({"Ann"}))


GREEN_KEY = '<a class="key key-go" href="/">Go</a>'
CASES: list[tuple[Any, dict[str, Any], str]] = [
    (inspecting.rights, {"status_code": 403}, "GET person by director: 403"),
    (inspecting.rights, {"role": "other director"}, "GET person by other director: 200"),
    (inspecting.rights, {"method": "POST"}, "POST person by director: 200"),
    (inspecting.opened, {"status_code": 404}, "does not open"),
    (inspecting.opened, {"headers": {"content-type": "text/plain"}}, "does not open"),
    (inspecting.headers, {"headers": {"x-frame-options": "SAMEORIGIN"}}, "SAMEORIGIN"),
    (inspecting.headers, {"headers": {"content-security-policy": f"{POLICY}; img-src *"}}, "img"),
    (inspecting.who_keeps, {"headers": {"cache-control": "public, no-cache"}}, "public"),
    (marked, {"content": GOOD.replace(">«Person»</h1>", ">Person</h1>")}, "Person"),
    (marked, {"headers": {"content-type": "text/plain"}, "content": "«Owes» to"}, "to"),
    (marked, {"headers": {"content-type": "application/pdf"}, "drawn": ("nobody",)}, "nobody"),
    (inspecting.twice, {"content": GOOD.replace("</h1>", '<b id="a">')}, "the id a stands 2 times"),
    (inspecting.green, {"content": GOOD.replace("</h1>", GREEN_KEY * 2 + "</h1>")}, "2 green keys"),
    (inspecting.helped, {"content": ASKS}, "has a form and no help"),
    (secrets, {"content": "Ann Xenops"}, "another club's"),
    (secrets, {"drawn": ("of Xenops",)}, "another club's"),
]  # fmt: skip


@pytest.mark.parametrize(("look", "changed", "said"), CASES)
def test_an_inspector_sees_what_it_is_for(look: Any, changed: dict[str, Any], said: str) -> None:
    assert look(of()).wrong == []
    told = look(of(**changed))
    assert told.looked == 1 and len(told.wrong) == 1
    assert said in told.wrong[0]


@pytest.mark.parametrize(("name", "most"), [("person", A_CHAPTER), ("table", AN_INSTANT)])
def test_a_page_that_weighs_too_much_is_seen(name: str, most: int) -> None:
    heavy = "".join(chr(0x4E00 + n * 7919 % 20_000) for n in range(most))
    assert inspecting.weight(of(name=name)) == Told([], 1)
    assert (
        "bytes packed"
        in inspecting.weight(of(name=name, content=f"<!doctype html>{heavy}")).wrong[0]
    )


def test_a_page_whose_tags_are_wrong_is_seen_once(tmp_path: Path) -> None:
    """Two pages that differ in words alone are looked through once, and no part is forgotten."""
    wrong = GOOD.replace("<main>", "<main><p>One<p id=a>")
    crawl = kept(
        PERSON,
        replace(PERSON, content=wrong.encode()),
        replace(PERSON, content=wrong.replace("One", "Two").encode()),
        replace(PERSON, content=b"<ul><p>No item</p></ul>", is_part=True),
    )
    told = inspecting.html(crawl, tmp_path)
    assert told.looked == 3
    assert any("no-dup-id" in each for each in told.wrong)
    assert any("a part: 200: element-permitted-content" in each for each in told.wrong)
    assert sum("Two" in each for each in told.wrong) == 0


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ("<p>One<h2></h2>", "empty-heading"),
        ("<p>One<label for=b>«B»</label>", "no-missing-references"),
        ("<span>«One»<div>«Two»</div></span>", "element-permitted-content"),
        ("<p>One<em>Two</p></em>", "close-order"),
        ("<p>One<input type=txt>", "attribute-allowed-values"),
    ],
)
def test_what_is_new_in_a_page_is_seen_after_one_like_it(
    tmp_path: Path, more: str, fault: str
) -> None:
    before = GOOD.replace("<main>", "<main><p>One</p><div><h2>«A»</h2></div>")
    crawl = kept(
        PERSON,
        replace(PERSON, content=before.encode()),
        replace(PERSON, content=before.replace("«A»", "«Another»").encode()),
        replace(PERSON, content=before.replace("<main>", f"<main>{more}").encode()),
    )
    told = inspecting.html(crawl, tmp_path)
    assert told.looked == 3
    assert any(fault in each for each in told.wrong)


def test_answers_are_alike_whatever_each_has_anew() -> None:
    page = '<p nonce="{0}"><input name="csrfmiddlewaretoken" value="{0}"><i name="key" value="{0}">'
    alike = [replace(PERSON, content=page.format(each).encode()) for each in ("one", "two")]
    crawl = kept(*alike, replace(PERSON, content=page.format("one").encode() + b"more"))
    assert [each.content[-4:] for each in crawl.unlike("text/html")] == [b'ne">', b"more"]
    assert len(crawl.answers) == 3
