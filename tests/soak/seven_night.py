"""The evening of the seven, as the phones of its two tables live it: one table deals, one waits.

Which table deals and who sits there the model says and the pages say: where they differ, the run is
wrong. Deals, results that are taken back and entered otherwise, rubbers that are made up.
"""

from __future__ import annotations

import random
import threading
from dataclasses import replace
from typing import Any

from tests.soak.deals import Deal, a_deal
from tests.soak.phones import Book, Form, Forms, Phone, words_of
from tests.soak.seven_model import GAME, Happened, SevenModel
from tests.soak.what_stands import Part

TAKEN_BACK = 0.15  # so often the last deal is, instead of another that is dealt


class SevenNight:
    """Seven people at two tables, from one phase of the soak to the next."""

    def __init__(self, made: dict[str, Any], port: int) -> None:
        self.codes: list[str] = made["codes"]
        self.sittings: dict[int, int] = dict(zip((1, 2), made["sittings"], strict=True))
        self.names: dict[str, str] = made["people"]
        self.evening = SevenModel([*self.names.values()])
        self.phones = {table: Phone(port) for table in self.sittings}
        self.is_in = False
        self.chance = random.Random(str([*self.names.values()]))  # noqa: S311 - not a secret

    @property
    def sheets(self) -> list[tuple[int, list[Part]]]:
        """The parts of each sitting."""
        return [(self.sittings[table], parts) for table, parts in self.evening.parts.items()]

    @property
    def addresses(self) -> list[str]:
        """The pages of the two tables."""
        return [f"/table/{sitting}/" for sitting in self.sittings.values()]

    def play(self, book: Book, stop: threading.Event) -> None:
        """Do what the tables' pages ask for until told to stop."""
        for phone in self.phones.values():
            phone.book = book
        try:
            if not self.is_in:
                for phone, code in zip(self.phones.values(), self.codes, strict=True):
                    phone.come_in(code)
                self.is_in = True
            while True:
                self._turn(self.evening.turn, book)
                if stop.is_set():
                    break
        except Exception as error:
            book.complain(f"{self.addresses}: {error!r}")

    def _turn(self, table: int, book: Book) -> None:
        pages = {}
        for each in self.sittings:
            where, pages[each] = self.phones[each].open(f"/table/{self.sittings[each]}/")
            if "/rubber/" in where:
                self._agree(each, pages[each], book)
                return
            if each != table and _entries(pages[each]):
                raise RuntimeError(f"{where} deals, and it is table {table} that should")
        before = self._taken_back_at() if self.chance.random() < TAKEN_BACK else 0
        if before:
            self._take_back(before, pages[before], book)
        else:
            self._deal(table, pages[table], book)

    def _deal(self, table: int, page: str, book: Book) -> None:
        deal = a_deal(GAME, self.chance)
        self._record(table, page, deal, book)
        self.evening.happened(Happened(table, deal))
        book.did("deals of the seven")

    def _record(self, table: int, page: str, deal: Deal, book: Book) -> None:
        wanted = [each for each in _entries(page) if ("passed_out" in each[1]) is (not deal.level)]
        if not wanted:
            raise RuntimeError(f"table {table} asks for no deal: {words_of(page)[:200]}")
        address, fields = wanted[0]
        form = fields | deal.form()
        self._must_sit(table, fields)
        self.phones[table].send("entry", address, form)
        book.stands("card", "deal", self._place(table, form), [form["key"]], deal.facts())

    def _must_sit(self, table: int, fields: Form) -> None:
        """The page's form says who sits there, seat by seat."""
        said = [self.names[each] for each in fields["people"].split("-")]
        seats = self.evening.seats[table]
        mine = [seats[seat] for seat in "NESW"]
        if said != mine:
            raise RuntimeError(f"at table {table} sit {said}, it must be {mine}")

    def _taken_back_at(self) -> int:
        """The table of the last deal of all, which may be taken back; 0 where it began a rubber."""
        last = self.evening.log[-1] if self.evening.log else None
        if last is None or last.deal is None or len(self.evening.parts[last.table][-1].deals) < 2:
            return 0
        return last.table

    def _take_back(self, table: int, page: str, book: Book) -> None:
        """Undo the last result and enter another; its contract stands, and dummy has crossed."""
        found = Forms(page).to("/undo/")
        if found is None:
            raise RuntimeError(f"table {table} offers no undo: {words_of(page)[:200]}")
        address, form = found
        self.phones[table].send("entry", address, form)
        book.stands("card", "taken-back", self._place(table, form), [form["key"]], None)
        before = self.evening.take_back()
        deal = replace(before, over=-before.level) if before.level else before
        page = self.phones[table].open(f"/table/{self.sittings[table]}/")[1]
        self._record(table, page, deal, book)
        self.evening.happened(Happened(table, deal))

    def _agree(self, table: int, page: str, book: Book) -> None:
        found = Forms(page).to("/agree/")
        if found is None:
            raise RuntimeError(f"{self.addresses} shows no rubber to agree")
        self.phones[table].send("other", *found)
        self.evening.happened(Happened(table))
        book.did("rubbers of the seven agreed")

    def _place(self, table: int, fields: Form) -> str:
        return f"/table/{self.sittings[table]}/ {fields['part']} {fields['position']}"


def _entries(page: str) -> list[tuple[str, Form]]:
    """Return the forms of a page that enter a deal."""
    return [each for each in Forms(page).all_to("/record/") if "line" not in each[1]]
