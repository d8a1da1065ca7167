"""The whole hands of the sources: their cards, their play, and what is proved of them."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from clubscore.deals.card_play import CardPlay
from clubscore.deals.double_dummy import best_card, solver
from clubscore.deals.hands import RANKS
from clubscore.deals.nullos import ducked_written, is_here, nullo_cards, nullo_solver
from clubscore.extras.source_hands import hands as kept_proofs
from clubscore.extras.source_hands.hand import SourceClaim, SourceHand, needed
from clubscore.extras.source_hands.hands import (
    Kept,
    all_hands,
    hands_of_game,
    judged,
    proofs_of,
    prove,
    source_hand,
)
from clubscore.lawbook.books import VARIATIONS as BOOK
from clubscore.lawbook.books import book
from clubscore.laws.cards import COMPASS
from clubscore.laws.games import GAMES

EQUALITY, *_others, FOSTER_NULLO = all_hands()
CLAIMS = [(hand, claim) for hand in all_hands() for claim in hand.claims]
EACH_CLAIM = pytest.mark.parametrize(
    ("hand", "claim"), CLAIMS, ids=[f"{hand.key}-{claim.key}" for hand, claim in CLAIMS]
)
BEATEN = {("equality-1", "king-of-hearts"), ("equality-2", "three-no-trumps")}


def value_of(play: CardPlay) -> int:
    """What declarer's side takes if all four play their best from here."""
    with nullo_cards(50_000_000) if play.loses else solver() as asked:
        outcome = asked.outcome(play)
    return outcome[best_card(play, outcome)]


def test_every_hand_is_whole_and_of_games_that_are_there() -> None:
    games = {game.key for game in GAMES}
    for hand in all_hands():
        assert {*hand.games} <= games and hand.deal.pbn() == hand.pbn
        assert hand.play(hand.line).played == hand.line
        assert source_hand(hand.key) is hand and hand.claims and hand.told
    assert [hand.key for hand in hands_of_game("pirate")] == ["foster-nullo"]
    assert source_hand("none") is None


def test_at_equality_each_hand_has_one_card_of_every_rank() -> None:
    hands = hands_of_game("equality")
    assert len(hands) == 3
    for hand in hands:
        for seat in COMPASS:
            held = "".join(hand.deal.hand(seat))
            assert sorted(held, key=RANKS.index) == list(RANKS), (hand.key, seat)


def test_the_auction_ends_in_the_contract_with_three_passes() -> None:
    for hand in all_hands():
        if not hand.calls:
            continue
        assert hand.calls[-3:] == ("P", "P", "P") and hand.calls[-4] == hand.contract
        start = COMPASS.index(hand.dealer)
        callers = [COMPASS[(start + at) % 4] for at in range(len(hand.calls))]
        own_side = {hand.declarer, COMPASS[(COMPASS.index(hand.declarer) + 2) % 4]}
        first = next(
            caller
            for caller, call in zip(callers, hand.calls, strict=True)
            if call[1:] == hand.denomination and caller in own_side
        )
        assert first == hand.declarer


def test_what_a_contract_needs() -> None:
    assert (needed(4, "S"), needed(4, "NU"), needed(7, "NT"), needed(7, "NU")) == (10, 3, 13, 0)


def plain(text: str) -> str:
    """A text without italics, quotation marks, full stops at its end and its own white space."""
    letters = re.sub('[*“”"]', "", text.replace("’", "'"))
    return " ".join(letters.split()).rstrip(".")


def printed_on(pages: str) -> str:
    """What the book prints on these pages ("77", "78-79"), and no other."""
    first, _dash, last = pages.partition("-")
    wanted = range(int(first), int(last or first) + 1)
    found = [
        (piece.page, piece.text)
        for passage in book(BOOK).passages
        for paragraph in passage.paragraphs
        for piece in paragraph.pieces
        if piece.page in wanted
    ]
    return plain(" ".join(text for page in wanted for each, text in found if each == page))


def test_every_quotation_stands_in_the_book_on_its_page() -> None:
    quoted = [(each.page, each.text) for hand in all_hands() for each in hand.told]
    quoted += [(claim.page, claim.text) for _hand, claim in CLAIMS]
    for page, text in quoted:
        for piece in text.split(" ... "):
            assert plain(piece) in printed_on(page), (page, piece)
    assert len(quoted) == 18
    assert plain(quoted[0][1]) not in printed_on("76")


