"""The printed papers that a page offers, taken from their lists."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django import template
from django.template.base import FilterExpression, Parser, Token
from django.template.context import RequestContext
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.access import Actor, ClubRequest
from clubscore.club.models import Person
from clubscore.events.models import Entry
from clubscore.events.rankings import Lists
from clubscore.laws.words import gettext_noop
from clubscore.papers.paper import PrintedPaper, paper_chosen, suits_chosen
from clubscore.papers.registry import papers_by_page
from clubscore.papers.scripts import missing
from clubscore.papers.sizes import A4, LETTER
from clubscore.rubbers.models import Sitting

register = template.Library()


# Kinds of files as a menu names them.
KINDS = (gettext_noop("CSV"), gettext_noop("XLSX"), gettext_noop("PBN"))


class FileKey(NamedTuple):
    """A line of a menu that leads to a file: what it is, where, its kind, how it is printed."""

    label: str
    url: str
    kind: str = ""
    how: str = ""


class PrintChoice(NamedTuple):
    """What may be chosen for printing: its key, the word for it, whether it is."""

    key: str
    word: str
    chosen: bool


@dataclass
class ExportMenu:
    """What a page offers to print and to take along, as its tags within `{% export %}` say."""

    printed: list[FileKey] = field(default_factory=list)
    files: list[FileKey] = field(default_factory=list)
    has_suits: bool = False

    def take(
        self, paper: PrintedPaper[Any, Any], thing: object, title: str, query: str, how: str
    ) -> None:
        """Offer a paper in each of its formats."""
        for key in paper.keys(thing):
            url = f"{key.url}{key.joint}{query}" if query else key.url
            if key.ending == "pdf":
                self.printed.append(FileKey(title, url, how=how))
            elif key.ending == "txt":
                plain = _("%(paper)s as plain text") % {"paper": title}
                self.files.append(FileKey(plain, url))
            else:
                self.printed.append(FileKey(title, url, how=key.label))
        self.has_suits = self.has_suits or paper.suits


class _ExportNode(template.Node):
    """One menu of all that stands in it; nothing where that is nothing."""

    child_nodelists = ("nodelist",)

    def __init__(self, nodelist: template.NodeList, of: FilterExpression | None) -> None:
        self.nodelist, self.of = nodelist, of

    def render(self, context: template.Context) -> SafeString:
        menu = ExportMenu()
        with context.push(export_menu=menu):
            self.nodelist.render(context)
        if not menu.printed and not menu.files:
            return mark_safe("")
        assert context.template is not None  # noqa: S101 - it is being rendered
        request: ClubRequest = context["request"]
        size, colours = paper_chosen(request), suits_chosen(request)
        words = {"1": pgettext("suits", "black"), "2": _("2 colours"), "4": _("4 colours")}
        colours = colours if colours in words else "1"
        with context.push(
            menu=menu,
            export_of=self.of.resolve(context) if self.of else "",
            papers=[
                PrintChoice(A4.key, "A4", size is A4),
                PrintChoice("letter", pgettext("paper", "Letter"), size is LETTER),
            ],
            suits=[PrintChoice(key, word, key == colours) for key, word in words.items()],
            here=request.get_full_path(),
        ):
            return context.template.engine.get_template("components/export.html").render(context)


@register.tag
def export(parser: Parser, token: Token) -> _ExportNode:
    """Draw one menu of the papers and files that stand before `{% endexport %}`.

    `{% export of name %}` is that of one of several things on a page, called so for ears.
    """
    _tag, *words = token.split_contents()
    if words and (len(words) != 2 or words[0] != "of"):
        raise template.TemplateSyntaxError("export takes nothing, or: of NAME")
    nodelist = parser.parse(("endexport",))
    parser.delete_first_token()
    return _ExportNode(nodelist, parser.compile_filter(words[1]) if words else None)


@register.simple_tag(takes_context=True)
def paper(
    context: RequestContext,
    of: str,
    thing: object = None,
    title: str = "",
    *,
    query: str = "",
    how: str = "",
) -> str:
    """Offer the papers of a thing that its reader may have, in the menu of the page.

    A `title` says what it is where a page has several copies, `how` how it is printed; a `query` is
    what addresses have besides.
    """
    actor: Actor = context["actor"]
    menu: ExportMenu = context["export_menu"]
    # An extra that is not installed has none.
    for each in papers_by_page().get(of, ()):
        if each.is_for(actor, thing) and each.is_offered(thing):
            menu.take(each, thing, title or _(each.title), query, how)
    return ""


@register.simple_tag(takes_context=True)
def papers_about(context: RequestContext, of: str, thing: object = None) -> list[FileKey]:
    """Return what the papers of a page are for."""
    actor: Actor = context["actor"]
    return [
        FileKey(_(each.title), "", how=_(each.about))
        for each in papers_by_page()[of]
        if each.about and each.is_for(actor, thing) and each.is_offered(thing)
    ]


@register.simple_tag(takes_context=True)
def sheet(context: RequestContext, url: str, label: str) -> str:
    """Offer something to print that is no paper of this page, in its menu."""
    menu: ExportMenu = context["export_menu"]
    menu.printed.append(FileKey(label, url))
    return ""


@register.simple_tag(takes_context=True)
def file(context: RequestContext, url: str, label: str, kind: str = "") -> str:
    """Offer a file in the menu of the page."""
    menu: ExportMenu = context["export_menu"]
    menu.files.append(FileKey(label, url, _(kind) if kind else ""))
    return ""


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
