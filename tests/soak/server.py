"""The program served on the loopback, killed and started as often as one likes."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parents[2]
# What `furnish.py` is asked for in short.
SHORT = "short"
# In which file of its data folder a server is told at which point of an entry it dies: after its
# first row was written and before its commit, or behind that, before it is answered.
STRIKE = "strike"
INSIDE, UNANSWERED = "before its commit", "before its answer"
PATIENCE = 60  # seconds for a server to end
# Looks whether a server has opened, each after a twentieth of a second.
LOOKS, BETWEEN_LOOKS = 2_400, 0.05


class Server:
    """The program served on a port of the loopback; killed and started as often as one likes."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        with socket.socket() as door:
            door.bind(("127.0.0.1", 0))
            self.port = door.getsockname()[1]
        self.command = command
        self.environment = environment | {"PORT": str(self.port)}
        self.process: subprocess.Popen[bytes] | None = None
        # What it says is looked at where it does not open.
        self.log = tempfile.TemporaryFile()  # noqa: SIM115

    def start(self) -> float:
        """Start it; return the seconds until it was ready."""
        begun = time.monotonic()
        self.process = subprocess.Popen(
            self.command,
            cwd=ROOT,
            env=self.environment,
            stdout=self.log,
            stderr=self.log,
            start_new_session=True,
        )
        for _look in range(LOOKS):
            if self._is_ready():
                break
            if self.process.poll() is not None:
                self._is_not_open()
            time.sleep(BETWEEN_LOOKS)
        else:
            self._is_not_open()
        return time.monotonic() - begun

    def _is_not_open(self) -> NoReturn:
        self.log.seek(0)
        raise SystemExit(f"the server does not open\n{self.log.read()[-2000:].decode()}")

    def _is_ready(self) -> bool:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            line.request("GET", "/readyz/")
            return line.getresponse().status == 200
        except OSError:
            return False
        finally:
            line.close()

    def processor(self) -> float:
        """Return the seconds of processor that it and its workers have used; 0 where unknown."""
        used = 0.0
        for file in Path("/proc").glob("[0-9]*/stat"):
            try:
                cells = file.read_text().rpartition(")")[2].split()
            except OSError:
                continue  # ended meanwhile
            if self.process is not None and int(cells[3]) == self.process.pid:  # its session
                used += (int(cells[11]) + int(cells[12])) / os.sysconf("SC_CLK_TCK")
        return used

    def is_alive(self) -> bool:
        """Return whether it runs."""
        return self.process is not None and self.process.poll() is None

    def kill(self) -> None:
        """Kill it and its workers without a word."""
        self._signal(signal.SIGKILL)

    def close(self) -> None:
        """End it in peace."""
        self._signal(signal.SIGTERM)

    def _signal(self, by: signal.Signals) -> None:
        if self.process is not None:
            # One that died by itself may have left others of its group.
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, by)
            self.process.wait(PATIENCE)


def part(values: list[float], share: float) -> float:
    """Return the value below which so much of all lies; 0 of none."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else 0.0


def in_time(milliseconds: float) -> str:
    """Return a time as a table of figures has it: "54 ms", "1.6 s"."""
    return f"{milliseconds:.0f} ms" if milliseconds < 1000 else f"{milliseconds / 1000:.1f} s"


def machine() -> str:
    """Return what the machine did meanwhile."""
    return f"load of the machine {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores"
