"""Every line of every game has its law, and every law stands on the page that is cited."""

import random
import re
from collections.abc import Iterator

import pytest

from clubscore.laws.citing import BOOK, HOUSE_RULE, READING, Citation, Giver, variations_law
from clubscore.laws.deal_reading import read_deal
from clubscore.laws.game import Game
from clubscore.laws.games import GAMES, find_game
from clubscore.laws.games.contract_1923 import OWN_LAWS as CONTRACT_LAWS
from clubscore.laws.games.straight_bridge import law
from clubscore.laws.house_rules import Rules, resolve_rules
from clubscore.laws.reckoning import Reckoner, reckoner_for
from clubscore.laws.record import replace
from clubscore.laws.score_sheet import score_sitting
from tests import books
from tests.bench.bench_engine import random_deal
from tests.laws.cited import wrong
from tests.laws.layered import EVERY
from tests.real_events import needs_books
from tests.walks import Walk

DEALS = 300
CHAPTER = re.compile(r"ch\. ([IVX]+), pp\. (\d+)-(\d+)")


def reckoners(game: Game) -> Iterator[Reckoner]:
    """The game by each of its codes of laws."""
    for preset in game.codes.presets:
        yield reckoner_for(game, resolve_rules(game, {"preset": preset.key}))


def penalised(game: Game, rules: Rules, facts: dict, chance: random.Random) -> dict:
    """The same deal, in one of four with a revoke or two."""
    if not game.counting.counts_revokes or chance.random() > 0.25:
        return facts
    deal = read_deal(game, rules, facts)
    if deal.bid is None or deal.bid.denomination.alone:
        return facts
    offenders = chance.sample(game.revokers(deal), chance.choice((1, 1, 2)))
    told = [
        {"by": seat, "penalty": chance.choice(game.penalties(deal, seat)).key} for seat in offenders
    ]
    return facts | {"revokes": told}


def unlawful(game: Game, cited: Citation, reckoner: Reckoner) -> str:
    """Why a line of this game cannot cite this; nothing where it may."""
    if cited.kind == HOUSE_RULE:
        return ""
    givers = {each.key: each for each in GAMES}
    giver = givers.get(cited.giver.key)
    if giver is None or cited.giver.name != giver.name:
        return f"{cited} is no game's law"
    if cited.inherited != (giver is not game):
        return f"{cited} does not say whose law it is"
    if giver is game:
        return ""
    own = {each.at("") for one in reckoners(giver) for each in one.tariff.laws.values()}
    given = any(replace(cited, inherited=False) == replace(each, inherited=False) for each in own)
    return "" if given else f"{giver.key} gives no {cited}"


def lines_of(game: Game, reckoner: Reckoner) -> Iterator[Citation]:
    """What each line of a long sitting of random deals cites, the examples of the game before."""
    chance = random.Random(f"{game.key} {reckoner.rules.preset.key}")  # noqa: S311 - the same each time
    told = [random_deal(game, chance) for _ in range(DEALS)]
    facts = [penalised(game, reckoner.rules, each, chance) for each in told]
    shown = [deal for example in game.about.examples for deal in example.score_file["deals"]]
    deals = [read_deal(game, reckoner.rules, each) for each in (*shown, *facts)]
    for scored in score_sitting(game, reckoner.rules, deals).deals:
        for line in scored.lines:
            yield line.law
        for entry in scored.ledger:
            yield entry.law


@pytest.mark.long(6)
@pytest.mark.walk
def test_no_line_of_any_game_lacks_a_law_of_its_own(walk: Walk) -> None:
    assert len(GAMES) == 31
    for game in walk(EVERY, count=68):
        walked = 0
        for reckoner in reckoners(game):
            for cited in lines_of(game, reckoner):
                assert unlawful(game, cited, reckoner) == ""
                assert str(cited) and cited.written["law"]
                walked += 1
        assert walked > DEALS


def test_the_walk_finds_a_law_that_is_nobody_s() -> None:
    game, reckoner = find_game("standard"), next(reckoners(find_game("standard")))
    cited = reckoner.tariff.laws["undertricks"]
    assert unlawful(game, cited, reckoner) == ""
    stray = replace(cited, giver=Giver("", ""))
    assert "no game's law" in unlawful(game, stray, reckoner)
    assert "no game's law" in unlawful(game, replace(cited, giver=Giver("pirate", "X")), reckoner)
    assert "whose law" in unlawful(game, replace(cited, inherited=True), reckoner)
    pirate = Giver("pirate", "Pirate Bridge")
    other = replace(cited, giver=pirate, inherited=True)
    assert "pirate gives no" in unlawful(game, other, reckoner)


