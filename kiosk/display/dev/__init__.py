"""The developer's strip and keys."""
