"""Tournaments: events of pairs, players and teams, from the door to the ranking."""
