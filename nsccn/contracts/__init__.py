"""What joins two places by a text that both have, where no edge leads: paths of URLs, channels, rpcs."""
