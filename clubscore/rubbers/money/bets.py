"""Bets of two people beside the rubber: agreed on at the table, decided by a tap, in the book."""

from clubscore.club.access import Actor
from clubscore.club.accounts.ledger import Line, post
from clubscore.club.models import Entry, Person, Posting
from clubscore.club.own_words import stored_of
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.rubbers.locks import authored, must_be_open, must_not_be_void, taken
from clubscore.rubbers.models import BetOutcome, SideBet, Sitting
from clubscore.rubbers.money.booking import ROOM, origin_of


def agree_bet(
    *,
    sitting: Sitting,
    one: Person,
    other: Person,
    words: str,
    currency: str,
    amount: int,
    key: str,
    actor: Actor,
) -> SideBet:
    """Agree on a bet. The same key again is the same bet. RuleError names what is not right."""
    if one == other:
        phrase = gettext_noop("A bet is between two people. Choose two different players.")
        raise RuleError("choice", phrase, "other")
    if amount <= 0:
        phrase = gettext_noop("A bet needs an amount, for example 5s.")
        raise RuleError("amount", phrase, "amount")
    with taken(sitting) as found:
        must_be_open(found)
        known: SideBet | None = SideBet.objects.filter(club_id=found.club_id, key=key).first()
        return known or SideBet.objects.create(
            sitting=found,
            one=one,
            other=other,
            words=words[:120],
            currency=currency,
            amount=amount,
            **authored(actor, found.club_id, key),
        )


def decide_bet(*, bet: SideBet, winner: Person | None, key: str, actor: Actor) -> None:
    """Say who won a bet, or that it is off; said once more, the newest word counts."""
    with taken(bet.sitting) as found:
        must_not_be_void(found)
        if BetOutcome.objects.filter(club_id=found.club_id, key=key).exists():
            return
        if winner is not None and winner.pk not in (bet.one_id, bet.other_id):
            phrase = gettext_noop("Choose who won the bet, or call it off.")
            raise RuleError("choice", phrase, "winner")
        BetOutcome.objects.create(bet=bet, winner=winner, **authored(actor, found.club_id, key))
        _bring_up_to_date(found, bet, key, actor)


def book_bets(sitting: Sitting, key: str, actor: Actor) -> None:
    """Enter what it changes for the bets that a sitting was declared void, or counts again."""
    for bet in sitting.bets.all():
        _bring_up_to_date(sitting, bet, f"{key}:bet{bet.pk}", actor)


def winner_of(bet: SideBet) -> Person | None:
    """Return who won a bet, None while no one did."""
    last = bet.outcomes.order_by("pk").last()
    return last.winner if last is not None else None


def _bring_up_to_date(sitting: Sitting, bet: SideBet, key: str, actor: Actor) -> None:
    """Enter what brings the book to what was said last of a bet."""
    line = Line(bet.one_id, bet.other_id, bet.currency)
    winner = winner_of(bet) if sitting.voided_at is None else None
    owed = 0 if winner is None else bet.amount if winner.pk == bet.other_id else -bet.amount
    subject = f"bet:{bet.pk}"
    entered = Posting.objects.filter(club=sitting.club_id, entry__room=ROOM, entry__subject=subject)
    for debited, amount in entered.values_list("debited__person", "amount"):
        owed -= amount if debited == bet.one_id else -amount
    first = Entry.objects.filter(club=sitting.club_id, room=ROOM, subject=subject).first()
    post(
        kind=Entry.Kind.SIDE_BET,
        origin=origin_of(sitting, subject, words=stored_of(bet.words)),
        lines={line: owed},
        entry=authored(actor, sitting.club_id, key),
        corrects=first,
    )
