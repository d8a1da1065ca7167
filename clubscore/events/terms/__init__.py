"""What an event is: its format, its game, how it is scored, its options."""
