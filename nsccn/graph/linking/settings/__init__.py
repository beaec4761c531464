"""What is read of settings, options and the blocks of a configuration."""
