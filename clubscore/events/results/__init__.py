"""One result: the form it comes from, and what it says."""
