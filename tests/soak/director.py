"""The director of a group of tables: logs in, rules, lets pairs in and turns the rounds."""

from __future__ import annotations

import random
import re
import threading
import time
from html import unescape
from typing import Any

from tests.soak.board_states import Spot
from tests.soak.one_board import place_of
from tests.soak.phones import Book, Form, Forms, Phone, at_once, one_of_them, words_of
from tests.soak.played_event import Group, PlayedEvent
from tests.soak.results import told_by

BETWEEN_LOOKS = 0.5  # seconds
MOST_TRIES = 30
NEED = re.compile(r'href="([^"]*/table/A(\d+)/\?round=(\d+)&amp;board=(\d+))"')
DIRECTOR = "soak-director"
SETTLED = "settled"  # the reason of every ruling
AWARDS = ("A/A", "A+/A-", "A-/A+")


def log_in(phone: Phone, name: str, password: str) -> None:
    """Log in with a browser; where others are looked at just now, a moment later."""
    for _try in range(MOST_TRIES):
        page = phone.open("/login/")[1]
        form = next(fields for _told, fields in Forms(page).found if "next" in fields)
        answer = phone.ask("other", "/login/", form | {"username": name, "password": password})
        if answer.status == 302:
            return
        time.sleep(BETWEEN_LOOKS)
    raise RuntimeError(f"the director is not let in: {words_of(answer.text)[:200]}")


