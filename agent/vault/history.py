"""The vault under git, where a person wants it so: a commit at each run's end. Without git there is only a notice."""

import os
import subprocess
from pathlib import Path

SECONDS = 20.0
_NAME = {"GIT_AUTHOR_NAME": "craftplan", "GIT_AUTHOR_EMAIL": "craftplan@localhost"}
_NAME |= {"GIT_COMMITTER_NAME": "craftplan", "GIT_COMMITTER_EMAIL": "craftplan@localhost"}


def begin(root: Path) -> str:
    """Put the vault under git; return what there is to say of it."""
    if (root / ".git").exists():
        return f"{root} is under git already"
    return _git(root, "init", "--quiet") or f"{root} is under git now: each run ends with a commit"


def commit(root: Path, message: str) -> str:
    """Commit the notes as they are; return a notice where that cannot be done, else nothing."""
    if not (root / ".git").exists():
        return "the notes are not under git; `craftplan memory git` begins it"
    said = _git(root, "add", "--all", "--", ".")
    if said:
        return said
    if not _git(root, "diff", "--cached", "--quiet"):
        return ""
    return _git(root, "commit", "--quiet", "--no-verify", "--message", message)


def _git(root: Path, *arguments: str) -> str:
    """Run git in the vault; return what went wrong, or nothing."""
    settings = ("-c", "core.hooksPath=/dev/null", "-c", "commit.gpgSign=false")
    try:
        done = subprocess.run(
            ["git", *settings, "-C", str(root), *arguments],
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
            stdin=subprocess.DEVNULL,
            env={**os.environ, **_NAME, "GIT_TERMINAL_PROMPT": "0"},
        )
    except (FileNotFoundError, NotADirectoryError):
        return "git is not installed; the notes have no history besides the ledger"
    except subprocess.TimeoutExpired:
        return f"git {arguments[0]} did not end within {SECONDS:.0f} s; the notes are written all the same"
    if done.returncode == 0:
        return ""
    said = (done.stderr.strip() or done.stdout.strip() or f"exit {done.returncode}").splitlines()[0]
    return f"git {arguments[0]}: {said}"
