"""Who sits at a table: seats, cuts, who comes, who leaves, who plays next."""
