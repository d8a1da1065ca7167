"""The table of who may open what: every address, every kind of person, reading and writing.

A new address without a row fails; tests/crawl asks for each by everybody. Each row says the least
level for GET and for POST ("-" where the address does not take that method). `whose` says what an
address names: with "club" it is something of our club, with "table" something of our table. Whoever
is of another club then finds nothing (404), and so does another table's phone.
"""

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from clubscore.club.access import OPEN_TO, Actor, Level
from clubscore.club.logins import name_keeper
from clubscore.events.directing import show_ranking
from clubscore.events.door_list import list_of, open_list
from clubscore.events.phones import let_phones_in, links_of, share, share_of
from clubscore.events.series import open_series
from clubscore.events.terms import Terms, keep_template
from clubscore.extras.source_hands.week_problem import this_week
from clubscore.extras.world.package import whole_text
from clubscore.files.pages.past import read_waiting, take_in
from clubscore.files.zip_files import members_of, packed_together
from clubscore.ranking import read_event
from clubscore.rubbers.door import open_door
from clubscore.rubbers.models import DealRevision
from clubscore.web.phones import token_of
from tests.events.evenings import Evening
from tests.events.whole_event import WHOLE
from tests.events.world.packages import a_set, package
from tests.house import House, client_of, phone_of
from tests.mailing.asking import asked_for_mail, feed_in

ROLES = {
    "visitor": Level.VISITOR,
    "phone": Level.TABLE,
    "other phone": Level.TABLE,
    "player": Level.PLAYER,
    "scorer": Level.SCORER,
    "director": Level.DIRECTOR,
    "other director": Level.DIRECTOR,
    # By keeping the machine nobody is of a club.
    "keeper": Level.VISITOR,
}
LEVELS = {
    "anyone": Level.VISITOR,
    "phone": Level.TABLE,
    "player": Level.PLAYER,
    "scorer": Level.SCORER,
    "director": Level.DIRECTOR,
    "keeper": Level.KEEPER,
}
STRANGERS = {
    "club": {"other director"},
    "table": {"other director", "other phone"},
    # A phone of a card table is a stranger to an event; the event's own are tested there.
    "event": {"other director", "other phone", "phone"},
    "": set(),
}
NOT_MINE = {f"POST {role}": 404 for role in ("player", "scorer", "director", "other director")}
NOTHING_PAID = {f"POST {role}": 404 for role in ("phone", "player", "scorer", "director")}
# Nobody but the director sees another's account, a scorer neither.
NOT_HIS = {"GET player": 403, "GET scorer": 403}
NOT_THEIR_NAME = NOT_HIS | {"POST player": 403, "POST scorer": 403}
NO_ACCOUNT = {"GET scorer": 403, "POST scorer": 403}
NOT_PAID = {f"POST {role}": 404 for role in ("player", "director", "other director")} | {
    "POST scorer": 403
}
# Backups hold both clubs, and neither director directs both.
NOT_ALL_CLUBS = {
    f"{method} {who}": 403 for method in ("GET", "POST") for who in ("director", "other director")
}
NOT_SHARED = {f"GET {who}": 404 for who in ROLES}
NONE_GIVEN = {"GET director": 404, "GET other director": 404}
NOT_OUT = {"GET player": 404, "GET scorer": 404}
NO_CARDS = {f"GET {who}": 404 for who in ("phone", "scorer")}
# Those whose own pair is still to play the board are told so.
NO_CARDS_AT_ALL = {f"GET {who}": 404 for who in ROLES} | {
    f"GET {who}": 409 for who in ("player", "director")
}
NO_JOB = {"POST director": 404, "POST other director": 404}
# Turned away by his level before anybody asks whose event it is.
NO_PHONE = {
    f"{method} {who}": 403 for method in ("GET", "POST") for who in ("phone", "other phone")
}
# Whatever role he has: without the pass of a phone nothing is handed in.
NO_CODE = {f"{method} {who}": 404 for method in ("GET", "POST") for who in ROLES}
OPENS = {200, 204, 302, 303, 400, 409, 422}


class Row(NamedTuple):
    """One address: its name, who may read, who may write, whose it is, and exceptions."""

    name: str
    get: str
    post: str
    whose: str = ""
    # {"GET player": 404}: where somebody in particular gets another answer than his level says.
    but: dict[str, int] = {}


