"""What is used without a call: members, operators, types, state, values."""
