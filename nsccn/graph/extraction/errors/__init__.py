"""Which errors the code of a file raises, catches and hands on."""
