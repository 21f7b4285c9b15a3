"""Try: servers to try plans on."""
