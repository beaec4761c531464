"""What the code says: files, facts, graph."""
