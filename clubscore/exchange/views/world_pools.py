"""Pools without a centre: addresses that a club follows, and clubs of the same server."""

from typing import Any, NamedTuple, TypedDict

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.models import Club
from clubscore.club.refused import Refused
from clubscore.club.wording.phrases import said_with_place
from clubscore.events.models import FollowedPool
from clubscore.events.world.server_pool import (
    fetch_from_server,
    join_server_pool,
    leave_server_pool,
    shares,
    sharing_clubs,
)
from clubscore.exchange.package_files.followed_pools import (
    ask_to_fetch,
    follow,
    job_of,
    stop_fetching,
    unfollow,
)
from clubscore.exchange.reading.kept_mistakes import mistake_kept
from clubscore.jobs.asking import waits_long
from clubscore.jobs.models import Job
from clubscore.tableside.page_form import Among, PageForm, Whole, Words
from clubscore.tableside.problems import Problem

WAYS = ("follow", "unfollow", "fetch", "stop", "join", "leave", "fetch-here")


class PoolForm(PageForm):
    """What a director does with a pool: an address, or one that is followed by its key."""

    do = Among(WAYS)
    address = Words(strip=True, most=400)
    pool = Whole()


class PoolRow(NamedTuple):
    """An address that is followed: the job that fetches from it, what came, why some did not."""

    pool: FollowedPool
    job: Job | None
    came: str
    refused: list[str]
    waits_long: bool


class PoolsPage(TypedDict):
    """What a club follows, whether it shares here and with whom; what was fetched just now."""

    followed: list[PoolRow]
    is_open: bool
    shares: bool
    others: list[Club]
    address: str
    told: str
    site: str
    problems: list[Problem]


@open_to(Level.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def world_pools(request: ClubRequest) -> HttpResponse:
    """Follow another club's packages and fetch them; share with clubs of this server."""
    if request.method != "POST":
        return _page(request.actor, request, PoolForm({}), "")
    form = PoolForm(request.POST)
    try:
        told = _do(request.actor, form)
    except Refused as refusal:
        form.refuse(refusal, refusal.field or "")
        return _page(request.actor, request, form, "")
    return _page(request.actor, request, form, told) if told else redirect("world-pools")


def _do(actor: Actor, form: PoolForm) -> str:
    """Do what was asked for; what came of it in words, where the page has to say it."""
    what, pk = form.words_of("do"), form.number_of("pool") or 0
    if what == "follow":
        follow(form.words_of("address"), actor)
    elif what == "unfollow":
        unfollow(pk, actor)
    elif what == "join":
        join_server_pool(actor)
    elif what == "leave":
        leave_server_pool(actor)
    elif what == "fetch-here":
        return _new(fetch_from_server(actor))
    elif what == "fetch":
        ask_to_fetch(_pool(actor, pk), actor)
    elif what == "stop":
        stop_fetching(_pool(actor, pk))
    else:
        raise Refused(_("Choose what to do."))
    return ""


def _pool(actor: Actor, pk: int) -> FollowedPool:
    found = FollowedPool.objects.select_related("club").filter(club=actor.home, pk=pk).first()
    if found is None:
        raise Http404
    return found


def _row(pool: FollowedPool) -> PoolRow:
    job = job_of(pool)
    return PoolRow(
        pool,
        job,
        _new(pool.came),
        [*filter(None, map(_why, pool.refused))],
        job is not None and waits_long(job),
    )


def _why(kept: Any) -> str:
    """Why a package was refused; nothing for what a file of a club brought that is no reason."""
    try:
        mistake = mistake_kept(kept)
        return said_with_place(mistake) if mistake is not None else ""
    except (KeyError, TypeError, ValueError, AttributeError):
        return ""


def _new(count: int) -> str:
    if not count:
        return _("No new package.")
    return ngettext("%(n)s new package.", "%(n)s new packages.", count) % {"n": count}


def _page(actor: Actor, request: ClubRequest, form: PoolForm, told: str) -> HttpResponse:
    club = actor.home
    problems = form.problems
    site = club.site_address
    followed = [_row(pool) for pool in FollowedPool.objects.filter(club=club)]
    context: PoolsPage = {
        "followed": followed,
        "is_open": any(row.job is not None and row.job.is_open for row in followed),
        "shares": shares(club),
        "others": sharing_clubs(club),
        "address": form.words_of("address") if problems else "",
        "told": told,
        "site": f"{site.rstrip('/')}/packages/index.json" if site else "",
        "problems": problems,
    }
    status = 422 if problems else 200
    page = "exchange/parts/followed.html" if request.htmx else "exchange/world_pools.html"
    return render(request, page, context, status=status)
