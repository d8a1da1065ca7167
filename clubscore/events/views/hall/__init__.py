"""What hangs in the hall or is carried through it while rounds are played."""
