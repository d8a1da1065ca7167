"""Evenings to print: sittings made through the services that record real ones."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from clubscore.club.access import Actor, Level
from clubscore.club.logins import found_club
from clubscore.club.models import Club, Person
from clubscore.laws.game import Game
from clubscore.laws.games import find_game
from clubscore.rubbers.models import Part, Sitting
from clubscore.rubbers.recording import DealEntry, agree_rubber, correct_deal, record_deal
from clubscore.rubbers.score import standing_of
from clubscore.rubbers.seating import (
    Agreement,
    LineUp,
    break_off,
    change_agreement,
    close_sitting,
    open_sitting,
    take_seats,
)
from clubscore.rubbers.selectors import new_key, part_of

CROWN = {"amount": "5s", "currency": "LSD", "per": 100}
TENS = {**CROWN, "round": "ten"}
# The scoring block of the Laws of Bridge 1899, pp. 30-32: 94 against 358.
BLOCK = tuple(find_game("straight-bridge").about.examples[0].score_file["deals"])
NAMES = ("Ann", "Bob", "Cecil", "Dora", "Eve", "Fred")


class Evening:
    """A table in a club of its own, and what is done at it."""

    def __init__(self, *names: str, club: str = "Portland", short: Sequence[str] = ()) -> None:
        self.club: Club = found_club(name=club, author="a test")
        names = names or NAMES[:4]
        self.people = [
            Person.objects.create(
                club=self.club, name=name, short_name=(short[n] if short else name)[:20]
            )
            for n, name in enumerate(names)
        ]
        self.actor = Actor(level=Level.DIRECTOR, club=self.club, person=self.people[0])
        self.sitting: Sitting | None = None

    def sit_down(self, game: str, stakes: Mapping[str, Any] | None = None, **rules: Any) -> Part:
        """Open the table, or play on at another game; the first people take the seats."""
        found = find_game(game)
        agreement = Agreement(game, rules, dict(stakes) if stakes else None)
        if self.sitting is None:
            self.sitting = open_sitting(
                club=self.club,
                table=None,
                people=self.people[: found.players],
                agreement=agreement,
                key=new_key(),
                actor=self.actor,
            )
        else:
            change_agreement(
                sitting=self.sitting, agreement=agreement, key=new_key(), actor=self.actor
            )
        seats = dict(zip(found.seats, self.people, strict=False))
        return take_seats(
            sitting=self.sitting,
            line_up=LineUp(seats, found.deal_order[0], {}),
            agreement=agreement,
            key=new_key(),
            actor=self.actor,
        )

    def now(self) -> Part:
        """Return the part that is being played."""
        part = part_of(self.sitting)
        assert part is not None
        return part

    def deal(self, facts: Mapping[str, Any]) -> None:
        """Record a deal; a rubber that it ends is made up and agreed."""
        self.deals([facts])

    def deals(self, all_facts: Sequence[Mapping[str, Any]]) -> None:
        """Record deals of a part one after the other; what each ends is agreed at once."""
        part = self.now()
        standing = standing_of(part)
        for facts in all_facts:
            report = DealEntry(part.number, standing.next_position, dict(facts), new_key(), {})
            record_deal(sitting=self.sitting, report=report, actor=self.actor)
            standing = standing_of(part)
            sheet = standing.sheet
            if sheet.rubbers and sheet.rubbers[-1].deal == len(sheet.deals):
                self.agree(len(sheet.rubbers))

    def agree(self, rubber: int) -> None:
        """Make up and agree."""
        agree_rubber(
            sitting=self.sitting,
            part=self.now().number,
            rubber=rubber,
            key=new_key(),
            actor=self.actor,
        )

    def put_right(self, position: int, facts: Mapping[str, Any], reason: str) -> None:
        """Correct a deal of the part that is being played."""
        seen = standing_of(self.now()).by_position(position)
        assert seen is not None
        report = DealEntry(self.now().number, position, dict(facts), new_key(), {})
        correct_deal(
            sitting=self.sitting,
            report=report,
            seen=seen.revision.number,
            reason=reason,
            actor=self.actor,
        )

    def break_off(self) -> None:
        """Break the rubber off and agree on what stands."""
        part = self.now()
        break_off(
            sitting=self.sitting, part=part.number, reason="late", key=new_key(), actor=self.actor
        )
        self.agree(len(standing_of(part).sheet.rubbers) + 1)

    def end(self) -> None:
        """End the evening."""
        close_sitting(sitting=self.sitting, key=new_key(), actor=self.actor)

    def fresh(self) -> Sitting:
        """Return the sitting as a page would fetch it."""
        return Sitting.objects.select_related("club", "table").get(pk=self.sitting.pk)


def random_deal(game: Game, chance: random.Random, honours: float = 0.8) -> dict[str, Any]:
    """Return a deal such as people report: near its contract, honours in most, or in so many."""
    # Nobody bids a slam every other deal.
    most = game.play.tricks - game.book - 2
    bid = chance.choice([text for text, bid in game.bidding.bids.items() if bid.level <= most])
    declarer = chance.choice(game.seats)
    deal: dict[str, Any] = {"bid": bid, "declarer": declarer}
    if game.names_partner:
        deal["partner"] = chance.choice([seat for seat in game.seats if seat != declarer])
    denomination = game.bidding.bids[bid].denomination
    won = game.book + (game.bidding.bids[bid].level or 2) + chance.choice((-2, -1, -1, 0, 0, 0, 1))
    deal["tricks"] = game.play.tricks - won if denomination.reversed else won
    if denomination.alone:
        return deal | {"tricks": chance.choice((0, 1, 2))}
    if game.questions.tricks_by_player:
        others = [seat for seat in game.seats if seat != declarer]
        first = chance.randint(0, game.play.tricks - won)
        deal["defenders"] = dict(zip(others, (first, game.play.tricks - won - first), strict=True))
    for ask in game.questions.asks:
        if ask.must and ask.among == "hands":
            deal[ask.field] = chance.choice(game.hands)
    if game.bidding.max_doubling != 0 and chance.random() < 0.2:
        deal["doubling"] = 1
    if game.honours_for(denomination.key, _rules(game)) and chance.random() < honours:
        one_each = "sorted-pack" in game.dealing.procedures and not denomination.is_suit
        counts = [int(one_each)] * len(game.honour_hands)
        for _ in range(0 if any(counts) else 5 if denomination.is_suit else 4):
            counts[chance.randrange(len(counts))] += 1
        deal["honours"] = {
            hand: held for hand, held in zip(game.honour_hands, counts, strict=True) if held
        }
    return deal


def _rules(game: Game) -> Any:
    from clubscore.laws.house_rules import resolve_rules

    return resolve_rules(game)


def block_evening() -> Evening:
    """Play the six deals of the Laws of Bridge at a crown a hundred, and end."""
    evening = Evening()
    evening.sit_down("straight-bridge", TENS)
    evening.deals(BLOCK)
    evening.end()
    return evening


def begun_evening(
    game: str, deals: int, seed: int = 1914, honours: float = 0.8, **rules: Any
) -> tuple[Evening, list[dict[str, Any]]]:
    """Sit down at a game; return so many deals with it that may be played there."""
    evening = Evening(*NAMES[: find_game(game).players])
    evening.sit_down(game, CROWN, **rules)
    chance = random.Random(seed)  # noqa: S311 - the same deals every time
    return evening, [random_deal(find_game(game), chance, honours) for _ in range(deals)]


def ended(evening: Evening) -> Evening:
    """End an evening; a rubber under way is broken off."""
    if standing_of(evening.now()).sheet.unfinished is not None:
        evening.break_off()
    evening.end()
    return evening


def long_evening(game: str, deals: int = 30, **more: Any) -> Evening:
    """Play so many deals of a game to the end."""
    evening, all_facts = begun_evening(game, deals, **more)
    evening.deals(all_facts)
    return ended(evening)
