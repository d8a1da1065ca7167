"""How does this work? The help of each page, found by the name of its address, and all of it."""

from collections.abc import Mapping
from typing import TypedDict

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.home.help_texts.more_topics import ALL_TOPICS
from clubscore.home.help_texts.topics import Topic

# ---- Which help belongs to which page, by the name of its address.

FAMILIES = {
    "tonight": "home news-read switch",
    "logging-in": "login logout own-password trust",
    "joining": (
        "by-hand by-hand-club enter room-door leave-phone event-enter hand-in event-hand-in"
        " event-sign-up event-sign-up-find"
    ),
    "search": "search more look",
    "sitting-down": "sit-down sit-down-game sit-down-stake sit-down-open another-game",
    "cutting": "cut draw seats",
    "deal": (
        "table bid-by-bid contract sentence record undo put-back dealer choose ahead"
        " what-happened choose-by-law"
    ),
    "who-plays": "who-plays cut-out offer-out line-up at-table join-table leave-table substitute",
    "correcting": "pad pad-part why change deal-history history table-then other-laws",
    "rubber": "rubber race race-newest agree what-next play-on break-off end reopen void",
    "slip": "slip paid all-paid besides bet-decided part-paid table-money not-paid",
    "seven": (
        "sit-down-seven seven seven-way seven-dummy seven-eighth seven-leaves seven-exchange"
        " seven-last seven-close seven-reopen seven-void seven-positions"
    ),
    "phones": "phones table-phones event-phones event-by-hand-again event-silence",
    "results": (
        "results season club-years club-year results-as-one results-as-one-wall"
        " results-as-one-share several-shared results-called-off"
    ),
    "gazette": "gazette gazette-decide",
    "mail": "own-mail mail-confirm mail-out club-mail",
    "feeds": "own-feeds club-feeds club-feeds-plan club-feeds-off",
    "contests": "contests event-own-phone event-stop",
    "series": "series archive series-list series-new series-change series-people",
    "world": (
        "worlds world world-board world-look world-hours world-packages world-bring world-pools"
        " package-link"
        " event-package event-package-file event-houses"
    ),
    "law-book": "laws law-book law-part law",
    "hands": "source-hands source-hand problem week-problem calling-quizzes calling-quiz",
    "games": "games game games-compare bids procedure happened",
    "event": (
        "event event-new event-again event-start event-help event-settings event-round event-clock"
        " event-answer event-later event-look event-pass-on event-curtain event-announce event-lead"
        " event-by-slip event-keep event-template event-template-open"
    ),
    "entries": (
        "event-entries event-paste event-door event-terms event-lineup event-count event-names"
        " event-numbers event-list"
    ),
    "movement": (
        "event-movement event-sections event-change event-change-offers event-change-back"
        " event-draw event-caddy"
    ),
    "event-table": (
        "event-happened event-mine event-at event-frame event-tell event-agree event-here"
        " event-reached event-call"
        " event-sentence event-seats event-seats-find event-seats-settle event-earlier"
    ),
    "entering": (
        "event-line event-travellers event-typing event-table event-right event-all-stand"
        " event-name-right event-ruling event-ruling-guide event-appeal"
        " event-penalties"
        " event-history event-then"
    ),
    "ranking": (
        "event-ranking event-cross event-also event-pair event-matches event-match event-board"
        " event-shared event-shared-cross event-shared-pair event-shared-board event-play"
        " event-shared-play"
    ),
    "boards": (
        "event-boards event-boards-make event-boards-file event-boards-bring event-board-cards"
        " event-board-check event-pars event-par event-par-work event-par-progress"
        " event-par-approve event-par-file event-par-bring event-par-ticks event-labels"
    ),
    "event-end": "event-end event-missing event-remove",
    "files": (
        "past-in past-import past-progress past-bring past-job"
        " event-files event-in event-bring event-bridgemate event-bridgemate-bring event-pads"
        " event-pads-send event-pads-fetch"
        " event-set-up event-set-up-open sitting-in sitting-bring people-in people-bring"
    ),
    "players": (
        "players person person-add person-change person-numbers person-member person-nameless"
        " person-merge"
    ),
    "over-years": "person-years person-partners person-against person-boards person-contracts",
    "accounts": (
        "book book-paid book-part book-not-paid account club-account book-terms book-over receipts"
    ),
    "club": (
        "club club-change club-house club-new club-set-up login-add login-change login-password"
        " login-end"
    ),
    "backups": "club-backup club-second-place jobs machine machine-close",
    "publishing": "club-publish person-published",
}
TOPIC_OF = {name: topic for topic, names in FAMILIES.items() for name in names.split()}


def topic_of(request: HttpRequest) -> str:
    """Return the key of the help of the page that is asked for, "" where it has none."""
    found = request.resolver_match
    return TOPIC_OF.get(found.url_name or "", "") if found else ""


# ---- How does this work? The help of a page, and all of it.


class TopicPage(TypedDict):
    """The help of a family of pages."""

    topic: Topic


class AllHelpPage(TypedDict):
    """Every help by its key."""

    topics: Mapping[str, Topic]


@open_to(Level.VISITOR)
@require_safe
def topic(request: ClubRequest, key: str) -> HttpResponse:
    """Show how a page works: as a page, or as what a script lays over the page itself."""
    if key not in ALL_TOPICS:
        raise Http404
    context: TopicPage = {"topic": ALL_TOPICS[key]}
    template = "room/parts/help_sheet.html" if request.htmx else "room/help.html"
    return render(request, template, context)


@open_to(Level.VISITOR)
@require_safe
def all_topics(request: ClubRequest) -> HttpResponse:
    """List the help of all pages."""
    context: AllHelpPage = {"topics": ALL_TOPICS}
    return render(request, "room/help_all.html", context)