def test_a_kind_of_line_without_a_law_is_an_error() -> None:
    game = find_game("standard")
    lawless = replace(game.counting, tariff=lambda rules: replace(TARIFF, laws={}))
    bare = replace(game, key="lawless", counting=lawless)
    rules = resolve_rules(game, {})
    deal = read_deal(game, rules, {"bid": "1S", "declarer": "N", "tricks": 7})
    with pytest.raises(KeyError):
        score_sitting(bare, rules, [deal])


TARIFF = reckoner_for(find_game("standard"), resolve_rules(find_game("standard"), {})).tariff


def every_law() -> dict[Citation, str]:
    """Each citation of each game by each of its codes, and where it was found."""
    found = {}
    for game in GAMES:
        for reckoner in reckoners(game):
            for kind, cited in reckoner.tariff.laws.items():
                found.setdefault(replace(cited, inherited=False), f"{game.key}: {kind}")
        for cited in game.codes.correction_laws:
            found.setdefault(cited, f"{game.key}: correction")
        revokes = game.counting.revoke_law
        for penalty in (*revokes.declaring, *revokes.adverse, *revokes.reversed_denomination):
            found.setdefault(penalty.law, f"{game.key}: {penalty.key}")
    return found


@needs_books
def test_every_law_stands_on_the_page_that_is_cited() -> None:
    found = every_law()
    said = {place: wrong(cited) for cited, place in found.items()}
    assert {place: what for place, what in said.items() if what} == {}
    kinds = [cited.kind for cited in found]
    assert (kinds.count(BOOK) > 60, kinds.count(READING) > 30) == (True, True)


@needs_books
@pytest.mark.parametrize(
    ("cited", "what"),
    [
        (replace(CONTRACT_LAWS["undertricks"], page="17"), "no sentence is known"),
        (replace(CONTRACT_LAWS["undertricks"], numbers="4"), "no sentence is known"),
        (replace(CONTRACT_LAWS["undertricks"], page="187"), "no page"),
        (variations_law("7", "145", Giver("cut-throat", "Cut-throat Bridge")), "no sentence"),
        (law("87", "18", "I"), "law 87 begins on p. 17"),
        (law("87", "17", "VI"), "no limb VI"),
        (law("4", "2"), "begins on p. 1"),
        (law("95", "17"), "law 95 is not on p. 17"),
        (law("8", "3", "one hand"), "nothing of one hand"),
        (replace(CONTRACT_LAWS["undertricks"], source="A book"), "unknown source"),
        (replace(CONTRACT_LAWS["undertricks"], kind="hearsay"), "nobody's words"),
    ],
)
def test_a_wrong_page_or_limb_is_found(cited: Citation, what: str) -> None:
    assert what in wrong(cited)


@needs_books
def test_pages_are_counted_by_the_heads_that_stand_on_them() -> None:
    pages, laws = books.variations(), books.laws_of_bridge()
    # P. 113 is blank, and parts three and two begin with a title page and its back.
    assert sorted(set(range(15, 187)) - set(pages)) == [113, 139, 140, 157, 158]
    assert (min(laws), max(laws)) == (1, 23)
    text = books.text_of("001")
    lost = text.replace("## **Bolshevik Bridge**", "", 1)
    with pytest.raises(books.Misnumbered):
        books.pages_of_1923(lost)
    head = "THE LAWS OF BRIDGE. 1 3 "
    misprinted = books.text_of("003").replace(head, head.replace("3", "4"))
    with pytest.raises(books.Misnumbered):
        books.pages_of_1899(misprinted)


def misplaced_sources(sources: dict[str, str], begins: dict[str, int]) -> list[str]:
    """Games whose chapter does not begin, or end, on the pages that they name."""
    ends = dict(zip(begins, [*list(begins.values())[1:], 158], strict=True))
    wrongly = []
    for key, source in sources.items():
        for chapter, first, last in CHAPTER.findall(source):
            starts = begins[chapter] <= int(first)
            if not starts or not int(first) <= int(last) < ends[chapter]:
                wrongly.append(f"{key}: {chapter}, {first}-{last}")
    return wrongly


@needs_books
def test_chapters_are_where_the_contents_say() -> None:
    begins = books.chapters_of(books.text_of("001"))
    assert len(begins) == 15
    sources = {each.key: each.about.source for each in GAMES if ", ch. " in each.about.source}
    assert len(sources) > 12
    assert misplaced_sources(sources, begins) == []
    wrong = {"cairo": "Auction Bridge Variations 1923, ch. II, pp. 52-56"}
    assert misplaced_sources(wrong, begins) != []
