"""A table's six digits to type by hand, and codes by which another phone hands in what waits.

No two tables of a club have the same digits at one time. Wrong ones are counted in the database:
five of one browser in a quarter of an hour, and it waits; twenty without a number at a club, and
all who type there wait or give the number; five at a table, and its digits open nothing until the
director says so. Network addresses are not counted: a whole club shares one.
"""

import datetime as dt
import hmac
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NotRequired, TypedDict, TypeVar
from urllib.parse import unquote

from django.core import signing
from django.db import transaction
from django.db.models import Count, QuerySet
from django.http import QueryDict
from django.urls import reverse
from django.utils.crypto import salted_hmac

from clubscore.club import clock
from clubscore.club.access import LEVEL_OF_ROLE, Actor, Level
from clubscore.club.database import SecretAddress
from clubscore.club.models import Club, Membership, Person, Role
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.web.models import WrongCode
from clubscore.web.phones import NewAddress, new_address, ours

# ---- A table's code to type by hand: six digits, where no camera reads the code.
#
# No two tables of a club have the same at one time. A table's number may be typed with them, as
# cards printed before have it. Six digits are guessed far sooner than the 128 bits of the address,
# so wrong ones are counted: five of one browser within a quarter of an hour, and it waits; twenty
# without a number at a club, whoever typed them, and all who type at that club wait or give the
# number; five at a table that was named, and its digits open nothing until the director says so.
# All belong to a club: what is guessed at one shuts nothing at another. A browser that is in
# already, as a phone or by a login, has a count of its own alone. Network addresses are not
# counted: a whole club shares one. What is counted lies in the database: every worker counts the
# same.

DIGITS = 6
TRIES = 5
PAUSE = dt.timedelta(minutes=15)
# Wrong codes without a table's number within a PAUSE, at one club, after which all wait.
TRIES_OF_A_CLUB = 20
# Wrong codes that meant no table, written down at most of a club within a PAUSE: no more rows.
MOST_LOOSE = 200
WAIT = gettext_noop("Too many wrong codes from this phone. Scan the code, or wait a few minutes.")
Address = TypeVar("Address", bound=SecretAddress)


class AskTheDirector(Exception):
    """Five wrong codes: only the director opens this table by hand again. `addresses` names it."""

    def __init__(self, addresses: Sequence[SecretAddress]) -> None:
        super().__init__()
        self.addresses = addresses


def code_of(nonce: str) -> str:
    """Return the six digits of an address; like the address itself they are stored nowhere."""
    made = salted_hmac("clubscore.table.by-hand", nonce, algorithm="sha256").digest()
    return f"{int.from_bytes(made[:8], 'big') % 10**DIGITS:0{DIGITS}}"


def address_apart(club: Club, evening: dt.date, author: str, taken: set[str]) -> NewAddress:
    """Return what a table's new address is made of; its digits are none of `taken`, and join it."""
    while True:
        made = new_address(club, evening, author)
        code = code_of(made["nonce"])
        if code not in taken:
            taken.add(code)
            return made


def codes_taken(club: Club) -> set[str]:
    """Return the digits of every table of a club that lets phones in, in both rooms."""
    taken = set[str]()
    for model in SecretAddress.__subclasses__():
        if model.BY_HAND:
            good = model._base_manager.filter(
                club=club, revoked_at=None, expires_at__gt=clock.now()
            )
            taken |= {code_of(nonce) for nonce in good.values_list("nonce", flat=True)}
    return taken


def read_aloud(code: str) -> str:
    return f"{code[:3]} {code[3:]}"


@dataclass(frozen=True)
class Guesser:
    """A browser that types a code: what tells it from others, at which club, whether it is in."""

    client: str
    club: Club | None = None
    is_in: bool = False


def path_of(club: Club) -> str:
    """Return where a club's codes are typed; short as long as no other club is here."""
    if Club.objects.exclude(pk=club.pk).exists():
        return reverse("by-hand-club", args=[club.slug])
    return reverse("by-hand")


