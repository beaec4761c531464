"""What files in no programming language have instead of definitions: headings, keys, tables, cells, targets.

Each function takes the lines of a file and a level of detail, and yields the rows that show it. None of them needs the
file to be well formed.
"""
