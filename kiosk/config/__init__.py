"""The configuration of a table: schema, loader and checks, with ready-made tables beside them."""
