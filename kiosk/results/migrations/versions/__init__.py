"""One file a version, never changed once it is out."""
