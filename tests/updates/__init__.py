"""A program of tomorrow whose update of the database fails halfway, and one whose succeeds."""
