"""What the code of a file calls, reads and names."""
