"""A printed paper: its row, from which pages take its keys, and the one view that answers for all.

A paper is declared once, beside what it says: `PrintedPaper` has its address, for whom it is, what
is read for it, and what makes a PDF and a plain text of that.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.encoding import iri_to_uri
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from text_unidecode import unidecode

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.database import at_one_moment
from clubscore.laws.words import gettext_noop
from clubscore.papers.ledger import etag_of
from clubscore.papers.pen import suits_in
from clubscore.papers.sizes import A3, PAPERS, PaperSize, paper_for
from clubscore.papers.text import braille_file, wrapped_text

Thing = TypeVar("Thing")
Content = TypeVar("Content")
A_YEAR = 365 * 24 * 3600


class Format(NamedTuple):
    """A format of a paper: how its file ends, what the key for it says, what its address asks."""

    ending: str
    label: str
    query: str = ""

    @property
    def file(self) -> str:
        """How its address ends; one on other paper has that of its PDF."""
        return "txt" if self.ending == "txt" else "pdf"


class PaperKey(NamedTuple):
    """A key of a page that leads to a paper."""

    ending: str
    label: str
    url: str

    @property
    def joint(self) -> str:
        """What stands between its address and one more thing that is asked for."""
        return "&" if "?" in self.url else "?"


class PaperContent(NamedTuple, Generic[Content]):
    """What was read for a paper, what its file is called, and what its browser keeps of it."""

    content: Content
    name: str
    cookies: Mapping[str, str] = {}


# What a browser was told to print on and in, and keeps: cookies of these names.
SIZE_COOKIE, SUITS_COOKIE = "paper", "suits"
CHOICES = {SIZE_COOKIE: (*PAPERS,), SUITS_COOKIE: ("1", "2", "4")}
PRINT, PLAIN = gettext_noop("Print"), gettext_noop("As plain text")
ON_SIZE = {A3: gettext_noop("Print on A3")}


def by_number(thing: Any) -> tuple[object, ...]:
    """Addresses name a thing by its number."""
    return (thing.pk,)


def by_key(thing: Any) -> tuple[object, ...]:
    """Addresses name a thing by its key."""
    return (thing.key,)


def by_itself(thing: Any) -> tuple[object, ...]:
    """Addresses name a thing, a day or a year, as it is."""
    return (thing,)


def by_nothing(_thing: object) -> tuple[object, ...]:
    """There is one such thing."""
    return ()


@dataclass(frozen=True, kw_only=True)
class PrintedPaper(Generic[Thing, Content]):
    """The row of a paper.

    ``title`` is what pages call it, ``about`` what it is for.
    ``level`` is the least that may have it. ``at`` is its address without the ending, as a route,
    and ``named_by`` how that names the thing; one with an ``address`` is another copy of the paper
    of that key, which it asks for by a ``query``.

    ``read`` takes the request and what the address names, and returns what is printed; or an
    answer of its own, where a page can say better what is missing. ``pdf`` and ``text`` make a
    file of that. One with ``suits`` prints them in colours for whoever asks, one that is
    ``also_on`` larger paper has a key for it. ``kept_by_nobody`` is a paper that leaves nothing in
    a browser, ``kept_by_anybody`` one that is the same for everybody.
    """

    key: str
    at: str
    title: str
    read: Callable[..., PaperContent[Content] | HttpResponseBase]
    pdf: Callable[[Content, PaperSize], bytes] | None = None
    text: Callable[[Content], Iterable[str]] | None = None
    about: str = ""
    level: Level = Level.PLAYER
    suits: bool = False
    also_on: tuple[PaperSize, ...] = ()
    named_by: Callable[[Thing], tuple[object, ...]] = by_number
    address: str = ""
    query: str = ""
    kept_by_nobody: bool = False
    kept_by_anybody: bool = False
    # What begins the names of its addresses; where several papers share one, it ends in their key.
    shared: ClassVar[str] = ""

    @property
    def formats(self) -> list[Format]:
        """In which formats there is one."""
        found = [Format("pdf", PRINT, self.query)] if self.is_drawn else []
        found += [Format(size.key, ON_SIZE[size], f"paper={size.key}") for size in self.also_on]
        return [*found, Format("txt", PLAIN, self.query)] if self.is_said else found

    @property
    def is_drawn(self) -> bool:
        """Whether there is a PDF of it."""
        return self.pdf is not None

    @property
    def is_said(self) -> bool:
        """Whether there is a plain text of it."""
        return self.text is not None

    def route(self, each: Format) -> str:
        """Return the route of a format."""
        return f"{self.at}.{each.file}"

    def called(self, each: Format) -> str:
        """Return the name of a format's address."""
        file = "text" if each.file == "txt" else "pdf"
        return f"{self.shared or self.address or self.key}-{file}"

    def keys(self, thing: Thing) -> list[PaperKey]:
        """Return the keys that lead to it, a format each."""
        return [
            PaperKey(each.ending, _(each.label), self._url(each, thing)) for each in self.formats
        ]

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
        own = (self.key,) if self.shared else ()
        url = reverse(self.called(each), args=[*self.named_by(thing), *own])
        return f"{url}?{each.query}" if each.query else url

    def told(self, request: ClubRequest, **named: Any) -> PaperContent[Content] | HttpResponseBase:
        """Return what is printed of what an address names, or an answer that stands for it."""
        return self.read(request, **named)

    def drawn(self, content: Content, size: PaperSize) -> bytes:
        """Return it as a PDF of this size."""
        assert self.pdf is not None  # noqa: S101 - it has this format
        return self.pdf(content, size)

    def said(self, content: Content) -> Iterable[str]:
        """Return it as a plain text."""
        assert self.text is not None  # noqa: S101 - it has this format
        return self.text(content)

    def answer(self, request: ClubRequest, file: str, **named: object) -> HttpResponseBase:
        """Answer with the paper of what an address names, as a "pdf" or a "txt".

        Raises PermissionDenied below its level: several papers may share an address.
        """
        if request.actor.level < self.level:
            raise PermissionDenied
        told = at_one_moment(self.told)(request, **named)
        if isinstance(told, HttpResponseBase):
            return told
        if file == "txt":
            answer = text_answer(request, self.said(told.content), told.name)
        else:
            drawn = partial(self.drawn, told.content, self._size(request))
            colours = suits_chosen(request) if self.suits else ""
            with suits_in(colours):
                answer = pdf_answer(request, drawn, told.name, colours)
        if self.kept_by_nobody:
            del answer["Cache-Control"]
            patch_cache_control(answer, private=True, no_store=True)
        for name, value in told.cookies.items():
            keep_cookie(answer, name, value)
        return answer

    def _size(self, request: ClubRequest) -> PaperSize:
        wanted = request.GET.get("paper", "").lower()
        larger = (size for size in self.also_on if size.key == wanted)
        return next(larger, None) or paper_chosen(request)


