"""Tests of a club's past that comes in at once."""
