"""Fields of GraphQL: who answers one, and who asks for it."""
