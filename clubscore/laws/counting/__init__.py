"""What one deal is worth: tariffs and what they make of the facts, line by line."""
