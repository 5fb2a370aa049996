"""The renderer: atlas, meshes, shapes, text."""
