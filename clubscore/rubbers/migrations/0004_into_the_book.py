"""Carry what was made up, agreed and paid so far into the club's book.

Each settlement posts what brings the rounded sums of its evening and table up to date, as the
program does from now on; each payment is an entry of its own. By itself, so that no change of
tables shares its transaction.
"""

from collections import defaultdict
from fractions import Fraction

from django.db import migrations


def rounded(amount):
    """To the nearest whole coin, half a coin away from nothing."""
    over, under = abs(amount.numerator), amount.denominator
    coins = (2 * over + under) // (2 * under)
    return -coins if amount < 0 else coins


class Carrier:
    """Writes one club's book."""

    def __init__(self, apps, club):
        self.club = club
        self.Account = apps.get_model("club", "Account")
        self.Entry = apps.get_model("club", "Entry")
        self.Posting = apps.get_model("club", "Posting")
        self.accounts = {}
        self.exact = defaultdict(Fraction)
        self.first = {}

    def account(self, person):
        if person not in self.accounts:
            self.accounts[person] = self.Account.objects.create(
                club=self.club, kind="person", person_id=person
            )
        return self.accounts[person]

    def enter(self, old, kind, place, lines, **more):
        """Enter an old record with its author, time and key."""
        lines = [line for line in lines if line[3]]
        if not lines:
            return None
        evening, table, sitting, name = place
        entry = self.Entry.objects.create(
            club=self.club,
            kind=kind,
            evening=evening,
            room="rubber",
            place=str(table),
            sitting=sitting,
            at=old.at,
            user=old.user,
            author=old.author,
            device=old.device,
            key=old.key,
            reason=old.reason,
            **{"data": {"table": name}, **more},
        )
        for debited, credited, currency, coins in lines:
            if coins < 0:
                debited, credited = credited, debited
            self.Posting.objects.create(
                club=self.club,
                entry=entry,
                debited=self.account(debited),
                credited=self.account(credited),
                currency=currency,
                amount=abs(coins),
            )
        return entry

    def settlement(self, row):
        part, sitting = row.part, row.part.sitting
        lines = []
        for payer, payee, _points, coins in row.exact if row.currency else ():
            sign, pair = (1, (payer, payee)) if payer < payee else (-1, (payee, payer))
            name = (sitting.evening, sitting.table_id, row.currency, pair)
            before = rounded(self.exact[name])
            self.exact[name] += sign * Fraction(coins)
            lines.append((*pair, row.currency, rounded(self.exact[name]) - before))
        subject = f"rubber:{part.pk}:{row.rubber}"
        is_first = row.kind == "agreed"
        entry = self.enter(
            row,
            "rubber" if is_first else "put-right",
            (sitting.evening, sitting.table_id, sitting.pk, sitting.table.name),
            lines,
            subject=subject,
            law_version=row.law_version,
            corrects=None if is_first else self.first.get(subject),
            data={"table": sitting.table.name, "game": part.game, "rubber": row.rubber},
        )
        if is_first:
            self.first[subject] = entry

    def payment(self, row, sittings):
        place = (row.evening, row.table_id, sittings.get((row.table_id, row.evening)),
                 row.table.name)  # fmt: skip
        # Whoever pays rises by what he pays.
        line = (row.payee_id, row.payer_id, row.currency, row.amount)
        kind = "not-paid" if row.takes_back_id else "payment"
        corrects = self.first.get(("paid", row.takes_back_id)) if row.takes_back_id else None
        self.first["paid", row.pk] = self.enter(row, kind, place, [line], corrects=corrects)


def carry(apps, schema_editor):
    Club = apps.get_model("club", "Club")
    Sitting = apps.get_model("rubber", "Sitting")
    Settlement = apps.get_model("rubber", "Settlement")
    Payment = apps.get_model("rubber", "Payment")
    for club in Club.objects.order_by("pk"):
        carrier = Carrier(apps, club)
        settlements = Settlement.objects.filter(club=club, part__sitting__voided_at=None)
        related = settlements.select_related("part__sitting__table")
        for row in related.order_by("at", "pk"):
            carrier.settlement(row)
        of_club = Sitting.objects.filter(club=club).order_by("opened_at", "pk")
        sittings = {(s.table_id, s.evening): s.pk for s in of_club}
        for row in Payment.objects.filter(club=club).select_related("table").order_by("pk"):
            carrier.payment(row, sittings)


class Migration(migrations.Migration):
    dependencies = [("club", "0004_the_book_is_kept"), ("rubber", "0003_the_door")]

    operations = [migrations.RunPython(carry, migrations.RunPython.noop)]
