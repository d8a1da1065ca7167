"""An evening at a card table, as its phones live it: two of them, and both enter.

Deals, rubbers that end and are made up, new partners, debts that are paid; two phones at once,
undo, corrections, disputes, and a phone that was offline. What phones were answered is kept as what
must stand (`CardTable.evening`): the model counts from nothing else.
"""

from __future__ import annotations

import random
import re
import threading
from html import unescape
from typing import Any

from tests.soak.between_rubbers import agree, break_off, sit_anew
from tests.soak.deals import Deal, a_deal
from tests.soak.director import log_in
from tests.soak.outbox import Outbox
from tests.soak.paying import Slip
from tests.soak.phones import (
    Book,
    Form,
    Forms,
    Phone,
    at_once,
    key_of_a_phone,
    one_of_them,
    words_of,
)
from tests.soak.what_stands import Evening, Part

# How often a table does something else than entering the next deal.
TURNS = {
    "deal": 50, "same": 8, "differ": 8, "offline": 12, "undo": 8, "correct": 12, "break_off": 2,
}  # fmt: skip
RIVAL = re.compile(r'<button[^>]*name="chosen" value="(\d+)">(.*?)<small>', re.DOTALL)
MOST_TRIES = 40


class CardTable:
    """A card table with two phones, from one phase of the soak to the next."""

    def __init__(self, made: dict[str, Any], port: int, login: list[str]) -> None:
        self.code, self.game, self.sitting = made["code"], made["game"], made["sitting"]
        self.names: dict[str, str] = made["people"]
        self.evening = Evening([*self.names.values()], [Part(1, self.game, made["seats"])])
        self.phones = [Phone(port), Phone(port)]
        self.desk, self.login, self.is_logged_in = Phone(port), login, False
        self.at = f"/table/{self.sitting}/"
        self.slip = Slip(self.at, self.phones, self.names, self.evening)
        self.is_in = False
        self.chance = random.Random(str([*self.names.values()]))  # noqa: S311 - not a secret

    @property
    def part(self) -> Part:
        """The newest part."""
        return self.evening.parts[-1]

    @property
    def book(self) -> Book:
        """Where this phase is written down."""
        return self.phones[0].book

    @property
    def sheets(self) -> list[tuple[int, list[Part]]]:
        """The parts of the sitting."""
        return [(self.sitting, self.evening.parts)]

    @property
    def addresses(self) -> list[str]:
        """The table's page."""
        return [self.at]

    def at_the_desk(self) -> Phone:
        """Return a browser in which somebody is logged in who directs the club."""
        if not self.is_logged_in:
            log_in(self.desk, *self.login)
            self.is_logged_in = True
        return self.desk

    def play(self, book: Book, stop: threading.Event) -> None:
        """Do what the table's page asks for until told to stop."""
        for phone in (*self.phones, self.desk):
            phone.book = book
        try:
            if not self.is_in:
                self.phones[0].come_in(self.code)
                self.phones[1].come_in(self.code, next(iter(self.names)))
                self.is_in = True
            while True:
                self._turn()
                if stop.is_set():
                    break
        except Exception as error:
            book.complain(f"{self.at}: {error!r}")

    def _turn(self) -> None:
        where, page = self.phones[0].open(self.at)
        if "/choose/" in page:
            self._choose(page, where)
        elif "/rubber/" in where:
            agree(self, where, page)
        elif where.endswith(("/next/", "/cut/", "/seats/")):
            sit_anew(self, where, page)
        else:
            what = self.chance.choices([*TURNS], [*TURNS.values()])[0]
            turns = {"deal": self._deal, "same": self._same, "differ": self._differ,
                     "offline": self._offline, "undo": self.undo, "correct": self._correct,
                     "break_off": self._break_off}  # fmt: skip
            turns[what](page)

    def _break_off(self, _page: str) -> None:
        break_off(self)

    # Deals

    def _place(self, fields: Form) -> str:
        return f"{self.at} {fields['part']} {fields['position']}"

    def _form(self, page: str, deal: Deal) -> tuple[str, Form]:
        """Return the page's form with a deal tapped in; of two keys the one that is meant."""
        wanted = [
            (address, fields)
            for address, fields in Forms(page).all_to("/record/")
            if "line" not in fields and ("passed_out" in fields) is (not deal.level)
        ]
        if not wanted:
            raise RuntimeError(f"{self.at} asks for no deal: {words_of(page)[:200]}")
        address, fields = wanted[0]
        # With its script a page sends a key of the phone's own.
        own = {"key": key_of_a_phone()} if self.chance.random() < 0.5 else {}
        return address, fields | deal.form() | own

    def _new(self) -> Deal:
        return a_deal(self.game, self.chance)

    def _deal(self, page: str) -> None:
        phone = self.chance.choice(self.phones)
        if phone is not self.phones[0]:
            page = phone.open(self.at)[1]
        deal = self._new()
        address, form = self._form(page, deal)
        phone.send("entry", address, form)
        self.book.stands("card", "deal", self._place(form), [form["key"]], deal.facts())
        self.part.record(int(form["position"]), deal)
        for what in deal.besides:
            self.book.did(what)

    def _on_both(self, deals: list[Deal]) -> list[Form]:
        """Enter the next deal on both phones at the same instant; return what each sent."""
        sent = [
            (phone, *self._form(phone.open(self.at)[1], deal))
            for phone, deal in zip(self.phones, deals, strict=True)
        ]
        forms = [form for _phone, _address, form in sent]
        one, two = sent
        at_once(lambda: one[0].send("entry", *one[1:]), lambda: two[0].send("entry", *two[1:]))
        return forms

    def _same(self, _page: str) -> None:
        deal = self._new()
        forms = self._on_both([deal, deal])
        keys = [form["key"] for form in forms]
        self.book.stands("card", "deal", self._place(forms[0]), keys, deal.facts())
        self.book.did("the same deal on two phones at once")
        self.part.record(int(forms[0]["position"]), deal)

    def _unlike(self, deal: Deal) -> Deal:
        """Return another deal, which reads otherwise too."""
        names, other = self.part.seats, self._new()
        while other.words(names) == deal.words(names):
            other = self._new()
        return other

    def _differ(self, _page: str) -> None:
        one = self._new()
        deals = [one, self._unlike(one)]
        forms = self._on_both(deals)
        # Either may have been first.
        kinds = ["deal", "rival"]
        for form, deal in zip(forms, deals, strict=True):
            self.book.stands("card", kinds, self._place(form), [form["key"]], deal.facts())
            kinds = kinds[::-1]
        self.book.did("two reports of a deal at once")
        where, page = self.phones[0].open(self.at)
        self._choose(page, where, deals)

    def _choose(self, page: str, where: str, deals: list[Deal] | None = None) -> None:
        """Decide between two reports, each phone for its own: one is answered that it is done."""
        if deals is None:
            raise RuntimeError(f"{where} asks for a choice that nobody knows of")
        pages = [page, self.phones[1].open(where)[1]]
        sent = []
        for phone, text, deal in zip(self.phones, pages, deals, strict=True):
            found = Forms(text).to("/choose/")
            if found is None:
                raise RuntimeError(f"{where} shows no two reports")
            numbers = [n for n, said in RIVAL.findall(text) if self._reads(said, deal)]
            if len(numbers) != 1:
                raise RuntimeError(f"{where} does not show {deal.words(self.part.seats)} once")
            sent.append((phone, found[0], found[1] | {"chosen": numbers[0]}))
        keeps_both = self.chance.random() < 0.15
        if keeps_both:
            # Both phones say that these were two deals.
            sent = [(phone, at, _without(form) | {"two_deals": "1"}) for phone, at, form in sent]
        answers = at_once(*(lambda each=each: each[0].ask("entry", *each[1:]) for each in sent))
        number = one_of_them(answers, self.book)
        form = sent[number][2]
        if keeps_both:
            first, second = self._in_their_order(page, deals)
            self._keep_both(form, first, second)
            return
        deal = deals[number]
        self.book.stands("card", "settled", self._place(form), [form["key"]], deal.facts())
        self.part.put_right(int(form["position"]), deal)

    def _in_their_order(self, page: str, deals: list[Deal]) -> list[Deal]:
        """Return two reports as they came in: the first one bears the lower number."""
        said = {int(number): said for number, said in RIVAL.findall(page)}
        return sorted(deals, key=lambda deal: min(n for n in said if self._reads(said[n], deal)))

    def _keep_both(self, form: Form, first: Deal, second: Deal) -> None:
        """The first report stands where it is, the other is a deal of its own behind all."""
        self.book.stands("card", "settled", self._place(form), [form["key"]], first.facts())
        last = form | {"position": str(max(self.part.last, int(form["position"])) + 1)}
        keys = [f"{form['key']}:0"]
        self.book.stands("card", "deal", self._place(last), keys, second.facts())
        self.book.did("two reports that were two deals")
        self.part.record(int(last["position"]), second)
        self.part.put_right(int(form["position"]), first)

    def _reads(self, said: str, deal: Deal) -> bool:
        words = " ".join(unescape(said).split())
        return words.startswith(f"{deal.words(self.part.seats)}.")

    # Offline

    def _offline(self, page: str) -> None:
        """Enter some deals on a phone without a network, meanwhile perhaps one on the other."""
        away, number = self.phones[1], self.chance.randint(2, 4)
        page = away.open(self.at)[1]
        outbox = Outbox(f"{self.at}waiting/", strict=True, before=self.chance.random() < 0.4)
        for later in range(number):
            deal = self._new()
            form = self._form(page, deal)[1]
            form["position"] = str(int(form["position"]) + later)
            outbox.lay(form, deal)
        there = self.chance.choice(("", "", "same", "other"))
        if there:
            first = outbox.entries[0]
            self._enter_first(first.about if there == "same" else self._unlike(first.about))
        self.book.did("queues handed in" + (" by a page of before" if outbox.before else ""))
        for _try in range(MOST_TRIES):
            self._handed_in(outbox)
            if not outbox.entries:
                return
            self._make_up_what_waits()
        raise RuntimeError(f"{outbox.url} takes {len(outbox.entries)} deals never")

    def _enter_first(self, deal: Deal) -> None:
        phone = self.phones[0]
        address, form = self._form(phone.open(self.at)[1], deal)
        phone.send("entry", address, form)
        self.book.stands("card", "deal", self._place(form), [form["key"]], deal.facts())
        self.part.record(int(form["position"]), deal)

    def _handed_in(self, outbox: Outbox) -> None:
        """Hand in what can be; then the table decides where the other phone said otherwise."""
        differ: list[list[Deal]] = []
        for entry in outbox.flush(self.phones[1]):
            self.book.did("entries of a queue")
            position, deal = int(entry.fields["position"]), entry.about
            if int(entry.fields["part"]) != self.part.number:
                self._must(entry.came == "ended", f"a deal of an old line-up is {entry.came}")
                continue
            there = self.part.deals.get(position)
            what = "deal" if there is None else "rival"
            if there is not None and there.facts() == deal.facts():
                self._must(entry.came == "same", f"the same deal is {entry.came}")
                continue
            self._must(entry.came in ("recorded", "rival", "same"), f"a deal is {entry.came}")
            at = self._place(entry.fields)
            self.book.stands("card", what, at, [entry.key], deal.facts())
            if there is None:
                self.part.record(position, deal)
            else:
                differ.append([there, deal])
        for there, deal in differ:
            self._decide_for(deal, there)

    def _decide_for(self, deal: Deal, there: Deal) -> None:
        where, page = self.phones[0].open(self.at)
        if deal.words(self.part.seats) == there.words(self.part.seats):
            raise RuntimeError("two reports read alike")
        self._choose(page, where, [there, deal])

    def _must(self, holds: bool, text: str) -> None:
        if not holds:
            raise RuntimeError(text)

    def _make_up_what_waits(self) -> None:
        """A deal waits for a rubber that has to be made up first."""
        where, page = self.phones[0].open(self.at)
        if "/choose/" in page:
            raise RuntimeError(f"{where} waits for a choice")
        if "/rubber/" in where:
            agree(self, where, page)
        elif where.endswith(("/next/", "/cut/", "/seats/")):
            sit_anew(self, where, page)

    # Undo and corrections

    def undo(self, page: str) -> None:
        found = Forms(page).to("/undo/")
        if found is None:
            return
        address, form = found
        if self.chance.random() < 0.5:
            self.phones[0].send("entry", address, form)
        else:
            other = Forms(self.phones[1].open(self.at)[1]).to("/undo/")
            if other is None or other[1]["position"] != form["position"]:
                raise RuntimeError(f"{self.at} shows two phones different last deals")
            forms = [form, other[1]]
            one, two = self.phones
            number = one_of_them(
                at_once(
                    lambda: one.ask("entry", address, forms[0]),
                    lambda: two.ask("entry", address, forms[1]),
                ),
                self.book,
            )
            form = forms[number]
        self.book.stands("card", "taken-back", self._place(form), [form["key"]], None)
        self.part.put_right(int(form["position"]), None)

    def _correct(self, _page: str) -> None:
        part = self._part_to_put_right()
        if not part.deals:
            return
        position = self.chance.choice([*part.deals])
        address = f"{self.at}{part.number}/deal/{position}/change/"
        both = self.phones if self.chance.random() < 0.4 else self.phones[:1]
        sent = []
        for phone in both:
            deal = self._instead(part, position)
            if deal is None:
                return
            sent.append((phone, self._looked_at(phone, address, deal), deal))
        answers = at_once(
            *(lambda each=each: each[0].ask("entry", address, each[1]) for each in sent)
        )
        number = one_of_them(answers, self.book) if len(sent) > 1 else 0
        if answers[number].status != 302:
            raise RuntimeError(f"{address} answers {words_of(answers[number].text)[:300]}")
        _phone, form, deal = sent[number]
        at = f"{self.at} {part.number} {position}"
        self.book.stands("card", "corrected", at, [form["key"]], deal.facts())
        part.put_right(position, deal)
        if part is not self.part:
            self.book.did("deals corrected in a line-up of before")

    def _part_to_put_right(self) -> Part:
        """Return the newest part, or now and then one of before; what was broken off is over."""
        closed = [part for part in self.evening.parts[:-1] if not part.is_broken_off]
        return self.chance.choice(closed) if closed and self.chance.random() < 0.3 else self.part

    def _instead(self, part: Part, position: int) -> Deal | None:
        """Return another deal that leaves every rubber that is agreed over where it was."""
        now, agreed = part.sheet.rubbers, max(part.agreed, default=0)
        for _try in range(MOST_TRIES):
            deal = self._new()
            then = part.sheet_with(position, deal).rubbers
            ends = [rubber.deal for rubber in now[:agreed]] == [r.deal for r in then[:agreed]]
            if deal.level and ends and deal.facts() != part.deals[position].facts():
                return deal
        return None

    def _looked_at(self, phone: Phone, address: str, deal: Deal) -> Form:
        """See what a correction would change; return the form that saves it."""
        page = phone.open(address)[1]
        (form,) = [fields for _address, fields in Forms(page).all_to("/change/")][:1]
        kept = {name: form[name] for name in ("csrfmiddlewaretoken", "key", "seen")}
        looked = phone.ask("page", address, kept | deal.form())
        saves = [fields for _a, fields in Forms(looked.text).all_to("/change/") if "save" in fields]
        if not saves:
            raise RuntimeError(f"{address} shows nothing to save: {words_of(looked.text)[:300]}")
        # A page of the program before names the reason in words.
        return saves[0] | {"reason": self.chance.choice(("=wrong-key", "wrong key", "the wind"))}


def _without(form: Form) -> Form:
    return {name: said for name, said in form.items() if name != "chosen"}
