"""Take the pictures of docs/screenshots from a fresh demo club: `make screenshots`.

Home, table, pad, slip, a game's page, other laws, the book, the season and an event's room at 360
and 1280 px, light and dark; of an event a table's phone, the wall, ranking, card, board and
history; of a par contest a table's phone, the boards' pars and the ranking. Last the screens that
players tap most, which `tools/screenshots.py screens` takes alone. Papers are drawn by
`tools/paper_pictures.py`.
"""

import io
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright
from setup import BROWSERS, ROOT

FOLDER = ROOT / "docs" / "screenshots"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
# Width, height, and how many dots a pixel has: a phone's are finer.
SIZES = {360: (740, 2), 1280: (800, 1)}
COLOURS = 128
# What is worth a picture besides an evening at a table.
PLACES = {"game": "/games/five-hundred/", "book": "/book/", "season": "/season/"}
# Games whose entry forms and pads look like no other's, with the seats of those who sit down.
GAMES = {"five-hundred": "ABC", "bolshevik": "NESW"}
# Of a deal at these games: who sits down, the keys before the play, the key with which it begins,
# and those after it. A key is question=value, or question.number where its values say little.
SCREENS = {
    "auction": ("NESW", "level=3 denomination=H", "declarer=N", "result.3 honours.0"),
    "straight-bridge": ("NESW", "denomination=H result.1 honours.0", "", ""),
    "cut-throat": (
        "ABC",
        "level=2 denomination=H",
        "declarer=A",
        "result.3 honours.0 honours.0 honours.1",
    ),
    "five-hundred": ("ABC", "bid=7H", "declarer=A", "result.7 result.13"),
    "pirate": ("NESW", "level=2 denomination=S declarer=N", "", ""),
}
# Two steps, of which only this is unlike what other games show.
ONLY = {"cut-throat": "2"}
# Who of the demo club has played for half a year.
SOMEBODY = "Percy"
RESULT = "level=4 denomination=S declarer=S result.3"
OTHER_LAWS = "1/other-laws/?game=straight-bridge"
# Of the event that is played, then of the one that is over: its page, on a screen of this width.
PLAYED = {"phone": (360, "at/{table}/"), "wall": (1280, "wall/"), "history": (360, "history/")}
OVER = {"ranking": (360, "ranking/"), "card": (360, "pair/1/"), "board": (1280, "board/1/")}
# A par contest of four pairs: its set, how many boards a round, and what is typed of round 1.
PAR_SET = ROOT / "docs" / "examples" / "par-set-of-eight.json"
PAR_BOARDS = 4
TYPED = {"A1": "1 2D+4 N\n3 4H= N", "A2": "1 2D+3 N\n3 4H-1 N"}
WORKED_OUT = 120_000  # milliseconds
# A sentence follows what was tapped after 600 ms of rest; a slow machine needs longer to say it.
SAID = 1_500
PASSWORD = re.compile(r"Log in as (\S+) with the password (\S+)")


