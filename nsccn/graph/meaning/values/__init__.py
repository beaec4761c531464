"""What variables, calls and collections hold and give."""
