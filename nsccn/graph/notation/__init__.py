"""How facts say as text what code says: expressions, places, annotations, signatures. Written and read by these."""
