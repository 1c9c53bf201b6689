"""The words of the trade, as frozen values. Imports pydantic and the standard library alone."""
