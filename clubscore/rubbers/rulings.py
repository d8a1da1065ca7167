"""What was chosen by the law when a deal went wrong, and a deal judged instead of played.

A choice is a happening at the table; where it changes the score, the form of its deal begins with
what it says. At double dummy players sit next to each other, each opposite their own dummy: the
first has South and North, the second West and East (Auction Bridge Variations, p. 160).
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.entry import Refused, text_of, whole_number
from clubscore.deals.card_play import SIDE_OF
from clubscore.lawbook.irregularity import FINE, NEW_DEAL, REVOKE, AnswerOption
from clubscore.lawbook.which_game import LawsOfGame, laws_of
from clubscore.rubbers.deal_form import DealSentence, draft_given, sentence_of
from clubscore.rubbers.models import Happening, HappeningData, Part, Sitting
from clubscore.rubbers.recording import change_dealer
from clubscore.rubbers.score import PartScore, choices_of, standing_at, standing_of
from clubscore.rubbers.selectors import (
    authored,
    key_of,
    may_enter,
    must_be_open,
    no_such_part,
    part_of,
    sitting_for,
    taken_part,
)
from clubscore.rubbers.table_state import must_play

Kind = Happening.Kind
# Between the key of an answer and that of the option in what a key of a page sends.
BETWEEN = "|"
# What of a phone waits beside its deals says so.
LAW = "law"
# The form of a deal has room for two offenders.
MOST_OFFENDERS = 2


@dataclass(frozen=True)
class ChosenAnswer:
    """An option of an answer, for a deal by its position; `seat` is whose mistake it was."""

    answer: str
    option: str
    position: int
    seat: str = ""


class LawAnswer(NamedTuple):
    """What a page sends: the answer by its key, its option, the deal it is for, and whose mistake.

    `seat` is empty where nobody was chosen.
    """

    answer: str
    option: AnswerOption
    position: int
    seat: str

    @property
    def lacks_seat(self) -> bool:
        """Whether it must be said whose mistake it was, and was not."""
        return self.option.enters in (REVOKE, FINE) and not self.seat

    @property
    def chosen(self) -> ChosenAnswer:
        """What is noted."""
        seat = self.seat if self.option.enters else ""
        return ChosenAnswer(self.answer, self.option.key, self.position, seat)


def read_choice(standing: PartScore, given: QueryDict) -> LawAnswer:
    """Read what was chosen on a page. Raises Refused where the game has no such choice."""
    answer, _between, chosen = given.get("choose", "").partition(BETWEEN)
    option = option_of(laws_at(standing), answer, chosen)
    seat = given.get(f"seat-{answer}", "")
    position = whole_number(given.get("deal")) or standing.next_position
    return LawAnswer(answer, option, position, seat if seat in standing.game.seats else "")


def is_choice(given: QueryDict) -> bool:
    """Whether what waited on a phone is a choice by the law, and no deal."""
    return given.get("what") == LAW


def take_choice(*, sitting: Sitting, given: QueryDict, actor: Actor) -> int | None:
    """Note a choice that waited on a phone, as `note_choice` does. Refused where it cannot be."""
    part = part_of(sitting, whole_number(given.get("part")) or 0)
    if part is None:
        raise no_such_part()
    standing = standing_at(part, sitting.revision)
    read = read_choice(standing, given)
    if read.lacks_seat:
        raise Refused(_("Choose who it was."))
    is_noted = Happening.objects.filter(club_id=sitting.club_id, key=key_of(given)).exists()
    if read.option.enters == NEW_DEAL and read.position != standing.next_position and not is_noted:
        raise Refused(_("This deal has been recorded. It cannot be dealt again."))
    return note_choice(
        sitting=sitting, part=part.number, chosen=read.chosen, key=key_of(given), actor=actor
    )


def laws_at(standing: PartScore) -> LawsOfGame:
    """What the laws of a table's game hold of what went wrong."""
    return laws_of(standing.part.game, standing.rules.preset.key)


def option_of(laws: LawsOfGame, answer: str, option: str) -> AnswerOption:
    """Return the option of an answer. Raises Refused where the game has none such."""
    found = laws.find(answer)
    options = found[1].options if found else ()
    for each in options:
        if each.key == option:
            return each
    raise Refused(_("These laws do not have that choice. Choose again."))


def note_choice(
    *, sitting: Sitting, part: int, chosen: ChosenAnswer, key: str, actor: Actor
) -> int | None:
    """Note what was chosen; a new deal is dealt again. Raises Refused where it cannot be.

    Return the revision that this alone made of the table, None where more was done with it.
    """
    with taken_part(sitting, part) as found:
        must_be_open(found.sitting)
        if Happening.objects.filter(club_id=found.club_id, key=key).exists():
            return int(found.sitting.revision)
        standing = standing_of(found)
        option = option_of(laws_at(standing), chosen.answer, chosen.option)
        data = _data(standing, chosen)
        if option.enters != NEW_DEAL:
            if standing.by_position(chosen.position) is None:
                must_play(standing)
                data["position"] = standing.next_position
            _write(found, data, key, actor)
            return int(found.sitting.revision)
    change_dealer(
        sitting=sitting,
        part=part,
        seat=standing.dealer,
        misdeal=True,
        key=key,
        actor=actor,
        by_law=data,
    )
    return None