@contextmanager
def demo_club() -> Iterator[tuple[str, str, str]]:
    """Serve a fresh demo club; give its address, and a name and a password to log in with."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port = door.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="clubscore-screenshots-") as folder:
        server = subprocess.Popen(
            [sys.executable, "manage.py", "serve"],
            cwd=ROOT,
            # No code leads to the machine itself, so the club has an address of its own.
            env=os.environ
            | {"CLUBSCORE_DATA": folder, "HOST": "127.0.0.1", "PORT": str(port)}
            | {"CLUBSCORE_URL": f"http://harbour-lane.example:{port}"},
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None  # noqa: S101 - asked for above
            found = next(filter(None, map(PASSWORD.search, server.stdout)), None)
            if found is None:
                raise SystemExit("the club did not open")
            for line in server.stdout:
                if "Ctrl-C" in line:
                    break
            yield f"http://127.0.0.1:{port}", found[1], found[2]
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(30)


def log_in(browser: Browser, club: tuple[str, str, str], width: int, scheme: str) -> Page:
    """Open the club as its director, on a screen of this width, light or dark."""
    address, name, password = club
    height, dots = SIZES[width]
    page = browser.new_context(
        base_url=address,
        viewport={"width": width, "height": height},
        device_scale_factor=dots,
        color_scheme="dark" if scheme == "dark" else "light",
        locale="en-GB",
    ).new_page()
    page.goto("/login")
    page.get_by_label("Name").fill(name)
    page.locator("input[type=password]").fill(password)
    page.keyboard.press("Enter")
    page.wait_for_url("**/")
    return page


def take(page: Page, name: str) -> None:
    """Keep a picture of the page as its screen shows it."""
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    keep(Image.open(io.BytesIO(page.screenshot())), name)


def keep(picture: Image.Image, name: str) -> None:
    """Write a picture of a page as a small PNG."""
    few = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(FOLDER / f"{name}.png", optimize=True)


def walk(page: Page, suffix: str) -> None:
    """Go through the club and take every page."""
    take(page, f"home-{suffix}")
    of_last_time = page.locator('[aria-labelledby=last-time] a[href$="/slip/"]')
    slip = of_last_time.first.get_attribute("href") or ""
    page.get_by_role("link", name=re.compile("Open Tonight's pairs")).click()
    take(page, f"event-{suffix}")
    page.goto("/")
    page.get_by_role("link", name="Open Window table").click()
    take(page, f"table-{suffix}")
    page.goto(slip)
    take(page, f"slip-{suffix}")
    page.goto(slip.replace("slip/", "1/pad/"))
    take(page, f"pad-{suffix}")
    for name, path in {**PLACES, "other-laws": slip.replace("slip/", OTHER_LAWS)}.items():
        page.goto(path)
        take(page, f"{name}-{suffix}")


def sit_down(page: Page, game: str, seats: str) -> str:
    """Sit free people down at a game and record a deal as a line; return the table's address."""
    page.goto(f"/sit-down/?n={len(seats)}")
    free = page.locator("#found label:has(input:enabled)")
    for number in range(len(seats)):
        free.nth(number).click()
    page.get_by_role("button", name="Choose the game").click()
    key = page.locator(f"button[name=game][value={game}]").last
    if not key.is_visible():
        page.locator("summary").filter(has_text="games for").click()
    key.click()
    page.get_by_role("link", name="Choose seats").click()
    for number, seat in enumerate(seats):
        page.locator(f"#ask-seat-{seat} label").nth(number).click()
    page.locator("#ask-dealer label").first.click()
    page.get_by_role("button", name="Start the first deal").click()
    page.wait_for_url("**/table/*/")
    table = page.url
    page.locator("[data-opens=besides]").first.click()
    # The page says how a line looks, and what it means after a colon.
    line = (page.locator("#line-help").text_content() or "").rpartition(": ")[0]
    page.locator("#line").fill(line.strip())
    page.get_by_role("button", name="Record deal").click()
    # Whoever leaves before it is in takes it along, as what waits on a phone.
    page.locator("#last-deal").wait_for()
    return table


def leave(page: Page, table: str) -> None:
    """Free the people of a table: a demo club has few who do not play."""
    page.goto(f"{table}next/")
    page.locator("summary", has_text="opened by mistake").click()
    page.get_by_role("button", name="Declare void").click()
    page.wait_for_url("**/")


def take_games(page: Page) -> None:
    """Take the entry form and the pad of games that look like no other's."""
    for game, seats in GAMES.items():
        table = sit_down(page, game, seats)
        take(page, f"{game}-form-360-light")
        page.goto(f"{table}pad/")
        take(page, f"{game}-pad-360-light")
        leave(page, table)


def tap(page: Page, keys: str) -> None:
    """Tap the keys of a deal or a result, and wait for what is said of them."""
    for key in keys.split():
        question, number = key.partition("=")[0], key.rpartition(".")[2]
        if "=" in key:
            of = f'label:has(input[name="{question}"][value="{key.rpartition("=")[2]}"])'
            page.locator(f"{of}:visible").first.click()
        else:
            of = f"#ask-{key.partition('.')[0]}"
            page.locator(f"{of} label:visible, {of} .tally button").nth(int(number)).click()
    if keys:
        page.wait_for_timeout(SAID)


