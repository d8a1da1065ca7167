"""Commands that answer files and need no database."""
