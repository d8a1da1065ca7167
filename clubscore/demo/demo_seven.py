"""An evening of the seven for the demo: two tables, one crossing, entered as at real ones."""

import datetime as dt
import random

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.accounts.paying import Handed
from clubscore.club.models import Club, Person
from clubscore.demo.demo_cards import play_deal
from clubscore.laws.games import find_game
from clubscore.rubbers.deal.recording import Report
from clubscore.rubbers.locks import Entered, new_key
from clubscore.rubbers.models import CardTable, SevenEvening
from clubscore.rubbers.models.kept_data import RulesKept
from clubscore.rubbers.money.paid_tonight import pay_at_table
from clubscore.rubbers.money.slip import slip_of
from clubscore.rubbers.seven.closing import close_seven
from clubscore.rubbers.seven.dealing import (
    agree_rubber,
    contract_of,
    note_contract,
    record_deal,
)
from clubscore.rubbers.seven.log import Seven, newest_part, read_seven
from clubscore.rubbers.seven.sitting_down import TwoTables, open_seven
from clubscore.rubbers.sitting.forms import AgreementForm
from clubscore.rubbers.state.part_state import Standing, standing_of
from clubscore.tableside.entry_form import read_entry

GAME = find_game("auction")
RULES: RulesKept = {"seven_credit": "original", "seven_seat": "home"}
A_DEAL = dt.timedelta(minutes=7)


class DemoSeven:
    """Seven people at two tables, with a clock of their own."""

    def __init__(
        self,
        *,
        club: Club,
        tables: tuple[CardTable, CardTable],
        people: list[Person],
        start: dt.datetime,
        rng: random.Random,
    ) -> None:
        self.club, self.rng, self.time = club, rng, start
        self.actor = Actor(level=Level.SCORER, club=club, person=people[0])
        first, second = tables
        with clock.at(self.time):
            sitting = open_seven(
                club=club,
                people=people,
                tables=TwoTables((first.name, second.name), (first.pack, second.pack), RULES),
                agreement=AgreementForm({}, club=club, game=GAME).agreement,
                draws=[],
                key=new_key(),
                actor=self.actor,
            )
        assert sitting.seven is not None  # noqa: S101 - it was opened for the seven
        self.evening = sitting.seven.pk

    @property
    def seven(self) -> Seven:
        """The evening as it stands now."""
        return read_seven(SevenEvening.objects.get(pk=self.evening))

    def standing(self, table: int) -> Standing:
        """How a table's newest rubber stands."""
        part = newest_part(self.seven.sittings[table])
        assert part is not None  # noqa: S101 - both tables are seated from the beginning
        return standing_of(part)

    def _entry(self, table: int) -> Entered:
        sitting = self.seven.sittings[table]
        return {"sitting": sitting, "key": new_key(), "actor": self.actor}

    def play(self, deals: int) -> None:
        """Play about so many deals at each table, in turn, as dummies cross between them."""
        for _number in range(deals):
            for table in (1, 2):
                if not self.seven.state.deals(table):
                    continue  # its fourth is dummy at the other, where all passed
                self.time += A_DEAL / 2
                with clock.at(self.time):
                    self._deal(table)

    def _deal(self, table: int) -> None:
        standing = self.standing(table)
        given = play_deal(GAME, standing.rules, standing.dealer, self.rng)
        entry = read_entry(GAME, standing.rules, given, standing.dealer)
        facts, number = entry.facts, standing.part.number
        if "bid" in facts:
            note_contract(
                part=number,
                position=standing.next_position,
                facts=contract_of(facts),
                **self._entry(table),
            )
        report = Report(number, standing.next_position, facts, new_key(), entry.remarks)
        record_deal(sitting=self.seven.sittings[table], report=report, actor=self.actor)
        now = self.standing(table)
        if now.sheet.rubbers and now.sheet.unfinished is None:
            rubber = len(now.sheet.rubbers)
            agree_rubber(part=now.part.number, rubber=rubber, **self._entry(table))

    def close(self) -> None:
        """Make up what is open, end both tables, and pay the slip that they share."""
        with clock.at(self.time):
            close_seven(**self._entry(1))
            first = self.seven.sittings[1]
            while owed := slip_of(self.club, first.table, first.evening).owed:
                one = owed[0]
                handed = Handed(one.payer.pk, one.payee.pk, one.currency.code, one.amount)
                pay_at_table(handed=handed, **self._entry(1))
