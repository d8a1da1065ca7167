"""A table of any game on a phone, and a deal tapped there: what the flows of every game share."""

import re
from contextlib import suppress
from dataclasses import dataclass, field

from playwright.sync_api import ConsoleMessage, Locator, Page, Response, expect

from clubscore.club.models import Club, Person
from clubscore.laws.game import Game
from clubscore.laws.house_rules import resolve_rules
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.score import PartScore, canonical, standing_of
from clubscore.rubbers.seating import Agreement, LineUp, open_sitting, take_seats
from clubscore.rubbers.selectors import new_key, part_of
from clubscore.web.entry_form import read_entry
from tests.flows.acting import (
    HOST,
    PATIENCE,
    Open,
    Taps,
    count_up,
    key_for,
    new_club,
    open_more,
    press,
)
from tests.flows.every_key import Form, Key, Keys, keys_in
from tests.rubbers.tables import actor_of

# As long as short names are.
LONG = ("Christabel", "Bartholomew", "Maximiliana", "Alessandro")
# In this order a deal is tapped: the contract, whoever declares last, for then it folds.
CONTRACT = ("bid", "level", "denomination", "doubling", "vulnerable", "partner", "declarer")
# What asks for the penalties anew, and how its question begins.
ANEW, ASKS = "#entry [name=redraw_penalties]", "redraw_penalties=1"
# More deals than any rubber takes that is won as fast as can be.
MOST_DEALS = 8


