"""What lies under a root, and is read: the walk, ignore rules, git, and what tells that something has changed."""
