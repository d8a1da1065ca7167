"""The session in play: tables, phones, results reported, the director's page."""
