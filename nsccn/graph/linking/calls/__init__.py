"""What a call runs: known, one of several, or guessed."""
