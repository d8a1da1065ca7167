"""``python manage.py contest``: makes a set of boards, or names one; needs no database."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TypedDict

from clubscore.extras.sets.making import SetWish, make_set
from clubscore.extras.world import command as contest_packages
from clubscore.files.commands.movement import without_a_club
from clubscore.files.commands.score import REFUSED, SCORED, UNREADABLE, Command
from clubscore.files.commands.score import main as answer_files
from clubscore.files.printable import printable_json
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.places import typed
from clubscore.ranking.board import REASONS
from clubscore.ranking.event import fingerprint, read_event
from clubscore.ranking.tasks import MOST_POINTS
from clubscore.ranking.valuation import find_valuation

MOST_BOARDS = 36
# The game of the contests of that year, as its set is called, and how files write it.
AS_IN_1917 = "auction-1917"
CALLED = {AS_IN_1917: "duplicate-auction"}
# As `clubscore.papers` knows them, which is not asked before something is drawn.
PAPERS, EDITIONS = ("a4", "letter"), ("whole", "sealed", "answers")
WHAT = (
    "Sets of boards that can be played anywhere. 'make' deals one whose boards each have something"
    " to decide, as an event file with cards, pars and a line of best play; the same seed makes the"
    " same set. 'name' says the fingerprint of sets in files: clubs that have the same fingerprint"
    " have played the same. 'box' draws one as a PDF, with all that four people need to play it"
    " at one table. 'key' makes a club's key, 'pack' signs with it what tables made of a"
    " set, 'rank' ranks the packages of all clubs against par and against each other. 'hour' signs"
    " until when a set that many clubs play at once is sealed."
)


class NameAnswer(TypedDict):
    """A set's name, and of how many boards it is."""

    fingerprint: str
    boards: int


class _ContestOptions(argparse.Namespace):
    what: str
    files: list[str]
    game: str
    boards: int
    seed: int
    only: str
    name: str
    directed: int
    out: Path | None
    file: Path
    set: Path
    key: Path
    club: str
    named: bool
    pdf: Path
    paper: str
    edition: str
    closes: str


def main(argv: Sequence[str]) -> int:
    """Make a set or name some; 0 done, 1 refused with what would be right, 2 a file unreadable."""
    options = _options(argv)
    if options.what == "name":
        return answer_files(options.files, Command("contest name", WHAT, answer_name, thing="set"))
    try:
        return _DO[options.what](options)
    except RuleError as error:
        return _refused(error)
    except FileExistsError as error:
        sys.stderr.write(f"{error.filename} is there already, and stays as it is.\n")
        return UNREADABLE
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            # Whoever read the answer has gone (`| head`); Python must not complain at its end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return SCORED
        sys.stderr.write(f"{error.filename}: {error.strerror}\n")
        return UNREADABLE


def _options(argv: Sequence[str]) -> _ContestOptions:
    parser = argparse.ArgumentParser(prog=typed("contest"), description=WHAT)
    parts = parser.add_subparsers(dest="what", required=True)
    make = parts.add_parser("make", description="Deal a set of boards worth playing.")
    make.add_argument("--boards", type=_number, default=12, metavar="N", help="12 unless told")
    game = f"{AS_IN_1917} unless told, or any game that an event can be played at"
    make.add_argument("--game", default=AS_IN_1917, metavar="ID", help=game)
    make.add_argument("--seed", type=int, default=1, metavar="N", help="1 unless told")
    reasons = ", ".join(REASONS)
    make.add_argument("--only", choices=REASONS, default="", help=f"for one reason: {reasons}")
    directed = (
        "a directed contract on each board: this many points each for bidding it, for playing it"
        " to par and for holding it there"
    )
    make.add_argument("--directed", type=_points, default=0, metavar="POINTS", help=directed)
    make.add_argument("--name", default="", help="what the set is called")
    make.add_argument("--out", type=Path, metavar="FILE", help="a file instead of the screen")
    name = parts.add_parser("name", description="Say the fingerprints of sets in event files.")
    name.add_argument("files", nargs="+", metavar="FILE")
    _box_options(parts)
    key = parts.add_parser("key", description="Make a club's key; it signs what the club sends.")
    key.add_argument("file", type=Path, metavar="FILE")
    _hour_options(parts)
    pack = parts.add_parser("pack", description="Sign what each table of an event made of a set.")
    pack.add_argument("file", type=Path, metavar="EVENT", help="an event file with results")
    pack.add_argument("--set", type=Path, required=True, metavar="FILE")
    pack.add_argument("--key", type=Path, required=True, metavar="FILE")
    pack.add_argument("--club", default="", metavar="NAME", help="the name that others read")
    pack.add_argument("--named", action="store_true", help="send the players' names")
    rank = parts.add_parser("rank", description="Rank packages against par and each other.")
    rank.add_argument("set", type=Path, metavar="SET")
    rank.add_argument("files", nargs="+", metavar="PACKAGE")
    return parser.parse_args(argv, _ContestOptions())


