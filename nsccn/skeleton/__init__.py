"""How code looks when zoomed out: outlines, skeletons, windows. Reads facts and text alone."""
