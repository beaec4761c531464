"""What pieces of code say as text: expressions, annotations, signatures, brackets."""
