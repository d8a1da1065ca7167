"""What stands before the database and before the workers: PgBouncer and haproxy.

PgBouncer lends a connection for one transaction, so a thousand threads share twenty. It leads to
one server, the primary, until it is told of another. haproxy asks each worker every second whether
it lives, and cuts off who waits for one that does not: phones then send again.
"""

from __future__ import annotations

import os
from pathlib import Path

from deploy.machines.postgresql import DATABASE, ROLE
from deploy.machines.programs import Process, Programs, begin, do, own

ADMIN = "machines"
LEADS_TO = "leads-to.ini"
# server_login_retry: PgBouncer would wait 15 s before it knocks again at a server that came back.
# query_wait_timeout: a page that gets no connection is refused while its phone still waits.
PGBOUNCER = """[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = {folder}/userlist.txt
admin_users = {admin}
pool_mode = transaction
default_pool_size = 20
max_client_conn = 1000
server_login_retry = 1
server_connect_timeout = 3
query_wait_timeout = 10
tcp_keepidle = 5
tcp_keepintvl = 2
tcp_keepcnt = 3
tcp_user_timeout = 10000
ignore_startup_parameters = extra_float_digits
%include {folder}/leads-to.ini
"""
DATABASES = "[databases]\n{database} = host=127.0.0.1 port={port} dbname={database}\n"
# An answer that is not there after 65 s never comes; a stream says something every 15 s. Only what
# was never sent is sent to another worker: what was may have been recorded.
HAPROXY = """global
    maxconn 4000

defaults
    mode http
    option forwardfor
    option redispatch
    retries 2
    retry-on conn-failure
    timeout connect 2s
    timeout client 65s
    timeout server 65s
    timeout http-keep-alive 75s

frontend club
    bind 127.0.0.1:{port}
    default_backend workers

backend workers
    balance leastconn
    option httpchk GET /healthz/
    timeout check 2s
    default-server check inter 1s fall 3 rise 1 on-marked-down shutdown-sessions
{servers}
"""


class PgBouncer:
    """The pooler of one node."""

    def __init__(self, programs: Programs, folder: Path, port: int, password: str) -> None:
        self.programs, self.port, self.password = programs, port, password
        self.folder = folder / "pgbouncer"

    def make(self, primary: int) -> None:
        """Write its settings; it leads to the server on this port."""
        self.folder.mkdir(exist_ok=True)
        own(self.folder, self.programs.user)
        known = [f'"{name}" "{self.password}"' for name in (ROLE, ADMIN)]
        self._write("userlist.txt", "\n".join(known) + "\n")
        filled = PGBOUNCER.format(port=self.port, folder=self.folder, admin=ADMIN)
        self._write("pgbouncer.ini", filled)
        self._lead_to(primary)

    def start(self) -> Process:
        """Start it."""
        command = [self.programs.pgbouncer, "-q", str(self.folder / "pgbouncer.ini")]
        return begin(command, self.folder.parent / "pgbouncer.log", user=self.programs.user)

    def lead_to(self, primary: int) -> None:
        """Lead to another server from now on; whoever waits for the one of before is cut off."""
        self._lead_to(primary)
        # One that is silent would be waited for. What was cut off is done once more, or refused.
        self.say("RELOAD", f"KILL {DATABASE}", f"RESUME {DATABASE}")

    def say(self, *words: str) -> str:
        """Tell it something at its console, one word after the other; raises NotDone."""
        psql = [self.programs.of_postgresql("psql"), "-h", "127.0.0.1", "-p", str(self.port)]
        command = [*psql, "-U", ADMIN, "-d", "pgbouncer", "--no-psqlrc", "-Atq"]
        command += [part for word in words for part in ("-c", word)]
        known = {"PATH": os.defpath, "PGPASSWORD": self.password, "PGCONNECT_TIMEOUT": "2"}
        return do(command, environment=known, within=5)

    def _lead_to(self, primary: int) -> None:
        self._write(LEADS_TO, DATABASES.format(database=DATABASE, port=primary))

    def _write(self, name: str, text: str) -> None:
        file = self.folder / name
        file.write_text(text)
        own(file, self.programs.user)


def haproxy(programs: Programs, folder: Path, port: int, workers: dict[str, int]) -> Process:
    """Start the proxy before these workers, by name and port."""
    folder.mkdir(exist_ok=True)
    servers = "\n".join(f"    server {name} 127.0.0.1:{at}" for name, at in workers.items())
    conf = folder / "haproxy.cfg"
    conf.write_text(HAPROXY.format(port=port, servers=servers))
    do([programs.haproxy, "-c", "-q", "-f", str(conf)])
    return begin([programs.haproxy, "-db", "-f", str(conf)], folder / "haproxy.log")
