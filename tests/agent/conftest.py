"""The workshop is there for every test of agent/."""

from workshop import workshop

__all__ = ["workshop"]
