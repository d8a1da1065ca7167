"""Browsers in which somebody has logged in before, and whose wrong passwords count against whom.

A club shares one address, so whoever guesses at a name from there shuts that name for every browser
that is new to us. A browser that has logged in with the name before has a count of its own: it
bears a signed cookie that says so, and opens nothing by itself.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import TypedDict

from axes.models import AccessAttempt
from django.conf import settings
from django.core import signing
from django.db.models import Q
from django.http import HttpRequest, HttpResponse

from clubscore.club.models import User

COOKIE = "known-browser"
KEPT = 60 * 60 * 24 * 400  # seconds; browsers keep none longer
USERS = 5  # who share one browser, say the club's own
PASS_GOOD_FOR = 60 * 60  # seconds
# No name of a login has a space, so what stands behind it cannot be part of one.
AT = " at "


class Known(TypedDict):
    """What a browser's cookie says: a number of its own, and the users who logged in there."""

    browser: str
    users: list[int]


def known_of(request: HttpRequest) -> Known | None:
    """Return what a browser's cookie says, None where there is none of ours."""
    try:
        known: Known = signing.loads(request.COOKIES.get(COOKIE, ""), salt=COOKIE, max_age=KEPT)
    except signing.BadSignature:
        return None
    return known


def remember(request: HttpRequest, answer: HttpResponse, user: int) -> None:
    """Let a browser say from now on that this user has logged in there."""
    before = known_of(request)
    users = [user, *(each for each in (before["users"] if before else ()) if each != user)]
    browser = before["browser"] if before else secrets.token_hex(8)
    answer.set_cookie(
        COOKIE,
        signing.dumps(Known(browser=browser, users=users[:USERS]), salt=COOKIE),
        max_age=KEPT,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def browser_known_to(request: HttpRequest, name: str) -> str | None:
    """Return the number of a browser in which this name has logged in before, else None."""
    known = known_of(request)
    if known is None or not User.objects.filter(username=name, pk__in=known["users"]).exists():
        return None
    return known["browser"]


def counted_as(request: HttpRequest, credentials: Mapping[str, str] | None) -> str | None:
    """Return the name under which axes counts wrong passwords: a known browser has its own."""
    name = (credentials or request.POST).get("username")
    if not name:
        return name
    browser = browser_known_to(request, name)
    return f"{name}{AT}{browser}" if browser else name


def forget_wrong_passwords(name: str) -> None:
    """Let a name in again everywhere: its password is another now."""
    AccessAttempt.objects.filter(Q(username=name) | Q(username__startswith=name + AT)).delete()


def make_pass(user: User) -> str:
    """Return what makes a new browser a known one, for an hour."""
    return signing.dumps(user.pk, salt=f"{COOKIE} pass")


def user_of_pass(given: str) -> int | None:
    """Return whose pass this is, None where it is none of ours or has run out."""
    try:
        user: int = signing.loads(given, salt=f"{COOKIE} pass", max_age=PASS_GOOD_FOR)
    except signing.BadSignature:
        return None
    return user
