"""One field over people, evenings, events, boards, games, laws and pages, as a reader sees them."""
