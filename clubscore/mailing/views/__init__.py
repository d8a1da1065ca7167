"""Pages of mail and feeds."""