# fmt: off
ROWS = [
    #   name                GET         POST        whose     exceptions
    Row("health",           "anyone",   "anyone"),
    Row("worker",           "anyone",   "-"),
    Row("alive",            "anyone",   "anyone"),
    Row("ready",            "anyone",   "-"),
    Row("trust",            "anyone",   "-"),
    Row("trust-authority",  "anyone",   "-"),
    Row("login",            "anyone",   "anyone"),
    Row("logout",           "anyone",   "anyone"),
    Row("more",             "anyone",   "-"),
    Row("look",             "anyone",   "-"),
    Row("choose-print",     "anyone",   "-"),
    Row("help",             "anyone",   "-"),
    Row("help-topic",       "anyone",   "-"),
    Row("search",           "anyone",   "-"),
    Row("own-password",     "player",   "player"),
    # Of a club that is not his nobody learns that it is there.
    Row("switch",           "-",        "player",   but=NOT_MINE),
    # The card room
    Row("home",             "anyone",   "-"),
    Row("news-read",        "-",        "director"),
    Row("wall",             "player",   "-"),
    Row("sit-down",         "player",   "player"),
    Row("sit-down-game",    "player",   "-"),
    Row("sit-down-stake",   "player",   "-"),
    Row("sit-down-open",    "-",        "player"),
    Row("sit-down-seven",   "player",   "player"),
    Row("table",            "phone",    "-",        "table"),
    Row("bid-by-bid",       "phone",    "phone",    "table"),
    Row("contract",         "-",        "phone",    "table"),
    Row("sentence",         "-",        "phone",    "table"),
    Row("record",           "-",        "phone",    "table"),
    Row("undo",             "-",        "phone",    "table"),
    Row("put-back",         "-",        "phone",    "table"),
    Row("dealer",           "-",        "phone",    "table"),
    Row("choose",           "-",        "phone",    "table"),
    Row("what-happened",    "phone",    "-",        "table"),
    Row("choose-by-law",    "-",        "phone",    "table"),
    Row("live",             "phone",    "-",        "table"),
    Row("ahead",            "phone",    "-",        "table"),
    Row("waiting",          "-",        "phone",    "table"),
    Row("hand-in",          "anyone",   "anyone",             but=NO_CODE),
    Row("cut",              "phone",    "-",        "table"),
    Row("draw",             "-",        "phone",    "table"),
    Row("seats",            "phone",    "phone",    "table"),
    Row("another-game",     "phone",    "phone",    "table"),
    Row("who-plays",        "phone",    "-",        "table"),
    Row("cut-out",          "-",        "phone",    "table"),
    Row("offer-out",        "-",        "phone",    "table"),
    Row("line-up",          "-",        "phone",    "table"),
    Row("at-table",         "phone",    "-",        "table"),
    Row("join-table",       "player",   "player",   "table"),
    Row("leave-table",      "-",        "phone",    "table"),
    Row("substitute",       "phone",    "phone",    "table"),
    Row("pad",              "phone",    "-",        "table"),
    Row("pad-part",         "phone",    "-",        "table"),
    Row("why",              "phone",    "-",        "table"),
    Row("change",           "phone",    "phone",    "table"),
    Row("deal-history",     "phone",    "-",        "table"),
    Row("history",          "phone",    "-",        "table"),
    Row("table-then",       "phone",    "-",        "table"),
    Row("other-laws",       "phone",    "-",        "table"),
    Row("rubber",           "phone",    "-",        "table"),
    Row("race",             "phone",    "-",        "table"),
    Row("race-newest",      "phone",    "-",        "table"),
    Row("agree",            "-",        "phone",    "table"),
    Row("what-next",        "phone",    "-",        "table"),
    Row("play-on",          "-",        "phone",    "table"),
    Row("break-off",        "-",        "phone",    "table"),
    Row("end",              "-",        "phone",    "table"),
    Row("reopen",           "-",        "phone",    "table"),
    Row("void",             "-",        "player",   "table"),
    Row("slip",             "phone",    "-",        "table"),
    Row("paid",             "-",        "phone",    "table"),
    Row("all-paid",         "-",        "phone",    "table"),
    Row("besides",          "phone",    "phone",    "table"),
    # Nobody bets yet.
    Row("bet-decided",      "-",        "phone",    "table",  but=NOTHING_PAID),
    Row("part-paid",        "phone",    "phone",    "table"),
    # Nobody was charged table money.
    Row("table-money",      "-",        "phone",    "table",  but=NOTHING_PAID),
    # Nothing was paid yet, so there is nothing to take back.
    Row("not-paid",         "-",        "phone",    "table",  but=NOTHING_PAID),
    # The seven: a table that is not one of theirs shows its own page.
    Row("seven",            "phone",    "-",        "table"),
    Row("seven-way",        "-",        "phone",    "table"),
    Row("seven-dummy",      "-",        "phone",    "table"),
    Row("seven-eighth",     "phone",    "phone",    "table"),
    Row("seven-leaves",     "-",        "phone",    "table"),
    Row("seven-exchange",   "-",        "phone",    "table"),
    Row("seven-last",       "-",        "phone",    "table"),
    Row("seven-close",      "phone",    "phone",    "table"),
    Row("seven-reopen",     "-",        "phone",    "table"),
    Row("seven-void",       "-",        "player",   "table"),
    Row("seven-positions",  "phone",    "-",        "table"),
    Row("positions-pdf",    "phone",    "-",        "table"),
    Row("positions-text",   "phone",    "-",        "table"),
    Row("table-code-pdf",   "phone",    "-",        "table"),
    Row("table-code-text",  "phone",    "-",        "table"),
    Row("table-phones",     "phone",    "phone",    "table"),
    Row("phones",           "player",   "scorer"),
    Row("enter",            "anyone",   "anyone"),
    Row("room-door",        "anyone",   "anyone"),
    Row("leave-phone",      "-",        "anyone"),
    Row("results",          "player",   "-"),
    Row("club-years",       "player",   "-"),
    Row("club-year",        "player",   "-"),
    # No director has shown this evening's to members.
    Row("gazette",          "player",   "-"),
    Row("gazette-decide",   "-",        "director"),
    Row("gazette-pdf",      "player",   "-",                  but=NOT_OUT),
    Row("gazette-text",     "player",   "-",                  but=NOT_OUT),
    # Whoever has a link that was mailed may open it.
    Row("own-mail",         "player",   "player"),
    Row("mail-confirm",     "anyone",   "anyone"),
    Row("mail-out",         "anyone",   "anyone"),
    Row("club-mail",        "director", "director"),
    Row("own-feeds",        "player",   "player"),
    Row("feed-evenings",    "anyone",   "-"),
    Row("feed-results",     "anyone",   "-"),
    Row("club-feeds",       "director", "director"),
    Row("club-feeds-plan",  "-",        "director"),
    # The house has planned no evening.
    Row("club-feeds-off",   "-",        "director",
        but={"POST director": 404, "POST other director": 404}),
    Row("season",           "player",   "-"),
    Row("results-as-one",   "player",   "-"),
    Row("results-as-one-wall", "player", "-"),
    Row("results-as-one-share", "-",    "scorer"),
    # There is none: what there is has its tests in tests/events/test_several_shared.py.
    Row("several-shared",   "anyone",   "-",                  but=NOT_SHARED),
    # Packages of a contest; the house's people have played no board of its set.
    Row("worlds",           "player",   "-"),
    Row("world",            "phone",    "-",        "event"),
    Row("world-board",      "phone",    "-",        "event"),
    Row("set-look",         "-",        "director", "club"),
    Row("world-hours",      "-",        "director", "club"),
    Row("world-packages",   "director", "director", "club"),
    Row("world-bring",      "director", "director"),
    Row("world-pools",      "director", "director"),
    Row("box-pdf",    "director", "-",        "club"),
    Row("box-text",   "director", "-",        "club"),
    # Whoever has it may read who sends it.
    Row("package-link",     "anyone",   "-"),
    Row("series-list",      "player",   "-"),
    Row("contests",         "player",   "player"),
    Row("archive",          "player",   "-"),
    Row("series-new",       "-",        "director"),
    Row("series",           "player",   "-",        "club"),
    Row("series-change",    "director", "director", "club"),
    Row("series-people",    "-",        "director", "club"),
    Row("series-pdf",       "player",   "-",        "club"),
    Row("series-text",      "player",   "-",        "club"),
    Row("year-book-pdf",    "player",   "-"),
    Row("year-book-text",   "player",   "-"),
    Row("season-poster-pdf", "player",  "-",        "club"),
    Row("season-poster-text", "player", "-",        "club"),
    Row("certificates-pdf", "player",   "-",        "club"),
    Row("certificates-text", "player",  "-",        "club"),
    Row("as-one-pdf", "player", "-"),
    Row("as-one-text", "player", "-"),
    Row("games",            "anyone",   "-"),
    Row("game",             "anyone",   "-"),
    Row("games-compare",    "anyone",   "-"),
    Row("laws",             "anyone",   "-"),
    Row("law-book",         "anyone",   "-"),
    Row("law-part",         "anyone",   "-"),
    Row("law",              "anyone",   "-"),
    Row("bids",             "anyone",   "-"),
    Row("happened",         "anyone",   "-"),
    Row("procedure",        "anyone",   "-"),
    Row("problem",          "player",   "-"),
    Row("week-problem",     "player",   "-"),
    Row("calling-quizzes",  "anyone",   "-"),
    Row("calling-quiz",     "anyone",   "-"),
    Row("source-hands",     "anyone",   "-"),
    Row("source-hand",      "anyone",   "-"),
    # The duplicate room: Ann and Bob are pair 1 at table A1.
    Row("event-help",       "player",   "-"),
    Row("event-new",        "scorer",   "scorer"),
    Row("event-again",      "-",        "scorer"),
    Row("event-keep",       "-",        "scorer",   "event",
        but=NO_PHONE | dict.fromkeys(("POST scorer", "POST director"), 422)),
    Row("event-template",   "scorer",   "scorer",   "club"),
    # One that is not there leads to those that are.
    Row("event-template-open", "-",     "scorer",   "club",   but={"POST other director": 302}),
    # It plays no set, and says so.
    Row("event-package",    "phone",    "phone",    "event"),
    Row("event-houses",     "phone",    "phone",    "event"),
    Row("event-package-file", "phone",  "-",        "event"),
    Row("event-count",      "scorer",   "scorer",   "event",  but=NO_PHONE),
    Row("event-numbers",    "scorer",   "scorer",   "event",  but=NO_PHONE),
    Row("event-names",      "scorer",   "-",        "event",  but=NO_PHONE),
    Row("event-start",      "-",        "scorer",   "event",  but=NO_PHONE),
    Row("event",            "player",   "-",        "event",  but=NO_PHONE),
    Row("event-entries",    "player",   "player",   "event",  but=NO_PHONE),
    Row("event-paste",      "scorer",   "scorer",   "event",  but=NO_PHONE),
    Row("event-list",       "scorer",   "scorer",   "event",  but=NO_PHONE),
    Row("event-sign-up",    "anyone",   "anyone"),
    Row("event-sign-up-find", "anyone", "-"),
    Row("event-door",       "-",        "scorer",   "event",  but=NO_PHONE),
    Row("event-movement",   "scorer",   "scorer",   "event",  but=NO_PHONE),
    Row("event-sections",   "-",        "scorer",   "event",  but=NO_PHONE),
    Row("event-change",     "scorer",   "-",        "event",  but=NO_PHONE),
    Row("event-change-offers", "scorer", "scorer",  "event",  but=NO_PHONE),
    Row("event-change-back", "-",       "scorer",   "event",  but=NO_PHONE),
    Row("event-settings",   "scorer",   "scorer",   "event",
        but=NO_PHONE | {"POST scorer": 422, "POST director": 422}),
    Row("event-terms",      "scorer",   "scorer",   "event",  but=NO_PHONE),
    Row("event-penalties",  "scorer",   "scorer",   "event",  but=NO_PHONE),
    Row("event-round",      "-",        "scorer",   "event",  but=NO_PHONE),
    Row("event-clock",      "-",        "scorer",   "event",  but=NO_PHONE),
    Row("event-answer",     "-",        "scorer",   "event",  but=NO_PHONE),
    Row("event-name-right", "-",        "scorer",   "event",  but=NO_PHONE),
    Row("event-later",      "-",        "scorer",   "event",
        but=NO_PHONE | {"POST scorer": 404, "POST director": 404}),
    Row("event-look",       "-",        "scorer",   "event",  but=NO_PHONE),
    Row("event-pass-on",    "-",        "scorer",   "event",
        but=NO_PHONE | dict.fromkeys(("POST scorer", "POST director"), 404)),
    Row("event-curtain",    "-",        "scorer",   "event",  but=NO_PHONE),
    Row("event-remove",     "director", "director", "event",  but=NO_PHONE),
    Row("results-called-off", "scorer", "-"),
    Row("event-end",        "-",        "scorer",   "event",  but=NO_PHONE),
    Row("event-missing",    "scorer",   "scorer",   "event",  but=NO_PHONE),
    Row("event-all-stand",  "-",        "scorer",   "event",  but=NO_PHONE),
    Row("event-phones",     "scorer",   "scorer",   "event",  but=NO_PHONE),
    Row("event-announce",   "scorer",   "scorer",   "event",  but=NO_PHONE),
    Row("event-lead",       "-",        "scorer",   "event",  but=NO_PHONE),
    Row("event-by-slip",    "-",        "scorer",   "event",
        but=NO_PHONE | dict.fromkeys(("POST scorer", "POST director"), 404)),
    Row("event-line",       "-",        "scorer",   "event",  but=NO_PHONE),
    Row("event-travellers", "scorer",   "scorer",   "event",  but=NO_PHONE),
    Row("event-ruling",     "scorer",   "scorer",   "event",
        but=NO_PHONE | {"POST scorer": 422, "POST director": 409}),
    Row("event-ruling-guide", "scorer", "-",        "event",  but=NO_PHONE),
    Row("ruling-slip-pdf", "scorer",   "-",        "event",
        but=NO_PHONE | dict.fromkeys(("GET scorer", "GET director"), 404)),
    Row("ruling-slip-text", "scorer",  "-",        "event",
        but=NO_PHONE | dict.fromkeys(("GET scorer", "GET director"), 404)),
    Row("event-appeal",     "-",        "scorer",   "event",
        but=NO_PHONE | dict.fromkeys(("POST scorer", "POST director"), 404)),
    Row("event-history",    "scorer",   "-",        "event",  but=NO_PHONE),
    Row("event-then",       "scorer",   "-",        "event",  but=NO_PHONE),
    Row("event-typing",     "scorer",   "scorer",   "event",  but=NO_PHONE),
    Row("event-table",      "scorer",   "-",        "event",  but=NO_PHONE),
    Row("event-right",      "-",        "scorer",   "event",  but=NO_PHONE),
    Row("event-boards",     "director", "-",        "event",  but=NO_PHONE),
    Row("event-boards-make", "-",       "director", "event",  but=NO_PHONE),
    Row("event-boards-file", "-",       "director", "event",  but=NO_PHONE),
    Row("event-boards-bring", "-",      "director", "event",  but=NO_PHONE),
    Row("event-boards-out", "player",   "-",        "event",  but=NO_PHONE),
    Row("event-cards-pdf",  "player",   "-",        "event",  but=NO_PHONE),
    Row("event-cards-text", "player",   "-",        "event",  but=NO_PHONE),
    Row("event-board-cards", "director", "director", "event",  but=NO_PHONE),
    Row("event-board-check", "-",       "director", "event",  but=NO_PHONE),
    Row("event-pars",       "director", "-",        "event",  but=NO_PHONE),
    Row("event-par-work",   "-",        "director", "event",  but=NO_PHONE),
    Row("event-par-progress", "director", "-",      "event",  but=NO_PHONE),
    Row("event-par-approve", "-",       "director", "event",  but=NO_PHONE),
    Row("event-par-file",   "-",        "director", "event",  but=NO_PHONE),
    Row("event-par-bring",  "-",        "director", "event",  but=NO_PHONE),
    Row("event-par-out",    "director", "-",        "event",  but=NO_PHONE),
    Row("event-par",        "director", "director", "event",  but=NO_PHONE),
    Row("event-par-ticks",  "-",        "director", "event",
        but=NO_PHONE | {"POST director": 404}),
    Row("event-wall",       "player",   "-",        "event",  but=NO_PHONE),
    Row("event-caddy",      "phone",    "-",        "event"),
    Row("event-earlier",    "phone",    "phone",    "event"),
    Row("event-live",       "phone",    "-",        "event"),
    Row("event-waiting",    "-",        "phone",    "event"),
    Row("event-hand-in",    "anyone",   "anyone",             but=NO_CODE),
    Row("event-silence",    "scorer",   "-",        "event",  but=NO_PHONE),
    Row("event-mine",       "phone",    "-",        "event"),
    Row("event-at",         "phone",    "-",        "event"),
    Row("event-frame",      "phone",    "-",        "event"),
    Row("event-tell",       "-",        "phone",    "event"),
    # Whoever speaks for no side says yes to nothing.
    Row("event-agree",      "-",        "phone",    "event",
        but={"POST player": 403, "POST scorer": 403, "POST director": 403}),
    Row("event-here",       "-",        "phone",    "event"),
    Row("event-own-phone",  "-",        "phone",    "event"),
    Row("event-stop",       "-",        "phone",    "event"),
    # Nobody of that event is named from the seats: whoever may speak there is told so.
    Row("event-seats",      "phone",    "phone",    "event"),
    Row("event-seats-find", "phone",    "-",        "event"),
    Row("event-seats-settle", "-",      "phone",    "event"),
    Row("event-reached",    "-",        "phone",    "event"),
    Row("event-call",       "-",        "phone",    "event"),
    Row("event-happened",   "phone",    "-",        "event"),
    Row("event-sentence",   "-",        "phone",    "event"),
    Row("event-ranking",    "phone",    "-",        "event"),
    Row("event-ranking-csv", "player",  "-",        "event",  but=NO_PHONE),
    Row("event-also",       "phone",    "-",        "event"),
    Row("event-cross",      "phone",    "-",        "event"),
    Row("event-pair",       "phone",    "-",        "event"),
    Row("event-draw",       "scorer",   "scorer",   "event",  but=NO_PHONE),
    Row("event-matches",    "phone",    "-",        "event"),
    Row("event-match",      "phone",    "-",        "event"),
    Row("event-lineup",     "phone",    "phone",    "event"),
    Row("event-board",      "phone",    "-",        "event"),
    # The cards of no board of the house are known.
    Row("event-play",       "phone",    "-",        "event",  but=NO_CARDS),
    Row("event-codes-pdf",  "scorer",   "-",        "event",  but=NO_PHONE),
    Row("event-codes-text", "scorer",   "-",        "event",  but=NO_PHONE),
    Row("attendance-pdf", "scorer", "-",      "event",  but=NO_PHONE),
    Row("attendance-text", "scorer", "-",     "event",  but=NO_PHONE),
    Row("event-labels",     "director", "-",        "event",  but=NO_PHONE),
    Row("labels-pdf", "director", "-",        "event",  but=NO_PHONE),
    Row("labels-text", "director", "-",       "event",  but=NO_PHONE),
    Row("event-pdf",        "player",   "-",        "event",  but=NO_PHONE),
    Row("event-text",       "player",   "-",        "event",  but=NO_PHONE),
    Row("own-card-text",   "phone",    "-",        "event"),
    Row("event-files",      "scorer",   "-",        "event",  but=NO_PHONE),
    Row("event-file-out",   "scorer",   "-",        "event",  but=NO_PHONE),
    Row("sitting-in",       "director", "director"),
    Row("sitting-bring",    "-",        "director"),
    Row("sitting-file-out", "phone",    "-",        "table"),
    Row("event-bridgemate", "director", "director", "event",  but=NO_PHONE),
    Row("event-bridgemate-bring", "-",  "director", "event",  but=NO_PHONE),
    Row("event-pads",       "director", "-",        "event",  but=NO_PHONE),
    # Without a Data Connector on the machine it says so.
    Row("event-pads-send",  "director", "director", "event",  but=NO_PHONE),
    Row("event-pads-fetch", "-",        "director", "event",  but=NO_PHONE),
    Row("event-set-up",     "director", "director"),
    Row("event-set-up-open", "-",       "director"),
    Row("event-in",         "director", "director"),
    Row("event-bring",      "-",        "director"),
    Row("past-in",          "director", "director"),
    Row("past-import",      "director", "-",        "club"),
    Row("past-progress",    "director", "-",        "club"),
    Row("past-bring",       "-",        "director", "club"),
    Row("past-job",         "-",        "director", "club"),
    Row("by-hand",          "anyone",   "anyone"),
    Row("by-hand-club",     "anyone",   "anyone"),
    Row("event-by-hand-again", "-",     "scorer",   "event",  but=NO_PHONE),
    Row("event-enter",      "anyone",   "anyone"),
    Row("event-shared",     "anyone",   "-"),
    Row("event-shared-cross", "anyone", "-"),
    Row("event-shared-pair", "anyone",  "-"),
    Row("event-shared-board", "anyone", "-"),
    Row("event-shared-play", "anyone",  "-",                  but=NO_CARDS_AT_ALL),
    # What is printed
    Row("sheet-pdf",        "phone",    "-",        "table"),
    Row("sheet-text",       "phone",    "-",        "table"),
    Row("slips-of-evening-pdf",        "phone",    "-",        "table"),
    Row("slips-of-evening-text",       "phone",    "-",        "table"),
    Row("blank-sheet-pdf",      "anyone",   "-"),
    Row("game-card-pdf",        "anyone",   "-"),
    Row("game-card-text",   "anyone",   "-"),
    # The club's people: the house's player is Ann, the page asked for is Bob's.
    Row("players",          "player",   "-"),
    Row("person",           "player",   "-",        "club",   but={"GET player": 403}),
    Row("person-years",     "player",   "-",        "club",   but={"GET player": 403}),
    Row("person-partners",  "player",   "-",        "club",   but={"GET player": 403}),
    Row("person-against",   "player",   "-",        "club",   but={"GET player": 403}),
    Row("person-boards",    "player",   "-",        "club",   but={"GET player": 403}),
    Row("person-contracts", "player",   "-",        "club",   but={"GET player": 403}),
    Row("person-add",       "director", "director"),
    Row("person-change",    "-",        "director", "club"),
    Row("person-numbers",   "-",        "director", "club"),
    Row("person-member",    "-",        "director", "club"),
    Row("person-nameless",  "director", "director", "club"),
    # Ann's page asks for Bob's data: only Bob himself and the director have them.
    Row("person-data",      "player",   "-",        "club",   but=NOT_HIS),
    Row("person-merge",     "director", "director", "club"),
    Row("person-published", "player",   "player",   "club",   but=NOT_THEIR_NAME),
    Row("people-in",        "director", "director"),
    Row("people-bring",     "-",        "director"),
    Row("people-out",       "director", "-"),
    # The book: the scorer of the house is no person of the club, so he has no account.
    Row("book",             "player",   "-",                  but={"GET scorer": 403}),
    Row("book-paid",        "-",        "player",             but={"POST scorer": 403}),
    Row("book-part",        "player",   "player",             but=NO_ACCOUNT),
    Row("book-not-paid",    "-",        "player",             but=NOT_PAID),
    Row("account",          "player",   "-",        "club",   but=NOT_HIS),
    Row("account-csv",      "player",   "-",        "club",   but=NOT_HIS),
    Row("account-pdf",      "player",   "-",        "club",   but=NOT_HIS),
    Row("account-text",     "player",   "-",        "club",   but=NOT_HIS),
    Row("account-year-pdf",     "player",   "-",        "club",   but=NOT_HIS),
    Row("book-csv",         "director", "-"),
    # The house has given no receipt yet.
    Row("receipts",         "director", "director"),
    Row("receipts-pdf",     "director", "-",                  but=NONE_GIVEN),
    Row("receipts-text",    "director", "-",                  but=NONE_GIVEN),
    Row("evening-money-pdf", "director", "-"),
    Row("evening-money-text", "director", "-"),
    Row("club-account",     "director", "-"),
    Row("book-terms",       "director", "director"),
    Row("book-over",        "-",        "director",
        but={"POST director": 404, "POST other director": 404}),
    # The club itself
    Row("club",             "director", "-"),
    Row("club-change",      "director", "director"),
    Row("club-features",    "director", "director"),
    Row("jobs",             "director", "director", but=NO_JOB),
    Row("club-publish",     "director", "director"),
    # Nothing was published yet.
    Row("club-published-zip", "director", "-",      but=NONE_GIVEN),
    Row("club-house",       "director", "director"),
    Row("club-new",         "director", "director"),
    Row("club-set-up",      "director", "director"),
    # A copy holds both clubs, and neither director directs both.
    Row("club-backup",      "-",        "director",
        but={"POST director": 403, "POST other director": 403}),
    Row("club-second-place", "director", "director", but=NOT_ALL_CLUBS),
    Row("club-readable",    "-",        "director"),
    # All clubs, for whoever keeps the machine
    Row("machine",          "keeper",   "-"),
    Row("machine-close",    "keeper",   "keeper"),
    Row("login-add",        "director", "director"),
    Row("login-change",     "director", "director", "club"),
    Row("login-password",   "-",        "director", "club"),
    Row("login-end",        "-",        "director", "club"),
]
# fmt: on


