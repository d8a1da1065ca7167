"""What may go wrong at a table: every law has its answer, every answer its law and its words."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from clubscore.lawbook import which_game
from clubscore.lawbook.books import LAWS_OF_BRIDGE, VARIATIONS, book
from clubscore.lawbook.irregularity import (
    _PAGES_1908,
    AUCTION_1908,
    FINE,
    MOST_QUESTIONS,
    NEW_DEAL,
    REVOKE,
    Answer,
    DecidingQuestion,
    Law,
    LawSource,
)
from clubscore.lawbook.which_game import (
    FIRST,
    LAST,
    NOT_ASKED,
    LawsOfGame,
    covered_laws,
    laws_of,
    laws_of_duplicate,
)
from clubscore.laws import record
from clubscore.laws.citing import BOOK, FOSTER_1917
from clubscore.laws.games import GAMES, KEYS, find_game, is_game, layered
from clubscore.laws.house_rules import resolve_rules
from tests.books import Pages, leaves_of_the_laws, variations
from tests.lawbook.holding import folded, put_right
from tests.laws.layered import EVERY
from tests.real_events import needs_books

FOSTER = ("straight-bridge", "foster-hoyle")


def every_code() -> Iterator[tuple[str, LawsOfGame]]:
    """What each game has, straight bridge by both of its codes, and duplicate."""
    for key in KEYS:
        yield key, laws_of(key)
        for each in layered(find_game(key)):
            yield each.key, laws_of(each.key)
    yield "foster-hoyle", laws_of(*FOSTER)
    yield "duplicate", laws_of_duplicate()


def every_answer() -> Iterator[tuple[str, LawsOfGame, str, Answer]]:
    """Every answer of every game, with where it is."""
    for name, laws in every_code():
        for _group, key, answer in laws.answers:
            yield f"{name}: {key}", laws, key, answer


def unreached(reached: Iterable[Law]) -> list[int]:
    """The laws of 1899 from 27 to 103 that neither an answer goes by nor the list excuses."""
    numbers = {int(law.number) for law in reached} | set(NOT_ASKED)
    return [number for number in range(FIRST, LAST + 1) if number not in numbers]


def test_each_law_of_1899_from_27_to_103_is_reached_or_excused() -> None:
    reached = [law for law, _key in covered_laws()]
    assert unreached(reached) == []
    assert not set(NOT_ASKED) & {int(law.number) for law in reached}
    limbs = {(law.number, law.limb) for law in reached if law.limb}
    assert {limb for number, limb in limbs if number == "39"} == {
        "I", "II", "III", "IV", "V", "VI", "VII",
    }  # fmt: skip
    assert {limb for number, limb in limbs if number == "87"} == {"I", "II", "III", "IV", "V"}


def test_a_law_without_an_answer_is_seen() -> None:
    reached = [law for law, key in covered_laws() if not key.startswith("fourth-before-third")]
    assert unreached(reached) == [83]


def unquoted(source: LawSource) -> str:
    """What is wrong with the words of a law that is cited; nothing where they are right."""
    cited = source.cited
    if not source.book:
        # What is not ours to print is a reading, or the modern article's, told in our own words.
        return "" if cited.kind != BOOK or cited.source == FOSTER_1917 else f"{cited}: no words"
    if not source.words:
        return f"{cited}: no words"
    pages = {piece.page for each in source.quoted if each.limb or not cited.limb
             for piece in each.pieces} - {0}  # fmt: skip
    if cited.kind != BOOK or not pages:
        return ""
    first, _dash, last = cited.page.partition("-")
    named = set(range(int(first), int(last or first) + 1))
    return "" if pages == named else f"{cited}: its words stand on {sorted(pages)}"


def test_every_answer_has_its_law_and_its_words_on_the_page_it_names() -> None:
    seen = 0
    wrong = []
    for where, laws, _key, answer in every_answer():
        sources = answer.by(laws.code)
        wrong += [] if sources else [f"{where}: no law"]
        for source in sources:
            seen += bool(source.words)
            wrong += [f"{where}: {each}" for each in (unquoted(source),) if each]
    assert wrong == []
    assert seen > 1500


def test_a_wrong_page_and_missing_words_are_seen() -> None:
    source = Law("87", "I").source("bridge-1899")
    assert unquoted(source) == ""
    assert unquoted(replace(source, cited=record.replace(source.cited, page="18"))) == (
        "Laws of Bridge 1899, law 87, limb I, p. 18: its words stand on [17]"
    )
    assert "no words" in unquoted(replace(source, book=""))
    assert Law("87", "V").source("bridge-1899").words[-1].startswith("V. In whatever way")


def off_the_page(answers: Iterable[tuple[str, LawSource]], key: str, pages: Pages) -> list[str]:
    """The quotations from a book that do not stand on their page of its source."""
    source, missing = put_right(book(key), pages)
    assert missing == []
    return [
        f"{where}, p. {piece.page}: {piece.text[:40]}"
        for where, cited in answers
        if cited.book == key
        for paragraph in cited.quoted
        for piece in paragraph.pieces
        if folded(piece.text) not in source.get(piece.page, "")
    ]


@needs_books
def test_every_quotation_stands_in_its_source() -> None:
    quoted = [
        (where, source) for where, laws, _key, answer in every_answer()
        for source in answer.by(laws.code)
    ]  # fmt: skip
    assert off_the_page(quoted, LAWS_OF_BRIDGE, leaves_of_the_laws()) == []
    assert off_the_page(quoted, VARIATIONS, variations()) == []
    moved = {page + 1: text for page, text in leaves_of_the_laws().items()} | {1: ""}
    with pytest.raises(AssertionError):
        assert off_the_page(quoted, LAWS_OF_BRIDGE, moved) == []


def questions(then: Answer | DecidingQuestion) -> int:
    """How many questions lead to the farthest answer."""
    if isinstance(then, Answer):
        return 0
    return 1 + max(questions(each.then) for each in then.choices)


def test_three_taps_lead_to_every_answer_and_no_two_choices_say_the_same() -> None:
    walked = 0
    for _name, laws in every_code():
        keys = [each.key for group in laws.groups for each in group.happenings]
        assert [key for key, times in Counter(keys).items() if times > 1] == []
        for group in laws.groups:
            for each in group.happenings:
                assert questions(each.then) <= MOST_QUESTIONS, each.key
                walked += _distinct(each.then)
    assert walked > 500


def _distinct(then: Answer | DecidingQuestion) -> int:
    if isinstance(then, Answer):
        keys = [each.key for each in then.options]
        assert len(keys) == len(set(keys))
        return 0
    said = [each.said for each in then.choices]
    assert len(said) == len(set(said)), (then.asks, said)
    return 1 + sum(_distinct(each.then) for each in then.choices)


def test_what_one_tap_enters_is_there_to_be_entered() -> None:
    entered: Counter[str] = Counter()
    for where, _laws, _key, answer in every_answer():
        name = where.split(":")[0]
        game = find_game(name) if is_game(name) else None
        for option in answer.options:
            entered[option.enters] += 1
            if option.enters == REVOKE and game and game.counting.counts_revokes:
                known = {each.key for each in game.counting.revoke_law.every}
                assert option.of_what in known, (where, option.of_what)
            if option.enters == FINE and game:
                assert option.of_what in {each.key for each in game.bidding.named_fines}, where
    assert entered[NEW_DEAL] > 300 and entered[REVOKE] > 300 and entered[FINE] >= 8
    assert set(entered) == {"", NEW_DEAL, REVOKE, FINE}


def test_the_own_law_of_a_game_takes_the_place_of_the_common_one() -> None:
    foster = laws_of(*FOSTER)
    found = foster.find("partner-declared")
    assert found and str(found[1].by(foster.code)[0].cited).startswith("Foster's Complete Hoyle")
    assert foster.find("partner-declared/no") is None
    # Where Foster is silent the law of 1899 is read into his game.
    pack = next(group for group in foster.groups if group.key == "the-pack")
    assert foster.why_reading(pack, found[1]) == which_game.FOSTER_SILENT
    skip = laws_of("cut-throat").find("doubled-out-of-turn")
    assert skip and "law 5" in str(skip[1].sources[0].cited)
    assert laws_of("bridge-whist").find("revoke/dummy") is None
    assert laws_of("auction").find("revoke/dummy") is not None
    assert laws_of("auction").find("nothing-of-ours") is None


def test_auction_cites_the_code_of_1908_with_its_own_numbers() -> None:
    found = laws_of("auction").find("led-out-of-turn/defender/no-one")
    assert found
    (source,) = found[1].by(AUCTION_1908)
    assert str(source.cited) == (
        "our reading: Portland Club 1914, as law 80 of 1908, Hoyle 1909, p. 241"
    )
    assert source.words == Law("77").source("bridge-1899").words
    # Its law on revokes is another than that of 1899, whose words are not shown for it.
    assert Law("87", of_1908="90", differs=True).source(AUCTION_1908).words == ()


def test_each_law_of_1908_stands_on_one_page() -> None:
    numbers = [number for laws in _PAGES_1908.values() for number in laws]
    assert len(numbers) == len(set(numbers)) > 70


def test_the_five_rulings_of_today_are_our_reading_and_the_director_decides() -> None:
    laws = laws_of_duplicate()
    answers = [answer for _group, _key, answer in laws.answers]
    assert len(laws.groups[0].happenings) == 5
    its_reading = "Our reading of that law; the director decides."
    assert {answer.reading for answer in answers} == {its_reading}
    assert not any(source.words for answer in answers for source in answer.by(laws.code))


def test_a_layer_brings_its_own_laws_over_those_of_the_game() -> None:
    skip = laws_of("cut-throat-with-joker")
    assert skip.find("joker-played/led") and skip.find("card-exposed/other")
    assert laws_of("stop-gap-as-contract").find("revoke-for-contract")
    assert laws_of("stop-gap").find("revoke-for-contract") is None


def test_an_unknown_game_has_no_laws() -> None:
    with pytest.raises(KeyError):
        laws_of("whist")


def test_every_game_says_whether_its_answers_are_read_into_it() -> None:
    for game in GAMES:
        for preset in game.codes.presets:
            laws = laws_of(game.key, resolve_rules(game, {"preset": preset.key}).preset.key)
            for group, key, answer in laws.answers:
                foreign = group.key not in laws.own
                assert bool(laws.why_reading(group, answer)) or not foreign, (game.key, key)


def test_no_answer_speaks_of_a_law_by_another_codes_number() -> None:
    """A sentence that names a law names one that the answer's code has, or says of which year."""
    for where, laws, _key, answer in every_answer():
        if laws.code == AUCTION_1908:
            told = " ".join((answer.says, answer.until, *(each.said for each in answer.options)))
            assert "law 9" not in told and "law 6" not in told, where


def test_two_players_read_nothing_that_only_a_partner_can_do() -> None:
    for game in (each for each in EVERY if each.players == 2):
        keys = {key for _group, key, _answer in laws_of(game.key).answers}
        assert not {key for key in keys if key.startswith(tuple(which_game.OF_PARTNERS))}
        assert "led-out-of-turn" in " ".join(keys) and len(keys) > 60
    four = {key for _group, key, _answer in laws_of("auction").answers}
    for part in which_game.OF_PARTNERS:
        assert any(key.startswith(part) for key in four), f"{part} takes nothing away"
