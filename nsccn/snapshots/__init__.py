"""One state of a repository: how it is made, brought up to date, compared with the tree, and carried elsewhere."""