LAW = {"book": "laws-of-bridge-1899", "part": "the-revoke", "passage": "law-87"}
# What an address is made of that has words of its own.
OF_ONE_ADDRESS: dict[str, dict[str, str]] = {
    **dict.fromkeys(("law-book", "law-part", "law"), LAW),
    "procedure": {"key": "equality"},
    "choose-print": {"what": "paper", "choice": "letter"},
    "help-topic": {"key": "deal"},
    "source-hand": {"key": "equality-1"},
    "calling-quiz": {"key": "six-tricks"},
    "package-link": {"text": whole_text(package())},
}


# What an address of an event is asked for where it has no slips.
OTHER_KINDS = {
    "event-file-out": "event", "event-boards-out": "pbn",
    "event-cards-pdf": "par-cards", "event-cards-text": "par-cards",
}  # fmt: skip


class Known:
    """What the addresses of a house are made of, built once for all that ask for it."""

    def __init__(self, house: House) -> None:
        self.house = house

    def of(self, name: str) -> dict[str, Any]:
        """Return the words of an address; of an event its first round is played."""
        kinds = (words(self, name) for start, words in OF_KINDS if name.startswith(start))
        known = self.of_house | OF_ONE_ADDRESS.get(name, {}) | next(kinds, {})
        return {word: known[word] for word in PATTERNS[name].pattern.converters}

    @cached_property
    def of_house(self) -> dict[str, Any]:
        house = self.house
        return {
            "pk": house.sitting.pk,
            "club": house.club.slug,
            "part": house.part.number,
            "position": 1,
            "rubber": 1,
            "token": house.token,
            "door": token_of(open_door(club=house.club, actor=Actor()).nonce),
            "key": "auction",
            "person": house.people[1].pk,
            "other": house.people[2].pk,
            "membership": house.club.memberships.get(user=house.logins["scorer"]).pk,
            "kind": "csv",
            "year": house.sitting.evening.year,
            "first": 1,
            "last": 1,
            "day": house.sitting.evening.isoformat(),
            "procedure": "sorted-pack",
            "revision": DealRevision.objects.filter(deal__part=house.part).latest("pk").pk,
            "week": this_week(house.club),
        }

    @cached_property
    def evening(self) -> Evening:
        return evening_of_our_house(self.house)

    @cached_property
    def of_event(self) -> dict[str, Any]:
        return own_words(self.evening)

    @cached_property
    def shared(self) -> dict[str, Any]:
        return shared_words(self.evening)

    @cached_property
    def listed(self) -> dict[str, Any]:
        return list_words(self.house)

    @cached_property
    def past(self) -> int:
        return past_of_our_house(self.house)

    def mailed(self, name: str) -> dict[str, Any]:
        """Return the token of a letter: of the way out, or of the link that confirms."""
        asked = asked_for_mail(self.house.people[1])
        return {"token": token_of(asked.out_nonce if name == "mail-out" else asked.link_nonce)}

    @cached_property
    def set(self) -> int:
        return a_set(self.house.club).pk

    @cached_property
    def series(self) -> int:
        return series_of_our_house(self.house)


