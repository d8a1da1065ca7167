"""What players ask the director about, apart from a call to their table."""
