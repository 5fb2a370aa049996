"""The process of a driver of another package: its client, server and messages."""