# What is made of words of its own, by how its name begins: the longer beginning first.
OF_KINDS: tuple[tuple[str, Callable[[Known, str], dict[str, Any]]], ...] = (
    ("event-sign-up", lambda known, _name: known.listed),
    ("event-shared", lambda known, _name: known.shared),
    ("event", lambda known, name: known.of_event | {"kind": OTHER_KINDS.get(name, "slips")}),
    ("past-", lambda known, _name: {"past": known.past}),
    ("mail-", lambda known, name: known.mailed(name)),
    ("feed-", lambda known, _name: {"token": token_of(feed_in(known.house.club).nonce)}),
    ("world", lambda known, _name: {"kept": known.set, "board": 1}),
    ("series", lambda known, _name: {"pk": known.series}),
    ("certificates", lambda known, _name: {"pk": known.series}),
    ("season-poster", lambda known, _name: {"pk": known.series}),
    ("box", lambda known, _name: {"kept": known.set}),
    ("set-look", lambda known, _name: {"kept": known.set}),
    ("attendance", lambda known, _name: known.of_event),
    ("labels", lambda known, _name: known.of_event),
    ("own-card", lambda known, _name: known.of_event),
    ("ruling-slip", lambda known, _name: known.of_event),
)


def arguments(name: str, house: House) -> dict[str, Any]:
    """Return what an address of our house is made of."""
    return Known(house).of(name)


