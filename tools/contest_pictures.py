"""Take the pictures of a table that plays a set, for docs/tournament.md: `make screenshots`.

Four phones of a fresh demo club play the first boards of the twelve: the sets to choose from, a
hand, a result, the closed board, best play, the code of the package, the ranking and a board of
it; of another table the directed contract. With a folder named, every width, light and dark, is
taken into that folder, to be looked at.
"""

import datetime as dt
import json
import re
import shutil
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import screenshots
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from playwright.sync_api import Browser, Page, sync_playwright
from screenshots import BROWSERS, FLAGS, SIZES, demo_club, log_in, take, tap
from setup import ROOT

TWELVE, DIRECTED = "Twelve boards of auction", "Twelve boards with a directed contract"
FOUR = {"North": "Vikram Desai", "South": "Rosa Delgado", "East": "Gwen Pritchard",
        "West": "Ulrike Baumgärtner"}  # fmt: skip
# Two spades by South, made, with four honours.
RESULT = "level=2 denomination=S declarer=S result.3 honours.1"
# What tables of other clubs made of the twelve: contract, declarer, tricks of each.
OTHERS = {"Leeds Bridge Club": ("1NT", "S", 7), "The Tuesday Four": ("2H", "W", 9),
          "Baldwin": ("3S", "N", 8)}  # fmt: skip
TRICK = 3  # of the best play
# Colours change within a quarter of a second.
CHANGED = 500  # milliseconds


Club = tuple[str, str, str]
Looks = list[tuple[int, str]]


class Table(NamedTuple):
    """A table that plays a set: its page, and the phones of its four players."""

    address: str
    phones: dict[str, Page]


def sit_down(host: Page, browser: Browser, club: Club, called: str) -> Table:
    """Choose a set, name the four, and let their phones in by the table's code."""
    host.goto("/contests/")
    host.locator("label").filter(has_text=called).click()
    host.get_by_role("button", name="Sit down").click()
    for seat, name in FOUR.items():
        host.get_by_label(seat).fill(name)
    host.get_by_role("button", name="Save names").click()
    host.get_by_role("heading", name="Four phones").wait_for()
    address = urlsplit(host.url).path
    code = urlsplit((host.locator("#page .address").first.text_content() or "").strip()).path
    phones = {}
    for seat, name in FOUR.items():
        phone = new_phone(browser, club, 360, "light")
        phone.goto(code)
        phone.get_by_role("button", name=name.split()[0]).first.click()
        phone.locator("#page").wait_for()
        phones[seat] = phone
    return Table(address, phones)


def new_phone(browser: Browser, club: Club, width: int, scheme: str) -> Page:
    """A browser that nobody has logged in with."""
    page = log_in(browser, club, width, scheme)
    page.context.clear_cookies()
    return page


def show(page: Page, name: str, looks: Looks) -> None:
    """Take a page as it stands, at each width and in each scheme."""
    for width, scheme in looks:
        height, _dots = SIZES[width]
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        # Nothing is lit up under where somebody clicked.
        page.mouse.move(0, 0)
        page.wait_for_timeout(CHANGED)
        take(page, f"{name}-{width}-{scheme}")
    height, _dots = SIZES[360]
    page.set_viewport_size({"width": 360, "height": height})
    page.emulate_media(color_scheme="light")


def top(page: Page, at: str) -> None:
    """Scroll a part of a page to the top."""
    page.locator(at).first.evaluate(
        "part => window.scrollTo(0, part.getBoundingClientRect().top + window.scrollY - 4)"
    )


def play(table: Table, looks: Looks, *, shown: bool) -> None:
    """Enter a board's result on North's phone and agree on East's."""
    north, east = table.phones["North"], table.phones["East"]
    tap(north, RESULT)
    if shown:
        top(north, "#board-title")
        show(north, "set-result", looks)
    north.get_by_role("button", name=re.compile("^Hand to")).click()
    north.get_by_text("Waiting for").first.wait_for()
    east.goto(table.address)
    east.get_by_role("button", name=re.compile("^Gwen: yes")).click()
    east.locator(".closed-board").wait_for()
    north.goto(table.address)


