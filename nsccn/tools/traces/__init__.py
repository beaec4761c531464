"""What a trace says: its edges as text, and what no edge tells."""
