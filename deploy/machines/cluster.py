"""Two nodes and a proxy on this machine's loopback, as a federation would spread them over three.

    proxy (haproxy) --+-- node a: gunicorn -- PgBouncer --+-- PostgreSQL, primary
                      |                                   |        | every commit
                      +-- node b: gunicorn -- PgBouncer --+   PostgreSQL, standby

Everything lies in one folder and listens to 127.0.0.1 alone. What is known of it stands in
`machines.json`, so that each command finds what another began.
"""

from __future__ import annotations

import json
import os
import secrets
import signal
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

from deploy.machines.in_front import PgBouncer, haproxy
from deploy.machines.postgresql import DATABASE, ROLE, PostgreSQL
from deploy.machines.programs import (
    NotDone,
    Process,
    Programs,
    begin,
    do,
    family,
    free_ports,
    is_alive,
    programs,
    send,
    serves,
    until,
    until_gone,
)

ROOT = Path(__file__).resolve().parents[2]
NODES = ("a", "b")
KNOWN = "machines.json"
OWN = ("CLUBSCORE_", "DJANGO_", "DATABASE_URL", "NEWS_DATABASE_URL", "HOST", "PORT", "SECRET_KEY")
PROXY = "proxy"
Say = Callable[[str], None]


class Node:
    """One machine: a worker, its pooler, a database."""

    def __init__(self, found: Programs, folder: Path, known: dict[str, Any], password: str) -> None:
        self.name, self.folder = folder.name, folder
        self.data, self.port = folder / "data", int(known["worker"])
        self.database = PostgreSQL(found, folder, int(known["postgresql"]), password)
        self.pooler = PgBouncer(found, folder, int(known["pgbouncer"]), password)