def _box_options(parts: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    box = parts.add_parser("box", description="Draw a set as a box: a PDF for four people.")
    box.add_argument("set", type=Path, metavar="SET")
    box.add_argument("--out", dest="pdf", type=Path, required=True, metavar="FILE", help="the PDF")
    box.add_argument("--paper", choices=PAPERS, default=PAPERS[0], help="a4 unless told")
    box.add_argument(
        "--edition",
        choices=EDITIONS,
        default=EDITIONS[0],
        help="'whole' for a host who does not play, 'sealed' for one who does: without hands and"
        " answers; 'answers' alone, for a person who does not play",
    )


def _hour_options(parts: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    hour = parts.add_parser("hour", description="Write a set with the hour at which it closes.")
    hour.add_argument("set", type=Path, metavar="SET")
    moment = "a moment with its zone, like 2026-11-28T22:00+01:00"
    hour.add_argument("--closes", required=True, metavar="MOMENT", help=moment)
    hour.add_argument("--key", type=Path, required=True, metavar="FILE")
    hour.add_argument("--club", default="", metavar="NAME", help="the name that others read")
    hour.add_argument("--out", type=Path, metavar="FILE", help="a file instead of the screen")


def _number(text: str) -> int:
    if text.isdecimal() and 1 <= int(text) <= MOST_BOARDS:
        return int(text)
    raise argparse.ArgumentTypeError(f"a whole number from 1 to {MOST_BOARDS}, not {text!r}")


def _points(text: str) -> int:
    if text.isdecimal() and 1 <= int(text) <= MOST_POINTS:
        return int(text)
    raise argparse.ArgumentTypeError(f"a whole number from 1 to {MOST_POINTS}, not {text!r}")


def _make(options: _ContestOptions) -> int:
    boards = "1 board" if options.boards == 1 else f"{options.boards} boards"
    name = options.name or f"{boards} from seed {options.seed}"
    valuation = find_valuation(CALLED.get(options.game, options.game))
    wanted = SetWish(valuation, options.boards, options.seed, options.only)
    made = make_set(wanted, name, options.directed)
    text = printable_json(made.written())
    if options.out is None:
        sys.stdout.write(text)
        return SCORED
    options.out.write_text(text, encoding="utf-8")
    sys.stdout.write(f"{json.dumps(answer_name(made.facts()))}\n")
    return SCORED


def _box(options: _ContestOptions) -> int:
    event = contest_packages.read_set(options.set)
    with without_a_club():
        from clubscore.extras.sets.box import Edition, box_of
        from clubscore.extras.sets.box_pdf import box_pdf
        from clubscore.papers.sizes import PAPERS as SIZES

        drawn = box_pdf(box_of(event), SIZES[options.paper], Edition(options.edition))
    options.pdf.write_bytes(drawn)
    return SCORED


def _key(options: _ContestOptions) -> int:
    contest_packages.make_key(options.file)
    return SCORED


def _hour(options: _ContestOptions) -> int:
    told_set, key = contest_packages.read_set(options.set), contest_packages.read_key(options.key)
    text = printable_json(
        contest_packages.sealed(told_set, options.closes, key, options.club).written()
    )
    if options.out is None:
        sys.stdout.write(text)
    else:
        options.out.write_text(text, encoding="utf-8")
    return SCORED


def _pack(options: _ContestOptions) -> int:
    played_set = contest_packages.read_set(options.set)
    event = contest_packages.read_set(options.file)
    key = contest_packages.read_key(options.key)
    made = contest_packages.packed(event, played_set, key, club=options.club, named=options.named)
    for each in made:
        sys.stdout.write(f"{json.dumps(each, ensure_ascii=False)}\n")
    return SCORED


def _rank(options: _ContestOptions) -> int:
    files = [Path(each) for each in options.files]
    answer = contest_packages.ranked(contest_packages.read_set(options.set), files)
    sys.stdout.write(f"{json.dumps(answer, ensure_ascii=False)}\n")
    return REFUSED if answer["refused"] else SCORED


_DO = {"make": _make, "box": _box, "key": _key, "hour": _hour, "pack": _pack, "rank": _rank}


def answer_name(raw: object) -> NameAnswer:
    """The name of a set in an event file. RuleError at ``boards`` where a board has no cards."""
    event = read_event(raw)
    without = [number for number, board in event.boards.items() if board.deal is None]
    if without:
        raise RuleError(
            "no-cards",
            gettext_noop("Board %(board)s has no cards. A set has those of every board."),
            "boards",
            board=without[0],
        )
    return {"fingerprint": fingerprint(event), "boards": len(event.boards)}


def _refused(error: RuleError) -> int:
    sys.stdout.write(f"{json.dumps({'error': str(error), 'where': error.where})}\n")
    return REFUSED
