"""One board at a table of an event, told and agreed in one of many ways."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from tests.soak.board_states import Board, Spot, other
from tests.soak.event_kinds import PAR
from tests.soak.outbox import Outbox
from tests.soak.par_set import is_right
from tests.soak.par_table import a_result_at_par, auction_at
from tests.soak.phones import Book, Form, Forms, Phone, at_once, why_not
from tests.soak.played_event import PlayedEvent
from tests.soak.results import Result, a_result

if TYPE_CHECKING:
    from tests.soak.event_table import EventTable

AHEAD = re.compile(r'<script id="ahead"[^>]*>(.*?)</script>', re.DOTALL)


class RoundTurned(Exception):
    """The next round has begun since the page was opened."""


def take_in(book: Book, event: PlayedEvent, phone: Phone, outbox: Outbox) -> None:
    """Send what waits, and keep what came of it as what must stand."""
    with event.model.lock:
        for entry in outbox.flush(phone):
            book.did("entries of a queue")
            fields, result = entry.fields, entry.about
            spot = Spot(int(fields["round"]), int(fields["table"][1:]), int(fields["board"]))
            facts = result.facts()
            board = event.model.at(spot)
            board.reached = board.reached or fields.get("reached", "")
            kind = board.late(fields["side"], facts)
            # Whose phone was away is at the table no more, so the director settles what differs.
            board.is_left = board.is_left or board.is_disputed
            meant = {"told": "recorded", "agreed": "recorded"}.get(kind, kind)
            if entry.came not in (meant, "same"):
                raise RuntimeError(f"a result that waited is {entry.came}, it must be {meant}")
            if kind != "same":
                at = place_of(event, fields["table"], fields)
                book.stands("event", kind, at, [entry.key], facts)


def place_of(event: PlayedEvent, table: str, fields: Form) -> str:
    """Return where a result belongs: the table's address, round, board, and the side that says."""
    at = f"{event.address}at/{table}/"
    return f"{at} {fields['round']} {fields['board']} {fields.get('side', '')}"


def _ahead(page: str) -> dict[str, Any]:
    """Return what the page brings along; nothing where it brings nothing."""
    found = AHEAD.search(page)
    ahead: dict[str, Any] = json.loads(found[1]) if found else {}
    return ahead


def place_in(page: str, later: int = 0) -> dict[str, Any]:
    """Return the place of the round played now, or so many later; nothing where none is played."""
    ahead = _ahead(page)
    for place in ahead.get("places", []):
        if place["round"] == ahead["round"] + later and place["plays"]:
            found: dict[str, Any] = place
            return found
    return {}