def take_at(pages: dict[str, Page], name: str, address: str, keys: str = "", at: str = "") -> None:
    """Take a page as each browser shows it, these keys tapped, from a part of it downwards."""
    for suffix, page in pages.items():
        page.goto(address)
        page.wait_for_load_state("networkidle")
        tap(page, keys)
        if at:
            page.locator(at).first.evaluate("part => part.scrollIntoView()")
        take(page, f"{name}-{suffix}")
        # A page that is left open would go on asking for news.
        page.goto("about:blank")


def take_screens(browser: Browser, club: tuple[str, str, str]) -> None:
    """Take the screens that players tap most, on a phone and a desk, light and dark."""
    pages = {
        f"{width}-{scheme}": log_in(browser, club, width, scheme)
        for width in SIZES
        for scheme in ("light", "dark")
    }
    first = next(iter(pages.values()))
    for game, (seats, before, begins, after) in SCREENS.items():
        table = sit_down(first, game, seats)
        if ONLY.get(game, "1") == "1":
            take_at(pages, f"deal-{game}-1" if begins else f"deal-{game}", table, before)
        if begins:
            first.goto(table)
            tap(first, f"{before} {begins}")
            first.locator("#noted").wait_for()
            take_at(pages, f"deal-{game}-2", table, after)
        leave(first, table)
    event, over = events_of(first)
    first.goto(event)
    at = first.locator(".tables a").nth(2).get_attribute("href") or ""
    address = f"{event}at/{at.rstrip('/').rpartition('/')[2]}/"
    take_at(pages, "result", address, RESULT, at="#board-title")
    take_at(pages, "traveller", f"{over}board/1/")
    first.goto("/season/")
    pictures = first.get_by_role("link", name="Pictures").first.get_attribute("href") or ""
    take_at(pages, "charts", f"/season/{pictures.rpartition('/')[2]}", at=".finding")
    take_looked_at({"360-light": first}, over)


def take_looked_at(pages: dict[str, Page], over: str) -> None:
    """Take what people look at after an evening that is over, and over the years."""
    page = next(iter(pages.values()))
    page.goto("/results/")
    # Of the evening of the event that is over, with its hand of the night.
    after = f'//a[@href="{over}ranking/"]/following::a[contains(@href, "/gazette/")][1]'
    gazette = page.locator(f"xpath={after}").get_attribute("href") or ""
    race = page.locator('a[href$="/race/"]').first.get_attribute("href") or ""
    page.goto("/players/")
    person = page.get_by_role("link", name=SOMEBODY).first.get_attribute("href") or ""
    for name, address in {
        "card": f"{over}pair/1/?words=1",
        "play": f"{over}board/1/play/",
        "cross": f"{over}ranking/cross/",
        "race": race,
        "years": f"{person}years/?year=all",
        "partners": f"{person}partners/?year=all",
        "contracts": f"{person}contracts/?year=all",
        "club-years": "/results/years/",
    }.items():
        take_at(pages, f"look-{name}", address)
    take_at(pages, "look-gazette", gazette, at="text=Hand of the night")


def events_of(page: Page) -> tuple[str, str]:
    """Return the address of the event that is played, and of the one that is over."""
    page.goto("/")
    event = page.get_by_role("link", name=re.compile("Open Tonight's pairs"))
    now = event.get_attribute("href") or ""
    page.goto("/results/")
    link = page.get_by_role("link", name=re.compile("Thursday pairs")).first
    return now, re.sub(r"ranking/$", "", link.get_attribute("href") or "")


