"""What scripts/data reads: the npm packages, and the facts they lack."""
