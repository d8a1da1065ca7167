"""Pages that ask what happened at a table and answer by the book."""
