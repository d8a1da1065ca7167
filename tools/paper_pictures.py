"""Draw a picture of every printed paper, on A4 and on Letter, for docs/papers: `make screenshots`.

They come from a fresh demo club, and from an evening of teams and one with a ruling in it. The page
docs/papers/README.md, which shows them all, is written along. A paper that nothing here has fails.
"""

import io
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import django
from PIL import Image
from pypdf import PdfReader
from setup import ROOT

FOLDER = ROOT / "docs" / "papers"
PAGE = FOLDER / "README.md"
SIZES = ("a4", "letter")
DOTS, GREYS, WIDE = 64, 12, 260
# Sheets after one that says how they are used.
SECOND_PAGE = {"par-cards"}
# Leaves of the box of a set: what each is called, and words that no leaf before it has.
BOX_SET = "auction-1917"
BOX_LEAVES = {
    "rules": ("The rules", "What you need"),
    "score-card": ("The score card", "Score card"),
    "stickers": ("Stickers for the backs of a pack", "boards 1–12"),
    "dealing-list": ("The dealing list", "Dealing list"),
    "strips": ("A strip for each board, to deal by letters", "Board 12"),
    "hands": ("North's hands", "Board 1, North"),
    "answers": ("Answers, to fold and glue", "Cut open once"),
}
HEAD = """# Every printed paper

Drawn by `make screenshots` from a fresh demo club, the first sheet of each, on A4 and on Letter.
How they are printed is in [papers.md](../papers.md), how one is added in
[adding-a-paper.md](../adding-a-paper.md).
"""


def main() -> int:
    """Draw them all, and write the page that shows them. Needs poppler-utils."""
    if shutil.which("pdftoppm") is None:
        print("Needs pdftoppm: apt-get install poppler-utils")
        return 1
    with tempfile.TemporaryDirectory(prefix="clubscore-papers-") as folder:
        os.environ["CLUBSCORE_TEST_FOLDER"] = folder
        os.environ["CLUBSCORE_URL"] = "http://harbour-lane.example"
        os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
        sys.path.insert(0, str(ROOT))
        django.setup()
        FOLDER.mkdir(parents=True, exist_ok=True)
        for old in FOLDER.glob("*.png"):
            old.unlink()
        shown = [*drawn(), box_drawn()]
    PAGE.write_text("\n".join((HEAD, *shown)))
    print(f"{len(shown)} papers, {len([*FOLDER.glob('*.png')])} pictures")
    return 0


def drawn() -> Iterator[str]:
    """Draw each paper of the lists; yield what the page says of it."""
    from clubscore.papers.registry import every_paper, papers_by_page

    things = things_of_the_demo()
    words = {id(paper): word for word, papers in papers_by_page().items() for paper in papers}
    for paper in every_paper():
        if not paper.has("pdf"):
            continue
        url, content = asked_for(paper, things[words[id(paper)]])
        for size in SIZES:
            name = f"{paper.key}-{size}"
            keep(content[size], name, 2 if paper.key in SECOND_PAGE else 1)
        yield told(paper, url)


def box_drawn() -> str:
    """Draw the leaves of a box, and return its part of the page."""
    from clubscore.events.set_table import shipped_set
    from clubscore.extras.sets.box import box_of
    from clubscore.extras.sets.box_pdf import box_pdf
    from clubscore.papers.sizes import PAPERS

    box = box_of(shipped_set(BOX_SET))
    files = {size: box_pdf(box, PAPERS[size]) for size in SIZES}
    for size, pdf in files.items():
        pages = [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages]
        for leaf, (_title, words) in BOX_LEAVES.items():
            number = next(at for at, text in enumerate(pages, 1) if words in text)
            keep(pdf, f"box-{leaf}-{size}", number)
    parts = [
        f"{title}:\n\n{pictures(f'box-{leaf}', title)}\n"
        for leaf, (title, _words) in BOX_LEAVES.items()
    ]
    command = f"`manage.py contest box {BOX_SET}.json --out box.pdf`"
    return "\n".join((f"## The box of a set\n\n{command}\n", *parts))


