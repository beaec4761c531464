"""What is sent under a name, and who receives it: events, hooks, tasks, signals."""
