"""A whole club in one file: see docs/moving-a-club.md."""
