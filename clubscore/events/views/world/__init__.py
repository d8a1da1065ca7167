"""Pages of a club's sets against the world."""
