"""What somebody played over the years: a page each for years, people, boards and contracts."""