def pictures(name: str, title: str) -> str:
    """Return a leaf's pictures on both sizes of paper."""
    return "\n".join(
        f'<img src="{name}-{size}.png" alt="{title} on {word}" width="{WIDE}">'
        for size, word in zip(SIZES, ("A4", "Letter"), strict=True)
    )


def told(paper: Any, url: str) -> str:
    """Return a paper's part of the page: title, what it is for, both pictures."""
    about = f"{paper.about[:1].upper()}{paper.about[1:]}.\n\n" if paper.about else ""
    return f"## {paper.title}\n\n{about}`{url}`\n\n{pictures(paper.key, paper.title)}\n"


def asked_for(paper: Any, things: Iterable[Any]) -> tuple[str, Mapping[str, bytes]]:
    """Return the address and the files of a paper of the first thing that has it."""
    from django.test import Client

    from clubscore.demo.club import find_demo

    found = sorted(
        (each for each in things if paper.is_of(each)), key=lambda one: not paper.is_offered(one)
    )
    for thing in found:
        event = getattr(thing, "event", thing)
        client = Client(headers={"host": "harbour-lane.example"})
        client.force_login(director_of(getattr(event, "club", None) or find_demo()))
        key = paper.keys(thing)[0]
        url = key.url
        more = [f"event={event.pk}" for event in thing] if paper.key == "as-one" else []
        answers = {
            size: client.get(f"{url}{key.joint}{'&'.join([f'paper={size}', *more])}")
            for size in SIZES
        }
        if all(answer.status_code == 200 for answer in answers.values()):
            return url, {size: answer.content for size, answer in answers.items()}
    raise SystemExit(f"nothing has the paper {paper.key}")


def director_of(club: Any) -> Any:
    """Return a director of a club, made where it has none."""
    from clubscore.club.logins import make_login
    from clubscore.club.models import Membership, Role

    found = Membership.objects.filter(club=club, role=Role.DIRECTOR).first()
    if found is None:
        name = f"director{club.pk}"
        found, _password = make_login(
            club=club, author="the pictures", role=Role.DIRECTOR, username=name
        )
    return found.user


def keep(pdf: bytes, name: str, number: int) -> None:
    """Write a page of a paper as a small grey PNG, by poppler's pdftoppm."""
    page = subprocess.run(
        ["pdftoppm", "-gray", "-png", "-r", str(DOTS), "-f", str(number), "-l", str(number), "-"],
        input=pdf,
        capture_output=True,
        check=True,
    )
    picture = Image.open(io.BytesIO(page.stdout)).quantize(GREYS, dither=Image.Dither.NONE)
    picture.save(FOLDER / f"{name}.png", optimize=True)


def things_of_the_demo() -> dict[str, list[Any]]:
    """Return what papers are of, by the word with which pages ask for them."""
    from django.core.management import call_command
    from django.db.models import F

    from clubscore.club.models import Person
    from clubscore.club.receipts import Numbers
    from clubscore.demo.club import invite_demo
    from clubscore.events.models import Event, EventHappening, Series
    from clubscore.laws.games import find_game
    from clubscore.papers.registry import papers_by_page
    from clubscore.rubbers.models import Sitting

    call_command("migrate", verbosity=0)
    club = invite_demo()
    add_receipts(club)
    add_a_ruling()
    add_teams(club)
    connect_phones(club)
    work_out_double_dummy(club)
    # One that is over says more.
    over_first = (F("closed_at").desc(nulls_last=True), "-pk")
    sittings = [*Sitting.objects.order_by(*over_first)]
    years, series = [sittings[0].evening.year], [*Series.objects.all()]
    things: dict[str, list[Any]] = {
        **dict.fromkeys(("sitting", "slips-of-evening", "positions", "table-code"), sittings),
        **dict.fromkeys(("series", "certificates", "season-poster"), series),
        "account": [*Person.objects.filter(club=club)],
        "account-year": [(each.pk, years[0]) for each in Person.objects.filter(club=club)],
        "ruling-slip": [*EventHappening.objects.filter(kind=EventHappening.Kind.RULING)],
        "game": [find_game("auction")],
        "receipts": [Numbers(1, 3)],
        **dict.fromkeys(("year-book", "treasurers-book"), years),
        "evening-money": [sittings[0].evening],
        "box": [add_a_set(club)],
        "gazette": [max(Event.objects.exclude(finished_at=None).values_list("evening", flat=True))],
        # Evenings that are over, by their addresses' own question.
        "as-one": [tuple(Event.objects.filter(club=club).exclude(finished_at=None)[:2])],
    }
    events = [*Event.objects.filter(club=club).order_by("-round")]
    return {word: things.get(word, events) for word in papers_by_page()}


