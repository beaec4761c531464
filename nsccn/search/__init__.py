"""Finding: from words, names and traces to ranked entities."""
