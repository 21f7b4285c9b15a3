"""Bytes to JSON as the game reads it, within bounds: size, depth, numbers."""

from collections.abc import Callable
from json import JSONDecodeError, JSONDecoder
from json.scanner import make_scanner
from typing import Any

from .diagnostics import Diagnostic, Level
from .rejected import Rejected

MAX_BYTES = 4_000_000
"""No recipe or tag of any known pack comes near; the largest vanilla one has 20 kB."""

MAX_DEPTH = 100
BOM = b"\xef\xbb\xbf"

Notice = Callable[[Diagnostic], None]


def read_document(content: bytes, notice: Notice) -> dict[str, Any]:
    """Return the JSON object in ``content``. Raises Rejected; what is odd but loads goes to ``notice``."""
    if len(content) > MAX_BYTES:
        raise Rejected("too_large", f"{len(content):,} bytes, at most {MAX_BYTES:,} are read")
    value = _parse(_text(content, notice), notice)
    if not isinstance(value, dict):
        raise Rejected("not_an_object", f"the document is {_kind(value)}, not an object")
    return value


def _text(content: bytes, notice: Notice) -> str:
    content = content.removeprefix(BOM)
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        message = f"byte {error.start} is not UTF-8; the game replaces it"
        notice(Diagnostic("not_utf8", message, hint="save the file as UTF-8", level=Level.WARNING))
        return content.decode(errors="replace")


class _RepeatedError(ValueError):
    """A key stands twice: parsed again, slower, to say which."""


def _once(found: list[tuple[str, Any]]) -> dict[str, Any]:
    built = dict(found)
    if len(built) != len(found):
        raise _RepeatedError
    return built


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON number")


_DECODER = JSONDecoder(object_pairs_hook=_once, parse_constant=_no_constant)
_SCAN = make_scanner(_DECODER)  # type: ignore[arg-type]  # typeshed asks for a scanner where the code asks for a decoder
_SPACE = " \t\n\r"


def _parse(text: str, notice: Notice) -> Any:
    if not text or text.isspace():
        raise Rejected("empty_file", "the file is empty")
    if _depth(text) > MAX_DEPTH:
        raise Rejected("too_deep", f"nested deeper than {MAX_DEPTH} levels")
    try:
        return _decoded(text)
    except _RepeatedError:
        return _parse_repeated(text, notice)
    except JSONDecodeError as error:
        raise _not_json(text, error) from error
    except (ValueError, RecursionError) as error:
        raise Rejected("not_json", f"cannot be read: {error}"[:200]) from error


def _decoded(text: str) -> Any:
    """What ``JSONDecoder.decode`` returns, without its two regular expressions for the space around."""
    text = text.strip(_SPACE)
    try:
        value, end = _SCAN(text, 0)
    except StopIteration:
        end = -1
    return value if end == len(text) else _DECODER.decode(text)


def _parse_repeated(text: str, notice: Notice) -> Any:
    """Parse as the game does: of equal keys the last one counts."""
    repeated: dict[str, None] = {}

    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        seen: set[str] = set()
        for name, _ in found:
            if name in seen:
                repeated[name] = None
            seen.add(name)
        return dict(found)

    try:
        value = JSONDecoder(object_pairs_hook=pairs, parse_constant=_no_constant).decode(text)
    except JSONDecodeError as error:
        raise _not_json(text, error) from error
    except (ValueError, RecursionError) as error:
        raise Rejected("not_json", f"cannot be read: {error}"[:200]) from error
    for name in list(repeated)[:10]:
        message = f"the key {name[:80]!r} stands twice in one object; the last one counts"
        notice(Diagnostic("duplicate_key", message, level=Level.WARNING))
    return value


def _depth(text: str) -> int:
    """An upper bound of the nesting, without parsing: brackets in strings count too, when there are that many."""
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return 0
    depth = deepest = 0
    in_string = escaped = False
    for character in text:
        if in_string:
            in_string = escaped or character != '"'
            escaped = character == "\\" and not escaped
        elif character == '"':
            in_string = True
        elif character in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "]}":
            depth -= 1
    return deepest


def _not_json(text: str, error: JSONDecodeError) -> Rejected:
    place = f"line {error.lineno}, column {error.colno}"
    rest = text[error.pos :].lstrip()
    if rest.startswith(("//", "/*", "#")):
        return Rejected("comment", f"a comment at {place}; JSON has none", hint="remove the comment")
    if rest.startswith(("}", "]")):
        return Rejected("not_json", f"a comma too many before {place}", hint="remove the last comma")
    return Rejected("not_json", f"not JSON: {error.msg} at {place}")


def _kind(value: object) -> str:
    names = {list: "a list", str: "a string", bool: "a boolean", type(None): "null"}
    return names.get(type(value), "a number")
