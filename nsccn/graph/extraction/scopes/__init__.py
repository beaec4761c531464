"""Where names hold, and what is known of them there."""
