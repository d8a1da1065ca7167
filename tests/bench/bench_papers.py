"""Papers: pieces a second, the largest with their time and size, a dozen documents at once.

    python tests/bench/bench_papers.py [--times 3]

Prints for each kind of piece how many times as long it takes as reportlab alone for as many texts;
twelve documents drawn by four threads beside the same one after the other; and how long a short
paper waits while a long one is drawn. Then every paper that pages show of a club with an event of
48 pairs, asked for by its address: milliseconds of the processor, beside the bare texts and a page
that says nothing but them. Fails where a piece takes four times as long as its bare texts, where
the short paper waits for the whole of the other, or where a paper takes longer than its limit.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.smallest import begun_in, judged, sized

TIMES_BARE, ROUNDS, BARE_TEXTS = 4.0, 13, sized(1000, 100)
# A paper that pages show reads the club first and works its figures out: as much as so many texts.
TIMES_BARE_SHOWN, READING = 6.0, 300
MANY = sized(12, 2)


def seconds(job: Callable[[], Any], times: int) -> tuple[float, Any]:
    """The fastest of some runs, and what it made."""
    fastest, made = float("inf"), None
    for _ in range(times):
        started = time.perf_counter()
        made = job()
        fastest = min(fastest, time.perf_counter() - started)
    return fastest, made


def bare_run() -> bytes:
    """A thousand texts on one page by reportlab alone, with fonts read from their files."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    from clubscore.papers import typeface

    for font in (typeface.TEXT, typeface.BOLD):
        path = typeface.FOLDER / typeface.FILES[font]
        pdfmetrics.registerFont(TTFont(f"bare {font}", path))
    file = io.BytesIO()
    canvas = Canvas(file)
    for number in range(BARE_TEXTS):
        canvas.setFont(f"bare {typeface.TEXT}", 9)
        canvas.drawString(20 + number % 10 * 50, 20 + number // 10 * 8, f"text {number}")
    canvas.save()
    return file.getvalue()


def papers() -> dict[str, Callable[[], tuple[int, bytes]]]:
    """What an evening of thirty tables and thirteen rounds of two boards prints, kind by kind."""
    from clubscore.papers.ledger import imprint
    from clubscore.papers.pieces import pieces_pdf
    from clubscore.papers.sizes import A4
    from tests.papers.test_pieces_in_the_ledger import KINDS, NAMES

    sizes = {"slips": (195, 2), "travellers": (13, 26), "private cards": (60, 26),
             "guide cards": (60, ROUNDS), "table cards": (30, ROUNDS)}  # fmt: skip
    sizes = {kind: (sized(count, 2), boards) for kind, (count, boards) in sizes.items()}
    found: dict[str, Callable[[], tuple[int, bytes]]] = {}
    for names in sized(("Polish", "Chinese"), ("Polish",)):
        for kind, (count, boards) in sizes.items():
            make, cutting = KINDS[kind]

            def draw(
                make: Any = make, cutting: Any = cutting, count: int = count, boards: int = boards,
                people: Any = NAMES[names],
            ) -> tuple[int, bytes]:  # fmt: skip
                forms = make(count, boards, people, A4)
                return len(forms), pieces_pdf(forms, A4, imprint("Papers"), cutting)

            found[f"{kind}, {names} names"] = draw
    return found


Shown = dict[str, tuple[Any, str]]


def pdfs(who: Any, things: dict[str, list[Any]]) -> Shown:
    """Return whoever asks for each paper of these things, and the largest of its addresses."""
    from clubscore.papers.registry import every_paper

    return {
        paper.key: (who, key.url)
        for paper in every_paper()
        for thing in things.get(paper.key, ())
        if paper.is_of(thing)
        for key in paper.keys(thing)
        if key.ending == "pdf"
    }


def director_of(club: Any) -> Any:
    """Return the browser of a club's director."""
    from clubscore.club.models import Role
    from tests.house import client_of, make_user

    return client_of(make_user(club, f"bench-{club.pk}", Role.DIRECTOR))


def of_clubs_of_their_own() -> Shown:
    """Return a ruling on its slip, a sheet of matches and the cards of the seven."""
    from clubscore.events.models import EventHappening
    from tests.events.evenings import FOUR_SPADES, Evening
    from tests.events.test_rulings import SIXTY_FORTY, rule, with_board_one
    from tests.rubbers.seven_table import SevenTables
    from tests.rubbers.test_seven import worked

    ruled, seven = (
        with_board_one(620, 170),
        SevenTables({"amount": "5s", "currency": "LSD", "per": 100}),
    )
    rule(ruled, **SIXTY_FORTY, save="1")
    worked(seven, 5)
    teams = Evening(4, kind="teams-round-robin", form="teams", winners=1, boards=6, club=ruled.club)
    for table in teams.room.tables():
        for board in table.place.boards:
            for side in ("ns", "ew"):
                teams.tell(table.number, board, FOUR_SPADES, side)
    rulings = EventHappening.objects.filter(kind=EventHappening.Kind.RULING)
    of_events = {"ruling-slip": list(rulings), "matches": [teams.event]}
    return pdfs(director_of(ruled.club), of_events) | pdfs(
        director_of(seven.club), {"positions": [seven.sitting(1)]}
    )


def shown_papers() -> Shown:
    """Make clubs with what each paper is about; return who asks for it and where, by its key."""
    from django.core.management import call_command

    from clubscore.events.boards import SeenBoards, make_boards
    from clubscore.events.models import Event, Series
    from clubscore.events.models.facts import SeriesKept
    from clubscore.events.phones import let_phones_in
    from clubscore.events.series import change_series, open_series
    from clubscore.laws.games import find_game
    from clubscore.papers.event_papers import papers_of_boards
    from clubscore.papers.registry import every_paper
    from clubscore.rubbers.phones import make_link
    from tests.bench.ten_years import an_event
    from tests.club.test_receipts import receipts_given
    from tests.events.evenings import Evening as Duplicate
    from tests.events.world.packages import a_set
    from tests.rubbers.evening import SIX
    from tests.rubbers.evening import Evening as Cutting
    from tests.rubbers.tables import CROWN

    call_command("migrate", verbosity=0)

    table = Cutting(SIX, stakes=CROWN)
    table.begin()
    table.play_rubber()
    event, again = an_event(table.club), an_event(table.club)
    dealt = Duplicate(6, boards=4, club=table.club, starts=False)
    make_boards(
        event=dealt.event, numbers=range(1, 13), is_sorted=False, anew=False,
        seen=SeenBoards(0, "cards"), actor=table.actor,
    )  # fmt: skip
    let_phones_in(section=dealt.section, key="codes", actor=table.actor)
    make_link(sitting=table.sitting, author="a bench")
    series = open_series(club=table.club, name="Autumn", key="series", actor=table.actor)
    change_series(
        series=series, name="Autumn", kept=SeriesKept(events=[event.pk, again.pk]), seen=0,
        key="events", actor=table.actor,
    )  # fmt: skip
    game, evening = find_game("auction"), table.sitting.evening
    things: dict[str, list[Any]] = {
        each.key: [Event.objects.get(pk=event.pk)] for each in every_paper()
    }
    things |= {
        **{key: [table.sitting] for key in ("sheet", "table-code", "slips-of-evening")},
        **{key: [game] for key in ("game-card", "blank-sheet")},
        **{key: [evening] for key in ("evening-money", "gazette")},
        **{key: [evening.year] for key in ("year-book", "treasurers-book")},
        **{
            key: [dealt.event]
            for key in ("event-codes", *(each.key for each in papers_of_boards()))
        },
        **{key: list(Series.objects.all()) for key in ("series", "certificates", "season-poster")},
        **{key: [] for key in ("as-one", "ruling-slip", "positions")},
        "receipts": receipts_given(table.club),
        "box": [a_set(table.club)],
        "account": [table.people[0]],
        "account-year": [(table.people[0].pk, evening.year)],
    }
    host = director_of(table.club)
    found = pdfs(host, things)
    found["as-one"] = host, f"/results/as-one.pdf?event={event.pk}&event={again.pk}"
    found |= of_clubs_of_their_own()
    missing = {each.key for each in every_paper() if each.has("pdf")} - set(found)
    if missing:
        raise SystemExit(f"not drawn: {', '.join(sorted(missing))}")
    return found


def draw_shown(bare: float, times: int) -> list[str]:
    """Print what each paper that pages show costs; return those above their limit."""
    from clubscore.papers.ledger import recording

    found = shown_papers()
    dear = []
    for name, (director, address) in found.items():
        with recording() as kept:
            answer = director.get(address)
        if answer.status_code != 200:
            raise SystemExit(f"{address} answers {answer.status_code}")
        texts = len(kept[0].texts)
        taken = []
        for _time in range(times):
            began = time.thread_time()
            director.get(address)
            taken.append((time.thread_time() - began) * 1000)
        took, least = min(taken), bare * 1000 * texts / BARE_TEXTS
        print(f"{name:20} {texts:6} texts {took:7.0f} ms, bare {least:6.0f}, {took / least:5.1f}")
        if took > TIMES_BARE_SHOWN * bare * 1000 * (texts + READING) / BARE_TEXTS:
            dear.append(name)
    print(f"{len(found)} papers that pages show")
    return dear


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--times", type=int, default=sized(3, 1))
    times = parser.parse_args().times
    folder = tempfile.mkdtemp(prefix="clubscore-bench-")
    begun_in(folder)
    os.environ |= {"DJANGO_SETTINGS_MODULE": "tests.settings", "CLUBSCORE_TEST_FOLDER": folder}
    import django

    django.setup()
    from pypdf import PdfReader

    from clubscore.papers.ledger import recording

    bare, _file = seconds(bare_run, sized(max(times, 5), 1))
    print(f"a thousand texts by reportlab alone   {bare * 1000:6.1f} ms")
    dear = []
    drawn = papers()
    for name, draw in drawn.items():
        took, (pieces, pdf) = seconds(draw, times)
        with recording() as kept:
            draw()
        texts = len(kept[0].texts)
        sheets = len(PdfReader(io.BytesIO(pdf)).pages)
        ratio = took / (bare * texts / BARE_TEXTS)
        print(
            f"{name:28} {pieces:4} pieces, {sheets:3} sheets, {len(pdf) // 1000:4} kB,"
            f" {texts:5} texts, {pieces / took:6.0f} pieces a second, {ratio:.2f} times bare texts"
        )
        if ratio > TIMES_BARE:
            dear.append(name)
    few = drawn["guide cards, Polish names"]
    one_by_one, _made = seconds(lambda: [few() for _ in range(MANY)], times)
    with ThreadPoolExecutor(4) as threads:
        at_once, _made = seconds(lambda: list(threads.map(lambda _n: few(), range(MANY))), times)
        print(f"twelve documents at once: {at_once / one_by_one:.2f} of one after the other")
        many, short = drawn["slips, Polish names"], drawn["travellers, Polish names"]
        whole, _made = seconds(many, 1)
        waiting = threads.submit(many)
        time.sleep(whole / 10)
        wait, _made = seconds(short, 1)
        waiting.result()
    print(f"a short paper while a long one is drawn: {wait / whole:.2f} of the long one's time")
    dear += draw_shown(bare, times)
    if dear or wait > whole:
        print(f"too dear: {', '.join(dear) or 'the wait'}")
        sys.exit(judged(1))


if __name__ == "__main__":
    main()
