"""How functions and objects travel through variables, arguments and results."""
