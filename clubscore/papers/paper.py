"""What any printed paper says of itself, and how it is answered with, as a file or plain text."""

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.encoding import iri_to_uri
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from text_unidecode import unidecode

from clubscore.club.access import Actor, ClubRequest, Level
from clubscore.laws.words import gettext_noop
from clubscore.papers.text import braille_file, wrapped_text

# ---- What a printed paper says of itself: its title, its formats, when it is offered and for whom.

Thing = TypeVar("Thing")


class Format(NamedTuple):
    """A format of a paper: how its file ends, what the key for it says, the name of its address.

    ``keyed`` says whether the address ends in the paper's own key, ``query`` what it asks for.
    """

    ending: str
    label: str
    address: str
    keyed: bool = False
    query: str = ""


class PaperKey(NamedTuple):
    """A key of a page that leads to a paper."""

    ending: str
    label: str
    url: str

    @property
    def joint(self) -> str:
        """What stands between its address and one more thing that is asked for."""
        return "&" if "?" in self.url else "?"


# What keys say that print suits in colours: by what an address asks for.
SUITS = {
    "2": gettext_noop("Suits in two colours"),
    "4": gettext_noop("Suits in four colours"),
}
PRINT, PLAIN = gettext_noop("Print"), gettext_noop("As plain text")


def by_number(thing: Any) -> tuple[object, ...]:
    """Addresses name a thing by its number."""
    return (thing.pk,)


@dataclass(frozen=True, kw_only=True)
class PrintedPaper(Generic[Thing]):
    """A paper of an event, a sitting, a game or a person's account.

    ``title`` is what pages call it, ``about`` what it is for; ``level`` is the least that may have
    it, as its view says too. ``at`` is its address without the ending, as a route; ``named_by`` is
    how that names the thing. One with ``suits`` prints them in colours for whoever asks.
    """

    key: str
    at: str
    title: str
    formats: tuple[Format, ...]
    about: str = ""
    level: Level = Level.PLAYER
    suits: bool = False
    named_by: Callable[[Thing], tuple[object, ...]] = by_number

    def route(self, each: Format) -> str:
        """Return the route of a format; one on other paper has that of its PDF."""
        return f"{self.at}.{'txt' if each.ending == 'txt' else 'pdf'}"

    def keys(self, thing: Thing) -> list[PaperKey]:
        """Return the keys that lead to it, a format each, and for suits in colours."""
        found = [
            PaperKey(each.ending, _(each.label), self._url(each, thing)) for each in self.formats
        ]
        for colours, label in SUITS.items() if self.suits else ():
            found.append(PaperKey("suits", _(label), f"{found[0].url}?suits={colours}"))
        return found

    def key_of(self, thing: Thing) -> PaperKey:
        """Return the key that leads to it as it is printed, with its title."""
        return self.keys(thing)[0]._replace(label=_(self.title))

    def has(self, ending: str) -> bool:
        """Return whether there is a format whose files end so."""
        return any(each.ending == ending for each in self.formats)

    def is_for(self, actor: Actor, thing: Thing) -> bool:
        """Return whether a person may be shown a key to it."""
        return actor.level >= self.level and self.is_of(thing)

    def is_of(self, _thing: Thing) -> bool:
        """Return whether there is such a paper of a thing at all."""
        return True

    def is_offered(self, _thing: Thing) -> bool:
        """Return whether a page that lists papers offers it now, where there is one."""
        return True

    def _url(self, each: Format, thing: Thing) -> str:
        own = (self.key,) if each.keyed else ()
        url = reverse(each.address, args=[*self.named_by(thing), *own])
        return f"{url}?{each.query}" if each.query else url


# ---- Answers with a file: what it is called, and who keeps it.


def answer_with(content: bytes, kind: str, name: str, etag: str) -> HttpResponse:
    """Answer with a file to be shown, kept by this browser only."""
    response = HttpResponse(content, content_type=kind)
    response["Content-Disposition"] = disposition(name)
    patch_cache_control(response, private=True, no_cache=True)
    if etag:
        response["ETag"] = etag
    return response


def paper_answer(request: HttpRequest, draw: Callable[[], bytes], name: str) -> HttpResponse:
    """Answer with a paper that `draw` makes; a browser that has the same learns so undrawn."""
    # reportlab takes long to import; only a printed sheet needs it.
    from clubscore.papers.ledger import etag_of

    if "If-None-Match" in request.headers:
        known = get_conditional_response(request, etag=etag_of(draw, draws=False)[0])
        if isinstance(known, HttpResponse):
            return known
    etag, content = etag_of(draw, draws=True)
    return answer_with(content, "application/pdf", f"{name}.pdf", etag)


def disposition(name: str) -> str:
    """Return the header that shows a file and says its name: in plain letters, and as it is."""
    whole = re.sub(r'[\x00-\x1f\x7f/\\:*?"<>|]+', " ", name)
    whole = "".join(c for c in whole if unicodedata.category(c) not in ("Cs", "Cf"))
    whole = " ".join(whole.split())
    plain = re.sub(r"[^A-Za-z0-9.]+", "-", unidecode(whole)).strip("-").lower()
    header = f'inline; filename="{plain if not plain.startswith(".") else f"sheet{plain}"}"'
    if whole.isascii():
        return header
    return f"{header}; filename*=UTF-8''{iri_to_uri(whole).replace(chr(39), '%27')}"


# ---- Answers with a plain text: forty columns, its language said, kept out of search machines.

PLAIN_OF_PLAIN_ANSWERS, BRAILLE = "text/plain; charset=utf-8", "text/plain; charset=us-ascii"


def answer_with_text(
    request: ClubRequest, said: Iterable[str], name: str, etag: str = ""
) -> HttpResponse:
    """Answer with these texts below each other, as a file of this name; ?braille=1 to emboss."""
    if in_braille(request):
        response = answer_with(braille_file(said), BRAILLE, f"{name}.brf", etag)
        response["Content-Disposition"] = response["Content-Disposition"].replace(
            "inline", "attachment", 1
        )
    else:
        response = answer_with(
            wrapped_text(said).encode(), PLAIN_OF_PLAIN_ANSWERS, f"{name}.txt", etag
        )
    response["Content-Language"] = get_language() or ""
    response["X-Robots-Tag"] = "noindex"
    return response


def in_braille(request: ClubRequest) -> bool:
    """Whether a text is asked for as a braille file."""
    return request.GET.get("braille") == "1"
