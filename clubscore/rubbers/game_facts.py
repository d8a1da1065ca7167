"""A game as a reader sees it: its kind and facts, tariff, variations and worked examples.

The tables are made from the same numbers that score deals.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from clubscore.club.entry import Given, text_of
from clubscore.club.templatetags.clubscore import sign
from clubscore.club.wording import listed, said
from clubscore.laws.auction import by_value, least_bids, worth
from clubscore.laws.cards import Bid
from clubscore.laws.deal_reading import read_deal
from clubscore.laws.game import Game
from clubscore.laws.game_notes import Example
from clubscore.laws.games import find_game, layered
from clubscore.laws.house_rules import Rules, default_rules
from clubscore.laws.reckoning import reckoner_for
from clubscore.laws.record import replace
from clubscore.laws.score_sheet import score_sitting
from clubscore.laws.sentences import describe_deal
from clubscore.laws.settlement import settle
from clubscore.laws.tariff import Tariff, TrickTerms
from clubscore.laws.words import SEATS
from clubscore.rubbers.pad import CountedDeal, counted
from clubscore.web.entry_keys import EntryKey, key

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


def _terms(game: Game, tariff: Tariff, doubling: int) -> list[TrickTerms]:
    level = min(game.bidding.levels, default=0)
    return [tariff.terms(Bid("", level, each), doubling) for each in game.bidding.denominations]


def _doubled(
    game: Game, tariff: Tariff, word: str, points: Callable[[TrickTerms], int]
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


def _by_the_trick(
    game: Game, tariff: Tariff, points: Callable[[TrickTerms], int], doubling: int
) -> str:
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


def kind_of(game: Game, rules: Rules) -> list[Fact]:
    """Return who plays, how it is bid and doubled, and whose honours count."""
    return [
        Fact(pgettext("fact of a game", "players"), str(game.players)),
        Fact(pgettext("fact of a game", "sides"), _sides(game)),
        Fact(pgettext("fact of a game", "tricks"), _tricks(game)),
        Fact(pgettext("fact of a game", "bidding"), _bidding(game, rules)),
        Fact(pgettext("fact of a game", "rank"), _rank(game, rules)),
        Fact(pgettext("fact of a game", "doubling"), _doubling(game)),
        Fact(pgettext("fact of a game", "honours"), _honours(game, rules)),
        Fact(pgettext("fact of a game", "chicane"), _chicane(game, rules)),
    ]


def facts_of(game: Game, rules: Rules) -> list[Fact]:
    """Return everything that is told of a game in a line each."""
    return [*kind_of(game, rules), *besides(game, rules)]


def source_of(game: Game) -> str:
    """Return where a game comes from: its inventor, if known, and the book."""
    about = game.about
    if not about.inventor:
        return about.source
    return _("%(inventor)s; %(source)s") % {"inventor": _(about.inventor), "source": about.source}


def side_by_side(
    first: tuple[Game, Rules], second: tuple[Game, Rules]
) -> list[tuple[str, str, str]]:
    """Return (what, worth at the first, worth at the second); empty where one has none such."""
    told = [{fact.what: fact.worth for fact in facts_of(*each)} for each in (first, second)]
    every = dict.fromkeys([*told[0], *told[1]])
    return [(what, told[0].get(what, ""), told[1].get(what, "")) for what in every]


def _sides(game: Game) -> str:
    if game.has_partners:
        return _("two against two")
    if game.names_partner:
        return _("each player alone; declarer takes a partner for the deal")
    if game.two_sided and game.players == 2:
        return _("one against one")
    if game.two_sided:
        return _("one with a dummy against two")
    if set(game.hands) > set(game.seats):
        return _("each player alone; declarer plays with dummy")
    return _("each player alone")


def _tricks(game: Game) -> str:
    if not game.book:
        return _("%(tricks)s, no book") % {"tricks": game.play.tricks}
    text = ngettext(
        "%(tricks)s; the first trick is the book and does not count",
        "%(tricks)s; the first %(book)s are the book and do not count",
        game.book,
    )
    return text % {"tricks": game.play.tricks, "book": game.book}


def _bidding(game: Game, rules: Rules) -> str:
    if not game.bidding.levels:
        return _("trumps are named, without a number")
    low, high = game.bidding.levels[0], game.bidding.levels[-1]
    if game.bidding.schedule:
        text = ngettext(
            "%(low)s to %(high)s trick, by the value of the bid",
            "%(low)s to %(high)s tricks, by the value of the bid",
            high,
        )
    elif by_value(game, rules):
        text = _("%(low)s to %(high)s, by value; at equal value, more tricks are higher")
    else:
        text = _("%(low)s to %(high)s, by number; at equal number, the higher denomination")
    return text % {"low": low, "high": high}


def _rank(game: Game, rules: Rules) -> str:
    names = [_(each.name) for each in game.bidding.ranked(rules)]
    return listed([*names, *(_(bid.denomination.name) for bid in game.bidding.own_bids)])


def _doubling(game: Game) -> str:
    if game.bidding.max_doubling is None:
        return _("without limit")
    if game.bidding.max_doubling == 0:
        return pgettext("fact of a game", "none")
    return _("doubled and redoubled") if game.bidding.max_doubling > 1 else _("doubled once")


def _honours(game: Game, rules: Rules) -> str:
    counted = [each for each in game.bidding.ranked(rules) if game.honours_for(each.key, rules)]
    if not counted:
        return pgettext("fact of a game", "none")
    manner = {
        "side": _("for each side"),
        "hand": _("for each hand"),
        "won": _("as won in tricks"),
    }.get(game.counting.honours_by, "")
    if len(counted) == len(game.bidding.ranked(rules)):
        return manner
    only = listed(_(each.name) for each in counted)
    return _("%(manner)s, only in %(denominations)s") % {"manner": manner, "denominations": only}


def _chicane(game: Game, rules: Rules) -> str:
    if not game.counting.counts_chicane or rules.get("chicane") == "off":
        return pgettext("chicane", "not counted")
    return pgettext("chicane", "counted")


# ---- The tariff.

HOLDINGS = {
    "3": gettext_lazy("3 honours"),
    "4": gettext_lazy("4 honours"),
    "5": gettext_lazy("5 honours"),
    "4-in-one": gettext_lazy("4 in one hand"),
    "4+1": gettext_lazy("4, and 1 with partner"),
    "5-in-one": gettext_lazy("5 in one hand"),
}


class TariffRow(NamedTuple):
    """A row of a tariff: what it is worth in each denomination, a dash where it does not count."""

    name: str
    cells: list[int | str]


class TariffTable(NamedTuple):
    """One table of a tariff, with the denominations as its heads."""

    title: str
    heads: list[str]
    rows: list[TariffRow]


def tariff_tables(game: Game, rules: Rules) -> list[TariffTable]:
    """Return the tariff of a game under some rules: titles, heads, rows."""
    heads = [sign(each.key) for each in game.bidding.denominations]
    tables = [
        (_("Value of a bid"), _schedule_rows(game)),
        (_("Value of a trick"), _trick_rows(game, rules)),
        (_("Cost of an undertrick"), _undertrick_rows(game, rules)),
        (_("Honours"), _honour_rows(game, rules)),
    ]
    return [TariffTable(title, heads, rows) for title, rows in tables if rows]


def _schedule_rows(game: Game) -> list[TariffRow]:
    """Return what every bid is worth, where bids are counted and not tricks."""
    return [
        TariffRow(
            ngettext("%(count)s trick", "%(count)s tricks", level) % {"count": level},
            [game.bidding.schedule[f"{level}{each.key}"] for each in game.bidding.denominations],
        )
        for level in game.bidding.levels
        if game.bidding.schedule
    ]


def _by_doubling(game: Game, rules: Rules, worth: Callable[[TrickTerms], int]) -> list[TariffRow]:
    """Return what something is worth by denomination, a row for each doubling."""
    tariff = reckoner_for(game, rules).tariff
    level = min(game.bidding.levels, default=0)
    names = [_("undoubled"), _("doubled"), _("redoubled")]
    rows = []
    for doubling, name in enumerate(names):
        bids = [Bid("", level, each) for each in game.bidding.denominations]
        rows.append(TariffRow(name, [worth(tariff.terms(bid, doubling)) for bid in bids]))
    return rows


def _undertrick_rows(game: Game, rules: Rules) -> list[TariffRow]:
    """Return what an undertrick costs, where not all bids are alike."""
    if not game.bidding.schedule and varies_by_level(game, reckoner_for(game, rules).tariff):
        return _by_level(game, rules, _first_undertrick)
    rows = [] if game.bidding.schedule else _by_doubling(game, rules, _first_undertrick)
    return rows if any(len(set(row.cells)) > 1 for row in rows) else []


def _first_undertrick(terms: TrickTerms) -> int:
    return terms.down[1] if len(terms.down) > 1 else 0


def _trick_rows(game: Game, rules: Rules) -> list[TariffRow]:
    if game.bidding.schedule:
        return []
    if varies_by_level(game, reckoner_for(game, rules).tariff):
        return _by_level(game, rules, lambda terms: terms.value)
    return _by_doubling(game, rules, lambda terms: terms.value)


def _by_level(game: Game, rules: Rules, worth: Callable[[TrickTerms], int]) -> list[TariffRow]:
    """Return what something is worth undoubled by denomination, a row for each number bid."""
    tariff = reckoner_for(game, rules).tariff
    return [
        TariffRow(
            ngettext("%(count)s bid", "%(count)s bid", level) % {"count": level},
            [worth(tariff.terms(Bid("", level, d), 0)) for d in game.bidding.denominations],
        )
        for level in game.bidding.levels
    ]


def _honour_rows(game: Game, rules: Rules) -> list[TariffRow]:
    tariff = reckoner_for(game, rules).tariff
    kinds = dict.fromkeys(kind for worth in tariff.honours.values() for kind in worth)
    words = (
        _("%(number)s won") if game.counting.honours_by == "won" else _("%(number)s in one hand")
    )
    rows = [
        TariffRow(
            str(HOLDINGS[kind]) if isinstance(kind, str) else words % {"number": kind},
            [tariff.honours.get(d.key, {}).get(kind, "–") for d in game.bidding.denominations],
        )
        for kind in kinds
    ]
    if tariff.chicane:
        cells = [tariff.chicane.get(d.key, "–") for d in game.bidding.denominations]
        rows.append(TariffRow(_("chicane"), cells))
    return rows


# ---- Is this bid enough?


def bid_named(game: Game, given: Given, prefix: str) -> Bid | None:
    """Return the bid that a form names, None while it is not whole."""
    level, denomination = (text_of(given, f"{prefix}{each}") for each in ("level", "denomination"))
    own = {bid.denomination.key: bid for bid in game.bidding.own_bids}
    return own.get(denomination) or game.bidding.bids.get(f"{level}{denomination}")


def bid_bars(game: Game, rules: Rules, given: Given, prefix: str) -> dict[str, list[EntryKey]]:
    """Return the keys that name a bid: how many, in what."""
    chosen = given.get(f"{prefix}denomination")
    every = [*game.bidding.ranked(rules), *(bid.denomination for bid in game.bidding.own_bids)]
    return {
        "levels": [key(n, str(n), given.get(f"{prefix}level")) for n in game.bidding.levels],
        "denominations": [
            key(each.key, _(each.name), chosen, suit=sign(each.key)) for each in every
        ],
    }


@dataclass(frozen=True)
class LeastBid:
    """The lowest bid that is enough in a denomination and its worth, None where no bid is."""

    sign: str
    name: str
    bid: Bid | None
    worth: int | None


def lowest_bids(game: Game, rules: Rules, over: Bid | None) -> list[LeastBid]:
    """Return the lowest bid that is enough in each denomination, with what it is worth."""
    return [
        LeastBid(
            sign=sign(denomination),
            name=_(game.bidding.denomination(denomination).name),
            bid=bid,
            worth=worth(game, rules, bid) if bid is not None else None,
        )
        for denomination, bid in least_bids(game, rules, over).items()
    ]


# ---- Worked examples.


@dataclass(frozen=True)
class WorkedDeal:
    """One deal of an example: its number, what was played, line by line what it counts."""

    number: int
    sentence: str
    counted: CountedDeal


@dataclass(frozen=True)
class WorkedExample:
    """An example scored; `settled` is what each wins or loses, no one before a rubber is over."""

    name: str
    source: str
    deals: list[WorkedDeal]
    settled: list[tuple[str, int]]


def worked(game: Game, example: Example) -> WorkedExample:
    """Return an example: its name and source, every deal line by line, what each wins or loses."""
    rules = default_rules(game)
    deals = [read_deal(game, rules, facts) for facts in example.score_file["deals"]]
    sheet = score_sitting(game, rules, deals)
    names = {seat: _(SEATS[seat]) for seat in game.hands}
    settled = settle(game, rules, sheet, None) if sheet.rubbers else None
    return WorkedExample(
        name=_(example.name),
        source=example.source,
        deals=[
            WorkedDeal(
                number=scored.number,
                sentence=said(describe_deal(game, scored.deal, names)),
                counted=counted(game, scored, names),
            )
            for scored in sheet.deals
        ],
        settled=[(names[seat], points) for seat, points in settled.points.items()]
        if settled
        else [],
    )


class Variation(NamedTuple):
    """A key to the same game with a layer, or to the plain one: its label, key and address."""

    label: str
    game: str
    url: str


def variations_of(game: Game, address_of: Callable[[str], str]) -> list[Variation]:
    """Return them for a game, each at the address that its key has on this page; none at most."""
    found = [Variation(_(one.offer), one.key, address_of(one.key)) for one in layered(game)]
    if game.beneath:
        plain = find_game(game.beneath)
        found.insert(0, Variation(_(plain.name), plain.key, address_of(plain.key)))
    return found
