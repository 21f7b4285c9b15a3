"""Learn: ledger, verification, lessons, the pipeline, the tools and the doors."""
