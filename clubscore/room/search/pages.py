"""Searching the pages themselves, as far as a reader may open them."""

from collections.abc import Callable
from typing import NamedTuple

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubscore.club.access import Actor, Level
from clubscore.club.accounts.who_sees import has_book
from clubscore.room.search.hits import MOST, Hit, has_words, words_of


class Page(NamedTuple):
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
    Page("home", _("Tonight"), _("start, new table, new event, code, phones")),
    Page("sit-down", _("Sit down"), _("new table, rubber, cards, play")),
    Page(
        "results",
        _("Results"),
        _("print pads, slips, score sheets, past evenings, rankings, evening gazette"),
    ),
    Page(
        "season",
        _("The season"),
        _("table of the year, points, members, chart, print the year book"),
    ),
    Page("club-years", _("The club over years"), _("history, evenings, new members")),
    Page("results-as-one", _("Several sessions as one"), _("ranking, print")),
    Page("series-list", _("Series"), _("ladder, best of, season, championship, print")),
    Page("worlds", _("Sets against the world"), _("contest, package, par, other clubs, ghost")),
    Page("contests", _("Sets to play"), _("contest, par, 1917, one table, no director, phones")),
    Page("archive", _("Past seasons"), _("champions, old series, years, archive, winners")),
    Page("games", _("Games"), _("rules, laws, tariff, print a blank score sheet or score card")),
    Page("laws", _("The law book"), _("laws of bridge, etiquette, hints, history, essays, 1899")),
    Page("games-compare", _("Compare games"), _("difference, two games side by side")),
    Page("problem", _("Problem of the week"), _("puzzle, double dummy, solver, make the contract")),
    Page(
        "source-hands",
        _("Hands of the books"),
        _("nullos, equality, double dummy, solver, problem, play"),
    ),
    Page("players", _("Players"), _("members, guests, people, names")),
    Page(
        "person-years",
        _("My years"),
        _("average, statistics, trend, best board, my results, points over time"),
        opens=_is_somebody,
        is_own=True,
    ),
    Page(
        "person-partners",
        _("My partners"),
        _("opponents, head to head, against, with whom I play"),
        opens=_is_somebody,
        is_own=True,
    ),
    Page(
        "person-contracts",
        _("My contracts"),
        _("declarer, level, made and down, leads, statistics"),
        opens=_is_somebody,
        is_own=True,
    ),
    Page(
        "person-boards",
        _("My boards"),
        _("best boards, list, my hands"),
        opens=_is_somebody,
        is_own=True,
    ),
    Page("own-mail", _("My mail"), _("e-mail, card, gazette, results at home, unsubscribe")),
    Page("own-feeds", _("My feeds"), _("calendar, iCal, Atom, RSS, evenings, subscribe")),
    Page("own-password", _("Password"), _("change my password, login, security")),
    Page("logout", _("Log out"), _("leave, sign out")),
    Page("more", _("More"), _("text size, dark, light, suits, left hand, spacing")),
    Page("wall", _("Wall"), _("screen, projector, big display")),
    Page("event-help", _("Running a session"), _("help, duplicate, director, how to")),
    Page("book", _("Accounts"), _("money, who owes, paid, print"), opens=has_book),
    Page("phones", _("Connect phones"), _("codes for tables, QR, print")),
    Page("event-new", _("New event"), _("open a session, duplicate, tournament"), Level.SCORER),
    Page("results-called-off", _("Called off"), _("cancelled events"), Level.SCORER),
    Page("club", _("Club"), _("backup, logins, house rules, settings, print"), Level.DIRECTOR),
    Page(
        "club-change",
        _("Club settings"),
        _("name, currency, paper, print size, time zone, Wi-Fi"),
        Level.DIRECTOR,
    ),
    Page("login-add", _("Add login"), _("user, password, scorer, director"), Level.DIRECTOR),
    Page("person-add", _("Add member"), _("new player, guest"), Level.DIRECTOR),
    Page("people-in", _("Import members"), _("list, CSV, XLSX, file"), Level.DIRECTOR),
    Page("past-in", _("Import past events"), _("archive, zip, many files"), Level.DIRECTOR),
    Page("event-in", _("Import event"), _("USEBIO, PBN, file, results"), Level.DIRECTOR),
    Page(
        "event-set-up",
        _("Open from a Bridgemate file"),
        _("BWS, pads, set up, movement, names"),
        Level.DIRECTOR,
    ),
    Page("sitting-in", _("Import rubbers"), _("score file, results"), Level.DIRECTOR),
    Page(
        "book-terms",
        _("Table money and rates"),
        _("fee, currency, exchange"),
        Level.DIRECTOR,
        has_book,
    ),
    Page(
        "receipts", _("Receipts"), _("payment, number, void, counterfoil"), Level.DIRECTOR, has_book
    ),
    Page(
        "club-second-place", _("Backups elsewhere"), _("copy, disk, second place"), Level.DIRECTOR
    ),
    Page(
        "club-mail",
        _("Mail"),
        _("e-mail, letters, SMTP, who gets mail, results at home"),
        Level.DIRECTOR,
    ),
    Page("club-publish", _("Publish results"), _("website, site, web, public"), Level.DIRECTOR),
    Page(
        "club-feeds",
        _("Feeds"),
        _("calendar, plan evenings, dates, weekly, Atom, RSS, public address"),
        Level.DIRECTOR,
    ),
    Page("jobs", _("Background jobs"), _("work, double dummy, backups"), Level.DIRECTOR),
)


def pages_found(actor: Actor, text: str) -> list[Hit]:
    """Return the pages that have the words in their title or are looked for by them."""
    words = words_of(text)
    open_ones = [page for page in PAGES if _opens(page, actor)]
    named = [page for page in open_ones if has_words(str(page.title), words)]
    told = [p for p in open_ones if p not in named and has_words(f"{p.title} {p.words}", words)]
    return [Hit(str(page.title), page.address(actor)) for page in [*named, *told][:MOST]]


def _opens(page: Page, actor: Actor) -> bool:
    return actor.level >= page.level and (page.opens is None or page.opens(actor))
