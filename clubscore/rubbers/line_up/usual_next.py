"""What a table most often does after a rubber: what was last done at this club stands first."""

from enum import StrEnum

from django.db.models import Exists, OuterRef

from clubscore.club.models import Club
from clubscore.rubbers.models import Happening, Settlement


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