def take_events(browser: Browser, club: tuple[str, str, str]) -> None:
    """Take the pages of the event that is played, and of the one that is over."""
    for width in SIZES:
        page = log_in(browser, club, width, "light")
        now, over = events_of(page)
        page.goto(now)
        at = page.locator(".tables a").nth(1).get_attribute("href") or ""
        table = at.rstrip("/").rpartition("/")[2]
        if width == min(SIZES):
            work_out(page, over)
        for address, pages in ((now, PLAYED), (over, OVER)):
            for name, (on, path) in pages.items():
                if on == width:
                    page.goto(address + path.format(table=table))
                    take(page, f"event-{name}-{width}-light")


def work_out(page: Page, event: str) -> None:
    """Have double dummy worked out of an event's boards, and wait for it."""
    page.goto(f"{event}par/")
    page.get_by_role("button", name="Work out par").click()
    page.get_by_text(re.compile("All .* are worked out")).wait_for(timeout=WORKED_OUT)


def open_par_contest(page: Page) -> str:
    """Open a par contest of four pairs, bring its set and begin; return its address."""
    page.goto("/event/new/")
    page.get_by_label("Name").fill("Par contest")
    page.locator('label:has(input[name="scoring"][value="par"])').click()
    page.get_by_label("Game").select_option("duplicate-auction")
    page.get_by_role("button", name="Next: names").click()
    event = page.url.partition("entries/")[0]
    for _pair in range(4):
        for number in range(2):
            page.locator("#enter .picks label").nth(number).click()
        page.locator("#enter .key-go").click()
        page.wait_for_load_state("networkidle")
    page.goto(f"{event}movement/?kind=mitchell&each={PAR_BOARDS}&winners=2")
    page.locator("form.card button").first.click()
    page.goto(f"{event}par/")
    page.get_by_label("Event file with deals and pars").set_input_files(PAR_SET)
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name="Import", exact=True).click()
    work_out(page, event)
    page.goto(event)
    page.get_by_role("button", name="Start round 1").click()
    return event


def take_par_contest(browser: Browser, club: tuple[str, str, str]) -> None:
    """Take a par contest: its boards, a phone that says the directed contract, the ranking."""
    page = log_in(browser, club, 360, "light")
    event = open_par_contest(page)
    page.goto(f"{event}phones/")
    page.get_by_role("button", name=re.compile("^Connect")).click()
    code = page.locator('a[href*="/e/"]').first.get_attribute("href") or ""
    phone = log_in(browser, club, 360, "light")
    phone.context.clear_cookies()
    phone.goto(urlsplit(code).path)
    phone.get_by_role("button", name="the table's phone").click()
    with phone.expect_response("**/here/"):
        phone.get_by_role("button", name="Yes", exact=True).click()
    phone.goto(f"{phone.url}?board=2")
    phone.get_by_label("What did the auction reach?").fill("2S")
    phone.get_by_role("button", name="Record the auction").click()
    phone.get_by_text("Play 2NT by South").wait_for()
    take(phone, "event-par-phone-360-light")
    for table, lines in TYPED.items():
        page.goto(f"{event}typing/?round=1&table={table}")
        page.get_by_label("The score slip").fill(lines)
        page.get_by_role("button", name="Record, next table").click()
    for name, path in {"par-ranking": "ranking/", "pars": "par/"}.items():
        page.goto(f"{event}{path}")
        take(page, f"event-{name}-360-light")


def take_club(browser: Browser, club: tuple[str, str, str]) -> None:
    """Take the club's pages and its events'."""
    for width in SIZES:
        for scheme in ("light", "dark"):
            page = log_in(browser, club, width, scheme)
            walk(page, f"{width}-{scheme}")
    take_events(browser, club)
    take_par_contest(browser, club)
    take_games(log_in(browser, club, 360, "light"))


def main() -> int:
    """Take all pictures, or those of the screens alone. Needs Chromium."""
    chromium = next(filter(None, map(shutil.which, BROWSERS)), None)
    if chromium is None:
        print("Needs Chromium: apt-get install chromium")
        return 1
    FOLDER.mkdir(parents=True, exist_ok=True)
    with demo_club() as club, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        if sys.argv[1:] != ["screens"]:
            take_club(browser, club)
        take_screens(browser, club)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
