"""A whole table in virtual time, as in the table's own tests."""

from tests.table.conftest import table, virtual_table

__all__ = ["table", "virtual_table"]