def series_of_our_house(house: House) -> int:
    """Open a series of our club, and return its key."""
    actor = Actor(level=Level.DIRECTOR, club=house.club)
    return open_series(club=house.club, name="Tuesdays", key="series", actor=actor).pk


def past_of_our_house(house: House) -> int:
    """Have a file of our club's past read, and return the key of the import."""
    packed = packed_together([("leeds.json", read_event(WHOLE).written().encode())])
    past = take_in(
        club=house.club, actor=Actor(), source="2019", packed=packed, members=members_of(packed)
    )
    read_waiting(past, lambda _done, _total: None)
    return past.pk


def evening_of_our_house(house: House) -> Evening:
    """An event of our people, with phones let in."""
    evening = Evening(4, kind="howell", winners=1, club=house.club, people=(*house.people,))
    let_phones_in(section=evening.section, key="codes", actor=evening.actor)
    return evening


def shared_words(evening: Evening) -> dict[str, Any]:
    """Share an event, and return what its open addresses are made of."""
    show_ranking(event=evening.event, shown=True, key="open", actor=evening.actor)
    share(event=evening.event, hides_names=False, key="share", actor=evening.actor)
    found = share_of(evening.event)
    assert found is not None
    return {"token": token_of(found.nonce), "pair": "1", "board": 1}


