"""An app of a program of tomorrow, with two steps of the database."""