def paper_chosen(request: ClubRequest) -> PaperSize:
    """Return the paper that the address asks for, or the browser keeps, or the club has."""
    wanted = request.GET.get("paper", "").lower()
    return paper_for(
        wanted if wanted in PAPERS else request.COOKIES.get(SIZE_COOKIE, ""), request.actor.club
    )


def suits_chosen(request: HttpRequest) -> str:
    """Return in how many colours suits are printed, "2" or "4"; else in black."""
    return request.GET.get("suits") or request.COOKIES.get(SUITS_COOKIE, "")


@open_to(Level.VISITOR)
@require_safe
def choose_print(request: ClubRequest, what: str, choice: str) -> HttpResponse:
    """Keep in this browser on what or in which colours papers are printed, and go back."""
    if choice not in CHOICES.get(what, ()):
        raise Http404
    then = request.GET.get("then", "/")
    ours = url_has_allowed_host_and_scheme(then, allowed_hosts=None)
    answer = redirect(then if ours else "/")
    keep_cookie(answer, what, choice)
    return answer


def keep_cookie(answer: HttpResponseBase, name: str, value: str) -> None:
    """Have a browser keep a word for a year."""
    answer.set_cookie(
        name,
        value,
        max_age=A_YEAR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def pdf_answer(
    request: HttpRequest, draw: Callable[[], bytes], name: str, colours: str = ""
) -> HttpResponse:
    """Answer with a paper that `draw` makes; a browser that has the same learns so undrawn.

    Its tag is of what it says and where, so that of one with suits in `colours` says these besides.
    """

    def tag_of(etag: str) -> str:
        return f'{etag[:-1]}-{colours}"' if colours and etag else etag

    if "If-None-Match" in request.headers:
        known = get_conditional_response(request, etag=tag_of(etag_of(draw, draws=False)[0]))
        if isinstance(known, HttpResponse):
            return known
    etag, content = etag_of(draw, draws=True)
    return _file(content, "application/pdf", disposition(f"{name}.pdf"), tag_of(etag))


def text_answer(request: ClubRequest, said: Iterable[str], name: str) -> HttpResponse:
    """Answer with these texts below each other, as a file of this name; ?braille=1 to emboss."""
    if request.GET.get("braille") == "1":
        content, kind = braille_file(said), "text/plain; charset=us-ascii"
        shown = disposition(f"{name}.brf").replace("inline", "attachment", 1)
    else:
        content, kind = wrapped_text(said).encode(), "text/plain; charset=utf-8"
        shown = disposition(f"{name}.txt")
    etag = f'"{blake2b(content, digest_size=16).hexdigest()}"'
    known = get_conditional_response(request, etag=etag)
    if isinstance(known, HttpResponse):
        return known
    response = _file(content, kind, shown, etag)
    response["Content-Language"] = get_language() or ""
    response["X-Robots-Tag"] = "noindex"
    return response


def _file(content: bytes, kind: str, shown: str, etag: str) -> HttpResponse:
    """Answer with a file to be shown, kept by this browser only."""
    response = HttpResponse(content, content_type=kind)
    response["Content-Disposition"] = shown
    patch_cache_control(response, private=True, no_cache=True)
    if etag:
        response["ETag"] = etag
    return response


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
