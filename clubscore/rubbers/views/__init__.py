"""Pages of a card table."""
