"""Other programs that look into repositories, measured in the same run where they are installed.

Each module has `measure(setting) -> System | str`: its line of the comparison, or why there is none.
"""
