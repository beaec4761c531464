"""What a bare name, a path and an import mean in a scope."""