def withdraw_choice(*, sitting: Sitting, part: int, choice: int, key: str, actor: Actor) -> None:
    """Withdraw a choice that was noted; Refused where there is none such."""
    with taken_part(sitting, part) as found:
        must_be_open(found.sitting)
        if Happening.objects.filter(club_id=found.club_id, key=key).exists():
            return
        noted = next((each for each in choices_of(found) if each.pk == choice), None)
        if noted is None:
            raise Refused(_("This choice has already been withdrawn."))
        _write(found, {**noted.data, "undoes": noted.key}, key, actor)


def form_of(choices: list[Happening]) -> dict[str, str]:
    """Return what the form of a deal begins with: revokes with their penalties, and a fine."""
    form: dict[str, str] = {}
    times = Counter[tuple[str, str]]()
    for each in choices:
        option = _option(each.data)
        seat = each.data.get("seat", "")
        if option is not None and option.enters == REVOKE:
            times[seat, option.of_what] += 1
        elif option is not None and option.enters == FINE:
            form |= {"fined": seat, "fine-for": option.of_what}
    for number, ((seat, penalty), often) in enumerate(times.items(), 1):
        if number <= MOST_OFFENDERS:
            form |= {
                f"revoke-{number}": seat,
                f"penalty-{number}": penalty,
                f"often-{number}": str(often),
            }
    return form


def _option(data: HappeningData) -> AnswerOption | None:
    found = laws_of(data["game"], data["code"]).find(data["answer"])
    options = found[1].options if found else ()
    return next((each for each in options if each.key == data["option"]), None)


def _data(standing: PartScore, chosen: ChosenAnswer) -> HappeningData:
    data: HappeningData = {
        "game": standing.part.game,
        "code": standing.rules.preset.key,
        "answer": chosen.answer,
        "option": chosen.option,
        "position": chosen.position,
    }
    if chosen.seat in standing.game.seats:
        people = standing.at_deal(chosen.position).people
        data |= {"seat": chosen.seat, "names": [people[chosen.seat].name]}
    return data


def _write(part: Part, data: HappeningData, key: str, actor: Actor) -> None:
    Happening.objects.create(
        sitting=part.sitting,
        part=part,
        kind=Kind.RULED,
        data=data,
        **authored(actor, part.club_id, key),
    )


PROCEDURE = "adjudicate"
SIDES = ("NS", "EW")


class JudgedDeal(NamedTuple):
    """What the solver says: what is played in, by which hand, and the tricks it comes to."""

    denomination: str
    declarer: str
    tricks: int


def standing_to_judge(actor: Actor, table: int) -> PartScore | None:
    """Return how a table stands whose deal may be judged; None where it plays another game.

    Http404 or PermissionDenied where the table is not this reader's to enter at.
    """
    sitting: Sitting = sitting_for(actor, table, enter=True)
    part = part_of(sitting)
    if part is None or not sitting.is_open or not may_enter(actor, sitting):
        return None
    standing = standing_at(part, sitting.revision)
    return standing if PROCEDURE in standing.game.dealing.procedures else None


def player_of(standing: PartScore, declarer: str) -> str:
    """Return the seat at the table of whoever has this hand, North to West."""
    return standing.game.seats[SIDES.index(SIDE_OF[declarer])]


def judged_so_far(standing: PartScore) -> tuple[str, str]:
    """Return what is played in, and by which hand, as the table noted it; "" where it did not."""
    noted = draft_given(standing)
    seat = text_of(noted, "declarer")
    hands = dict(zip(standing.game.seats, ("S", "W"), strict=True))
    return text_of(noted, "denomination"), hands.get(seat, "")


def judged_given(standing: PartScore, judged: JudgedDeal) -> dict[str, str | list[str]]:
    """Return the form of a deal filled with what was judged.

    The contract is the one that was noted, where it is of the same hand and denomination, else the
    highest that is made, at least one.
    """
    game, noted = standing.game, draft_given(standing)
    seat = player_of(standing, judged.declarer)
    told = {"denomination": judged.denomination, "declarer": seat}
    if all(noted.get(name) == value for name, value in told.items()):
        given = noted
    else:
        level = max(1, judged.tricks - game.book)
        given = {**told, "level": str(level), "doubling": "0"}
    bid = game.bidding.bids[f"{given['level']}{judged.denomination}"]
    over = game.over(bid, judged.tricks)
    return {**given, "result": f"{over:+d}" if over else "="}


def judged_sentence(standing: PartScore, judged: JudgedDeal) -> DealSentence:
    """Return what the table's form then says."""
    given = judged_given(standing, judged)
    return sentence_of(standing, given, standing.dealer)


def read_judged(standing: PartScore, asked: Mapping[str, str]) -> JudgedDeal | None:
    """Read what a page of the solver's hands to the table; None where it says nothing of use."""
    tricks = whole_number(asked.get("judged"))
    denomination, declarer = asked.get("in", ""), asked.get("by", "")
    if tricks is None or tricks > standing.game.play.tricks or declarer not in SIDE_OF:
        return None
    if PROCEDURE not in standing.game.dealing.procedures:
        return None
    known = {bid.denomination.key for bid in standing.game.bidding.bids.values()}
    return JudgedDeal(denomination, declarer, tricks) if denomination in known else None