def bring_others(host: Page) -> None:
    """Import what tables of other clubs made of the twelve."""
    from clubscore.events.set_table import shipped_set
    from clubscore.extras.world.package import sign

    played_set = shipped_set("auction-1917")
    lines = []
    for at, (club, (contract, declarer, tricks)) in enumerate(OTHERS.items(), 1):
        play = {"contract": contract, "declarer": declarer, "tricks": tricks}
        results = [{"board": number, **play} for number in played_set.boards]
        key = Ed25519PrivateKey.from_private_bytes(bytes([at] * 32))
        told = sign(played_set, results, played=dt.date.today(), key=key, club=club)  # type: ignore[arg-type]
        lines.append(json.dumps(told))
    host.goto("/world/bring/")
    file = {"name": "packages.json", "mimeType": "application/json",
            "buffer": "\n".join(lines).encode()}  # fmt: skip
    host.locator("input[type=file]").first.set_input_files(file)  # type: ignore[arg-type]
    host.get_by_role("button", name="Import").first.click()
    host.wait_for_load_state("networkidle")


def take_the_twelve(browser: Browser, club: Club, looks: Looks) -> None:
    """Take the pages of a table at the twelve boards, from the choice to the ranking."""
    host = log_in(browser, club, 360, "light")
    host.goto("/contests/")
    show(host, "set-choose", looks)
    table = sit_down(host, browser, club, TWELVE)
    north, east = table.phones["North"], table.phones["East"]
    north.goto(table.address)
    show(north, "set-hand", looks)
    play(table, looks, shown=True)
    top(east, ".closed-board")
    show(east, "set-par", looks)
    line = east.locator(f".closed-board ol.said li:nth-child({TRICK}) a")
    east.goto(line.get_attribute("href") or "")
    show(east, "set-best-play", looks)
    north.get_by_role("link", name="Next: board 2").click()
    north.locator(".own-hand").wait_for()
    play(table, looks, shown=False)
    bring_others(host)
    north.goto(f"{table.address.partition('at/')[0]}package/")
    north.get_by_label("Nicknames", exact=True).check()
    north.get_by_label("Nickname of North-South").fill("The Foxes")
    north.get_by_role("button", name="Sign the package").click()
    north.locator(".code svg").wait_for()
    show(north, "set-code", looks)
    north.get_by_role("link", name="Ranking of the set").click()
    north.locator("table.compared").wait_for()
    show(north, "set-ranking", looks)
    north.get_by_role("link", name="1", exact=True).click()
    show(north, "set-board", looks)


def take_directed(browser: Browser, club: Club, looks: Looks) -> None:
    """Take the phone of a table whose auction missed the contract, and the board once closed."""
    host = log_in(browser, club, 360, "light")
    host.goto("/contests/")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "set.json"
        file.write_text(directed_set())
        host.get_by_label("Event file with cards and pars").set_input_files(file)
        host.get_by_role("button", name="Import").click()
        host.get_by_text(DIRECTED).first.wait_for()
    table = sit_down(host, browser, club, DIRECTED)
    north = table.phones["North"]
    north.goto(table.address)
    show(north, "set-auction", looks)
    north.get_by_label("What did the auction reach?").fill("1NT")
    north.get_by_role("button", name="Record the auction").click()
    north.locator(".notice .lead").first.wait_for()
    show(north, "set-directed", looks)


def directed_set() -> str:
    """The twelve with tasks on the first board, as a file."""
    from clubscore.events.set_table import shipped_set
    from clubscore.ranking.par import read_task_lines
    from clubscore.ranking.tasks import read_tasks

    event = shipped_set("auction-1917")
    board = event.boards[1]
    par = board.par
    assert par is not None and par.contract is not None  # noqa: S101 - a set has pars
    side, other = ("NS", "EW") if par.declarer in ("N", "S") else ("EW", "NS")
    lines = f"{side} bidding 4: {par.contract.rstrip('X')}\n{other} defence 4: 9"
    tasks = read_tasks(read_task_lines(lines))
    boards = {**event.boards, 1: board._replace(tasks=tasks)}
    return replace(event, boards=boards, about={"name": DIRECTED}).written()


def main() -> int:
    """Take the pictures of docs/screenshots, or with a folder all looks into it."""
    chromium = next(filter(None, map(shutil.which, BROWSERS)), None)
    if chromium is None:
        print("Needs Chromium: apt-get install chromium")
        return 1
    sys.path.insert(0, str(ROOT))
    looks = [(360, "light")]
    if sys.argv[1:]:
        screenshots.FOLDER = Path(sys.argv[1])
        looks = [(width, scheme) for width in SIZES for scheme in ("light", "dark")]
    screenshots.FOLDER.mkdir(parents=True, exist_ok=True)
    with demo_club() as club, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        take_the_twelve(browser, club, looks)
        take_directed(browser, club, looks)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
