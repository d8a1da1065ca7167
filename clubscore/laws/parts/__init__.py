"""What a game says of itself, part by part; a game overrides what it does its own way."""
