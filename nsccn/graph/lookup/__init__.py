"""What a caller writes for an entity, a place or a path, and which of those that there are it means."""
