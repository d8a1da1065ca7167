"""A movement as JSON and as text."""
