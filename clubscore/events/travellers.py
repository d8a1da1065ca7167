"""A board's traveller as a table to be compared, and what each opening lead gave."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import django_tables2 as tables
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from clubscore.club.templatetags.clubscore import sign
from clubscore.club.wording import named
from clubscore.deals.card_play import DENOMINATIONS
from clubscore.deals.double_dummy import Declared, Outcome, gave
from clubscore.deals.hands import SUIT_KEYS, Hands
from clubscore.events.cards import result_short, side_of
from clubscore.events.par_tables import declared_in, leads_known
from clubscore.events.rankings import Lists, ResultLine
from clubscore.events.result_form import ShownResult, rank_label
from clubscore.events.result_words import CONTRACT, bid_in_words
from clubscore.laws.words import SEATS
from clubscore.ranking.contestant import INDIVIDUALS
from clubscore.ranking.result import ResultFacts
from clubscore.web.tables import SHADED, ComparedTable, SignedColumn, cells

# Where a contestant's card is, nothing where it has none to open.
CardAt = Callable[[str], str]


@dataclass(frozen=True)
class TravellerRow:
    """A result with what it is sorted by: numbers, not what is shown of them.

    `share` is North-South's part of the top; `to_par` their score less par; `is_own` says that the
    reader sat there.
    """

    line: ResultLine
    at: int
    score: int | None
    points: Fraction | None
    share: Fraction | None
    to_par: int | None
    is_own: bool

    @property
    def ns(self) -> str:
        """Who sat North-South, by number."""
        return self.line.ns_key

    @property
    def ew(self) -> str:
        """Who sat East-West, by number."""
        return self.line.ew_key

    @property
    def result(self) -> ShownResult:
        """What became of it."""
        return self.line.result

    @property
    def ew_points(self) -> str:
        """East-West's points, where they are not what is left of the top."""
        return self.line.ew_points


def own_row(record: TravellerRow) -> str:
    """Return the look of a row: the reader's own stands out."""
    return "own" if record.is_own else ""


class TravellerTable(ComparedTable):
    """Who met whom, what became of it, its score, its points shaded, how far it is from par."""

    ns = tables.Column(verbose_name=gettext_lazy("N-S"), attrs=cells("nowrap"), order_by="at")
    ew = tables.Column(verbose_name=gettext_lazy("E-W"), attrs=cells("nowrap"))
    result = tables.Column(
        verbose_name=pgettext_lazy("of a board", "result"), attrs=cells(), orderable=False
    )
    score = SignedColumn(verbose_name=gettext_lazy("score"))
    points = tables.Column(verbose_name=gettext_lazy("points"), attrs=SHADED, default="")
    ew_points = tables.Column(
        verbose_name=gettext_lazy("E-W points"), attrs=cells("num", "less"), orderable=False
    )
    to_par = SignedColumn("least", verbose_name=gettext_lazy("to par"))
    caption = gettext_lazy("Results of this board, the best for North–South first")

    class Meta:
        row_attrs = {"class": own_row}

    def __init__(
        self, rows: Sequence[TravellerRow], card_at: CardAt, *, points: str, names: bool
    ) -> None:
        super().__init__(rows, empty_text=_("No result yet."))
        self.card_at = card_at
        self.look = "with-names" if names else "with-numbers"
        self.columns["points"].column.verbose_name = points
        without = []
        if all(row.to_par is None for row in rows):
            without.append("to_par")
        if all(row.line.is_the_rest for row in rows):
            without.append("ew_points")
        self.exclude = tuple(without)

    def render_ns(self, record: TravellerRow) -> SafeString:
        """Lead to the card of each who sat there; names stand below where they are asked for."""
        own = _("your own result") if record.is_own else ""
        return self._side(record.line.ns_key, record.line.ns, own)

    def render_ew(self, record: TravellerRow) -> SafeString:
        """The same of East-West."""
        return self._side(record.line.ew_key, record.line.ew, "")

    def render_result(self, record: TravellerRow) -> SafeString:
        """Return it in short, and in words for ears."""
        return result_short(record.line)

    def render_points(self, record: TravellerRow) -> str:
        """Return them as they are written everywhere."""
        return record.line.ns_points

    def _side(self, key: str, names: list[str], own: str) -> SafeString:
        keys = tuple((one, self.card_at(one)) for one in key.split("+"))
        return side_of(keys, "" if names == key.split("+") else named(names), own)


def traveller_table(
    lists: Lists,
    rows: Iterable[ResultLine],
    card_at: CardAt,
    *,
    par: int | None = None,
    own: str = "",
    names: bool = False,
) -> TravellerTable:
    """Return results as a table; `par` is known where the reader may see it, `own` their number."""
    made = [
        TravellerRow(
            line=line,
            at=at,
            score=line.score,
            points=line.exact,
            share=line.share,
            to_par=None if par is None or line.score is None else line.score - par,
            is_own=bool(own) and own in (*line.ns_key.split("+"), *line.ew_key.split("+")),
        )
        for at, line in enumerate(rows)
    ]
    return TravellerTable(made, card_at, points=points_head(lists), names=names)


