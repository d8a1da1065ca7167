"""What a card table does now: the one state by which its pages are shown and entries judged.

Nothing of it is stored. It follows from the deals, from what was agreed, and from the steps that
the table's history keeps.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from clubscore.club.database import Remembered
from clubscore.club.entry import Refused
from clubscore.club.models import Club
from clubscore.laws.cutting import resolve_cut
from clubscore.laws.games import Game, find_game
from clubscore.rubbers.line_up import ENDS_CHOICE, players_next
from clubscore.rubbers.models import Happening, Settlement, Sitting
from clubscore.rubbers.score import PartScore, standing_of
from clubscore.rubbers.selectors import must_be_by_itself, part_of
from clubscore.rubbers.settling import is_agreed

Kind = Happening.Kind
# With these a new line-up is on its way.
CHANGES = (Kind.DREW, Kind.LINE_UP, Kind.CUT_OUT, Kind.OFFERED, Kind.AGREED)
CHOOSES = (Kind.CUT_OUT, Kind.OFFERED)
STEPS = (*CHANGES, Kind.SEATED, Kind.OPENED, Kind.LEFT)
# Another game cuts for itself.
ENDS_DRAWS = (*ENDS_CHOICE, Kind.AGREED)


class Doing(StrEnum):
    """What a table does."""

    PLAY = "play"
    AGREE = "agree"
    NEXT = "next"
    CHOOSE = "choose"
    CUT = "cut"
    SEAT = "seat"
    OVER = "over"


@dataclass(frozen=True)
class TableState:
    """What a table does now; `step` is the happening that brought it there, 0 for none.

    part, rubber: the numbers of what is to be agreed, has_rivals: whether two reports of a deal
    stand in its way; under_way: whether a deal of a rubber is recorded that is not over; drawn:
    whether cards decide the seats.
    """

    doing: Doing
    step: int
    part: int = 0
    rubber: int = 0
    has_rivals: bool = False
    under_way: bool = False
    is_void: bool = False
    drawn: bool = False

    @property
    def mark(self) -> str:
        """What a page says when it asks anew, so that it is known whether the table went on."""
        return f"{self.step}-{'play' if self.under_way else 'between'}"

    @property
    def changes(self) -> bool:
        """Whether another line-up is on its way."""
        return self.doing in (Doing.CHOOSE, Doing.CUT, Doing.SEAT)


class LineUpEnded(Refused):
    """An entry is for a line-up that has ended: it can never be recorded as it stands."""


def state_of(
    sitting: Sitting, standing: PartScore | None = None, *, just_taken: bool = False
) -> TableState:
    """Return what a table does; `standing` is that of its newest part, where it is at hand.

    With `just_taken` nothing was written since its revision was counted up.
    """
    if standing is None:
        part = part_of(sitting)
        standing = standing_of(part) if part is not None else None
    steps = _steps_of(sitting, sitting.revision - just_taken)
    step = next((each.pk for each in reversed(steps) if each.kind != Kind.LEFT), 0)
    if not sitting.is_open:
        return TableState(Doing.OVER, step, is_void=sitting.voided_at is not None)
    if standing is not None:
        rubber = rubber_to_agree(standing)
        if rubber:
            number, rivals = standing.part.number, standing.has_rivals
            return TableState(Doing.AGREE, step, number, rubber, rivals)
        unfinished = standing.sheet.unfinished is not None
        if unfinished and standing.part.closed_at is None:
            return TableState(Doing.PLAY, step, under_way=True)
    return _between(sitting, standing, steps, step)


_steps: Remembered[tuple[int, int], list[Happening]] = Remembered()


def _steps_of(sitting: Sitting, revision: int) -> list[Happening]:
    """Return the steps of a table, oldest first. One query; none where they are remembered."""
    steps = _steps.get((sitting.pk, revision))
    if steps is None:
        steps = list(sitting.happenings.filter(kind__in=STEPS).order_by("pk"))
        # Another request may be about to take the next step.
        if not transaction.get_connection().in_atomic_block:
            _steps.keep((sitting.pk, revision), steps)
    return steps


def keep_steps(sitting: Sitting) -> None:
    """Remember that a revision still being written takes no step; every phone is about to ask."""
    steps = _steps.get((sitting.pk, sitting.revision - 1))
    if steps is not None:
        _steps.keep((sitting.pk, sitting.revision), steps)


def rubber_to_agree(standing: PartScore) -> int:
    """Return the number of the rubber that has just ended and is not agreed, else 0."""
    sheet, part = standing.sheet, standing.part
    over = bool(sheet.rubbers) and sheet.rubbers[-1].deal == len(standing.live)
    if over and part.closed_at is None:
        number = len(sheet.rubbers)
    elif part.broken_off and sheet.unfinished is not None:
        number = len(sheet.rubbers) + 1
    else:
        return 0
    return 0 if is_agreed(part, number) else number


def _between(
    sitting: Sitting, standing: PartScore | None, steps: Sequence[Happening], step: int
) -> TableState:
    """Return the state of a table at which no rubber is under way and none is to be agreed."""
    begun = max((n for n, each in enumerate(steps) if each.kind == Kind.SEATED), default=-1)
    since = [each.kind for each in steps[begun + 1 :]]
    last = next((kind for kind in reversed(since) if kind in CHANGES), None)
    sits = standing is not None and standing.part.closed_at is None
    if sits and last is None and Kind.LEFT not in since:
        return TableState(Doing.PLAY, step)
    agreed = [each for each in steps if each.kind in (Kind.OPENED, Kind.AGREED)]
    key = agreed[-1].data["game"] if agreed or standing is None else standing.game.key
    game = find_game(key)
    if players_next(sitting, game) is None:
        settling = standing is None or last in CHOOSES
        return TableState(Doing.CHOOSE if settling else Doing.NEXT, step)
    if last is None and standing is not None:
        return TableState(Doing.PLAY if sits else Doing.NEXT, step)
    return TableState(_changing(game, steps, last), step, drawn=last == Kind.DREW)


def _changing(game: Game, steps: Sequence[Happening], last: str | None) -> Doing:
    """Return what is done towards the next line-up, by the last step that led there."""
    if last == Kind.DREW:
        law = game.dealing.cutting
        cut = resolve_cut(cutting_rounds(steps), partners=game.has_partners, law=law)
        return Doing.CUT if cut.again else Doing.SEAT
    if last == Kind.LINE_UP:
        return Doing.CUT
    return Doing.CHOOSE if last in CHOOSES else Doing.SEAT


def draws_of(sitting: Sitting) -> list[dict[int, str]]:
    """Return the rounds of cutting for the next seats: {person: card} each."""
    kinds = (*ENDS_DRAWS, Kind.DREW)
    return cutting_rounds(list(sitting.happenings.filter(kind__in=kinds).order_by("pk")))


def cutting_rounds(steps: Sequence[Happening]) -> list[dict[int, str]]:
    """Return the rounds of cutting among some steps, as far as they still count."""
    rounds: list[dict[int, str]] = []
    for each in steps:
        if each.kind in ENDS_DRAWS or (each.kind == Kind.DREW and each.data.get("afresh")):
            rounds = []
        if each.kind == Kind.DREW:
            rounds.append({int(who): card for who, card in each.data["cards"].items()})
    return rounds


def why_not_played(state: TableState) -> str:
    """Return why no deal is recorded now; nothing where the table plays."""
    if state.is_void:
        return _("This table has been declared void.")
    return {
        Doing.PLAY: "",
        Doing.AGREE: _("The rubber is over. Make it up and agree it first."),
        Doing.NEXT: _("The rubber is over. First choose what comes next."),
        Doing.CHOOSE: _("The table is choosing who plays next. Record deals after that."),
        Doing.CUT: _("The table is cutting for the next rubber. Record deals after that."),
        Doing.SEAT: _("The table is taking seats for the next rubber. Record deals after that."),
        Doing.OVER: _("This table has ended for tonight. Reopen it to go on."),
    }[state.doing]


def must_play(
    standing: PartScore, people: str = "", *, undoes: bool = False, just_taken: bool = False
) -> None:
    """Raise Refused where the table does not play in this line-up now, LineUpEnded where it ended.

    `people` is who sat there when the entry was made, nothing where it does not say. With `undoes`
    the deal that ended a rubber may still be taken back; `just_taken` as of `state_of`.
    """
    if standing.part.closed_at is not None:
        raise LineUpEnded(_("The line-up or the game at this table has changed. Go to the table."))
    state = state_of(standing.part.sitting, standing, just_taken=just_taken)
    why = why_not_played(state)
    if why and not (undoes and state.doing == Doing.AGREE):
        raise Refused(why)
    if people and people != standing.seated:
        raise LineUpEnded(
            _(
                "The people at this table have changed since this deal was entered."
                " Check who played."
            )
        )


def must_be_between(sitting: Sitting, step: int | None = None) -> None:
    """Raise Refused where a rubber is under way or is still to be agreed, or seven cross.

    `step` is the one that was shown on the page used; None where there was no page.
    """
    must_be_by_itself(sitting)
    state = state_of(sitting)
    if state.under_way:
        raise Refused(_("A rubber is being played. Finish it, or break it off and settle it."))
    if state.doing == Doing.AGREE:
        raise Refused(why_not_played(state))
    if step is not None and step != state.step:
        raise Refused(_("The table has moved on from another phone. Check it again."))


class Next(StrEnum):
    """A way on from a rubber that was made up."""

    DRAW = "draw"
    CUT = "cut"
    SAME = "same"
    PEOPLE = "people"
    GAME = "game"


def last_taken(club: Club) -> Next:
    """Return how the club last went on after a rubber: drawn, cut by hand, or as everybody sat.

    Two queries. Where nobody has gone on yet, the program draws.
    """
    before = Settlement.objects.filter(part__sitting=OuterRef("sitting"), at__lt=OuterRef("at"))
    drew = (
        Happening.objects.filter(Exists(before), club=club, kind=Happening.Kind.DREW)
        .order_by("pk")
        .last()
    )
    same = (
        Settlement.objects.filter(club=club, kind=Settlement.Kind.AGREED, rubber__gt=1)
        .order_by("pk")
        .last()
    )
    if same is not None and (drew is None or drew.at < same.at):
        return Next.SAME
    return Next.CUT if drew is not None and drew.data.get("by_hand") else Next.DRAW


def ways_next(club: Club, *, most: int, seated: bool, same: bool) -> tuple[list[Next], list[Next]]:
    """Return the ways on that stand on the page, at most so many, and those behind More.

    `seated` says whether those who play are settled, so that they may draw; `same` whether they may
    go on as they sit.
    """
    first = last_taken(club)
    ways = [Next.CUT if first == Next.CUT else Next.DRAW, Next.SAME, Next.GAME, Next.PEOPLE]
    ways += [Next.DRAW if first == Next.CUT else Next.CUT]
    ways.sort(key=lambda way: way != first)
    if not seated:
        ways = [Next.PEOPLE, Next.GAME]
    possible = [way for way in ways if same or way != Next.SAME]
    return possible[:most], possible[most:]