@dataclass
class Watch:
    """What went wrong on a page: refused or broken answers, errors of scripts, names of fields."""

    page: Page
    raw: re.Pattern[str]
    wrong: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("response", self._answered)
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))

    def _answered(self, answer: Response) -> None:
        if answer.status >= 400:
            self.wrong.append(f"{answer.request.method} {answer.url}: {answer.status}")

    def _said(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.wrong.append(message.text)

    def look(self) -> None:
        """Read the page as it is shown."""
        text = self.page.locator("body").inner_text()
        self.wrong += [f"{self.page.url}: {name}" for name in self.raw.findall(text)]


def raw_names(game: Game, keys: set[Key]) -> re.Pattern[str]:
    """Return what no reader should see: names of fields, and values that are no words."""
    named = {name for name, _value in keys} | game.deal_fields | {"doubling_more", "data-bare"}
    valued = {value for _name, value in keys if re.search(r"-in-|^[DA]:|^\d\+", value)}
    words = sorted(each for each in named if re.search(r"[-_]", each)) + sorted(valued)
    said = "|".join(re.escape(each) for each in words)
    # The laws name a field that they refuse.
    fields = "|".join(sorted(game.deal_fields))
    refused = rf"\b(?:{fields}) must be|[Tt]he field (?:{fields})|\b[a-z]+_[a-z_]+\b"
    return re.compile(rf"(?<![\w-])(?:{said})(?![\w-])|{refused}")


@dataclass
class Tapping:
    """A table of one game on a phone, and what was tapped there."""

    page: Page
    game: Game
    watch: Watch
    table: str
    tapped: set[Key] = field(default_factory=set)

    def enter(self, form: Form) -> None:
        """Tap a deal up to its sentence."""
        if "passed_out" in form:
            self._pass()
            return
        for name in CONTRACT:
            if name in form:
                key_for(self.page, name, form[name]).click()
        if self.game.bidding.levels:
            expect(self.page.locator("#noted")).to_be_visible(timeout=PATIENCE)
            expect(self.page.locator("#how")).to_be_visible(timeout=PATIENCE)
        self.play(form)

    def play(self, form: Form) -> None:
        """Tap what is asked after the play."""
        rest = {name: value for name, value in form.items() if self._is_seldom(name)}
        for name, value in form.items():
            if name not in CONTRACT and name not in rest and not name.startswith("honours"):
                self._usual(name, value)
        self._honours(form)
        if rest:
            self._seldom(rest)

    def _is_seldom(self, name: str) -> bool:
        # Where honours count in one hand alone, the page itself asks for them.
        return bool(self.page.locator(f'#else [name="{name}"]').count())

    def _pass(self) -> None:
        # Where tricks count all the same, a page asks for them.
        self.page.locator(".dock").get_by_text("Passed out", exact=True).click()

    def _usual(self, name: str, value: str) -> None:
        if name == "tricks":
            self._open(self.page.locator("details.other"))
            self.page.locator("#tricks").fill(value)
            self.page.locator("#tricks").blur()
            return
        key = key_for(self.page, name, value)
        # News of the contract may draw the page once more just now: no sign where a key is.
        key.wait_for(state="attached")
        if self.page.locator(f'details.other input[name="{name}"][value="{value}"]').count():
            self._open(self.page.locator("details.other"))
        if not self.page.locator(f'input[name="{name}"][value="{value}"]').first.is_checked():
            key.click()

    def _honours(self, form: Form) -> None:
        held = {name: value for name, value in form.items() if name.startswith("honours")}
        tallied = self.page.locator("#ask-honours .tally").count()
        for name, value in held.items():
            if tallied and name != "honours":
                count_up(Taps(self.page), name, int(value))
            else:
                key_for(self.page, name, value).click()
        nobody = key_for(self.page, "honours", "none")
        if not held and "holder" not in form and nobody.is_visible():
            nobody.click()

    def _seldom(self, form: Form) -> None:
        sheet = self.page.locator("#else")
        opens = self.page.locator("[data-opens=else]")
        opens.click()
        # The sentence of the tap before may come just now and move the key from under the finger:
        # then it is tapped once more.
        with suppress(AssertionError):
            expect(sheet).to_be_visible(timeout=PATIENCE / 30)
        if not sheet.is_visible():
            opens.click()
        expect(sheet).to_be_visible(timeout=PATIENCE)
        for name, value in form.items():
            part = sheet.locator("> .card > details").filter(
                has=self.page.locator(f'[name="{name}"]')
            )
            inside = part.count()
            if inside:
                self._open(part)
            if name.startswith("often-"):
                self._open(part.locator("details"))
            if name in ("fine", "doubling_more"):
                sheet.locator(f'input[name="{name}"]').fill(value)
            elif name.startswith("revoke-") and self.page.locator(ANEW).count():
                # Who revoked decides what may be claimed.
                with self.page.expect_response(lambda one: ASKS in (one.request.post_data or "")):
                    key_for(self.page, name, value).click()
            else:
                key_for(self.page, name, value).click()
        # The penalties are asked for anew once it is known who revoked.
        sheet.locator("[data-close]").click()

    def _open(self, part: Locator) -> None:
        if part.first.get_attribute("open") is None:
            part.first.locator("> summary").click()

    def record(self, form: Form) -> None:
        """Read the sentence, record the deal, and read the page that answers."""
        if "passed_out" in form and not self.game.questions.passed_fields:
            # One tap was all of it.
            undo = self.page.locator("#last-deal").get_by_role("button", name="Undo")
            expect(undo).to_be_visible(timeout=PATIENCE)
        else:
            key = self.page.locator("#sentence button")
            expect(key).not_to_have_attribute("aria-disabled", "true", timeout=PATIENCE)
            expect(self.page.locator("#said")).not_to_be_empty()
            self.watch.look()
            Taps(self.page).record()
        self.watch.look()
        self.tapped |= keys_in(form)

    def undo(self) -> None:
        """Take the last deal back."""
        last = self.page.locator("#last-deal")
        last.get_by_role("button", name="Undo").click()
        expect(last.get_by_role("button", name="Put it back")).to_be_visible(timeout=PATIENCE)
        self.watch.look()

    def correct(self, form: Form) -> None:
        """Correct the first deal on its own page to another result."""
        self.page.goto(f"{self.table}pad/")
        self.watch.look()
        self.page.get_by_role("link", name="Why? Deal 1").click()
        self.watch.look()
        self.page.get_by_role("link", name="Correct this deal").click()
        self.play(form)
        press(self.page.get_by_role("button", name="Preview changes"))
        expect(self.page.get_by_role("heading", name="What changes")).to_be_visible()
        self.watch.look()
        self.page.locator("#ask-reason label", has_text="wrong key").click()
        press(self.page.locator("button[name=save]"))
        self.watch.look()
        self.page.goto(self.table)

    def end(self, sitting: Sitting) -> None:
        """Play the rubber to its end, or stop; agree, and read the slip."""
        if self.game.course.game_points or self.game.course.deals:
            for _deal in range(MOST_DEALS):
                if standing_now(sitting).sheet.rubbers:
                    break
                form = best(standing_now(sitting))
                self.enter(form)
                self.record(form)
        else:
            open_more(self.page)
            self.page.get_by_role("link", name="Stop or change").click()
            self.watch.look()
            self.page.locator("form[action$='break-off/'] button").first.click()
        agree = self.page.get_by_role("button", name="Made up and agreed")
        expect(agree).to_be_visible(timeout=PATIENCE)
        self.watch.look()
        press(agree)
        self.watch.look()
        self.page.goto(f"{self.table}slip/")
        expect(self.page.locator("h1")).to_be_visible()
        self.watch.look()


def standing_now(sitting: Sitting) -> PartScore:
    """Return how a table stands now."""
    part = part_of(sitting)
    assert part is not None
    return standing_of(part)


def best(standing: PartScore) -> Form:
    """Return the deal that brings the first side nearest to the end of the rubber."""
    game, dealer = standing.game, standing.dealer
    forms = list(Keys(game, standing.rules).plain())

    def worth(form: Form) -> tuple[int, int, int]:
        facts = read_entry(game, standing.rules, form, dealer).facts
        deal = standing.read(standing.completed(facts))
        sheet = standing.sheet_with((*standing.facts, canonical(deal.facts())))
        return len(sheet.rubbers), max(sheet.games_now.values()), max(sheet.below_now.values())

    return max(forms, key=worth)


def long_table(club: Club, game: Game, names: tuple[str, ...] = LONG) -> Sitting:
    """Sit people down to a game, with the longest of short names unless told."""
    people = [
        Person.objects.create(club=club, name=f"{names[n % 4]} {game.key}", short_name=names[n % 4])
        for n in range(len(game.seats))
    ]
    actor, agreement = actor_of(club), Agreement(game.key, {}, None)
    sitting = open_sitting(
        club=club, table=None, people=people, agreement=agreement, key=new_key(), actor=actor
    )
    line_up = LineUp(dict(zip(game.seats, people, strict=True)), game.seats[0], {})
    take_seats(sitting=sitting, line_up=line_up, agreement=agreement, key=new_key(), actor=actor)
    return sitting


def sit(
    open_page: Open, game: Game, names: tuple[str, ...] = LONG
) -> tuple[Tapping, Keys, Sitting]:
    """Sit people down to a game, and open their table's page."""
    club: Club = new_club()
    sitting = long_table(club, game, names)
    page = open_page("/", login=HOST)
    keys = Keys(game, resolve_rules(game, {}))
    watch = Watch(page, raw_names(game, keys.keys))
    table = f"/table/{sitting.pk}/"
    page.goto(table)
    return Tapping(page, game, watch, table), keys, sitting
