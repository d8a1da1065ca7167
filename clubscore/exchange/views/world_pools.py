"""Pools without a centre: addresses that a club follows, and clubs of the same server."""

from typing import TypedDict

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.models import Club
from clubscore.club.refused import Refused
from clubscore.club.wording.names import remarks
from clubscore.club.wording.phrases import said_with_place
from clubscore.events.models import FollowedPool
from clubscore.events.world.server_pool import (
    fetch_from_server,
    join_server_pool,
    leave_server_pool,
    shares,
    sharing_clubs,
)
from clubscore.exchange.package_files.followed_pools import fetch_pool, follow, unfollow
from clubscore.tableside.page_form import Among, PageForm, Whole, Words
from clubscore.tableside.problems import Problem

WAYS = ("follow", "unfollow", "fetch", "join", "leave", "fetch-here")
REFUSED_SHOWN = 5


class PoolForm(PageForm):
    """What a director does with a pool: an address, or one that is followed by its key."""

    do = Among(WAYS)
    address = Words(strip=True, most=400)
    pool = Whole()


class PoolsPage(TypedDict):
    """What a club follows, whether it shares here and with whom; what was fetched just now."""

    followed: list[FollowedPool]
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
        return _fetched(actor, pk)
    else:
        raise Refused(_("Choose what to do."))
    return ""


def _fetched(actor: Actor, pk: int) -> str:
    pool = FollowedPool.objects.select_related("club").filter(club=actor.home, pk=pk).first()
    if pool is None:
        raise Http404
    outcomes = fetch_pool(pool, actor)
    wrong = [said_with_place(one.refused) for one in outcomes if one.refused]
    return remarks([_new(sum(one.is_new for one in outcomes)), *wrong[:REFUSED_SHOWN]])


def _new(count: int) -> str:
    if not count:
        return _("No new package.")
    return ngettext("%(n)s new package.", "%(n)s new packages.", count) % {"n": count}


def _page(actor: Actor, request: ClubRequest, form: PoolForm, told: str) -> HttpResponse:
    club = actor.home
    problems = form.problems
    site = club.site_address
    context: PoolsPage = {
        "followed": list(FollowedPool.objects.filter(club=club)),
        "shares": shares(club),
        "others": sharing_clubs(club),
        "address": form.words_of("address") if problems else "",
        "told": told,
        "site": f"{site.rstrip('/')}/packages/index.json" if site else "",
        "problems": problems,
    }
    status = 422 if problems else 200
    return render(request, "exchange/world_pools.html", context, status=status)
