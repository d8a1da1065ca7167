"""A browser without scripts: the page that is open, its keys pressed and its links followed."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

from django.test import Client

from tests.soak.phones import words_of

Pairs = list[tuple[str, str]]


@dataclass
class Key:
    """A key of a form, or a link: what it says, where it leads and what it sends by itself."""

    says: str = ""
    action: str = ""
    sends: Pairs = field(default_factory=list)
    form: int = -1


class Read(HTMLParser):
    """The forms of a page as they stand, its keys and its links."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: list[tuple[dict[str, str], Pairs]] = []
        self.several: set[str] = set()
        self.keys: list[Key] = []
        self.links: list[Key] = []
        self.open: Key | None = None
        self.named: dict[str, int] = {}
        self.form, self.select, self.chosen = -1, "", False
        self.feed(page)

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in given}
        if tag == "form":
            self.form = len(self.forms)
            self.named[told.get("id", "")] = self.form
            self.forms.append((told, []))
        elif tag == "input" and self.form >= 0 and told.get("name"):
            if told.get("type") not in ("radio", "checkbox") or "checked" in told:
                self.forms[self.form][1].append((told["name"], told.get("value", "")))
                self.several |= {told["name"]} if told.get("type") == "checkbox" else set()
        elif tag == "select" and self.form >= 0:
            self.select = told["name"]
            self.chosen = False
        elif tag == "option" and self.form >= 0:
            self._option(told)
        elif tag == "button":
            sends = [(told["name"], told.get("value", ""))] if told.get("name") else []
            form = self.named.get(told["form"], -1) if "form" in told else self.form
            self.open = Key("", told.get("formaction", ""), sends, form)
            self.keys.append(self.open)
        elif tag == "a" and "href" in told:
            self.open = Key("", told["href"])
            self.links.append(self.open)

    def _option(self, told: dict[str, str]) -> None:
        """Take the option that is chosen; as long as none is, the first of them."""
        fields, one = self.forms[self.form][1], (self.select, told.get("value", ""))
        if "selected" in told and self.chosen:
            fields[-1] = one
        elif not self.chosen:
            fields.append(one)
        self.chosen = True

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = -1
        elif tag in ("button", "a"):
            self.open = None

    def handle_data(self, data: str) -> None:
        if self.open and data.split():
            self.open.says = f"{self.open.says} {' '.join(data.split())}".strip()


class Pressing:
    """Somebody's browser with a page open; `taps` counts keys, links and marks."""

    def __init__(self, client: Client, address: str = "/") -> None:
        self.client, self.taps = client, 0
        self.marked: Pairs = []
        self.address = self.page = ""
        self.status = 0
        self.go(address)

    def go(self, address: str) -> None:
        """Open a page."""
        self._take(self.client.get(urljoin(self.address, address), follow=True))

    def _take(self, answer: object) -> None:
        self.page = answer.content.decode()  # type: ignore[attr-defined]
        self.status = answer.status_code  # type: ignore[attr-defined]
        asked = answer.request  # type: ignore[attr-defined]
        self.address = f"{asked['PATH_INFO']}?{asked['QUERY_STRING']}"
        self.marked = []

    @property
    def words(self) -> str:
        """What the page says."""
        return words_of(self.page)

    def says(self, *words: str) -> bool:
        """Tell whether the page says each of this."""
        return all(each in self.words for each in words)

    def mark(self, name: str, *values: str) -> None:
        """Choose values of a question, or write one into a field."""
        self.marked += [(name, value) for value in values]
        self.taps += len(values)

    def press(self, words: str) -> None:
        """Press the first key that says so, or sends that value, with its form as it stands."""
        read = Read(self.page)
        key = next(
            each
            for each in read.keys
            if words in each.says or any(value == words for _name, value in each.sends)
        )
        told, fields = read.forms[key.form]
        anew = {name for name, _value in self.marked} - read.several
        stands = [each for each in fields if each[0] not in anew]
        sent: dict[str, list[str]] = {}
        for name, value in [*stands, *self.marked, *key.sends]:
            sent.setdefault(name, []).append(value)
        address = urljoin(self.address, key.action or told.get("action", "") or self.address)
        self.taps += 1
        if told.get("method") == "post":
            self._take(self.client.post(address, sent, follow=True))
        else:
            self._take(self.client.get(urlsplit(address).path, sent, follow=True))

    def follow(self, words: str) -> None:
        """Follow the first link that says just this, else the first that says it among more."""
        links = Read(self.page).links
        just = [each for each in links if words == each.says]
        link = next(each for each in [*just, *links] if words in each.says)
        self.taps += 1
        self.go(link.action)
