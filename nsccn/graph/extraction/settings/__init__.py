"""What the code of a file reads of its surroundings: the environment, settings, constants, files."""
