"""A table's code to type by hand: its number, then six digits, where no camera reads the code.

Six digits are guessed far sooner than the 128 bits of the address, so wrong ones are counted: five
at a table, whoever typed them, and its digits open nothing until the director says so; five of one
browser within a quarter of an hour, and it waits. Both belong to a club: what is guessed at one
shuts nothing at another. A browser that is in already, as a phone or by a login, has a count of its
own alone. Network addresses are not counted: a whole club shares one. What is counted
lies in the database: every worker counts the same.
"""

import datetime as dt
import hmac
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.db import transaction
from django.db.models import Count
from django.urls import reverse
from django.utils.crypto import salted_hmac

from clubscore.club import clock
from clubscore.club.models import Club
from clubscore.club.secret_address import SecretAddress
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.tableside.models import WrongCode
from clubscore.tableside.secret_addresses import ours

DIGITS = 6
TRIES = 5
PAUSE = dt.timedelta(minutes=15)
# Wrong codes that meant no table, written down at most within a PAUSE: strangers have no more rows.
MOST_LOOSE = 200
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


def spoken(code: str) -> str:
    """Return a code as it is read aloud: 123 456."""
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


def open_by_code(found: Sequence[Address], typed: str, guesser: Guesser) -> Address:
    """Return the address whose code was typed, of those that a table's number can mean.

    Raises RuleError for a wrong code, AskTheDirector where too many were wrong.
    """
    digits = re.sub(r"[\s.-]", "", typed)
    if not re.fullmatch(rf"[0-9]{{{DIGITS}}}", digits):
        phrase = gettext_noop("Enter the six digits printed under the table's code.")
        raise RuleError("code", phrase, "code")
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
        phrase = gettext_noop(
            "Too many wrong codes from this phone. Scan the code, or wait a few minutes."
        )
        raise RuleError("wait", phrase, "code")
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
    loose = WrongCode.objects.filter(address="", at__gt=at - PAUSE)
    if not addresses and loose.count() >= MOST_LOOSE:
        return
    WrongCode.objects.bulk_create(
        WrongCode(club=guesser.club, address=address, client=guesser.client, at=at)
        for address in hashes
    )


def _waits(guesser: Guesser) -> bool:
    """Whether a browser typed too many wrong codes of this club lately."""
    lately = WrongCode.objects.filter(
        club=guesser.club,
        client=guesser.client,
        at__gt=clock.now() - PAUSE,
        forgiven_at=None,
    )
    return bool(guesser.client) and lately.values("at").distinct().count() >= TRIES
