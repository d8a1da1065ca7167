"""One PostgreSQL of a pair: the primary, or the standby that has every commit before it is told.

The primary waits for its standby (`synchronous_standby_names`), so whatever was acknowledged is on
both. One that was promoted is alone: it waits for nobody until a standby is beside it again.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from deploy.machines.programs import NotDone, Process, Programs, begin, do, own, until

SUPERUSER, ROLE, COPIES, DATABASE = "postgres", "clubscore", "replicator", "clubscore"
# What is the same on both. A standby that is silent for five seconds is given up, and asked again.
CONF = """
listen_addresses = '127.0.0.1'
wal_keep_size = '256MB'
wal_sender_timeout = '5s'
wal_receiver_timeout = '5s'
wal_retrieve_retry_interval = '1s'
tcp_keepalives_idle = 5
tcp_keepalives_interval = 2
tcp_keepalives_count = 3
include_if_exists = 'synchronous.conf'
"""
LOOKS_FOR = 2.0  # seconds that a server has to answer a look
ROLES = f"""
CREATE ROLE {ROLE} LOGIN PASSWORD '{{password}}';
CREATE ROLE {COPIES} LOGIN REPLICATION PASSWORD '{{password}}';
"""


class PostgreSQL:
    """The server of one node. `folder` is its own; `password` is that of all roles."""

    def __init__(self, programs: Programs, folder: Path, port: int, password: str) -> None:
        self.programs, self.folder, self.port = programs, folder, port
        self.name, self.password = folder.name, password
        self.data, self.door = folder / "postgresql", folder / "socket"

    def make(self) -> None:
        """Make an empty server, not yet started."""
        self._own_folders()
        how = ["--username", SUPERUSER, "--encoding=UTF8", "--locale=C.UTF-8"]
        how += ["--auth-local=trust", "--auth-host=scram-sha-256"]
        self._do("initdb", "-D", str(self.data), *how)
        with (self.data / "postgresql.conf").open("a") as conf:
            conf.write(CONF)

    def make_roles(self) -> None:
        """Make the database, whose it is, and who copies it."""
        self.ask(ROLES.format(password=self.password))
        self.ask(f"CREATE DATABASE {DATABASE} OWNER {ROLE} ENCODING 'UTF8' TEMPLATE template0")

    def copy(self, primary: PostgreSQL) -> None:
        """Be the standby of a primary: all it has, and from then on all it writes."""
        # A server that was killed leaves its sign at the door, and another takes it for a live one.
        for folder in (self.data, self.door):
            shutil.rmtree(folder, ignore_errors=True)
        self._own_folders()
        of = f"host=127.0.0.1 port={primary.port} user={COPIES} application_name={self.name}"
        of += " keepalives_idle=5 connect_timeout=5"
        how = ["-R", "-c", "fast", "-d", of]
        self._do("pg_basebackup", "-D", str(self.data), *how, known={"PGPASSWORD": self.password})
        self.wait_for(None)

    def start(self) -> Process:
        """Start it."""
        own_settings = {
            "port": self.port,
            "unix_socket_directories": self.door,
            "cluster_name": self.name,
        }
        settings = [
            word for key, value in own_settings.items() for word in ("-c", f"{key}={value}")
        ]
        command = [self.programs.of_postgresql("postgres"), "-D", str(self.data), *settings]
        return begin(command, self.folder / "postgresql.log", user=self.programs.user)

    def wait_for(self, standby: PostgreSQL | None) -> None:
        """Acknowledge a commit only when this standby has it too; None: by oneself."""
        file = self.data / "synchronous.conf"
        names = "" if standby is None else f"FIRST 1 ({standby.name})"
        file.write_text(f"synchronous_standby_names = '{names}'\n")
        own(file, self.programs.user)

    def reload(self) -> None:
        """Read the settings anew."""
        self.ask("SELECT pg_reload_conf()")

    def promote(self) -> None:
        """Be the primary from now on; returns when it writes."""
        if self.ask("SELECT pg_promote(true, 30)") != "t":
            raise NotDone(f"{self.name} was not promoted")

    def is_primary(self) -> bool:
        """Whether it answers and writes."""
        return self._answers("SELECT NOT pg_is_in_recovery()")

    def is_up(self) -> bool:
        """Whether it answers."""
        return self._answers("SELECT true")

    def has(self, standby: PostgreSQL) -> bool:
        """Whether a standby is in sync: every commit waits until it has it."""
        return self._answers(
            "SELECT sync_state = 'sync' FROM pg_stat_replication"
            f" WHERE application_name = '{standby.name}'"
        )

    def until_in_sync(self, standby: PostgreSQL) -> float:
        """Wait for a standby from now on, and until it has everything; return the seconds."""
        streams = (
            "SELECT state = 'streaming' FROM pg_stat_replication"
            f" WHERE application_name = '{standby.name}'"
        )
        took = until(lambda: self._answers(streams), f"{standby.name} does not stream")
        self.wait_for(standby)
        self.reload()
        # What was written until now may have been told before the standby had it.
        written = self.ask("SELECT pg_current_wal_lsn()")
        caught_up = (
            f"SELECT sync_state = 'sync' AND flush_lsn >= '{written}' FROM pg_stat_replication"
            f" WHERE application_name = '{standby.name}'"
        )
        return took + until(lambda: self._answers(caught_up), f"{standby.name} is not in sync")

    def ask(self, statement: str, within: float = 30.0) -> str:
        """Return what its superuser is answered; raises NotDone."""
        command = ["psql", "-h", str(self.door), "-p", str(self.port), "-U", SUPERUSER]
        command += ["-d", "postgres", "--no-psqlrc", "-Atq"]
        # Not among its words, which every list of processes shows.
        return self._do(*command, within=within, given=statement)

    def _answers(self, question: str) -> bool:
        try:
            return self.ask(question, within=LOOKS_FOR) == "t"
        except NotDone:
            return False

    def _do(
        self,
        name: str,
        *words: str,
        within: float = 120.0,
        given: str = "",
        known: dict[str, str] | None = None,
    ) -> str:
        # What root's environment says is nobody else's.
        environment = {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C.UTF-8"}
        environment |= {"PGCONNECT_TIMEOUT": "5"} | (known or {})
        command = [self.programs.of_postgresql(name), *words]
        user = self.programs.user
        return do(command, user=user, environment=environment, within=within, given=given)

    def _own_folders(self) -> None:
        for folder in (self.folder, self.door):
            folder.mkdir(exist_ok=True)
            own(folder, self.programs.user)
