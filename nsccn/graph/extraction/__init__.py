"""The text of one file -> its facts."""
