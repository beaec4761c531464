"""Following edges from an entity: the directions of a trace, and what each says."""
