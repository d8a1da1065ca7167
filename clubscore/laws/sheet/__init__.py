"""From deal to deal: games, rubbers, stakes, and who pays whom."""
