"""Tools for developers: what hands do at simulated hardware, in words."""
