"""The people of a club: found, added, imported, merged, forgotten."""
