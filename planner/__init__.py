"""Decide: a goal, a catalog and an inventory become a plan with slots, or the exact reason why not."""
