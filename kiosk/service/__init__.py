"""The service menu: what the staff does at the table itself, behind a PIN."""
