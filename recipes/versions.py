"""Game versions: their order, and how people miswrite them."""

from collections.abc import Iterable


def version_key(version: str) -> tuple[tuple[int, str], ...]:
    """Return what sorts versions by age: ``1.9`` before ``1.10``, ``26.3-snapshot-9`` before ``26.3``.

    >>> sorted(["1.20.4", "26.1", "1.9", "1.20"], key=version_key)
    ['1.9', '1.20', '1.20.4', '26.1']
    """
    release, _, pre = version.partition("-")
    parts = tuple((int(part), "") if part.isdigit() else (0, part) for part in release.split("."))
    return (*parts, *([(-1, pre)] if pre else []), (0, ""))


def nearest(version: str, among: Iterable[str]) -> tuple[str, ...]:
    """Return up to three versions that come closest: same release line first, then by age.

    >>> nearest("1.20.3", ["1.16.5", "1.20.1", "1.20.4"])
    ('1.20.4', '1.20.1', '1.16.5')
    """
    want = _numbers(version)

    def distance(other: str) -> tuple[int, ...]:
        have = _numbers(other)
        return tuple(abs(a - b) for a, b in zip(want, have, strict=True))

    return tuple(sorted(among, key=distance)[:3])


def _numbers(version: str) -> tuple[int, int, int]:
    numbers = [int(part) if part.isdigit() else 0 for part in version.partition("-")[0].split(".")]
    first, second, third, *_ = (*numbers, 0, 0, 0)
    return first, second, third
