"""Logins, roles and clubs: who may come in, and as what. Every change leaves an Act."""

import datetime as dt
import secrets
from collections.abc import Callable, Mapping

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.text import slugify
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.edit_conflicts import check_seen
from clubscore.club.logins.known_browsers import forget_wrong_passwords
from clubscore.club.models import Act, Club, Membership, Person, Role, User
from clubscore.club.refused import Refused
from clubscore.laws.money import find_currency
from clubscore.version import VERSION

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
