"""Who may log in to a club and in which role, and what wrong passwords cost whoever guesses.

Every change of a login or role leaves an Act. A club shares one network address, so a browser
that has logged in with a name before has a count of its own, and a queue of its own for its
passwords.
"""

from __future__ import annotations

import datetime as dt
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypedDict

from axes.models import AccessAttempt
from django.conf import settings
from django.core import signing
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.entry import Refused, check_seen
from clubscore.club.models import Act, Club, Membership, Person, Role, User
from clubscore.laws.money import find_currency
from clubscore.places import VERSION

# Whoever guesses at a name from the club's address shuts that name for every browser that is new to
# us. One that has logged in with it bears a signed cookie that says so, and that opens nothing by
# itself.
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


# ---- Logins, roles and clubs.

# Letters and figures that nobody misreads from a note; 12 of these 32 are 60 bits.
READABLE = "abcdefghijkmnpqrstuvwxyz23456789"
GROUPS, GROUP = 3, 4
# Between the name of a login that came with its club and the club's short name.
OF_CLUB = "@"
FOUNDED = "club founded"
# A form that was sent is sent again within this: by a second tap, or a page that was left open.
KEYS_COUNT_FOR = dt.timedelta(days=2)


def random_password() -> str:
    """Return a password that can be read aloud and typed on a phone."""
    return "-".join(
        "".join(secrets.choice(READABLE) for _place in range(GROUP)) for _group in range(GROUPS)
    )


def note_act(*, club: Club, author: str, what: str, **data: object) -> Act:
    """Write into the club's log. Called inside the transaction of the change itself."""
    Club.objects.filter(pk=club.pk).update(revision=F("revision") + 1)
    return Act.objects.create(club=club, author=author[:120], what=what, data=data)


def act_of_key(acts: QuerySet[Act], key: str) -> Act | None:
    """Return what the form with a key did already, of some acts; None for one without a key.

    The caller holds what is made, so that of two who send one form the second finds the first.
    """
    lately = acts.filter(at__gt=clock.now() - KEYS_COUNT_FOR)
    return lately.filter(data__key=key).first() if key else None


def free_slug(name: str, will_do: Callable[[str], bool] = bool) -> str:
    """Return a short address for a club that no other club has, and that will do."""
    wanted = slugify(name)[:40] or "club"
    slug, count = wanted, 1
    while Club.objects.filter(slug=slug).exists() or not will_do(slug):
        count += 1
        slug = f"{wanted}-{count}"
    return slug


def name_within(slug: str, username: str) -> str:
    """Return a login's name without its club, which it bears where another club had the name."""
    return username.removesuffix(f"{OF_CLUB}{slug}")


@transaction.atomic
def found_club(
    *,
    name: str,
    author: str,
    founded_from: Club | None = None,
    settings: Mapping[str, object] | None = None,
    key: str = "",
) -> Club:
    """Found a club, out of a club of ours if one is named; nobody is in it yet.

    `settings` are fields of Club that are other than usual. What was founded out of that club with
    this key already is returned as it is. Raises ValidationError.
    """
    if founded_from is not None:
        Club.objects.select_for_update().get(pk=founded_from.pk)
        # Whoever founded it is there by now, and sends the form from there.
        there = Q(club__founded_from=founded_from) | Q(club=founded_from)
        before = act_of_key(Act.objects.filter(there, what=FOUNDED), key)
        if before is not None:
            return before.club
    club = Club(name=name, slug=free_slug(name), founded_from=founded_from, **(settings or {}))
    find_currency(club.currency)
    club.full_clean()
    club.save()
    note_act(club=club, author=author, what=FOUNDED, name=name, **({"key": key} if key else {}))
    return club


def note_news_read(*, user: User) -> None:
    """Note that somebody has read what is new in the version that runs."""
    User.objects.filter(pk=user.pk).update(news_read=VERSION)


def free_username(wanted: str) -> str:
    """Return a name for a login that nobody has yet, close to the one wanted."""
    base = slugify(wanted)[:50] or "player"
    name, count = base, 1
    while User.objects.filter(username__iexact=name).exists():
        count += 1
        name = f"{base}{count}"
    return name


@transaction.atomic
def make_login(
    *, club: Club, author: str, role: Role, username: str, person: Person | None = None
) -> tuple[Membership, str]:
    """Make a login for the club and return it with its password, which is kept nowhere.

    Raises Refused where the name is taken or the person has a login already.
    """
    if User.objects.filter(username__iexact=username).exists():
        raise Refused(
            _("%(name)s is taken. Try %(free)s.")
            % {"name": username, "free": free_username(username)},
            "username",
        )
    if person is not None and Membership.objects.filter(club=club, person=person).exists():
        raise Refused(_("%(name)s already has a login.") % {"name": person.name}, "person")
    password = random_password()
    user = User(username=username)
    user.set_password(password)
    user.full_clean()
    user.save()
    membership = Membership.objects.create(club=club, user=user, role=role, person=person)
    note_act(
        club=club,
        author=author,
        what="login made",
        name=username,
        role=str(role),
        person=person.pk if person else None,
    )
    return membership, password


@transaction.atomic
def renew_password(*, user: User, author: str) -> str:
    """Give a login a new random password and return it; whoever was logged in must log in again.

    Wrong passwords given before count no more: the new one lets in at once.
    """
    password = random_password()
    user.set_password(password)
    user.save(update_fields=["password"])
    forget_wrong_passwords(user.username)
    for membership in Membership.objects.filter(user=user).select_related("club"):
        note_act(club=membership.club, author=author, what="password renewed", name=user.username)
    return password


