"""What is known of a game, for pages: facts, tariff, worked example."""
