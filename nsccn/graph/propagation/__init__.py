"""What follows from the rows of all files: overrides, functions and objects that travel, errors that escape."""
