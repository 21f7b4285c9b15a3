"""The record: what was tried and what came of it, hash-chained lines that nobody changes."""
