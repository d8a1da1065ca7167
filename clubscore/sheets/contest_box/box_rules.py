"""Two pages of rules: what is needed, how boards are dealt, played, opened and decided."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.sheets.contest_box.box_content import Box, Edition
from clubscore.sheets.events.par_stickers import order_of
from clubscore.sheets.pieces.block_leaf import HEAD, LATER_HEAD, Leaf, head_of_leaf
from clubscore.sheets.pieces.blocks import Heading, Lines
from clubscore.sheets.pieces.flow import Block
from clubscore.sheets.pieces.label_stocks import usual_stock
from clubscore.sheets.pieces.paper import MARGIN, Paper
from clubscore.sheets.pieces.pen import Pen

# The largest letters in which each page holds its part.
SIZES = (12.0, 11.5, 11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0)


class Said(NamedTuple):
    """A paragraph of the rules, or a heading."""

    text: str
    is_head: bool = False


def draw_rules(pen: Pen, box: Box, edition: Edition) -> None:
    """Draw both pages, in the largest letters in which each holds its part."""
    paper = pen.paper
    leaf = Leaf("", _("The box"), f"{box.title} · {box.game}", "")
    parts = ([*_deal(edition, paper)], [*_play(box, edition)])
    tops = (MARGIN + HEAD, MARGIN + LATER_HEAD)
    size = next((each for each in SIZES if _fits(parts, tops, each, paper)), SIZES[-1])
    for number, (part, top) in enumerate(zip(parts, tops, strict=True)):
        head_of_leaf(leaf, pen, number == 0)
        y = top
        for block in _blocks(part, size, paper):
            block.draw(pen, MARGIN, y, paper.room)
            y += block.height
        pen.new_page(goes_on=_("goes on") if number == 0 else "")


def rules_said(box: Box, edition: Edition, paper: Paper | None) -> Iterator[Said]:
    """Yield all that the rules say; without a paper there are no stickers."""
    yield from _deal(edition, paper)
    yield from _play(box, edition)


def _fits(
    parts: Sequence[Sequence[Said]], tops: Sequence[float], size: float, paper: Paper
) -> bool:
    return all(
        top + sum(each.height for each in _blocks(part, size, paper)) <= paper.height - MARGIN
        for part, top in zip(parts, tops, strict=True)
    )


def _blocks(said: Sequence[Said], size: float, paper: Paper) -> list[Block]:
    return [
        Heading(text, size + 2, above=6)
        if is_head
        else Lines.of(text, paper.room, size=size, below=size / 2)
        for text, is_head in said
    ]


def _deal(edition: Edition, paper: Paper | None) -> Iterator[Said]:
    """What is needed, and how a board is dealt."""
    yield Said(_("What you need"), is_head=True)
    yield Said(
        _(
            "Four players, a table, a pack of cards (two are better), scissors and glue. North and"
            " South play against East and West, as at any table. You need no second table: each"
            " side plays against par, the score when all four play their best with every card in"
            " view."
        )
    )
    if paper is not None:
        yield Said(_holds(edition))
    yield Said(_("How to deal a board that no one knows"), is_head=True)
    yield Said(
        _(
            "Choose one of these ways. Any player may deal: the score card says who bids first."
            " Each player then counts thirteen cards. If a hand has more or fewer, put all the"
            " cards back together unseen and deal the board again."
        )
    )
    if paper is not None:
        yield from _by_backs(paper)
    yield from _by_letters()
    if edition.has_hands:
        yield from _by_hands()


def _by_backs(paper: Paper) -> Iterator[Said]:
    yield Said(_("By the backs: one pack and the stickers"), is_head=True)
    yield Said(_sticks(paper))
    yield Said(
        _(
            "To deal a board, shuffle the pack face down. Find the board's number on the back of"
            " each card and give the card to the player whose letter is beside it: N, E, S or W."
            " No one sees a face. This is the quickest way, and one pack serves for every board of"
            " the set."
        )
    )


def _by_letters() -> Iterator[Said]:
    yield Said(_("By letters: any pack, the dealing list and the strips"), is_head=True)
    yield Said(
        _(
            "One player puts the pack in the order of the dealing list, face up, and turns it"
            " over. Another player, who has not looked at the list, takes the board's strip and"
            " deals face down from the top, one card for each letter. The list says nothing about"
            " seats and the strip nothing about cards, so keep them apart. With two packs, one can"
            " be put in order while the other is being played."
        )
    )


def _by_hands() -> Iterator[Said]:
    yield Said(_("By hands: four packs, or a helper who does not play"), is_head=True)
    yield Said(
        _(
            "Cut the sheets of hands into slips and give each player the slips of their own seat,"
            " face down. With a pack each, all four pick out the thirteen cards on their slip. With"
            " one pack, a helper who is not playing sorts all four hands. Never pass one pack"
            " round: the second player would see what the first had taken."
        )
    )


def _holds(edition: Edition) -> str:
    if edition.has_hands:
        return _(
            "This box has these two pages, a score card, stickers for the backs of a pack, a"
            " dealing list with a strip for each board, a sheet of hands for each seat, and a"
            " sealed answer for each board."
        )
    return _(
        "This box has these two pages, a score card, stickers for the backs of a pack, and a"
        " dealing list with a strip for each board. It is the sealed edition, for players who"
        " print it themselves: it has neither hands nor answers."
    )


def _sticks(paper: Paper) -> str:
    if order_of(usual_stock(paper))[0].of == "card":
        return _(
            "Print the stickers on labels, or cut them out and glue them on. Each row is for one"
            " rank, named on its last label: stick the four before it on the backs of that rank's"
            " spade, heart, diamond and club, in that order."
        )
    return _(
        "Print the stickers on labels, or cut them out and glue them on. A label with a suit"
        " names the thirteen after it, row by row: stick them on the backs of that suit's ace,"
        " king, queen, jack, ten and so on down to the two."
    )


def _play(box: Box, edition: Edition) -> Iterator[Said]:
    """Bidding and play, opening, par, sending, and what paper gives away."""
    yield Said(_("How to bid and play"), is_head=True)
    yield Said(
        _(
            "Take the boards in any order, and bid and play each by the rules of %(game)s. Keep"
            " your played cards in front of you, not in the middle, so that the hand can be looked"
            " at again. Write the contract, declarer and tricks on the score card, then the points"
            " as North–South's: plus if they score, minus if East–West score."
        )
        % {"game": box.game}
    )
    if box.counts_honours:
        yield Said(_("Honours count: say after the play who held them, and write them down."))
    if box.counts_vulnerability:
        yield Said(
            _("The score card says who is vulnerable: NS, EW, all, or a dash for neither side.")
        )
    if box.has_directed:
        yield Said(_directs(edition))
    yield Said(_("When to open the answer"), is_head=True)
    yield Said(_opens(edition))
    yield from _par_decides(box)
    yield from _sends(box)
    yield from _gives_away()


def _par_decides(box: Box) -> Iterator[Said]:
    yield Said(_("How par decides"), is_head=True)
    yield Said(
        _(
            "Par is given as points of North–South. North–South lose the board if they scored"
            " less than par, and East–West lose it if North–South scored more; at par neither side"
            " loses. That was the rule in the contests of 1917. The side that lost fewest boards"
            " comes first, then the one with most points above par. Par is hard: to lose only a few"
            " boards is to play well."
        )
    )
    if box.has_tasks:
        yield Said(
            _(
                "The answer to a board may give points for tasks: for the bidding by what the"
                " auction reached, for the lead, play and defence by what was played. Of sides that"
                " lost as many boards, the one with more of these points comes first."
            )
        )


def _sends(box: Box) -> Iterator[Said]:
    yield Said(_("How to send your results to the world"), is_head=True)
    yield Said(
        _(
            "Ask a club that uses ClubScore to import this set, open a table that plays it and"
            " enter your score card. The club can then send your results as a signed package, with"
            " or without your names, and you join one ranking with every table that has played the"
            " set. A set is known by its fingerprint, printed on each page: %(fingerprint)s."
            " Results of another set are refused."
        )
        % {"fingerprint": box.fingerprint}
    )


def _gives_away() -> Iterator[Said]:
    yield Said(_("What paper gives away"), is_head=True)
    yield Said(
        _(
            "Paper keeps no secret from a reader who wants to know it. A player could work the"
            " hands out from the stickers and strips, and the person who folds an answer can read"
            " it. If you are going to play, print the sealed edition, and leave the hands and"
            " answers to someone who is not playing. Throw slips, strips and stickers away once"
            " the set has been played."
        )
    )


def _directs(edition: Edition) -> str:
    if edition.has_answers:
        return _(
            "Some boards have a second piece, the contract. When the auction is over, write down"
            " what it reached and cut that piece open, before the lead. It says whether you play"
            " what you reached or another contract, the same for every table that missed it."
        )
    return _(
        "Some boards have a second piece, the contract, printed and folded by someone who is not"
        " playing. When the auction is over, write down what it reached and cut that piece open,"
        " before the lead. It says whether you play what you reached or another contract, the same"
        " for every table that missed it."
    )


def _opens(edition: Edition) -> str:
    if edition.has_answers:
        return _(
            "Score the board first, agree the result and write it down: now it is closed. Then cut"
            " open the answer to this board alone, and write par on the card. Inside are par, the"
            " four hands, and what the board was about."
        )
    return _(
        "Score the board first, agree the result and write it down: now it is closed. Then open"
        " the answer to this board alone, printed and folded by someone who is not playing, and"
        " write par on the card."
    )
