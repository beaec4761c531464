"""Which of several functions of a name the arguments of a call fit."""
