"""The old books of laws as texts: what stands in them, word for word, with the printed page."""
