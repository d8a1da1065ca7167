#!/usr/bin/env python
"""ClubScore's commands, beside its sources; installed they are those of `clubscore`."""

import sys


def main() -> None:
    """Run a command and end with its exit code."""
    if sys.argv[1:2] == ["serve"]:
        # Starts from nothing: makes the environment that the rest of the program needs.
        from tools.setup import Trouble, enter

        try:
            enter()
        except Trouble as trouble:
            print(trouble, file=sys.stderr)
            sys.exit(1)
    from clubscore.command_line import run_to_the_end

    run_to_the_end(sys.argv[0], sys.argv[1:])


if __name__ == "__main__":
    main()
