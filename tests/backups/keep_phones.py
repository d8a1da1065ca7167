"""Keep what phones hold of a commit: its pages, scripts and styles, and outboxes that wait.

    .venv/bin/python tests/backups/keep_phones.py COMMIT

Writes phones_before.zip beside this file, by running tests/flows/capture_pages.py in a worktree of
that commit. Whoever changes what an open page or an outbox needs of the server keeps the commit
that clubs have now.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

KEPT = Path(__file__).with_name("phones_before.zip")
ROOT = KEPT.parents[2]
CAPTURES = ROOT / "tests" / "flows" / "capture_pages.py"


def main(commit: str) -> None:
    """Run this file in a worktree of a commit, and pack what it wrote."""
    with tempfile.TemporaryDirectory() as folder:
        tree, out = Path(folder) / "tree", Path(folder) / "out"
        out.mkdir()
        subprocess.run(["git", "worktree", "add", "--detach", tree, commit], cwd=ROOT, check=True)
        try:
            shutil.copy(CAPTURES, tree / CAPTURES.relative_to(ROOT))
            own = [sys.executable, "-m", "pytest", "-q", str(CAPTURES.relative_to(ROOT))]
            subprocess.run(own, cwd=tree, env=os.environ | {"CAPTURED": str(out)}, check=True)
            files = {path.name: path for path in out.iterdir()}
            for kind in ("js", "css"):
                found = (tree / "static" / kind).iterdir()
                files |= {f"static/{kind}/{path.name}": path for path in found}
            with zipfile.ZipFile(KEPT, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
                for name, path in sorted(files.items()):
                    # No day of its own: the same tree gives the same file.
                    packed.writestr(zipfile.ZipInfo(name), path.read_bytes(), zipfile.ZIP_DEFLATED)
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=ROOT, check=True)


if __name__ == "__main__":
    main(sys.argv[1])