def open_by_digits(found: Sequence[Address], typed: str, guesser: Guesser) -> Address:
    """Return the address whose code was typed without a number, of all tables of a club.

    Raises RuleError for a wrong code, and where too many were wrong.
    """
    digits = read_digits(typed)
    with transaction.atomic():
        if guesser.club is not None:
            Club.objects.select_for_update().get(pk=guesser.club.pk)
        shut = shut_of(found)
        still = [each for each in found if guesser.is_in or each.token_hash not in shut]
        waits, all_wait = _waits(guesser), _all_wait(guesser)
        right = [each for each in still if _is(each, digits)]
        if len(right) == 1 and not (waits or all_wait):
            return right[0]
        if not (waits or all_wait or right):
            _count([], guesser)
    if waits:
        raise RuleError("wait", WAIT, "code")
    if all_wait:
        phrase = gettext_noop(
            "Too many wrong codes were typed in this club. Scan the code, or wait a few minutes."
        )
        raise RuleError("wait", phrase, "code")
    if right:
        phrase = gettext_noop("Two tables have this code. Enter the table's number as well.")
        raise RuleError("two", phrase, "table")
    phrase = gettext_noop("No table has this code tonight. It is printed under the table's code.")
    raise RuleError("wrong", phrase, "code")


def read_digits(typed: str) -> str:
    """Return the six digits that were typed. Raises RuleError for anything else."""
    digits = re.sub(r"[\s.-]", "", typed)
    if not re.fullmatch(rf"[0-9]{{{DIGITS}}}", digits):
        phrase = gettext_noop("Enter the six digits printed under the table's code.")
        raise RuleError("code", phrase, "code")
    return digits


def open_by_code(found: Sequence[Address], typed: str, guesser: Guesser) -> Address:
    """Return the address whose code was typed, of those that a table's number can mean.

    Raises RuleError for a wrong code, AskTheDirector where too many were wrong.
    """
    digits = read_digits(typed)
    with transaction.atomic():
        _hold(found)
        shut = shut_of(found)
        still = [each for each in found if guesser.is_in or each.token_hash not in shut]
        waits = _waits(guesser)
        right = next((each for each in still if _is(each, digits)), None)
        if right is not None and not waits:
            return right
        if not waits:
            _count(still, guesser)
        now_shut = shut_of(found)
    if waits:
        raise RuleError("wait", WAIT, "code")
    newly = [each for each in found if each.token_hash in now_shut - shut]
    if found and len(now_shut) == len(found) and (newly or not guesser.is_in):
        raise AskTheDirector(newly)
    phrase = gettext_noop(
        "The table and the code do not match. Both are printed under the table's code."
    )
    raise RuleError("wrong", phrase, "code")


def shut_of(addresses: Iterable[SecretAddress]) -> set[str]:
    """Return the hashes of the addresses that too many wrong codes have shut."""
    wrong = WrongCode.objects.filter(
        address__in=[each.token_hash for each in addresses], forgiven_at=None
    )
    counted = wrong.values("address").annotate(count=Count("pk")).filter(count__gte=TRIES)
    return set(counted.values_list("address", flat=True))


def open_again(addresses: Iterable[SecretAddress]) -> None:
    """Forget the wrong codes of these addresses: the director looked who it was."""
    hashes = [each.token_hash for each in addresses]
    wrong = WrongCode.objects.filter(address__in=hashes, forgiven_at=None)
    wrong.update(forgiven_at=clock.now())


def _is(address: SecretAddress, digits: str) -> bool:
    # An address that came back in a backup cannot be written down again: it has no digits.
    return ours(address) is not None and hmac.compare_digest(code_of(address.nonce), digits)


def _hold(found: Sequence[SecretAddress]) -> None:
    """Have the addresses for oneself, so that many who guess at once are counted one by one."""
    for model in sorted({type(each) for each in found}, key=lambda each: each.__name__):
        numbers = [each.pk for each in found if type(each) is model]
        list(model._base_manager.select_for_update().filter(pk__in=numbers).order_by("pk"))


