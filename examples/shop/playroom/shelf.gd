## The shelf in the playroom.
extends Node2D

@export var toys: Array[Toy] = []

func _ready() -> void:
	for toy in toys:
		toy.wound.connect(_on_wound)
		toy.wind(3)

func _on_wound(turns: int) -> void:
	print("wound ", turns)
