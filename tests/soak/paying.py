"""Debts of a card table, paid from its slip: one line on two phones at once, one of them pays."""

from __future__ import annotations

import random

from tests.soak.phones import Form, Forms, Phone, at_once, key_of_a_phone, one_of_them
from tests.soak.what_stands import Evening, Handed


class Slip:
    """The slip of a table, as its two phones see it; `names` are its people by their key."""

    def __init__(
        self, at: str, phones: list[Phone], names: dict[str, str], evening: Evening
    ) -> None:
        self.address, self.phones = f"{at}slip/", phones
        self.names, self.evening = names, evening

    def _forms(self) -> Forms:
        return Forms(self.phones[0].open(self.address)[1])

    def pay(self, chance: random.Random) -> None:
        """Pay some of what the slip says; now and then take a payment back."""
        forms = self._forms()
        shown, mine = self._owed(forms), self.evening.balances()
        self.phones[0].book.did("slips compared")
        if shown != mine:
            raise RuntimeError(f"{self.address} says {shown}, it is {mine}")
        for address, form in forms.all_to("/paid/"):
            if chance.random() < 0.6:
                self._pay(address, form)
        undo = self._forms().to("/not-paid/")
        if undo is not None and chance.random() < 0.2:
            self._take_back(*undo)

    def _pay(self, address: str, form: Form) -> None:
        one, two = self.phones
        own = {"csrfmiddlewaretoken": two.cookies["csrftoken"], "key": key_of_a_phone()}
        forms = [form, form | own]
        one_of_them(
            at_once(
                lambda: one.ask("other", address, forms[0]),
                lambda: two.ask("other", address, forms[1]),
            ),
            one.book,
        )
        payer, payee = self.names[form["payer"]], self.names[form["payee"]]
        self.evening.handed.append(Handed(payer, payee, int(form["amount"])))
        one.book.did("debts paid")

    def _take_back(self, address: str, form: Form) -> None:
        """Undo a payment; which it was follows from what is owed again."""
        before = self._owed(self._forms())
        self.phones[0].send("other", address, form)
        now = self._owed(self._forms())
        change = {who: now[who] - before[who] for who in now if now[who] != before[who]}
        for each in reversed(self.evening.handed):
            if not each.undone and change == {each.payer: -each.coins, each.payee: each.coins}:
                each.undone = True
                self.phones[0].book.did("payments undone")
                return
        raise RuntimeError(f"{self.address}: undoing a payment changed {change}")

    def _owed(self, forms: Forms) -> dict[str, int]:
        """Return what the slip says that is owed to each, minus for what they owe."""
        shown = dict.fromkeys(self.names.values(), 0)
        for _address, form in forms.all_to("/paid/"):
            shown[self.names[form["payee"]]] += int(form["amount"])
            shown[self.names[form["payer"]]] -= int(form["amount"])
        return shown