@transaction.atomic
def change_role(
    *,
    membership: Membership,
    role: Role,
    person: Person | None,
    author: str,
    seen: str | None = None,
) -> Membership:
    """Give a login another role, or say which of the club's people it is.

    Raises ChangedMeanwhile where `seen` is not how it stands, Refused where the club would be left
    without a director, or the person has a login.
    """
    _hold(membership.club)
    membership.refresh_from_db()
    check_seen(_("Role"), seen, role_in_words(membership))
    if role != Role.DIRECTOR:
        _keep_a_director(membership)
    others = Membership.objects.filter(club=membership.club).exclude(pk=membership.pk)
    if person is not None and others.filter(person=person).exists():
        raise Refused(_("%(name)s already has a login.") % {"name": person.name}, "person")
    if (membership.role, membership.person) != (role, person):
        membership.role, membership.person = role, person
        membership.save()
        note_act(
            club=membership.club,
            author=author,
            what="role given",
            name=membership.user.username,
            role=str(role),
            person=person.pk if person else None,
        )
    return membership


def role_in_words(membership: Membership) -> str:
    """Return what a login may do and who it is: "scorer, Ann"."""
    whose = membership.person.name if membership.person else _("no one on the list")
    return f"{Role(membership.role).label}, {whose}"


@transaction.atomic
def end_membership(*, membership: Membership, author: str) -> None:
    """Take a login away from the club; with no club left it opens nothing.

    Raises Refused for the only director.
    """
    _hold(membership.club)
    _keep_a_director(membership)
    user, club = membership.user, membership.club
    had = {"role": membership.role, "person": membership.person_id}
    membership.delete()
    if not Membership.objects.filter(user=user).exists():
        user.is_active = False
        user.save(update_fields=["is_active"])
    note_act(club=club, author=author, what="login taken away", name=user.username, **had)


def _hold(club: Club) -> None:
    """Have the club's roles for oneself, so that two directors cannot dismiss each other."""
    Club.objects.select_for_update().get(pk=club.pk)


def _keep_a_director(membership: Membership) -> None:
    directors = Membership.objects.filter(club=membership.club, role=Role.DIRECTOR)
    if not directors.exclude(pk=membership.pk).exists():
        raise Refused(_("A club needs a director. Make another director first."), "role")


def clubs_of(user: User) -> list[Membership]:
    """Return a user's clubs on this server, each with the user's role there."""
    return list(
        Membership.objects.filter(user=user, club__closed_at=None)
        .select_related("club")
        .order_by("club__name", "pk")
    )


@transaction.atomic
def name_keeper(*, username: str, keeps: bool) -> tuple[User, str]:
    """Let a login keep the machine, or end that; return it, with its password where it is new.

    Keeping gives no role in any club. Raises Refused for an end of what no login has.
    """
    user = User.objects.select_for_update().filter(username__iexact=username).first()
    if user is None and not keeps:
        raise Refused(_("There is no login %(name)s.") % {"name": username})
    password = ""
    if user is None:
        user, password = User(username=username), random_password()
        user.set_password(password)
    user.is_staff = keeps
    user.full_clean(exclude=["password"])
    user.save()
    return user, password


def may_back_up(user: User) -> bool:
    """Whether a user may have all data of this server.

    The user must direct every club, or one out of which it was founded: what a director founds
    beside a club takes nothing from those who direct it too. The demo has nobody's data.
    """
    theirs = set(
        Membership.objects.filter(user=user, role=Role.DIRECTOR).values_list("club", flat=True)
    )
    real = Club.objects.filter(is_demo=False)
    founded_from = dict(real.values_list("pk", "founded_from"))

    def directs(club: int) -> bool:
        at: int | None = club
        while at in founded_from:
            if at in theirs:
                return True
            at = founded_from[at]
        return False

    return all(directs(club) for club in founded_from)


# ---- Passwords are looked at one after the other.

# Each look costs a tenth of a second and 100 MB. Every process has two queues of its own, so that
# whoever guesses holds up neither pages nor known browsers. After a wrong password the queue of new
# browsers rests, so that guessing takes at most a fifth of the time.
WAITING = 1  # beside the one whose password is looked at; everybody else is turned away
PATIENCE = 10.0  # seconds that one waits at most
RESTS = 4  # times as long as the look at a wrong password took
LONGEST_REST = 2.0  # seconds


class PasswordTurn:
    """What somebody got who asked for a turn: whether it is theirs; they say how it ended."""

    def __init__(self, *, theirs: bool) -> None:
        self.theirs = theirs
        self.was_wrong = False


class Queue:
    """One at a time, a few who wait, and nobody else."""

    def __init__(self, *, rests: int) -> None:
        self._rests = rests
        self._places = threading.BoundedSemaphore(1 + WAITING)
        self._counter = threading.Lock()
        self._open_again = 0.0

    @contextmanager
    def turn(self) -> Iterator[PasswordTurn]:
        """Yield a turn. It is not theirs where too many wait already."""
        if not self._places.acquire(blocking=False):
            yield PasswordTurn(theirs=False)
            return
        try:
            yield from self._served()
        finally:
            self._places.release()

    def _served(self) -> Iterator[PasswordTurn]:
        turn = PasswordTurn(theirs=self._counter.acquire(timeout=PATIENCE))
        if not turn.theirs:
            yield turn
            return
        try:
            time.sleep(max(0.0, self._open_again - time.monotonic()))
            begun = time.monotonic()
            yield turn
            if turn.was_wrong:
                now = time.monotonic()
                self._open_again = now + min(LONGEST_REST, self._rests * (now - begun))
        finally:
            self._counter.release()


NEW_BROWSERS = Queue(rests=RESTS)
KNOWN_BROWSERS = Queue(rests=0)
