"""The printed papers that a page offers, taken from their lists."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django import template
from django.template.context import RequestContext
from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.models import Person
from clubscore.events.models import Entry
from clubscore.events.rankings import Lists
from clubscore.papers.event_papers import EventPaper
from clubscore.papers.paper import PaperKey
from clubscore.papers.registry import papers_by_page
from clubscore.papers.scripts import missing
from clubscore.papers.sizes import A4, LETTER, paper_for
from clubscore.rubbers.models import Sitting

register = template.Library()


class PaperLink(NamedTuple):
    """A paper on a page: its title, what it is for, a key a format; `key` is that of its title."""

    title: str
    about: str
    key: PaperKey
    keys: list[PaperKey]
    first: bool = False


@register.simple_tag(takes_context=True)
def printed(context: RequestContext, of: str, thing: object = None) -> list[PaperLink]:
    """Return the papers of a thing that a page offers its reader now."""
    actor: Actor = context["actor"]
    return [
        PaperLink(
            _(each.title),
            _(each.about) if each.about else "",
            each.key_of(thing),
            each.keys(thing),
            isinstance(each, EventPaper) and each.first,
        )
        for each in papers_by_page()[of]
        if each.is_for(actor, thing) and each.is_offered(thing)
    ]


class Size(NamedTuple):
    """A size of paper as a key offers it: what an address calls it, the key says and ears hear."""

    key: str
    label: str
    said: str


@register.simple_tag(takes_context=True)
def other_paper(context: RequestContext) -> Size:
    """Return the size of paper that the reader's club does not usually print on."""
    actor: Actor = context["actor"]
    if paper_for("", actor.club) is A4:
        return Size(LETTER.key, _("On Letter"), _("Print on Letter"))
    return Size(A4.key, _("On A4"), _("Print on A4"))


@register.inclusion_tag("components/no_letters.html")
def no_letters(*things: object) -> dict[str, list[str]]:
    """Name what cannot be printed whole of some things: texts, people, entries, sittings, rankings.

    It is looked up in a table; no font is read for it.
    """
    names = dict.fromkeys(name for thing in things for name in _names(thing))
    return {"names": [name for name in names if missing(name)]}


def _names(thing: object) -> Iterator[str]:
    """Return what papers call a thing."""
    match thing:
        case str():
            yield thing
        case Person():
            yield thing.name if missing(thing.name) else thing.short_name
        case Entry():
            yield thing.name
            yield from _names(thing.people)
        case Sitting():
            yield thing.table.name
            for each in thing.candidates.select_related("person"):
                yield from _names(each.person)
        case Lists():
            for key in thing.ranked.event.contestants:
                yield from thing.names(key)
        case Iterable():
            for each in thing:
                yield from _names(each)


@register.simple_tag(takes_context=True)
def paper_keys(context: RequestContext, of: str, thing: object = None) -> list[PaperKey]:
    """Return the keys to one paper that a page is about, a format each."""
    actor: Actor = context["actor"]
    # An extra that is not installed has none.
    found = papers_by_page().get(of, ())
    return [key for paper in found if paper.is_for(actor, thing) for key in paper.keys(thing)]
