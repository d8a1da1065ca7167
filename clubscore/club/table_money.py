"""Table money: what the club takes for a table, a line of its own on the slip and in the book.

Charged by itself when a table ends, or by hand; waived by hand. A room of another kind (a
tournament's entry fee) posts with `post_table_money` what it takes.
"""

from collections.abc import Iterable, Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.entry import Refused, authored, check_seen
from clubscore.club.ledger import THE_CLUB, Origin, Transfer, contradict, post
from clubscore.club.logins import note_act
from clubscore.club.models import Club, Entry, Person, TableFee
from clubscore.club.record_words import (
    FEE_EACH,
    FEE_OF_TWO,
    FEE_PER_TABLE,
    Coins,
    OwnWords,
    own,
    stored_of,
)
from clubscore.laws.words import Phrase

Kind = Entry.Kind


def fee_of(club: Club) -> TableFee | None:
    """Return the table money in force, None where the club takes none."""
    if not club.plays_for_money:
        return None
    fee: TableFee | None = TableFee.objects.filter(club=club).order_by("pk").last()
    return fee if fee is not None and (fee.amount or fee.guest_amount) else None


def fee_in_words(fee: TableFee | None) -> str:
    """Return it as a page says it: "1s each"."""
    if fee is None:
        return OwnWords("no-fee")
    said = {"amount": Coins(fee.amount, fee.currency)}
    if fee.guest_amount is not None:
        return own(Phrase(FEE_OF_TWO, said | {"guests": Coins(fee.guest_amount, fee.currency)}))
    phrase = FEE_PER_TABLE if fee.per == TableFee.Per.TABLE else FEE_EACH
    return own(Phrase(phrase, said))


def set_fee(
    *,
    club: Club,
    amount: int,
    currency: str,
    per: str,
    author: str,
    guests: int | None = None,
    seen: str | None = None,
) -> None:
    """Set the table money from now on, nothing for none; `seen` is it in words as it was read.

    `guests` is what a guest pays, None for what members do. Raises ChangedMeanwhile where it is
    another now, Refused for less than nothing, and for a guest's rate where a table pays.
    """
    _check_rates(amount, guests, per)
    guests = None if guests == amount else guests
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        last = TableFee.objects.filter(club=club).order_by("pk").last()
        now = (
            (last.amount, last.guest_amount, last.currency, last.per)
            if last
            else (0, None, currency, per)
        )
        if now == (amount, guests, currency, per):
            return
        check_seen(_("Table money"), seen, fee_in_words(fee_of(club)))
        TableFee.objects.create(
            club=club,
            author=author[:120],
            amount=amount,
            guest_amount=guests,
            currency=currency,
            per=per,
        )
        words = fee_in_words(fee_of(club))
        note_act(club=club, author=author, what="table money set", name=stored_of(words))


def _check_rates(amount: int, guests: int | None, per: str) -> None:
    if amount < 0:
        raise Refused(_("Table money cannot be below zero."), "amount")
    if guests is not None and guests < 0:
        raise Refused(_("Table money cannot be below zero."), "guests")
    if guests is not None and per == TableFee.Per.TABLE:
        raise Refused(_("A guest pays another amount only where each person pays."), "guests")


def charge_table(
    *, club: Club, people: Iterable[int], origin: Origin, key: str, actor: Actor
) -> list[Entry]:
    """Charge the people of a table by the club's fee: nobody twice an evening, no table twice.

    What was waived stays waived. Part of the transaction that ends the table.
    """
    fee = fee_of(club)
    people = list(dict.fromkeys(people))
    if fee is None or not people:
        return []
    Club.objects.select_for_update().get(pk=club.pk)
    charged = Entry.objects.filter(club=club, kind=Kind.TABLE_MONEY, evening=origin.evening)
    if fee.per == TableFee.Per.TABLE:
        if charged.filter(room=origin.room, place=origin.place).exists():
            return []
        share, over = divmod(fee.amount, len(people))
        amounts = {who: share + (number < over) for number, who in enumerate(people)}
    else:
        done = set(charged.values_list("subject", flat=True))
        by_key = Person.objects.in_bulk([who for who in people if _subject(who) not in done])
        amounts = {who: fee.of(by_key[who]) for who in people if who in by_key}
    return post_table_money(
        club=club, amounts=amounts, currency=fee.currency, origin=origin, key=key, actor=actor
    )


def post_table_money(
    *,
    club: Club,
    amounts: Mapping[int, int],
    currency: str,
    origin: Origin,
    key: str,
    actor: Actor,
    reason: str = "",
) -> list[Entry]:
    """Enter what each person owes the club for a table or an event, an entry a person.

    `amounts` is {person: coins}. The same key again posts nothing more.
    """
    made = []
    with transaction.atomic():
        for who, amount in amounts.items():
            entry = authored(actor, club.pk, f"{key}:fee{who}", reason)
            if Entry.objects.filter(club=club, key=entry["key"]).exists():
                continue
            posted = post(
                kind=Kind.TABLE_MONEY,
                origin=Origin(
                    origin.evening, origin.room, origin.place, origin.sitting,
                    _subject(who), origin.data,
                ),
                lines={Transfer(who, THE_CLUB, currency): amount},
                entry=entry,
            )  # fmt: skip
            if posted is not None:
                made.append(posted)
    return made


def waive(*, charged: Entry, reason: str, key: str, actor: Actor) -> None:
    """Let somebody off their table money: the contrary entry. Twice counts once."""
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=charged.club_id)
        if not Entry.objects.filter(corrects=charged).exists():
            entry = authored(actor, charged.club_id, key, reason or OwnWords("waived"))
            contradict(wrong=charged, kind=Kind.WAIVED, entry=entry)


def charge_after_all(*, waived: Entry, key: str, actor: Actor) -> None:
    """Charge what was waived after all. Raises Refused where that was done already."""
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=waived.club_id)
        if Entry.objects.filter(club=waived.club_id, key=key).exists():
            return
        if Entry.objects.filter(corrects=waived).exists():
            raise Refused(_("This has already been charged again."))
        contradict(wrong=waived, kind=Kind.TABLE_MONEY, entry=authored(actor, waived.club_id, key))


def _subject(who: int) -> str:
    return f"person:{who}"
