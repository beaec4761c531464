"""What the code of a file gives variables, hands over and returns."""
