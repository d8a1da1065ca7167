"""A page as text: what it says, where its links lead, what its forms ask for and its keys say.

Lines break where a block begins, which is for readers alone: answers are compared word by word.

    {words -> address}            a link
    (name: kind "value" chosen)   a field of a form
    [words: name="value"]         a key
    form POST /address/ ... /form
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit, urlunsplit

from clubscore.places import VERSION

# fmt: off
INLINE = {
    "a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "dfn", "em", "i",
    "kbd", "label", "mark", "output", "q", "s", "samp", "small", "span", "strong", "sub",
    "sup", "time", "tspan", "u", "var", "wbr",
}
UNSAID = {"script", "style", "noscript"}
VOID = {
    "br", "hr", "img", "input", "meta", "link", "source", "wbr", "area", "base", "col",
    "embed", "track",
}
# fmt: on
# Of a list of choices that is longer than this the first, the last and their number are said.
CHOICES, FIRST = 12, 4
# What is sent, what is said, and whether it is chosen.
Choice = tuple[str | None, str, bool]
# A space within a link or a key is the template's own.
HELD_BY, HELD_IN = re.compile(r"([\[{]) "), re.compile(r" ([\]}])")
KEY = re.compile(r"(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{22}")
TOKEN = re.compile(r"\b[0-9a-f]{32}\b|(?<=/P/)[0-9A-Z$*+./:%-]{30,}|(?<=[?&]p=)[\w:.%-]{40,}")
DIGEST = re.compile(r"\b[0-9a-f]{64}\b")
# How often the clock was asked before differs from run to run.
MOMENT = re.compile(r"(?<=\d\d:\d\d:\d\d)\.\d{6}\b")
RUNNING = re.compile(rf"\b{re.escape(VERSION)}\b(?!\.)")


def same_each_time(text: str) -> str:
    """Return a text without what is another one each time, or in each version."""
    text = DIGEST.sub("DIGEST", TOKEN.sub("TOKEN", text))
    return RUNNING.sub("VERSION", MOMENT.sub("", text))


def address_of(link: str, page: str) -> str:
    """Return where a link of a page leads, without a host that is ours."""
    if link.startswith("#"):
        return link
    parts = urlsplit(urljoin(f"http://testserver{page}", link))
    if parts.hostname in ("testserver", "clubscore.test"):
        parts = parts._replace(scheme="", netloc="")
    return same_each_time(urlunsplit(parts))


@dataclass
class SentForm:
    """A form of a page: how and where it is sent, and what of it nobody sees."""

    method: str
    action: str
    hidden: dict[str, str] = field(default_factory=dict)


@dataclass
class PageText:
    """The lines of a page: of its own part, and of the frame around it."""

    title: str = ""
    frame: list[str] = field(default_factory=list)
    main: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    forms: list["SentForm"] = field(default_factory=list)

    def told(self, usual: Counter[str]) -> str:
        """Return the page without the frame that is usual for its readers."""
        here = Counter(self.frame)
        more, less = here - usual, usual - here
        own = []
        for line in self.frame:
            if more[line]:
                more[line] -= 1
                own.append(line)
        missing = [f"without: {line}" for line in usual if less[line]]
        return "\n".join([self.title, *own, *missing, "", *self.main]).strip() + "\n"


class _Reader(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.page, self.read = page, PageText()
        self.at: list[str] = self.read.frame
        self.line = ""
        self.unsaid = 0
        self.is_title = False
        self.anchors: list[str] = []
        self.keys: list[str] = []
        self.choices: list[Choice] | None = None
        self.asked = ""
        self.typed: list[str] | None = None

    def say(self, text: str) -> None:
        self.line += text

    def end_line(self) -> None:
        words = HELD_IN.sub(r"\1", HELD_BY.sub(r"\1", " ".join(self.line.split())))
        if words:
            self.at.append(same_each_time(words))
        self.line = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag in UNSAID or self.unsaid:
            self.unsaid += tag not in VOID
            return
        if tag == "title" and not self.read.title:
            self.end_line()
            self.is_title = True
        elif tag == "main":
            self.end_line()
            self.at = self.read.main
        elif tag in ("td", "th", "dd"):
            self.say("   ")
        elif tag in ("text", "option"):
            self.say(" ")
        elif tag not in INLINE and tag not in ("input", "button", "select", "textarea", "img"):
            self.end_line()
        label = given.get("aria-label") or (given.get("title", "") if tag == "abbr" else "")
        self.begin(tag, given)
        if label and tag not in ("input", "select", "textarea"):
            self.say(f"{label} ")

    def begin(self, tag: str, given: dict[str, str]) -> None:
        if tag == "a":
            leads = address_of(given["href"], self.page) if "href" in given else ""
            if leads and not given["href"].startswith("#"):
                self.read.links.append(given["href"])
            self.anchors.append(leads)
            self.say("{")
        elif tag == "img":
            self.say(given.get("alt", ""))
        elif tag == "form":
            method = given.get("method", "get").upper()
            self.read.forms.append(SentForm(method, given.get("action", "")))
            self.say(f"form {method} {address_of(given.get('action', ''), self.page)}")
            self.end_line()
        elif tag == "input":
            self.field(given.get("type", "text"), given)
        elif tag == "button":
            self.begin_key(given)
        elif tag == "select":
            self.choices, self.asked = [], self.named("select", given)
        elif tag == "option" and self.choices is not None:
            self.choices.append((given.get("value"), "", "selected" in given))
            self.typed = []
        elif tag == "textarea":
            self.asked, self.typed = self.named("textarea", given), []

    @staticmethod
    def named(kind: str, given: dict[str, str]) -> str:
        name = given.get("name") or "-"
        more = [word for word in ("required", "disabled", "readonly", "multiple") if word in given]
        more += [f'"{given[each]}"' for each in ("aria-label", "placeholder") if given.get(each)]
        return " ".join([f"{name}: {kind}", *more])

    def field(self, kind: str, given: dict[str, str]) -> None:
        name, value = given.get("name", ""), given.get("value", "")
        if kind == "hidden" and self.read.forms:
            self.read.forms[-1].hidden[name] = value
        if name == "csrfmiddlewaretoken":
            return
        if kind in ("submit", "image"):
            self.say(f" [{value}: {name}]")
            return
        shown = "" if name == "key" or KEY.fullmatch(value) else f' "{value}"' if value else ""
        chosen = " chosen" if "checked" in given else ""
        self.say(f" ({self.named(kind, given)}{shown}{chosen}) ")

    def begin_key(self, given: dict[str, str]) -> None:
        sent = [f'{given["name"]}="{given.get("value", "")}"'] if given.get("name") else []
        if given.get("formaction"):
            sent.append(address_of(given["formaction"], self.page))
        sent += [word for word in ("disabled",) if word in given]
        if given.get("type") not in (None, "submit"):
            sent.append(given["type"])
        self.keys.append(" ".join(sent))
        self.say(" [")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.unsaid:
            self.unsaid -= tag not in VOID
            return
        if tag == "title" and self.is_title:
            self.read.title = same_each_time(" ".join(self.line.split()))
            self.line, self.is_title = "", False
        elif tag == "a" and self.anchors:
            leads = self.anchors.pop()
            self.say(f" -> {leads}}}" if leads else "}")
        elif tag == "button" and self.keys:
            sent = self.keys.pop()
            self.say(f": {sent}] " if sent else "] ")
        elif tag == "option" and self.choices and self.typed is not None:
            value, _words, chosen = self.choices[-1]
            self.choices[-1] = (value, " ".join("".join(self.typed).split()), chosen)
            self.typed = None
        elif tag in ("select", "textarea"):
            self.end_field(tag)
        elif tag == "form":
            self.end_line()
            self.say("/form")
            self.end_line()
        elif tag == "main":
            self.end_line()
            self.at = self.read.frame
        elif tag not in INLINE and tag not in ("td", "th", "dd", "text"):
            self.end_line()

    def end_field(self, tag: str) -> None:
        if tag == "select" and self.choices is not None:
            self.say(f" ({self.asked} {said_choices(self.choices)}) ")
            self.choices = None
        elif tag == "textarea" and self.typed is not None:
            typed = " ".join("".join(self.typed).split())
            self.say(f' ({self.asked} "{typed}") ' if typed else f" ({self.asked}) ")
            self.typed = None

    def handle_data(self, data: str) -> None:
        if self.unsaid:
            return
        if self.typed is not None:
            self.typed.append(data)
        elif self.choices is None:
            self.say(data)


def said_choices(choices: list[Choice]) -> str:
    """Say what may be chosen of a list, and what is."""
    said = [
        f"{'*' if chosen else ''}{words}" + ("" if value in (None, words) else f"={value}")
        for value, words, chosen in choices
    ]
    if len(said) > CHOICES:
        chosen = [each for each in said[FIRST:-1] if each.startswith("*")]
        said = [*said[:FIRST], *chosen, f"... {len(said)} choices ...", said[-1]]
    return " | ".join(said)


def read_page(html: str, page: str) -> PageText:
    """Read a page that stands at this address."""
    reader = _Reader(page)
    if "<main" not in html:
        reader.at = reader.read.main
    reader.feed(html)
    reader.close()
    reader.end_line()
    return reader.read


def usual_frame(pages: Iterable[PageText]) -> Counter[str]:
    """Return the lines that stand around more than half of some pages, in their order."""
    every = list(pages)
    met = Counter(line for page in every for line in dict.fromkeys(page.frame))
    usual = {line for line, count in met.items() if 2 * count > len(every)}
    first = max(every, key=lambda page: len(usual.intersection(page.frame)), default=PageText())
    return Counter(line for line in first.frame if line in usual)
