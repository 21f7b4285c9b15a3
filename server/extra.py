"""What is said where a package of the extra ``[server]`` is not installed."""

from ..recipes.errors import WorldError


def missing(package: str) -> WorldError:
    """Return the error to raise where a package cannot be imported."""
    return WorldError(
        f"the Python package {package} is not installed",
        hint='`pip install "craftplan[server]"` brings it',
        code="extra_missing",
    )
