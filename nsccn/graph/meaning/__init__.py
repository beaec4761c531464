"""What names and expressions mean: class hierarchies, imports, scopes, and types as far as the text gives them."""
