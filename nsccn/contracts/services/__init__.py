"""Entries of contracts in another notation: rpcs of protocols, statements of MyBatis."""