@EACH_CLAIM
def test_what_is_kept_of_a_claim_is_a_line_to_the_end(hand: SourceHand, claim: SourceClaim) -> None:
    proof = next(each for each in proofs_of(hand) if each.claim is claim)
    assert len(proof.lines) == len(claim.lines)
    for line in proof.lines:
        assert len(line.cards) == 52
    assert proof.holds == ((hand.key, claim.key) not in BEATEN)


@pytest.mark.long(60)
@EACH_CLAIM
@pytest.mark.night
def test_the_solver_finds_again_what_is_kept(hand: SourceHand, claim: SourceClaim) -> None:
    if hand.play().loses and not is_here():
        pytest.skip("wasmtime is not here")
    proof = next(each for each in proofs_of(hand) if each.claim is claim)
    for line in proof.lines:
        assert value_of(hand.play(line.cards[: line.given])) == line.tricks


@pytest.mark.skipif(not is_here(), reason="wasmtime is not here")
def test_a_claim_that_is_wrong_is_seen_to_fail() -> None:
    # Five nullos allow two tricks, and declarer must take three; nor can B begin with a club.
    hearts = next(each for each in FOSTER_NULLO.claims if each.key == "hearts")
    five = replace(hearts, most=2)
    assert not judged(FOSTER_NULLO, five, prove(FOSTER_NULLO, five)).holds
    clubs = replace(hearts, lines=((*FOSTER_NULLO.line[:4], "C2", "D6", "C5", "C6"),))
    found = prove(FOSTER_NULLO, clubs)
    assert found[0]["tricks"] > 3 and not judged(FOSTER_NULLO, clubs, found).holds
    spade = replace(EQUALITY.claims[0], lines=(("HJ",),))
    assert not judged(EQUALITY, spade, prove(EQUALITY, spade)).holds


def test_a_kept_line_that_is_none_is_refused() -> None:
    hand, claim = EQUALITY, EQUALITY.claims[1]
    proof = proofs_of(hand)[1]
    line = "".join(proof.lines[0].cards)
    others: list[Kept] = [
        {"tricks": proof.lines[0].tricks + 1, "line": line},
        {"tricks": proof.lines[0].tricks, "line": line[:-2]},
        {"tricks": proof.lines[0].tricks, "line": "".join(proofs_of(hand)[0].lines[0].cards)},
        {"tricks": proof.lines[0].tricks, "line": line[:2] + "SA" + line[4:]},
    ]
    for other in others:
        with pytest.raises(ValueError, match=r"line of this claim|does not hold|must follow"):
            judged(hand, claim, [other])
    with pytest.raises(ValueError, match="shorter"):
        judged(hand, claim, [])


def test_the_command_says_where_something_else_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = "clubscore.extras.source_hands.management.commands.prove_hands"
    kept = tmp_path / "proofs.json"
    monkeypatch.setattr(f"{command}.KEPT", kept)
    monkeypatch.setattr(f"{command}.prove_all", lambda: kept_proofs.prove_all([EQUALITY]))
    kept.write_text("{}\n")
    with pytest.raises(CommandError, match="contains other results"):
        call_command("prove_hands")
    call_command("prove_hands", write=True)
    call_command("prove_hands")
    found = kept_proofs.read_written(kept.read_text())
    assert found["claims"]["equality-1"]["king-of-hearts"][0]["tricks"] == 7
    assert found["pairings"] == {}


def test_of_pirates_hand_every_pair_of_partners_is_known() -> None:
    found = kept_proofs.pairings_of(FOSTER_NULLO)
    assert {partner: ducked_written(each) for partner, each in found.items()} == {
        "E": "7856",
        "S": "a3a3",
        "W": "6776",
    }
    assert kept_proofs.pairings_of(EQUALITY) == {}


@pytest.mark.night
@pytest.mark.long(60)
@pytest.mark.parametrize("partner", ["S", "E", "W"])
@pytest.mark.skipif(not is_here(), reason="wasmtime is not here")
def test_the_solver_finds_the_pairs_again(partner: str) -> None:
    kept = kept_proofs.pairings_of(FOSTER_NULLO)
    with nullo_solver() as asked:
        most = kept_proofs.MOST_POSITIONS
        found = asked.ducked(FOSTER_NULLO.deal, COMPASS.index(partner), most)
    assert found == kept[partner]
