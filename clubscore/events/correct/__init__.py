"""Results corrected, typed and imported; penalties; the history."""
