"""Several machines on this one's loopback: two workers, two databases, PgBouncer and haproxy.

    .venv/bin/python -m deploy.machines up FOLDER        make and start all, and say where
    .venv/bin/python -m deploy.machines promote FOLDER   the standby is the primary from now on
    .venv/bin/python -m deploy.machines join FOLDER      the other node is its standby again
    .venv/bin/python -m deploy.machines down FOLDER      end all; the folder stays

From the project's folder. What a federation sets up on three machines, to try it on one.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path

from deploy.machines.cluster import KNOWN, Machines
from deploy.machines.programs import NotDone, NotThere

PROFILE = {"CLUBSCORE_PROFILE": "club-network", "WORKERS": "2"}
ENVIRONMENT = "commands.env"


def say(text: str) -> None:
    """Print a line at once."""
    print(text, flush=True)


def up(machines: Machines) -> None:
    """Make and start all."""
    machines.start_databases(say)
    for node in machines.nodes.values():
        machines.manage(node, "update")
    machines.start_workers(say)
    own = machines.environment(machines.primary)
    wanted = ("CLUBSCORE_DATA", "CLUBSCORE_PROFILE", "DATABASE_URL", "SECRET_KEY")
    file = machines.folder / ENVIRONMENT
    file.touch(mode=0o600)
    file.write_text("".join(f"{name}={shlex.quote(own[name])}\n" for name in wanted))
    say(f"Commands: (set -a; . {file}; set +a; {sys.executable} manage.py demo)")


def main() -> int:
    """Do what the command line asks for; 1 where it could not be done."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("act", choices=("up", "promote", "join", "down"))
    parser.add_argument("folder", type=Path)
    chosen = parser.parse_args()
    folder = chosen.folder.resolve()
    if (folder / KNOWN).exists() == (chosen.act == "up"):
        say(f"There are {'' if chosen.act == 'up' else 'no '}machines in {folder}.")
        return 1
    try:
        machines = Machines(folder, PROFILE)
        if chosen.act == "up":
            up(machines)
        elif chosen.act == "promote":
            machines.promote(say)
        elif chosen.act == "join":
            machines.join_standby(say)
            machines.start_again(machines.standby)
        else:
            machines.down()
            say("All ended.")
    except (NotThere, NotDone) as error:
        say(str(error))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
