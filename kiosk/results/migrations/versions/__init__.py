"""The migrations: one file per schema version, never changed after its release."""