def _count(addresses: Sequence[SecretAddress], guesser: Guesser) -> None:
    """Write a wrong code down: once for each table it can have meant, else for the browser."""
    at, hashes = clock.now(), [each.token_hash for each in addresses] or [""]
    loose = WrongCode.objects.filter(club=guesser.club, address="", at__gt=at - PAUSE)
    if not addresses and loose.count() >= MOST_LOOSE:
        return
    WrongCode.objects.bulk_create(
        WrongCode(club=guesser.club, address=address, client=guesser.client, at=at)
        for address in hashes
    )


def _all_wait(guesser: Guesser) -> bool:
    """Whether too many wrong codes without a number were typed at a club lately."""
    if guesser.is_in:
        return False
    lately = WrongCode.objects.filter(
        club=guesser.club, address="", at__gt=clock.now() - PAUSE, forgiven_at=None
    )
    return lately.count() >= TRIES_OF_A_CLUB


def _waits(guesser: Guesser) -> bool:
    """Whether a browser typed too many wrong codes of this club lately."""
    lately = WrongCode.objects.filter(
        club=guesser.club,
        client=guesser.client,
        at__gt=clock.now() - PAUSE,
        forgiven_at=None,
    )
    return bool(guesser.client) and lately.values("at").distinct().count() >= TRIES


# ---- What waits on a phone goes by a code to another, which hands it in.
#
# A code is an address. It holds the pass of the phone on which the entries waited, signed by the
# server, and the entries as that phone would have sent them. Opening it hands them in for
# that phone, and can do nothing else with it.

SALT = "clubscore.handing-in"
PASS_SECONDS = 24 * 60 * 60
MOST_ENTRIES, LONGEST = 60, 2000
BETWEEN_FIELDS, AFTER_NAME = "~", "*"


class HandInPass(TypedDict):
    """What a pass says: at which place, who by their key, on which device, let in how."""

    at: str
    by: int | None
    on: str
    user: NotRequired[int]
    link: NotRequired[int]


class NoCode(Exception):
    """The address is no code of ours, was changed on its way, or ran out."""


def make_pass(actor: Actor, place: str) -> str:
    """Return the pass of a phone at a place, like "event-5"."""
    person = actor.person.pk if actor.person else None
    told: HandInPass = {"at": place, "by": person, "on": actor.device}
    if actor.user is not None:
        told["user"] = actor.user.pk
    elif actor.link is not None:
        told["link"] = actor.link.pk
    return signing.dumps(told, salt=SALT)


def actor_of_pass(text: str, place: str, club: Club, links: QuerySet[SecretAddress]) -> Actor:
    """Return for whom a pass speaks. `links` are the addresses that still let phones in there.

    Raises NoCode where it is none of ours, for another place, or for a phone that is no longer
    connected.
    """
    try:
        told: HandInPass = signing.loads(text, salt=SALT, max_age=PASS_SECONDS)
    except signing.BadSignature:
        raise NoCode from None
    if told["at"] != place:
        raise NoCode
    person = Person.objects.filter(club=club, pk=told["by"]).first() if told["by"] else None
    if "user" not in told:
        link = links.filter(pk=told.get("link")).first()
        if link is None:
            raise NoCode
        return Actor(Level.TABLE, club, None, person, link, told["on"])
    memberships = Membership.objects.select_related("user").filter(
        club=club, club__closed_at=None, user__is_active=True
    )
    member = memberships.filter(user=told["user"]).first()
    if member is None:
        raise NoCode
    return Actor(LEVEL_OF_ROLE[Role(member.role)], club, member.user, person, None, told["on"])


def read_entries(given: QueryDict) -> list[QueryDict]:
    """Return the entries of a code as the forms that they were. Raises NoCode."""
    texts = given.getlist("i")
    if not 0 < len(texts) <= MOST_ENTRIES or any(len(text) > LONGEST for text in texts):
        raise NoCode
    return [_read_entry(text) for text in texts]


def _read_entry(text: str) -> QueryDict:
    form = QueryDict(mutable=True)
    for field in text.split(BETWEEN_FIELDS):
        name, star, value = field.partition(AFTER_NAME)
        if not star or not name:
            raise NoCode
        form.appendlist(unquote(name), unquote(value))
    if not form.get("key"):
        raise NoCode
    return form
