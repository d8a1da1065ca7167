"""What a game counts besides tricks and honours, asked of the same numbers that score deals."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubscore.club.wording.names import listed
from clubscore.club.wording.phrases import said
from clubscore.laws.cards import Bid
from clubscore.laws.game import Game
from clubscore.laws.house_rules import Rules
from clubscore.laws.reckoning import reckoner_for
from clubscore.laws.record import replace
from clubscore.laws.tariff import Tariff, Terms

# Games that set doubling no limit are shown this far.
USUAL_DOUBLING = 2


class Fact(NamedTuple):
    """One thing that counts and what it is worth: "rubber", "250"."""

    what: str
    worth: str

    @property
    def text(self) -> str:
        """Both in one line."""
        return _("%(what)s: %(worth)s") % {"what": self.what, "worth": self.worth}


def besides(game: Game, rules: Rules) -> list[Fact]:
    """Return whatever else counts: games, rubber, slams, bonuses, undertricks, revokes."""
    tariff = reckoner_for(game, rules).tariff
    return [
        *_game(game, tariff),
        *_rubber(tariff),
        *_single(_("a game ahead when the rubber is broken off"), tariff.unfinished_bonus),
        *_by_terms(game, tariff),
        *_single(_("each revoke"), tariff.revoke_points),
        *(Fact(said(what), said(worth)) for what, worth in tariff.remarks),
    ]


def _game(game: Game, tariff: Tariff) -> Iterator[Fact]:
    """Say what wins a game, and what it brings."""
    points = {"points": game.course.game_points or game.course.deal_game}
    if game.course.deal_game:
        text = ngettext(
            "%(points)s trick point in one deal",
            "%(points)s trick points in one deal",
            game.course.deal_game,
        )
        yield from _single(text % points, tariff.game_bonus)
        return
    if game.course.has_line:
        yield Fact(pgettext("what counts", "game"), _("%(points)s below the line") % points)
    elif game.course.game_points:
        yield Fact(pgettext("what counts", "game"), _("%(points)s in all") % points)
    yield from _single(_("for a game"), tariff.game_bonus)


def _rubber(tariff: Tariff) -> Iterator[Fact]:
    """Say what the rubber brings, and what it does where no one else won a game."""
    if tariff.quick_rubber_bonus is None:
        yield from _single(pgettext("what counts", "rubber"), tariff.rubber_bonus)
    elif tariff.quick_rubber_bonus:
        bonus = {"quick": tariff.quick_rubber_bonus, "long": tariff.rubber_bonus}
        yield Fact(
            pgettext("what counts", "rubber"),
            _("%(quick)s in two games, %(long)s in three") % bonus,
        )


def _by_terms(game: Game, tariff: Tariff) -> list[Fact]:
    """Say what slams and contracts bring, and what else they do to a side that is vulnerable."""
    facts = [*_slams(game, tariff), *_contracts(game, tariff)]
    if tariff.vulnerable_terms is None:
        return facts
    vulnerable = replace(tariff, terms=tariff.vulnerable_terms)
    others = [*_slams(game, vulnerable), *_contracts(game, vulnerable)]
    return [
        *facts,
        *(
            fact._replace(what=_("%(what)s (vulnerable)") % {"what": fact.what})
            for fact in others
            if fact not in facts
        ),
    ]


def _slams(game: Game, tariff: Tariff) -> list[Fact]:
    """Say what each slam brings, and where only some denominations know it."""
    return [
        Fact(_("%(slam)s (no-trumps)") % {"slam": _(word)} if only else _(word), str(points))
        for word, points, only in slams(game, tariff)
    ]


def _contracts(game: Game, tariff: Tariff) -> Iterator[Fact]:
    """Say what a contract brings above the line; a schedule of bids says it by itself."""
    if game.bidding.schedule or varies_by_level(game, tariff):
        return
    yield from _doubled(game, tariff, _("contract made"), lambda terms: terms.bonus)
    yield from _doubled(game, tariff, _("each overtrick"), lambda terms: terms.overtrick)
    yield from _undertricks(game, tariff)


def _single(word: str, points: int) -> Iterator[Fact]:
    if points:
        yield Fact(word, str(points))


def slams(game: Game, tariff: Tariff) -> list[tuple[str, int, bool]]:
    """Return (word, points, only at no trumps) of every slam that a bid may bring."""
    found: dict[tuple[str, int], set[bool]] = {}
    for bid in game.bidding.bids.values():
        if bid.denomination.alone or bid.denomination.reversed:
            continue
        terms = tariff.terms(bid, 0)
        for table in (terms.slams, terms.adverse_slams):
            for made in table.values():
                for points, word in made:
                    found.setdefault((word, points), set()).add(bid.denomination.is_suit)
    return sorted(
        ((word, points, suits == {False}) for (word, points), suits in found.items()),
        key=lambda slam: slam[1],
    )


def varies_by_level(game: Game, tariff: Tariff) -> bool:
    """Whether a trick is worth more the more were bid."""
    suit = game.bidding.denominations[0]
    return len({tariff.terms(Bid("", level, suit), 0).value for level in game.bidding.levels}) > 1


def _doublings(game: Game) -> range:
    most = USUAL_DOUBLING if game.bidding.max_doubling is None else game.bidding.max_doubling
    return range(most + 1)


def _terms(game: Game, tariff: Tariff, doubling: int) -> list[Terms]:
    level = min(game.bidding.levels, default=0)
    return [tariff.terms(Bid("", level, each), doubling) for each in game.bidding.denominations]


def _doubled(
    game: Game, tariff: Tariff, word: str, points: Callable[[Terms], int]
) -> Iterator[Fact]:
    """Say what something is worth as bid, doubled and redoubled; nothing where it never counts."""
    by_trick, counted = "", [0]
    for doubling in _doublings(game):
        worth = {points(terms) for terms in _terms(game, tariff, doubling)}
        if len(worth) == 1:
            counted[doubling:] = [worth.pop()]
        elif doubling and not by_trick:
            yield Fact(word, _by_the_trick(game, tariff, points, doubling))
            return
        else:
            by_trick = by_trick or _by_the_trick(game, tariff, points, doubling)
            counted.append(0)
    told = listed(filter(None, (by_trick, _as_doubled(counted))))
    if told:
        yield Fact(word, told)


def _by_the_trick(game: Game, tariff: Tariff, points: Callable[[Terms], int], doubling: int) -> str:
    """Say what is worth a trick, or two where it counts only when doubled."""
    single = _terms(game, tariff, 0)[0].value
    if points(_terms(game, tariff, doubling)[0]) == 2 * single:
        return _("twice the value of the trick if doubled, four times if redoubled")
    return _("the value of the trick")


def _as_doubled(counted: Sequence[int]) -> str:
    """Return "50, doubled 100, redoubled 200"; what counts nothing is left out."""
    texts = ("%(points)s", _("doubled %(points)s"), _("redoubled %(points)s"))
    return listed(
        text % {"points": points} for text, points in zip(texts, counted, strict=False) if points
    )


def _undertricks(game: Game, tariff: Tariff) -> Iterator[Fact]:
    """Say what each trick down is worth, and whether the next costs more than the one before."""
    each: list[list[int]] = [[], [], [], []]
    for doubling in _doublings(game):
        downs = {terms.down for terms in _terms(game, tariff, doubling)}
        down = downs.pop()
        # Where the suit decides, undertricks stand in a table of their own.
        if downs or len(down) <= len(each):
            return
        for number, points in enumerate(each):
            points.append(down[number + 1] - down[number])
    if any(terms.down_below for terms in _terms(game, tariff, 0)):
        yield Fact(_("each undertrick"), _("the value of the trick, below the line"))
    yield from _rising(each)


def _rising(each: Sequence[list[int]]) -> Iterator[Fact]:
    """Say what the first undertricks cost, as far as each costs something else than the next."""
    first, second, third, fourth = each
    if first == second == third:
        yield from _single_text(_("each undertrick"), first)
    elif not any(second):
        yield from _single_text(_("undertricks, any number, above the line"), first)
    elif second == third == fourth:
        yield from _single_text(_("first undertrick"), first)
        yield from _single_text(_("each further undertrick"), second)
    elif third == fourth:
        yield from _single_text(_("first undertrick"), first)
        yield from _single_text(_("second undertrick"), second)
        yield from _single_text(_("third and each further undertrick"), third)
    else:
        yield from _single_text(_("first undertrick"), first)
        yield from _single_text(_("second and third undertricks"), second)
        yield from _single_text(_("each further undertrick"), fourth)


def _single_text(word: str, counted: Sequence[int]) -> Iterator[Fact]:
    if any(counted):
        yield Fact(word, _as_doubled(counted))
