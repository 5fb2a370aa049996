"""The referee: a scripted situation in, the rules' verdicts out, both as JSON."""
