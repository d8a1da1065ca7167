#!/usr/bin/env python
"""ClubScore's commands. `score` and its kin need no database and no settings, so they start first."""

import os
import sys


def main() -> int:
    """Run a command and return its exit code."""
    if len(sys.argv) > 1 and sys.argv[1] == "score":
        from clubscore.exchange.score_command import main as score

        return score(sys.argv[2:])
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubscore.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
    return 0


if __name__ == "__main__":
    sys.exit(main())
