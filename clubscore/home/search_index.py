"""Searching what is everybody's: games, laws, help and pages, and whether a text has the words."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from clubscore.club.access import Actor, Level
from clubscore.club.statements import has_book
from clubscore.club.wording import law_of, numbered, place_url, said, url_in_words
from clubscore.data_files import DataTable, table_of
from clubscore.home.help_topics import topics
from clubscore.lawbook.books import find
from clubscore.laws.game import Game
from clubscore.laws.games import GAMES
from clubscore.web.hooks import may_be_opened

FILE = Path(__file__).with_name("search_index.toml")
# The fields of the file that are texts for a reader.
SHOWN = frozenset(("title", "words", "law", "about"))
MOST = 5
# "laws 17 to 26" is also law 20.
SEVERAL = re.compile(r"\b([0-9]{1,3}) (?:to|and) ([0-9]{1,3})\b")


class SearchHit(NamedTuple):
    """Something that was found: what it is called, where it leads, and what tells it apart.

    `quoted` is a heading of an old book, in English; it stands after the title, if there is one.
    """

    title: str
    url: str
    where: str = ""
    quoted: str = ""


class SearchGroup(NamedTuple):
    """What was found of a kind, five at most."""

    label: str | Promise
    hits: list[SearchHit]


def words_of(text: str) -> list[str]:
    """Return what was typed word by word, in small letters."""
    return text.casefold().split()


def has_words(text: str, words: list[str]) -> bool:
    """Whether every word is somewhere in a text; a number only as a whole one."""
    told = text.casefold()
    return all(_has_number(told, word) if word.isdigit() else word in told for word in words)


def _has_number(text: str, number: str) -> bool:
    if re.search(rf"(?<![0-9]){number}(?![0-9])", text):
        return True
    spans: list[tuple[str, str]] = SEVERAL.findall(text)
    return any(int(low) <= int(number) <= int(high) for low, high in spans)


class FindablePage(NamedTuple):
    """A page by name: what else it is looked for by, and whom it opens to.

    One of somebody's own (`is_own`) has the reader's person in its address.
    """

    name: str
    title: Promise
    words: Promise
    level: Level = Level.PLAYER
    opens: Callable[[Actor], bool] | None = None
    is_own: bool = False

    def address(self, actor: Actor) -> str:
        """Return where it is for a reader."""
        own = [actor.person.pk] if self.is_own and actor.person else []
        return reverse(self.name, args=own)


class CitedLaw(NamedTuple):
    """A law, what it is about, and the game on whose page the rest is read."""

    law: Promise
    about: Promise
    game: str


class SearchIndex(NamedTuple):
    """The pages that a search knows, and the laws that the program goes by."""

    pages: tuple[FindablePage, ...]
    laws: tuple[CitedLaw, ...]


def _is_somebody(actor: Actor) -> bool:
    return actor.person is not None


@cache
def read_index() -> SearchIndex:
    """Return what `search_index.toml` has. Raises WrongData."""
    return read_search_index(table_of(FILE))


def read_search_index(table: DataTable) -> SearchIndex:
    """Return the pages and laws of a file. Raises WrongData."""
    made = SearchIndex(
        tuple(map(_page_of, table.tables("pages"))), tuple(map(_law_of, table.tables("laws")))
    )
    table.done()
    return made


def _page_of(table: DataTable) -> FindablePage:
    is_own, is_money = table.is_so("own"), table.is_so("accounts")
    made = FindablePage(
        table.text("name"),
        _(table.text("title")),
        _(table.text("words")),
        table.one_of("level", {each.name.lower(): each for each in Level}, Level.PLAYER),
        _is_somebody if is_own else has_book if is_money else None,
        is_own,
    )
    table.done()
    return made


def _law_of(table: DataTable) -> CitedLaw:
    made = CitedLaw(_(table.text("law")), _(table.text("about")), table.text("game"))
    table.done()
    return made


def pages_found(actor: Actor, text: str) -> list[SearchHit]:
    """Return the pages that have the words in their title or are looked for by them."""
    words = words_of(text)
    open_ones = [page for page in read_index().pages if _opens(page, actor)]
    named = [page for page in open_ones if has_words(str(page.title), words)]
    told = [p for p in open_ones if p not in named and has_words(f"{p.title} {p.words}", words)]
    return [SearchHit(str(page.title), page.address(actor)) for page in [*named, *told][:MOST]]


def _opens(page: FindablePage, actor: Actor) -> bool:
    is_open = page.opens is None or page.opens(actor)
    return actor.level >= page.level and is_open and may_be_opened(page.name, actor.club)


class Rule(NamedTuple):
    """A sentence of a game's law: under which heading, and the sentence."""

    label: str
    text: str


