## A toy to try out.
class_name Toy
extends Node2D

signal wound(turns: int)

var turns := 0

func wind(count: int) -> void:
	turns += count
	wound.emit(turns)
