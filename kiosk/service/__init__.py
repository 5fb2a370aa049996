"""The service menu: maintenance by the staff at the table itself, behind a PIN."""
