"""What a table does now, who plays next and why."""