class Director:
    """One director with two browsers, from one phase of the soak to the next."""

    def __init__(self, group: Group, login: list[str], port: int) -> None:
        self.group, self.login = group, login
        self.browsers = [Phone(port), Phone(port)]
        self.is_in = False
        self.book = Book()
        self.chance = random.Random(group.name)  # noqa: S311 - not a secret

    def play(self, book: Book, stop: threading.Event) -> None:
        """See to what the room needs until told to stop."""
        self.book = book
        for browser in self.browsers:
            browser.book = book
        try:
            if not self.is_in:
                for browser in self.browsers:
                    log_in(browser, *self.login)
                self.is_in = True
            while True:
                self._look(self.group.now)
                if stop.is_set():
                    break
                time.sleep(BETWEEN_LOOKS)
        except Exception as error:
            book.complain(f"the director of event {self.group.now.number}: {error!r}")

    @property
    def browser(self) -> Phone:
        """The browser that is used mostly."""
        return self.browsers[0]

    def _look(self, event: PlayedEvent) -> None:
        page = self.browser.open(event.address)[1]
        for address, table, round_, board in dict.fromkeys(NEED.findall(page)):
            spot = Spot(int(round_), int(table), int(board))
            with event.model.lock:
                there = event.model.boards.get(spot)
                if there is not None and there.waits_for_director:
                    self._rule(event, unescape(address), spot)
        if event.late and "round 1 of" in words_of(page):
            self._late_pair(event)
            return
        forms = Forms(page)
        turn = forms.to("/round/")
        if self._is_anything_open(event):
            return
        if turn is not None and "Next round waits for" not in page:
            self._turn(*turn)
        elif turn is None:
            self._finish(event, forms)

    def _is_anything_open(self, event: PlayedEvent) -> bool:
        """Whether a board of the last round that was begun is not agreed, as the marks say."""
        with event.model.lock:
            now = max((spot.round for spot in event.model.boards), default=0)
            return any(
                board.waits_for_director or (board.said and spot.round == now)
                for spot, board in event.model.boards.items()
            )

    def _turn(self, address: str, form: Form) -> None:
        """Start the next round, in two browsers at once: one does."""
        page = self.browsers[1].open(address.removesuffix("round/"))[1]
        other = Forms(page).to("/round/")
        if other is None or other[1]["seen"] != form["seen"]:
            raise RuntimeError(f"{address} is another round in another browser")
        one, two = self.browsers
        answers = at_once(
            lambda: one.ask("other", address, form), lambda: two.ask("other", address, other[1])
        )
        if not any(answer.status == 302 for answer in answers):
            return  # some table had more to tell
        one_of_them(answers, self.book)
        self.book.did("rounds")

    def _finish(self, event: PlayedEvent, forms: Forms) -> None:
        ends = [each for each in forms.all_to("/end/") if "again" not in each[1]]
        if not ends:
            raise RuntimeError(f"{event.address} has no end")
        answer = self.browser.ask("other", *ends[0])
        if answer.status == 422 and "Before you finish" in answer.text:
            return  # a table has more to tell
        if answer.status != 302:
            raise RuntimeError(f"{ends[0][0]} answers {answer.status}")
        event.is_over = True
        self.book.did("events finished")

    # Rulings

    def _rule(self, event: PlayedEvent, address: str, spot: Spot) -> None:
        """Choose one of the reports, or adjust the score: shown first, then saved with a reason."""
        board = event.model.at(spot)
        right = f"{event.address}table/A{spot.table}/right/"
        page = Forms(self.browser.open(address)[1])
        forms = {
            told.get("aria-labelledby", ""): form for told, form in page.found if "seen" in form
        }
        reports = [
            form for told, form in page.found if "seen" in form and "aria-labelledby" not in told
        ]
        if self.chance.random() < 0.3 or not reports:
            usual = forms["right"]
            award = self.chance.choice(AWARDS)
            ns, ew = award.split("/")
            form, facts = self._bare(usual) | {"award": award}, {"adjusted": {"ns": ns, "ew": ew}}
        else:
            form = self.chance.choice(reports)
            facts = told_by(form).facts()
        looked = self.browser.ask("page", right, form)
        saves = [fields for _a, fields in Forms(looked.text).all_to(right) if "save" in fields]
        if not saves:
            raise RuntimeError(f"{right} shows nothing to save: {words_of(looked.text)[:300]}")
        self.browser.send("entry", right, saves[0] | {"reason": SETTLED})
        at = place_of(event, f"A{spot.table}", {"round": str(spot.round), "board": str(spot.board)})
        self.book.stands("event", "ruled", at, [saves[0]["key"]], facts)
        board.settle(facts)

    def _bare(self, form: Form) -> Form:
        kept = ("csrfmiddlewaretoken", "key", "round", "board", "seen")
        return {name: form[name] for name in kept}

    # Late pairs

    def _late_pair(self, event: PlayedEvent) -> None:
        """Enter a pair that came late; it becomes a rover from the next round on."""
        people = event.late
        page = self.browser.open(f"{event.address}entries/")[1]
        form = next(fields for told, fields in Forms(page).found if told.get("id") == "enter")
        entered = {name: said for name, said in form.items() if name not in ("q", "find")}
        who = [next(iter(person)) for person in people]
        self.browser.send("other", f"{event.address}entries/", entered | {"who": who, "go": "1"})
        page = self.browser.open(f"{event.address}change/")[1]
        ask: dict[str, Any] = next(
            fields for told, fields in Forms(page).found if told.get("id") == "late"
        )
        asked = "&".join(f"{name}={said}" for name, said in ask.items())
        page = self.browser.open(f"{event.address}change/offers/?{asked}")[1]
        offers = [fields for _a, fields in Forms(page).all_to("/offers/") if "chosen" in fields]
        rover = [fields for fields in offers if fields["chosen"].endswith("-rover")]
        address = f"{event.address}change/offers/"
        sure = self.browser.ask("page", address, rover[0])
        saves = [fields for _a, fields in Forms(sure.text).all_to("/offers/") if "save" in fields]
        self.browser.send("other", address, saves[0])
        number = str(len(event.model.ns) + len(event.model.ew) + 1)
        event.pair_of |= dict.fromkeys(who, number)
        event.model.ns.append(number)
        event.late = []
        self.book.did("late pairs")
