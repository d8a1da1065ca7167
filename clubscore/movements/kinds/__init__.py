"""Every kind of movement: Howell, Mitchell, Swiss and their kin."""
