"""What tests share: a database in a file, a club to play in, a real browser.

A test that cannot run on a machine says so; where CI is set it fails instead.
"""

import gc
import os
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache, caches
from django.db import connection
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Page,
    Response,
    expect,
    sync_playwright,
)

from clubscore.club.database import forget_what_was_read
from clubscore.club.models import User
from tests import databases, sweeping
from tests.house import House, build_house, client_of
from tests.site import Site
from tools.setup import BROWSERS

pytest_plugins = (
    "pytester",
    "tests.times",
    "tests.targets",
    "tests.walks",
    "tests.order",
    "tests.patched",
    "tests.real_events",
    "tests.costs",
    "tests.mapped",
    "tests.failed",
    "tests.of_extras",
)

# Playwright keeps an event loop in the test's own thread, where Django would refuse to read.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
PHONE = {"width": 360, "height": 740}
# What phones open, as codes say it; a browser of the tests opens the live server instead.
CLUB_URL = "http://clubscore.test"
# What a server answers by a fault of its own; 503 says that its database is away.
BROKEN = {*range(500, 600)} - {503}
REFUSED = "Response Status Error Code"  # as htmx writes it to the console
# How long a page may take before a test gives up: no limit that a test is about, and more than a
# browser needs whose server shares two cores with other tests.
PATIENCE = 90_000  # milliseconds
# A phone gives an answer up after 8 s, a plain form after 20. What takes a tenth of a second may
# take longer where six processes of tests share two cores; tests that want no answer cut the line.
PATIENT = """
  const wait = window.setTimeout;
  const longer = { 8000: 60000, 20000: 60000 };
  window.setTimeout = (work, after, ...rest) => wait(work, longer[after] || after, ...rest);
"""
expect.set_options(timeout=PATIENCE)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove the folder that tests/settings.py made, when the last process is done with it."""
    made = os.environ.get("CLUBSCORE_TEST_FOLDER")
    if made and not hasattr(config, "workerinput"):
        shutil.rmtree(made, ignore_errors=True)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Never look through thousands of collected tests for garbage again: a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def cannot_run(why: str) -> None:
    """Skip a test that this machine cannot run; fail where CI is set."""
    if os.environ.get("CI"):
        pytest.fail(f"cannot run here, and must: {why}")
    pytest.skip(f"CANNOT RUN HERE: {why}")


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None, django_db_blocker: Any, django_db_modify_db_settings: None
) -> Iterator[None]:
    """Give this process a copy of the migrated database, instead of migrating one of its own.

    A test that commits is swept away after it, the one deletion there is in a book: SQLite empties
    tables row by row, so there the triggers that refuse it go; tests/club/test_book sets them
    again to see that they refuse.
    """
    own = connection.settings_dict["NAME"]
    name = connection.settings_dict["TEST"]["NAME"] or f"test_{own}"
    databases.put_copy(name)
    settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"] = name
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            databases.keep_locks(str(name))
            for table in ("club_entry", "club_posting"):
                cursor.execute(f"DROP TRIGGER {table}_never_deleted")
        sweeping.sweep_after_tests()
    yield
    with django_db_blocker.unblock():
        connection.close()
    databases.remove(name)
    settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"] = own


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    """A database that is rolled back comes to the same keys again with other facts."""
    for each in (cache, caches["phones"]):
        each.clear()
    forget_what_was_read()


@pytest.fixture
def house(db: None) -> House:
    """A club with a rubber at its table, inside the test's transaction."""
    return build_house()


@pytest.fixture
def other_house(db: None) -> House:
    """Another club, whose people must see nothing of ours."""
    return build_house("Baldwin")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium, one for all tests of a process."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        cannot_run("no Chromium (Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def server_of_all(django_db_setup: None, django_db_blocker: Any) -> Iterator[Site]:
    """One server for all browsers of a process."""
    with django_db_blocker.unblock():
        served = Site()
        served.open()
        yield served
        served.close()


@pytest.fixture
def site(server_of_all: Site, transactional_db: None, settings: Any) -> Site:
    """The server that browsers open, by its `url`; what they write is swept away after the test."""
    settings.ALLOWED_HOSTS = ["*"]
    return server_of_all


def session_of(login: str, url: str) -> Any:
    """Log somebody in, and return the cookie that a browser has of it."""
    session = client_of(User.objects.get(username=login)).cookies[settings.SESSION_COOKIE_NAME]
    return {"name": session.key, "value": session.value, "url": url, "httpOnly": True}


@pytest.fixture
def open_page(browser: Browser, site: Site, settings: Any) -> Iterator[Callable[..., Page]]:
    """Opens pages of the site, each in a browser of its own, 360 px wide unless told.

    Whoever is named as `login` is logged in by the cookie that the form would have set; what the
    form does `tests.flows.acting.log_in` shows to those few flows that are about it.

    After the test no page may have written an error to its console, had a server error, or asked
    another host for anything.
    """
    settings.CLUBSCORE_URL = CLUB_URL
    wrong: list[str] = []
    contexts = []

    def watch(page: Page) -> None:
        def console(message: ConsoleMessage) -> None:
            # Chromium reports a page that refuses something (409, 422) as an error of its own,
            # and a network or a database that is gone is what some tests are about.
            usual = ("Failed to load resource", "htmx:sendError", "htmx:afterRequest", REFUSED,
                     "when fetching the script")  # fmt: skip
            if message.type == "error" and not any(each in message.text for each in usual):
                wrong.append(f"{page.url}: {message.text}")

        def answered(response: Response) -> None:
            if response.status in BROKEN or not response.url.startswith(site.url):
                wrong.append(f"{response.status} {response.url}")

        page.on("console", console)
        page.on("pageerror", lambda error: wrong.append(f"{page.url}: {error}"))
        page.on("response", answered)

    def open_one(path: str = "/", *, login: str = "", **options: Any) -> Page:
        context = browser.new_context(
            base_url=site.url, **{"viewport": PHONE, "locale": "en-GB", **options}
        )
        context.set_default_timeout(PATIENCE)
        context.add_init_script(PATIENT)
        contexts.append(context)
        page = context.new_page()
        watch(page)
        if login:
            context.add_cookies([session_of(login, site.url)])
        page.goto(path.removeprefix(CLUB_URL))
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture
def together(transactional_db: None) -> Callable[..., list[Any]]:
    """Runs functions at the same moment, each on a connection of its own.

    Returns what each returned, or the exception it raised.
    """

    def run(*jobs: Callable[[], Any]) -> list[Any]:
        gate = Barrier(len(jobs))

        def one(job: Callable[[], Any]) -> Any:
            try:
                gate.wait()
                return job()
            except Exception as error:
                return error
            finally:
                connection.close()

        with ThreadPoolExecutor(len(jobs)) as pool:
            return list(pool.map(one, jobs))

    return run


def pytest_report_header() -> str:
    """Say which database this run is on."""
    return f"database: {settings.DATABASES['default']['ENGINE'].rpartition('.')[2]}"
