"""`python -m clubscore`: the same as the command `clubscore`."""

from clubscore.command_line import main

if __name__ == "__main__":
    main()