def games_found(text: str) -> list[SearchHit]:
    """Return the games: first those that are called so, then those of which it is told."""
    words = words_of(text)
    named = [game for game in GAMES if has_words(_called(game), words)]
    told = [game for game in GAMES if game not in named and has_words(_told(game), words)]
    return [
        SearchHit(said(game.name), _page(game), said(game.about.blurb))
        for game in [*named, *told][:MOST]
    ]


def laws_found(text: str) -> list[SearchHit]:
    """Return laws by number or subject, then what the games' own laws and house rules say."""
    words = words_of(text)
    cited = [
        SearchHit(str(each.about), url_in_words(each.law) or _game_page(each), str(each.law))
        for each in read_index().laws
        if has_words(f"{each.law} {each.about}", words)
    ]
    rules = [
        SearchHit(rule.text, _page(games[0]), _where(rule, games))
        for rule, games in _rules().items()
        if has_words(f"{rule.label} {rule.text}", words)
    ]
    return [*cited, *rules][:MOST]


def _game_page(cited: CitedLaw) -> str:
    return reverse("game", args=[cited.game])


def law_book_found(text: str) -> list[SearchHit]:
    """Return passages of the old books, and the way to all of them where there are more."""
    hits = find(text)
    found = [
        SearchHit(
            numbered(each.place.passage),
            place_url(each.place),
            law_of(each.place),
            each.place.passage.title or each.place.passage.heading,
        )
        for each in hits[:MOST]
    ]
    if len(hits) > MOST:
        values = {"count": len(hits)}
        every = ngettext(
            "All %(count)s passage of the law book",
            "All %(count)s passages of the law book",
            len(hits),
        )
        found.append(SearchHit(every % values, f"{reverse('laws')}?{urlencode({'q': text})}"))
    return found


# What a question begins with.
ASKING = frozenset(
    [
        "how",
        "do",
        "does",
        "can",
        "i",
        "we",
        "where",
        "what",
        "is",
        "are",
        "the",
        "a",
        "an",
        "to",
        "my",
    ]
)


def help_found(text: str) -> list[SearchHit]:
    """Return the help that has the words: first where they are its title, then anywhere in it.

    A question is looked for by what it asks about: "how do I pay" by "pay".
    """
    words = words_of(text)
    words = [word.strip("?!.,") for word in words]
    words = [word for word in words if word not in ASKING] or words
    titles = {key: str(topic.title) for key, topic in topics().items()}
    named = [key for key in titles if has_words(titles[key], words)]
    told = [
        key
        for key, topic in topics().items()
        if key not in named and has_words(" ".join([titles[key], *map(str, topic.says)]), words)
    ]
    return [
        SearchHit(titles[key], reverse("help-topic", args=[key])) for key in [*named, *told][:MOST]
    ]


def _called(game: Game) -> str:
    return f"{said(game.name)} {said(game.short_name)} {game.about.inventor}"


def _told(game: Game) -> str:
    return f"{said(game.about.blurb)} {game.about.years} {game.about.source}"


def _page(game: Game) -> str:
    return reverse("game", args=[game.key])


def _rules() -> dict[Rule, list[Game]]:
    """Return each rule once, with the games that have it."""
    found: dict[Rule, list[Game]] = {}
    for game in GAMES:
        for rule in _rules_of(game):
            found.setdefault(rule, []).append(game)
    return found


def _rules_of(game: Game) -> Iterator[Rule]:
    for house_rule in game.codes.house_rules:
        yield Rule(said(house_rule.label), said(house_rule.what))
    for text in (*game.about.special, *game.about.dealing, *game.about.notes):
        yield Rule("", said(text))


def _where(rule: Rule, games: list[Game]) -> str:
    """Say whose rule it is: "revoke: Auction 1914 and 25 more games"."""
    game, more = said(games[0].short_name), len(games) - 1
    values = {"rule": rule.label, "game": game, "count": more}
    if not more:
        return gettext("%(rule)s: %(game)s") % values if rule.label else game
    if rule.label:
        text = ngettext(
            "%(rule)s: %(game)s and %(count)s more game",
            "%(rule)s: %(game)s and %(count)s more games",
            more,
        )
    else:
        text = ngettext(
            "%(game)s and %(count)s more game", "%(game)s and %(count)s more games", more
        )
    return text % values
