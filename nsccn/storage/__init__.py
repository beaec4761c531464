"""What outlives a process: facts, snapshots and the folder of each root in the cache."""
