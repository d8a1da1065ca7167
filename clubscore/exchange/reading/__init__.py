"""What every reader of strangers' files needs."""