class Machines:
    """All of them. `chosen` is what the environment of workers says besides."""

    def __init__(self, folder: Path, chosen: dict[str, str] | None = None) -> None:
        self.folder, self.programs = folder, programs()
        file = folder / KNOWN
        self.known = json.loads(file.read_text()) if file.exists() else _new(chosen or {})
        password = self.known["password"]
        self.nodes = {
            name: Node(self.programs, folder / name, self.known["ports"][name], password)
            for name in NODES
        }
        self.port = int(self.known["ports"][PROXY])

    @property
    def primary(self) -> Node:
        """The node whose database is written."""
        return self.nodes[self.known["primary"]]

    @property
    def standby(self) -> Node:
        """The other."""
        return next(node for node in self.nodes.values() if node is not self.primary)

    @property
    def url(self) -> str:
        """The database itself, whichever of the two writes; no pooler between."""
        hosts = ",".join(f"127.0.0.1:{node.database.port}" for node in self.nodes.values())
        return self._url(hosts, "target_session_attrs=read-write&connect_timeout=3")

    def environment(self, node: Node, *, pooled: bool = False) -> dict[str, str]:
        """Return the environment of a node's commands, or, through its pooler, of its worker."""
        kept = {key: value for key, value in os.environ.items() if not key.startswith(OWN)}
        own = {"CLUBSCORE_DATA": str(node.data), "HOST": "127.0.0.1", "PORT": str(node.port)}
        own |= {"SECRET_KEY": self.known["secret"], "DATABASE_URL": self.url}
        if pooled:
            own["DATABASE_URL"] = self._url(f"127.0.0.1:{node.pooler.port}", "connect_timeout=3")
            own["NEWS_DATABASE_URL"] = self.url
        return kept | self.known["chosen"] | own

    def _url(self, hosts: str, asked: str) -> str:
        return f"postgresql://{ROLE}:{quote(self.known['password'])}@{hosts}/{DATABASE}?{asked}"

    def start_databases(self, say: Say) -> None:
        """Make the primary, its standby and the poolers."""
        self.folder.mkdir(parents=True, exist_ok=True)
        # Others must come through to folders of their own, and see nothing of ours.
        self.folder.chmod(0o711)
        for node in self.nodes.values():
            node.folder.mkdir(exist_ok=True)
            node.data.mkdir(exist_ok=True)
        first = self.primary.database
        first.make()
        self._begin(self.primary, "postgresql", first.start)
        until(first.is_primary, f"PostgreSQL does not open: see {first.folder}/postgresql.log")
        first.make_roles()
        say(f"PostgreSQL {first.name}, primary: 127.0.0.1:{first.port}")
        self.join_standby(say)
        for node in self.nodes.values():
            node.pooler.make(first.port)
            self._begin(node, "pgbouncer", node.pooler.start)
            say(f"PgBouncer {node.name}, pool of transactions: 127.0.0.1:{node.pooler.port}")

    def start_workers(self, say: Say) -> None:
        """Start the workers, and the proxy before them."""
        for node in self.nodes.values():
            self.manage(node, "collectstatic", "--no-input")
            self._begin_worker(node)
            say(f"Worker {node.name}: 127.0.0.1:{node.port}")
        ports = {node.name: node.port for node in self.nodes.values()}
        self.known["processes"][PROXY] = haproxy(
            self.programs, self.folder / PROXY, self.port, ports
        )
        self._keep()
        for port in (*ports.values(), self.port):
            until(partial(serves, port), f"nobody answers on {port}: see the logs in {self.folder}")
        say(f"haproxy before both: http://127.0.0.1:{self.port}")

    def manage(self, node: Node, *words: str) -> str:
        """Run one of the program's commands on a node; return what it printed."""
        command = [sys.executable, "manage.py", *words]
        return do(command, environment=self.environment(node), at=ROOT, within=600)

    def join_standby(self, say: Say) -> float:
        """Make the other node's database the primary's standby; return the seconds until in sync.

        Whatever it had goes: it was another's standby, or a primary that is no more.
        """
        standby = self.standby
        self.bury(standby, "postgresql")
        standby.database.copy(self.primary.database)
        self._begin(standby, "postgresql", standby.database.start)
        until(standby.database.is_up, f"the standby does not open: {standby.folder}/postgresql.log")
        took = self.primary.database.until_in_sync(standby.database)
        say(f"PostgreSQL {standby.name}, standby in sync: 127.0.0.1:{standby.database.port}")
        return took

    def promote(self, say: Say) -> None:
        """Make the standby the primary, and lead every pooler that answers to it.

        Call it when the old one is dead or cut off. It could acknowledge nothing more by itself: it
        waits for the standby, which follows it no longer.
        """
        promoted = self.standby
        promoted.database.promote()
        self.known["primary"] = promoted.name
        self._keep()
        say(f"PostgreSQL {promoted.name} is the primary, alone: `join` gives it a standby")
        # At once: one that does not answer is given up only after a while.
        with ThreadPoolExecutor(len(self.nodes)) as threads:
            led = threads.map(partial(_leads_to, promoted), self.nodes.values())
            for text in led:
                say(text)

    def start_again(self, node: Node) -> None:
        """Start what of a node's worker and pooler does not run."""
        if not self.is_alive(node, "pgbouncer"):
            self._begin(node, "pgbouncer", node.pooler.start)
        if not self.is_alive(node, "worker"):
            self._begin_worker(node)

    def processes(self, node: Node, *names: str) -> list[Process]:
        """Return all processes of a node, or of its programs of these names."""
        wanted = names or ("postgresql", "pgbouncer", "worker")
        found = []
        for name in wanted:
            known = self.known["processes"].get(f"{node.name}/{name}")
            if known is not None:
                found += family(Process(*known))
        return found

    def is_alive(self, node: Node, name: str) -> bool:
        """Whether one of a node's programs runs."""
        known = self.known["processes"].get(f"{node.name}/{name}")
        return known is not None and is_alive(Process(*known))

    def bury(self, node: Node, *names: str) -> None:
        """Kill all that runs of a node, or of its programs of these names, and wait until gone."""
        dying = self.processes(node, *names)
        send(dying, signal.SIGKILL)
        until_gone(dying)

    def down(self) -> None:
        """End everything: first who asks, then who is asked; a standby after its primary."""
        proxy = self.known["processes"].get(PROXY)
        if proxy is not None:
            _end(family(Process(*proxy)), signal.SIGTERM)
        both = (self.primary, self.standby)
        for name, by in (("worker", signal.SIGTERM), ("pgbouncer", signal.SIGTERM)):
            for node in both:
                _end(self.processes(node, name)[:1], by)
        for node in both:
            # PostgreSQL's own fast end: whoever is connected is hung up on.
            _end(self.processes(node, "postgresql")[:1], signal.SIGINT)
        for node in both:
            self.bury(node)
        self.known["processes"] = {}
        self._keep()

    def _begin_worker(self, node: Node) -> None:
        command = [sys.executable, "-m", "gunicorn", "--config", "deploy/gunicorn.conf.py"]
        command += ["--log-level", "warning", "clubscore.asgi"]
        environment = self.environment(node, pooled=True)
        log = node.folder / "worker.log"
        self._begin(node, "worker", lambda: begin(command, log, environment=environment, at=ROOT))

    def _begin(self, node: Node, name: str, start: Callable[[], Process]) -> None:
        self.known["processes"][f"{node.name}/{name}"] = start()
        self._keep()

    def _keep(self) -> None:
        file = self.folder / KNOWN
        file.touch(mode=0o600)
        file.write_text(json.dumps(self.known, indent=1))


def _new(chosen: dict[str, str]) -> dict[str, Any]:
    """Return what is known of machines that nobody made yet."""
    ports = iter(free_ports(3 * len(NODES) + 1))
    kinds = ("worker", "pgbouncer", "postgresql")
    return {
        "ports": {name: {kind: next(ports) for kind in kinds} for name in NODES}
        | {PROXY: next(ports)},
        "password": secrets.token_hex(24),
        "secret": secrets.token_urlsafe(48),
        "primary": NODES[0],
        "processes": {},
        "chosen": chosen,
    }


def _leads_to(primary: Node, node: Node) -> str:
    """Lead a node's pooler to a primary; say what came of it."""
    try:
        node.pooler.lead_to(primary.database.port)
    except NotDone:
        return f"PgBouncer {node.name} does not answer; it reads it when it starts"
    return f"PgBouncer {node.name} leads to it"


def _end(processes: list[Process], by: signal.Signals) -> None:
    """Ask processes to end; whoever does not within a while is killed by whoever asked."""
    send(processes, by)
    try:
        until(lambda: not any(map(is_alive, processes)), "", within=15)
    except NotDone:
        send(processes, signal.SIGKILL)
