"""What flies and what is carried."""