def plain_traveller(lists: Lists, board: int | None) -> TravellerTable | None:
    """Return a board's results with names, in the order that they have; None of no board."""
    if board is None:
        return None
    rows = lists.traveller(board) if board in lists.travellers else []
    table = traveller_table(lists, rows, lambda _key: "", names=True)
    table.orderable = False
    return table


def points_head(lists: Lists) -> str:
    """Return what stands over the points of results: MP where they have a top."""
    event = lists.ranked.event
    if any(each.top for found in lists.travellers.values() for each in found):
        return _("MP")
    return lists.score_word if event.contestants_are != INDIVIDUALS else _("Points")


# ---- Opening leads.

MOST_CONTRACTS = 6
# More alike ones than this are told by those that are not.
MOST_CARDS = 7

# How often each denomination was played by each seat.
Played = Counter[tuple[str, str]]


class LedSuit(NamedTuple):
    """Cards of one suit: its sign, and their ranks as people write them."""

    suit: str
    ranks: str


class RecordedLead(NamedTuple):
    """A card that was led, its suit's sign and its rank, and what it gave, at how many tables."""

    suit: str
    rank: str
    text: str


class ContractLeads(NamedTuple):
    """The leads against a denomination played by a seat.

    `tricks` are declarer's after the best lead. Of `cards` each is one, or none is where
    `are_others` says so; no cards: any lead is as good.
    """

    what: str
    play: str
    tricks: int
    cards: tuple[LedSuit, ...]
    are_others: bool
    recorded: tuple[RecordedLead, ...]


def played_at(lists: Lists, board: int, known: Sequence[str] = DENOMINATIONS) -> Played:
    """Return how often each of the known denominations was played by each seat."""
    found: Played = Counter()
    for facts in _facts_of(lists, board):
        match = CONTRACT.fullmatch(facts.get("contract", ""))
        if match and match[2] in known:
            found[match[2], facts["declarer"]] += 1
    return found


def what_by(denomination: str, seat: str) -> str:
    """Return what was played, by whom, in words."""
    return _("%(what)s by %(seat)s") % {"what": bid_in_words(denomination), "seat": _(SEATS[seat])}


def leads_for_page(lists: Lists, board: int, deal: Hands) -> list[ContractLeads]:
    """Return the leads of what was played most, of which they are known. One query."""
    often = [key for key, _times in played_at(lists, board).most_common(MOST_CONTRACTS)]
    known = leads_known(Declared(deal, *key) for key in often)
    recorded = _recorded(lists, board, deal)
    return [
        _shown(Declared(deal, *key), known[Declared(deal, *key)], recorded)
        for key in often
        if Declared(deal, *key) in known
    ]


def leads_of_boards(lists: Lists, deals: Mapping[int, Hands]) -> Mapping[Declared, Outcome]:
    """Return what leads come to on these boards, in all that was played there. One query."""
    return leads_known(
        Declared(deal, *key) for board, deal in deals.items() for key in played_at(lists, board)
    )


def gave_in_words(tricks: int) -> str:
    """Return what a lead gave, as a sentence goes on."""
    if not tricks:
        return _("gave nothing")
    return ngettext("gave one trick", "gave %(n)s tricks", tricks) % {"n": tricks}


def _facts_of(lists: Lists, board: int) -> Iterator[ResultFacts]:
    for traveller in lists.travellers.get(board, ()):
        for row in traveller.rows:
            if not row.result.fouled_group:  # those had other cards
                yield lists.facts(row.result)


def _recorded(lists: Lists, board: int, deal: Hands) -> Mapping[Declared, Counter[str]]:
    """The cards that were led against each, with how often."""
    found: dict[Declared, Counter[str]] = {}
    for facts in _facts_of(lists, board):
        declared = declared_in(facts, deal)
        if declared is not None and "lead" in facts:
            found.setdefault(declared, Counter())[facts["lead"]] += 1
    return found


def _shown(
    declared: Declared, outcome: Outcome, recorded: Mapping[Declared, Counter[str]]
) -> ContractLeads:
    least = min(outcome.values())
    best = [card for card in outcome if outcome[card] == least]
    others = [card for card in outcome if outcome[card] != least]
    are_others = len(best) > MOST_CARDS
    return ContractLeads(
        what=what_by(declared.denomination, declared.declarer),
        play=f"in={declared.denomination}&by={declared.declarer}",
        tricks=least,
        cards=_by_suits(others if are_others else best),
        are_others=are_others,
        recorded=tuple(_led(outcome, each) for each in recorded.get(declared, Counter()).items()),
    )


def _by_suits(cards: list[str]) -> tuple[LedSuit, ...]:
    return tuple(
        LedSuit(sign(suit), " ".join(rank_label(card[1]) for card in cards if card[0] == suit))
        for suit in SUIT_KEYS
        if any(card[0] == suit for card in cards)
    )


def _led(outcome: Outcome, led: tuple[str, int]) -> RecordedLead:
    card, times = led
    tricks = gave(outcome, card)
    if tricks is None:
        text = _("not in the hand that leads")
    elif times == 1:
        text = gave_in_words(tricks)
    else:
        said = {"n": times, "gave": gave_in_words(tricks)}
        text = ngettext("at %(n)s table: %(gave)s", "at %(n)s tables: %(gave)s", times) % said
    return RecordedLead(sign(card[0]), rank_label(card[1]), text)
