"""Searching what is everybody's: games, laws, help and pages, and whether a text has the words."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from clubscore.club.access import Actor, Level
from clubscore.club.statements import has_book
from clubscore.club.wording import law_of, numbered, place_url, said, url_in_words
from clubscore.home.help_topics import topics
from clubscore.lawbook.books import find
from clubscore.laws.game import Game
from clubscore.laws.games import GAMES

# ---- What a search finds, and whether a text has what was typed.

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


# ---- Searching the pages themselves, as far as a reader may open them.


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


def _is_somebody(actor: Actor) -> bool:
    return actor.person is not None


PAGES = (
    FindablePage("home", _("Tonight"), _("start, new table, new event, code, phones")),
    FindablePage("sit-down", _("Sit down"), _("new table, rubber, cards, play")),
    FindablePage(
        "results",
        _("Results"),
        _("print pads, slips, score sheets, past evenings, rankings, evening gazette"),
    ),
    FindablePage(
        "season",
        _("The season"),
        _("table of the year, points, members, chart, print the year book"),
    ),
    FindablePage("club-years", _("The club over years"), _("history, evenings, new members")),
    FindablePage("results-as-one", _("Several sessions as one"), _("ranking, print")),
    FindablePage("series-list", _("Series"), _("ladder, best of, season, championship, print")),
    FindablePage(
        "worlds", _("Sets against the world"), _("contest, package, par, other clubs, ghost")
    ),
    FindablePage(
        "contests", _("Sets to play"), _("contest, par, 1917, one table, no director, phones")
    ),
    FindablePage("archive", _("Past seasons"), _("champions, old series, years, archive, winners")),
    FindablePage(
        "games", _("Games"), _("rules, laws, tariff, print a blank score sheet or score card")
    ),
    FindablePage(
        "laws", _("The law book"), _("laws of bridge, etiquette, hints, history, essays, 1899")
    ),
    FindablePage("games-compare", _("Compare games"), _("difference, two games side by side")),
    FindablePage(
        "problem", _("Problem of the week"), _("puzzle, double dummy, solver, make the contract")
    ),
    FindablePage(
        "source-hands",
        _("Hands of the books"),
        _("nullos, equality, double dummy, solver, problem, play"),
    ),
    FindablePage("players", _("Players"), _("members, guests, people, names")),
    FindablePage(
        "person-years",
        _("My years"),
        _("average, statistics, trend, best board, my results, points over time"),
        opens=_is_somebody,
        is_own=True,
    ),
    FindablePage(
        "person-partners",
        _("My partners"),
        _("opponents, head to head, against, with whom I play"),
        opens=_is_somebody,
        is_own=True,
    ),
    FindablePage(
        "person-contracts",
        _("My contracts"),
        _("declarer, level, made and down, leads, statistics"),
        opens=_is_somebody,
        is_own=True,
    ),
    FindablePage(
        "person-boards",
        _("My boards"),
        _("best boards, list, my hands"),
        opens=_is_somebody,
        is_own=True,
    ),
    FindablePage(
        "own-mail", _("My mail"), _("e-mail, card, gazette, results at home, unsubscribe")
    ),
    FindablePage("own-feeds", _("My feeds"), _("calendar, iCal, Atom, RSS, evenings, subscribe")),
    FindablePage("own-password", _("Password"), _("change my password, login, security")),
    FindablePage("logout", _("Log out"), _("leave, sign out")),
    FindablePage("more", _("More"), _("text size, dark, light, suits, left hand, spacing")),
    FindablePage("wall", _("Wall"), _("screen, projector, big display")),
    FindablePage("event-help", _("Running a session"), _("help, duplicate, director, how to")),
    FindablePage("book", _("Accounts"), _("money, who owes, paid, print"), opens=has_book),
    FindablePage("phones", _("Connect phones"), _("codes for tables, QR, print")),
    FindablePage(
        "event-new", _("New event"), _("open a session, duplicate, tournament"), Level.SCORER
    ),
    FindablePage("results-called-off", _("Called off"), _("cancelled events"), Level.SCORER),
    FindablePage(
        "club", _("Club"), _("backup, logins, house rules, settings, print"), Level.DIRECTOR
    ),
    FindablePage(
        "club-change",
        _("Club settings"),
        _("name, currency, paper, print size, time zone, Wi-Fi"),
        Level.DIRECTOR,
    ),
    FindablePage(
        "login-add", _("Add login"), _("user, password, scorer, director"), Level.DIRECTOR
    ),
    FindablePage("person-add", _("Add member"), _("new player, guest"), Level.DIRECTOR),
    FindablePage("people-in", _("Import members"), _("list, CSV, XLSX, file"), Level.DIRECTOR),
    FindablePage("past-in", _("Import past events"), _("archive, zip, many files"), Level.DIRECTOR),
    FindablePage("event-in", _("Import event"), _("USEBIO, PBN, file, results"), Level.DIRECTOR),
    FindablePage(
        "event-set-up",
        _("Open from a Bridgemate file"),
        _("BWS, pads, set up, movement, names"),
        Level.DIRECTOR,
    ),
    FindablePage("sitting-in", _("Import rubbers"), _("score file, results"), Level.DIRECTOR),
    FindablePage(
        "book-terms",
        _("Table money and rates"),
        _("fee, currency, exchange"),
        Level.DIRECTOR,
        has_book,
    ),
    FindablePage(
        "receipts", _("Receipts"), _("payment, number, void, counterfoil"), Level.DIRECTOR, has_book
    ),
    FindablePage(
        "club-second-place", _("Backups elsewhere"), _("copy, disk, second place"), Level.DIRECTOR
    ),
    FindablePage(
        "club-mail",
        _("Mail"),
        _("e-mail, letters, SMTP, who gets mail, results at home"),
        Level.DIRECTOR,
    ),
    FindablePage(
        "club-publish", _("Publish results"), _("website, site, web, public"), Level.DIRECTOR
    ),
    FindablePage(
        "club-feeds",
        _("Feeds"),
        _("calendar, plan evenings, dates, weekly, Atom, RSS, public address"),
        Level.DIRECTOR,
    ),
    FindablePage("jobs", _("Background jobs"), _("work, double dummy, backups"), Level.DIRECTOR),
)


def pages_found(actor: Actor, text: str) -> list[SearchHit]:
    """Return the pages that have the words in their title or are looked for by them."""
    words = words_of(text)
    open_ones = [page for page in PAGES if _opens(page, actor)]
    named = [page for page in open_ones if has_words(str(page.title), words)]
    told = [p for p in open_ones if p not in named and has_words(f"{p.title} {p.words}", words)]
    return [SearchHit(str(page.title), page.address(actor)) for page in [*named, *told][:MOST]]


def _opens(page: FindablePage, actor: Actor) -> bool:
    return actor.level >= page.level and (page.opens is None or page.opens(actor))


# ---- The laws that the program goes by, each with its number and what it is about.


class CitedLaw(NamedTuple):
    """A law, what it is about, and the game on whose page the rest is read."""

    law: Promise
    about: Promise
    game: str


def _bridge(law: Promise, about: Promise) -> CitedLaw:
    return CitedLaw(law, about, "straight-bridge")


CITED = (
    _bridge(_("Laws of Bridge 1899, law 4"), _("Tricks: what each odd trick counts")),
    _bridge(_("Laws of Bridge 1899, law 6"), _("Honours: what they count")),
    _bridge(_("Laws of Bridge 1899, law 7"), _("Aces: the honours at no-trumps")),
    _bridge(_("Laws of Bridge 1899, law 8"), _("Chicane: a hand without a trump")),
    _bridge(_("Laws of Bridge 1899, law 9"), _("Grand slam and little slam")),
    _bridge(_("Laws of Bridge 1899, law 11"), _("Rubber: the points for winning it")),
    _bridge(
        _("Laws of Bridge 1899, law 12"),
        _("A mistake in the score below the line: how long it can be corrected"),
    ),
    _bridge(
        _("Laws of Bridge 1899, law 13"),
        _("A mistake in the score above the line: how long it can be corrected"),
    ),
    _bridge(
        _("Laws of Bridge 1899, laws 14 to 20"),
        _("Cutting for partners, deal and seats: the ace is low, equal cards cut again"),
    ),
    _bridge(
        _("Laws of Bridge 1899, laws 17 to 26"),
        _("Who plays and who waits when there are more players than seats"),
    ),
    _bridge(_("Laws of Bridge 1899, law 18"), _("A table is complete with two more than can play")),
    _bridge(_("Laws of Bridge 1899, law 24"), _("A substitute takes a seat during a rubber")),
    _bridge(
        _("Laws of Bridge 1899, law 25"), _("A player who goes to another table gives up the place")
    ),
    _bridge(_("Laws of Bridge 1899, law 26"), _("A player who breaks up a table")),
    _bridge(_("Laws of Bridge 1899, law 87"), _("Revoke: the three penalties to choose from")),
    _bridge(_("Laws of Bridge 1899, law 66"), _("Revoke: dummy is not liable to any penalty")),
    _bridge(
        _("Laws of Bridge 1899, law 95"),
        _("Revoke by both sides: neither can win the game by that deal"),
    ),
    CitedLaw(
        _("International Laws of Bridge, law 64"),
        _("Revoke today: one trick or two change hands"),
        "rubber-bridge",
    ),
    CitedLaw(
        _("Auction Bridge Variations 1923, p. 143, law 4"),
        _("Cut-throat: a card exposed before the lead costs 100 to each of the others"),
        "cut-throat",
    ),
    CitedLaw(
        _("Auction Bridge Variations 1923, pp. 143-144, law 5"),
        _("Cut-throat: a double out of turn costs 100 to each adversary"),
        "cut-throat",
    ),
    _bridge(
        _("Laws of Bridge 1899, law 93"),
        _("Revoke: it can be claimed until the cards are cut for the next deal"),
    ),
    CitedLaw(
        _("Auction of 1908, laws 47 to 57"),
        _("The auction: the dealer calls first, then each player in turn"),
        "auction",
    ),
    CitedLaw(
        _("Auction of 1908, law 48"), _("Bids: the one worth more points is higher"), "auction"
    ),
    CitedLaw(
        _("Royal Auction Bridge, law 90 of 1908"),
        _("Revoke: the side that revoked scores nothing but honours"),
        "auction",
    ),
)


# ---- Searching what is everybody's: the games, the laws that the program knows, and the help.


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
        for each in CITED
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
    for text in (*game.about.special, *game.dealing.steps, *game.about.notes):
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
