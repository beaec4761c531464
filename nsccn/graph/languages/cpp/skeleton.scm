; C's hold here too.
