"""Pages of the club itself."""
