"""Searching what is everybody's: the games, the laws that the program knows, and the help."""

from collections.abc import Iterator
from typing import NamedTuple

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.wording.law_places import law_of, numbered, place_url, url_in_words
from clubscore.club.wording.phrases import said
from clubscore.lawbook.books import find
from clubscore.laws.game import Game
from clubscore.laws.games import GAMES
from clubscore.room.help.more_topics import ALL_TOPICS
from clubscore.room.search.hits import MOST, Hit, has_words, words_of
from clubscore.room.search.laws_cited import CITED, CitedLaw


class Rule(NamedTuple):
    """A sentence of a game's law: under which heading, and the sentence."""

    label: str
    text: str


def games_found(text: str) -> list[Hit]:
    """Return the games: first those that are called so, then those of which it is told."""
    words = words_of(text)
    named = [game for game in GAMES if has_words(_called(game), words)]
    told = [game for game in GAMES if game not in named and has_words(_told(game), words)]
    return [
        Hit(said(game.name), _page(game), said(game.about.blurb)) for game in [*named, *told][:MOST]
    ]


def laws_found(text: str) -> list[Hit]:
    """Return laws by number or subject, then what the games' own laws and house rules say."""
    words = words_of(text)
    cited = [
        Hit(str(each.about), url_in_words(each.law) or _game_page(each), str(each.law))
        for each in CITED
        if has_words(f"{each.law} {each.about}", words)
    ]
    rules = [
        Hit(rule.text, _page(games[0]), _where(rule, games))
        for rule, games in _rules().items()
        if has_words(f"{rule.label} {rule.text}", words)
    ]
    return [*cited, *rules][:MOST]


def _game_page(cited: CitedLaw) -> str:
    return reverse("game", args=[cited.game])


def law_book_found(text: str) -> list[Hit]:
    """Return passages of the old books, and the way to all of them where there are more."""
    hits = find(text)
    found = [
        Hit(
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
        found.append(Hit(every % values, f"{reverse('laws')}?{urlencode({'q': text})}"))
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


def help_found(text: str) -> list[Hit]:
    """Return the help that has the words: first where they are its title, then anywhere in it.

    A question is looked for by what it asks about: "how do I pay" by "pay".
    """
    words = words_of(text)
    words = [word.strip("?!.,") for word in words]
    words = [word for word in words if word not in ASKING] or words
    titles = {key: str(topic.title) for key, topic in ALL_TOPICS.items()}
    named = [key for key in titles if has_words(titles[key], words)]
    told = [
        key
        for key, topic in ALL_TOPICS.items()
        if key not in named and has_words(" ".join([titles[key], *map(str, topic.says)]), words)
    ]
    return [Hit(titles[key], reverse("help-topic", args=[key])) for key in [*named, *told][:MOST]]


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
    for text in (*game.about.special, *game.dealing.steps, *game.about.notes):
        yield Rule("", said(text))


def _where(rule: Rule, games: list[Game]) -> str:
    """Say whose rule it is: "revoke: Auction 1914 and 25 more games"."""
    game, more = said(games[0].short_name), len(games) - 1
    values = {"rule": rule.label, "game": game, "count": more}
    if not more:
        return _("%(rule)s: %(game)s") % values if rule.label else game
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