class OneBoard:
    """One board at a table, told and agreed in one of many ways."""

    def __init__(
        self,
        table: EventTable,
        event: PlayedEvent,
        place: dict[str, Any],
        number: int,
        board: Board,
    ) -> None:
        self.table, self.event, self.place = table, event, place
        self.number, self.board = number, board
        self.book, self.chance = table.book, table.chance
        self.at = f"{event.address}at/{place['table']}/"
        self.lying = table.lying[event.number]
        self.phones = {side: self._speaker(side) for side in ("ns", "ew")}

    def _speaker(self, side: str) -> Phone:
        who = str(self.place["sides"][side]["people"][0][0])
        return self.event.own_phone(who, self.book) or self.lying

    @property
    def both_have_their_own(self) -> bool:
        """Whether each side has a phone of its own."""
        return self.lying not in self.phones.values()

    def _is_still_asked(self) -> None:
        """Raise RoundTurned where the table has come to the next round meanwhile."""
        ahead = _ahead(self.lying.open(self.at)[1])
        if not ahead or ahead["round"] != self.place["round"]:
            raise RoundTurned

    # What one side does

    def _open(self, phone: Phone, more: str = "") -> str:
        return phone.open(f"{self.at}?board={self.number}{more}")[1]

    def _forms(self, page: str, ending: str) -> list[tuple[str, Form]]:
        """Return what the page asks of this board, not of one that came up as the round turned."""
        here = {"round": str(self.place["round"]), "board": str(self.number)}
        return [
            (address, fields)
            for address, fields in Forms(page).all_to(f"{self.at}{ending}")
            if here.items() <= fields.items()
        ]

    def _spot(self, place: dict[str, Any], number: int) -> Spot:
        return Spot(place["round"], int(place["table"][1:]), number)

    def _a_result(self, other_than: Result | None = None) -> Result:
        """Return any result of this board; not the one given."""
        return self._a_result_of(self.place, self.number, other_than)

    def _a_result_of(
        self, place: dict[str, Any], number: int, other_than: Result | None = None
    ) -> Result:
        if self.event.kind.counted != PAR:
            return a_result(self.chance, other_than)
        reached = self._auction(place, number)
        return a_result_at_par(self.chance, number, reached, other_than)

    def _auction(self, place: dict[str, Any], number: int) -> str:
        """Return what the auction of a board reached; nothing where no one asks."""
        is_asked = self.event.kind.counted == PAR
        return auction_at(self.event.turn, self._spot(place, number)) if is_asked else ""

    def _tell_auction(self, phone: Phone, page: str) -> bool:
        """Tell what the auction reached, where the page asks; then it says what is played."""
        asked = self._forms(page, "reached/")
        if not asked:
            return False
        address, form = asked[0]
        reached = self._auction(self.place, self.number)
        phone.send("entry", address, form | {"reached": reached})
        with self.event.model.lock:
            self.board.reached = reached
        self.book.did("auctions told")
        if not is_right(self.number, reached):
            self.book.did("directed contracts")
        return True

    def _tell_form(self, phone: Phone, result: Result, more: str = "") -> tuple[str, Form]:
        page = self._open(phone, more)
        if self._tell_auction(phone, page):
            page = self._open(phone, more)
        wanted = [
            (address, fields)
            for address, fields in self._forms(page, "tell/")
            if ("passed_out" in fields) is (not result.level) and "not_played" not in fields
        ]
        if not wanted:
            self._is_still_asked()
            raise RuntimeError(f"{self.at} {self.number} asks for nothing: {self.board}")
        return wanted[0][0], wanted[0][1] | result.form()

    def _send(self, phone: Phone, address: str, form: Form, result: Result) -> None:
        """Tell a result; one that looks odd is looked at again, and told all the same."""
        answer = phone.ask("entry", address, form)
        if answer.status == 422:
            again = [f for _a, f in Forms(answer.text).all_to("/tell/") if "looked" in f]
            if not again:
                sent = {name: form[name] for name in sorted(form) if name != "csrfmiddlewaretoken"}
                raise RuntimeError(f"{address} answers 422: {why_not(answer.text)}, to {sent}")
            answer = phone.ask("entry", address, form | {"looked": "1", "key": form["key"]})
        if answer.status != 302:
            try:
                self._is_still_asked()
            except RoundTurned:
                self._hand_in(phone, form, result)
                raise
            raise RuntimeError(f"{address} answers {answer.status}: {why_not(answer.text)}")

    def _hand_in(self, phone: Phone, form: Form, result: Result) -> None:
        """Hand in what was refused as its round turned: it may stand, and its answer was lost."""
        outbox = Outbox(f"{self.event.address}waiting/", strict=False)
        outbox.lay(form | {"table": self.place["table"]}, result)
        outbox.entries[0].fields["key"] = form["key"]
        take_in(self.book, self.event, phone, outbox)
        self.book.did("handed in as the round turned")

    def _told(self, form: Form, result: Result) -> None:
        with self.event.model.lock:
            kind = self.board.tell(form["side"], result.facts())
        at = place_of(self.event, self.place["table"], form)
        self.book.stands("event", kind, at, [form["key"]], result.facts())

    def _tell(self, side: str, result: Result, more: str = "") -> str:
        """Tell a result for a side, or for the one that the table's phone asks; return which."""
        phone = self.phones[side]
        address, form = self._tell_form(phone, result, more)
        self._send(phone, address, form, result)
        self._told(form, result)
        said: str = form["side"]
        return said

    def _agree_form(self, side: str) -> tuple[str, Form]:
        found = self._asked_to_agree(side)
        if not found:
            self._is_still_asked()
            raise RuntimeError(f"{self.at} {self.number} asks {side} for no word: {self.board}")
        return found[0]

    def _asked_to_agree(self, side: str) -> list[tuple[str, Form]]:
        asked = self._forms(self._open(self.phones[side]), "agree/")
        return [(address, fields) for address, fields in asked if fields["side"] == side]

    def _agree(self, side: str, sent: tuple[str, Form] | None = None) -> bool:
        address, form = sent or self._agree_form(side)
        answer = self.phones[side].ask("entry", address, form)
        if answer.is_refused:
            self.book.did("told in words that another was first")
            return False
        if answer.status != 302:
            self._is_still_asked()
            raise RuntimeError(f"{address} answers {answer.status}")
        facts = self.board.said[other(side)]
        with self.event.model.lock:
            self.board.settle(facts)
        at = place_of(self.event, self.place["table"], form)
        self.book.stands("event", "agreed", at, [form["key"]], facts)
        return True

    def _first(self) -> str:
        """Which side speaks first: one that has a phone of its own, if any."""
        own = [side for side, phone in self.phones.items() if phone is not self.lying]
        return self.chance.choice(own or ["ns", "ew"])

    # What a table does

    def plain(self) -> None:
        """One side tells, the other agrees."""
        side = self._tell(self._first(), self._a_result())
        self._agree(other(side))

    def answer(self) -> None:
        """Agree with what the other side said before."""
        (side,) = self.board.said
        self._agree(other(side))

    def changed(self) -> None:
        """Change what was told while the other side looks at it; its word then is for nothing."""
        result = self._a_result()
        side = self._tell(self._first(), result)
        if self.phones[side] is self.lying:
            return  # the table's phone asks the other side already
        stale = self._agree_form(other(side))
        self._tell(side, self._a_result(result), "&differ=1")
        self.book.did("results changed before they were agreed")
        if self._agree(other(side), stale):
            raise RuntimeError(f"{self.at} {self.number}: agreed with what was said before")
        self._agree(other(side))

    def differ(self) -> None:
        """Say that it is wrong; then one side gives in, or it is left to the director."""
        result = self._a_result()
        side = self._tell(self._first(), result)
        mine = other(side)
        self._tell(mine, self._a_result(result), f"&differ=1&side={mine}")
        self.book.did("boards disputed")
        self._settle_or_leave()

    def both(self) -> None:
        """Both sides tell at the same instant, the same or not."""
        if not self.both_have_their_own:
            self.plain()
            return
        one = self._a_result()
        two = one if self.chance.random() < 0.5 else self._a_result(one)
        told = {"ns": one, "ew": two}
        sent = {side: self._tell_form(self.phones[side], result) for side, result in told.items()}
        forms = {side: form | {"looked": "1"} for side, (_address, form) in sent.items()}
        at_once(
            lambda: self.phones["ns"].send("entry", sent["ns"][0], forms["ns"]),
            lambda: self.phones["ew"].send("entry", sent["ew"][0], forms["ew"]),
        )
        with self.event.model.lock:
            for side, result in told.items():
                self.board.tell(side, result.facts())
        # Either may have been first.
        kinds = ["told", "agreed"] if one == two else ["told", "told"]
        for side, form in forms.items():
            at = place_of(self.event, self.place["table"], form)
            self.book.stands("event", kinds, at, [form["key"]], told[side].facts())
            kinds = kinds[::-1]
        self.book.did("results told by both sides at once")
        if one != two:
            self._settle_or_leave()

    def _settle_or_leave(self) -> None:
        if self.chance.random() < 0.5:
            self.board.is_left = True
            self.book.did("left to the director")
            return
        side = self.chance.choice(
            [s for s, p in self.phones.items() if p is not self.lying] or ["ns"]
        )
        mine = self._asked_to_agree(side)
        if not mine or not self._agree(side, mine[0]):
            self.board.is_left = self.board.is_disputed

    def _queue(self, phone: Phone, side: str, ahead: bool) -> Outbox:
        """Enter the boards of this round, perhaps one of the next, on a phone without a network."""
        page = self._open(phone)
        frame = phone.open(f"{self.at}frame/")[1]
        blank = next(fields for told, fields in Forms(frame).found if told.get("id") == "away-form")
        outbox = Outbox(f"{self.event.address}waiting/", strict=False)
        where = [(self.place, each["number"]) for each in self.place["boards"]]
        following = place_in(page, later=1)
        if ahead and following and following["side"] in ("both", side):
            where.append((following, following["boards"][0]["number"]))
        for place, number in where:
            spot = self._spot(place, number)
            with self.event.model.lock:
                new = Board(self.event.seats_at(place))
                there = self.event.model.boards.setdefault(spot, new)
            if there.is_in or there.is_disputed:
                continue
            result = self._a_result_of(place, number)
            spoken = {"round": str(place["round"]), "table": place["table"],
                      "board": str(number), "side": side,
                      "reached": self._auction(place, number)}  # fmt: skip
            outbox.lay(blank | result.form() | spoken, result)
        return outbox

    def offline(self) -> None:
        """A phone was offline for the rest of the round; the other side may have told meanwhile."""
        side = self._first()
        phone = self.phones[side]
        outbox = self._queue(phone, side, ahead=not self.event.late)
        first = outbox.entries[0].about
        if self.phones[other(side)] is not self.lying and self.chance.random() < 0.5:
            result = first if self.chance.random() < 0.5 else self._a_result(first)
            self._tell(other(side), result)
        take_in(self.book, self.event, phone, outbox)
        self.book.did("queues handed in")
        if outbox.entries:
            self.book.did("results that waited for the next round")
            table = int(outbox.entries[0].fields["table"][1:])
            self.event.waits[table].append((phone, outbox))

    def late(self) -> None:
        """A phone hands in what differs from a result that is in by now: the director is asked."""
        side = self._first()
        phone = self.phones[side]
        outbox = self._queue(phone, side, ahead=False)
        said = outbox.entries[0].about
        told = self._tell(side, self._a_result(said))
        self._agree(other(told))
        take_in(self.book, self.event, phone, outbox)
        self.book.did("queues handed in after the result")