def add_receipts(club: Any) -> None:
    """Give receipts for three payments to the demo club."""
    from clubscore.club.access import Actor, Level
    from clubscore.club.entry import new_key
    from clubscore.club.receipts import make_receipt, without_receipt

    actor = Actor(level=Level.DIRECTOR, club=club, user=director_of(club))
    for paid in without_receipt(club, 3):
        make_receipt(club=club, payment=paid.entry.pk, words=paid.usual, key=new_key(), actor=actor)


def add_a_set(club: Any) -> Any:
    """Keep a set that comes with the program."""
    from clubscore.club.access import Actor, Level
    from clubscore.club.entry import new_key
    from clubscore.events.set_table import bring_shipped_set

    actor = Actor(level=Level.DIRECTOR, club=club, user=director_of(club))
    return bring_shipped_set(club=club, name=BOX_SET, key=new_key(), actor=actor)


def work_out_double_dummy(club: Any) -> None:
    """Work out what makes on the boards of the demo's events that are over."""
    from clubscore.events.models import Event
    from clubscore.events.par_tables import want, work_off
    from clubscore.events.pars import deals_of
    from clubscore.events.state import room_of

    for event in Event.objects.filter(club=club).exclude(finished_at=None):
        deals = deals_of(room_of(event))
        want(deals)
        work_off(deals)


def connect_phones(club: Any) -> None:
    """Let phones in at a card table and at the event that is played."""
    from clubscore.club.access import Actor, Level
    from clubscore.club.entry import new_key
    from clubscore.events.models import Section
    from clubscore.events.phones import let_phones_in
    from clubscore.rubbers import phones
    from clubscore.rubbers.models import Sitting

    actor = Actor(level=Level.DIRECTOR, club=club, user=director_of(club))
    for section in Section.objects.filter(event__club=club, event__finished_at=None):
        let_phones_in(section=section, key=new_key(), actor=actor)
    sitting = Sitting.objects.filter(table__club=club).latest("pk")
    phones.let_phones_in(sitting=sitting, key=new_key(), actor=actor)


def add_a_ruling() -> None:
    """Give a ruling at an evening of its own."""
    from tests.events.test_rulings import SIXTY_FORTY, rule, with_board_one

    evening = with_board_one(620, 170)
    name_them(evening.people)
    rule(evening, **SIXTY_FORTY, save="1")


def add_teams(club: Any) -> None:
    """Play two rounds of four teams in the demo club."""
    from tests.events.evenings import ONE_DOWN, Evening

    evening = Evening(4, kind="teams-round-robin", winners=1, form="teams", club=club)
    name_them(evening.people)
    evening.play()
    evening.next_round()
    evening.play(ONE_DOWN)


def name_them(people: Iterable[Any]) -> None:
    """Give people of a test the names of visitors."""
    firsts = ("Agnes", "Bruno", "Carys", "Dmitri", "Elif", "Fionn", "Greta", "Hugo")
    lasts = ("Okafor", "Keller", "Lloyd", "Volkov", "Yıldız", "Daly", "Nilsson", "Marsh")
    for at, person in enumerate(people):
        first, last = firsts[at % 8], lasts[(at // 8 + at) % 8]
        person.name, person.short_name = f"{first} {last}", f"{first} {last[0]}"
        person.save()


if __name__ == "__main__":
    sys.exit(main())