def list_words(house: House) -> dict[str, Any]:
    """Open the list of an event that has not begun, and return what its addresses are made of."""
    before = Evening(0, kind="", club=house.club)
    open_list(event=before.event, key="list", actor=before.actor)
    found = list_of(before.event)
    assert found is not None
    return {"token": token_of(found.nonce)}


def own_words(evening: Evening) -> dict[str, Any]:
    """Return what an address of an event is made of, as the table of the first pair sees it."""
    place = next(p for p in evening.room.tables() if 1 in (p.place.ns, p.place.ew))
    return {
        "event": evening.event.pk,
        "spot": place.name,
        "pair": "1",
        "round": 1,
        "board": 1,
        "mark": f"h{evening.event.happenings.first().pk}",
        "token": token_of(links_of(evening.section)[0].nonce),
        "ruling": 1,
        "template": keep_template(
            club=evening.club, title="Club night", terms=Terms(""), key="kept", actor=evening.actor
        ).pk,
    }


def named_patterns(resolver: URLResolver) -> Iterator[URLPattern]:
    """Return every address that the program answers."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from named_patterns(pattern)
        else:
            yield pattern


PATTERNS = {str(pattern.name): pattern for pattern in named_patterns(get_resolver())}


def addresses_of(house: House) -> dict[str, str]:
    """Return every address of our house, by its name; one event serves them all."""
    known = Known(house)
    return {name: reverse(name, kwargs=known.of(name)) for name in PATTERNS}


def browser_of(role: str, house: House, other: House) -> Client:
    """Return the browser of somebody."""
    if role == "visitor":
        return client_of(None)
    if role.endswith("phone"):
        return phone_of(other if role.startswith("other") else house)
    if role == "keeper":
        return client_of(name_keeper(username="keeper", keeps=True)[0])
    if role == "other director":
        return client_of(other.logins["director"])
    return client_of(house.logins[role])


def test_every_address_has_a_row() -> None:
    assert {row.name for row in ROWS} == set(PATTERNS)
    assert len(ROWS) == len(PATTERNS), "a row too many"


def test_a_view_is_open_to_whoever_its_row_names_and_to_nobody_below() -> None:
    """What tests/crawl asks of every address; here without asking, each time anything is run."""
    needed = {
        row.name: min(LEVELS[each] for each in (row.get, row.post) if each != "-") for row in ROWS
    }
    assert {name: getattr(PATTERNS[name].callback, OPEN_TO, None) for name in needed} == needed
    assert {*needed.values()} == {*LEVELS.values()}


def check(answer: HttpResponse, row: Row, role: str, method: str, needed: str) -> None:
    """Compare an answer with what the row says."""
    told = f"{method} {row.name} by {role}: {answer.status_code}"
    exception = row.but.get(f"{method} {role}")
    if exception is not None:
        assert answer.status_code == exception, told
        return
    asked = [each for each in (row.get, row.post) if each != "-"]
    if not any(reaches(role, each) for each in (asked if needed == "-" else [needed])):
        assert is_turned_away(answer, role, method), told
    elif needed == "-":
        assert answer.status_code in (404, 405) if row.whose else answer.status_code == 405, told
    elif role in STRANGERS[row.whose]:
        assert answer.status_code == 404, told
    else:
        assert answer.status_code in OPENS and not leads_to_login(answer), told


def reaches(role: str, needed: str) -> bool:
    """Whether somebody has what an address asks for; nobody of a club keeps the machine by that."""
    if needed == "keeper":
        return role == "keeper"
    return ROLES[role] >= LEVELS[needed]


def is_turned_away(answer: HttpResponse, role: str, method: str) -> bool:
    """A visitor who reads is asked to log in; everybody else is told that it is not his."""
    if role == "visitor" and method == "GET":
        return leads_to_login(answer)
    return answer.status_code == 403


def leads_to_login(answer: HttpResponse) -> bool:
    """Whether an answer asks to log in."""
    return answer.status_code == 302 and answer["Location"].startswith(reverse("login") + "?")


# Who may keep an answer. Whatever is not listed is kept by nobody.
EVERYBODYS = {
    *(
        "games",
        "game",
        "games-compare",
        *("laws", "law-book", "law-part", "law"),
        "bids",
        "procedure",
        "source-hands",
        "source-hand",
        "happened",
        "calling-quizzes",
        "calling-quiz",
        "blank-sheet-pdf",
        "game-card-pdf",
        "game-card-text",
    ),
    *(
        "event-shared",
        "event-shared-cross",
        "several-shared",
        "event-shared-pair",
        "event-shared-board",
        "event-shared-play",
    ),
}
# What a table's phone keeps, to play on out of touch: tests/flows/test_what_is_kept.py.
ON_PHONES = {"table", "ahead", "what-happened", "event-at", "event-frame"}
# Drawn again only where something changed; most of them have a tag.
PAPERS = {
    *("sheet-pdf", "sheet-text", "positions-pdf", "positions-text", "table-code-pdf"),
    "as-one-pdf",
    *("slips-of-evening-pdf", "slips-of-evening-text", "evening-money-pdf", "evening-money-text"),
    *("gazette-pdf", "gazette-text"),
    *("receipts-pdf", "receipts-text", "event-codes-text", "table-code-text"),
    *("as-one-text", "event-cards-pdf", "event-cards-text", "event-codes-pdf"),
    *("attendance-pdf", "attendance-text"),
    *("labels-pdf", "labels-text", "box-pdf", "box-text"),
    *("season-poster-pdf", "season-poster-text", "year-book-pdf", "year-book-text"),
    *("series-pdf", "series-text", "certificates-pdf", "certificates-text"),
    *("feed-evenings", "feed-results"),
    *("event-pdf", "event-text", "own-card-text", "ruling-slip-pdf", "ruling-slip-text"),
}
NO_PAGES = {"worker"}


def check_who_keeps(answer: HttpResponse, name: str, role: str) -> None:
    """Every answer says who may keep it: nobody, where it shows people or money."""
    said = set(answer["Cache-Control"].split(", "))
    told = f"{name} to {role}: {answer.status_code} {said}"
    own = {"private", "no-cache"}
    if name in EVERYBODYS and answer.status_code == 200:
        wanted = {"public", "no-cache"} if role == "visitor" and not answer.cookies else own
        assert said == wanted, told
    elif name == "look" and answer.status_code == 200:  # Its address bears the edition.
        assert said == {"private", f"max-age={30 * 24 * 3600}"}, told
    elif name in ON_PHONES | PAPERS | NO_PAGES and answer.status_code == 200:
        assert said == own, told
    else:
        assert {"private", "no-store"} <= said and "public" not in said, told


def check_headers(answer: HttpResponse) -> None:
    """Every answer forbids what no page of ours needs."""
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert not any(weak in policy for weak in ("unsafe", "data:", "http", "*")), policy
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Referrer-Policy"] == "same-origin"
