"""Sets of boards that are worth playing anywhere: how they are made, and what names them."""
