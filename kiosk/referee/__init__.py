"""The referee: a scripted situation in, what the rules make of it out, both as JSON."""
