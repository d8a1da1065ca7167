"""What somebody played over the years: the boards of each event, kept, and what they come to."""
