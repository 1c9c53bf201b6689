"""Pictures of paths: where everything stands (layout) and how it is drawn (SVG). Values in, values out."""
