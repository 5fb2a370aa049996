"""A whole table in virtual time, as the table's own tests have it."""

from tests.table.conftest import table, virtual_table

__all__ = ["table", "virtual_table"]
