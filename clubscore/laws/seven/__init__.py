"""Bridge for seven players at two tables."""
