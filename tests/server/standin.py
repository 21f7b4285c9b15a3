"""Stands in for ``java -jar server.jar``: what a server does on its console, on its port, and in its folder.

The "jar" is a JSON document that says how it behaves: ``version``; ``ms`` until it listens; ``crash``, what it prints
before it ends with code 1; ``deaf``, whether it ignores "stop". ``java -version`` says STANDIN_JAVA.
"""

import json
import os
import re
import socketserver
import struct
import sys
import threading
import time
from collections import Counter
from pathlib import Path

HELD: Counter[str] = Counter()
"""What the player Bot holds."""


def main(words: list[str]) -> None:
    if words == ["-version"]:
        sys.stderr.write(f'openjdk version "{os.environ.get("STANDIN_JAVA", "17.0.9")}" 2023-10-17\n')
        return
    behaviour = json.loads(Path(words[words.index("-jar") + 1]).read_text())
    properties = dict(line.split("=", 1) for line in Path("server.properties").read_text().splitlines() if "=" in line)
    log(f"Starting minecraft server version {behaviour['version']}")
    if "eula=true" not in Path("eula.txt").read_text():
        log("You need to agree to the EULA in order to run the server.")
        return
    if crash := behaviour.get("crash"):
        log(crash)
        sys.exit(1)
    time.sleep(behaviour.get("ms", 0) / 1000)
    serve(properties["server-ip"], int(properties["server-port"]), status_of(behaviour["version"], properties["motd"]))
    serve(properties["server-ip"], int(properties["rcon.port"]), console_of(properties["rcon.password"]))
    log('Done (0.123s)! For help, type "help"')
    for line in sys.stdin:
        if line.strip() == "stop" and not behaviour.get("deaf"):
            break
    else:
        while behaviour.get("deaf"):
            time.sleep(1)
    log("Stopping server")
    world = Path(properties.get("level-name", "world"))
    world.mkdir(exist_ok=True)
    with (world / "saved").open("a") as saved:
        saved.write("saved\n")
    os._exit(0)


def log(text: str) -> None:
    sys.stdout.write(f"[12:00:00] [Server thread/INFO]: {text}\n")
    sys.stdout.flush()


def serve(host: str, port: int, handler: type[socketserver.StreamRequestHandler]) -> None:
    socketserver.ThreadingTCPServer.allow_reuse_address = True
    try:
        server = socketserver.ThreadingTCPServer((host, port), handler)
    except OSError:
        log("**** FAILED TO BIND TO PORT!")
        sys.exit(1)
    threading.Thread(target=server.serve_forever, daemon=True).start()


def status_of(version: str, motd: str) -> type[socketserver.StreamRequestHandler]:
    """The ping of the server list."""
    said = {
        "version": {"name": f"Stand-in {version}", "protocol": 765},
        "players": {"max": 20, "online": 1},
        "description": {"text": motd},
    }

    class Status(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.packet()
            if not self.packet():
                return
            text = json.dumps(said).encode()
            self.answer(b"\x00" + varint(len(text)) + text)
            self.answer(self.packet())

        def packet(self) -> bytes:
            length, shift = 0, 0
            while byte := self.rfile.read(1):
                length |= (byte[0] & 0x7F) << shift
                shift += 7
                if not byte[0] & 0x80:
                    break
            return self.rfile.read(length)

        def answer(self, packet: bytes) -> None:
            self.wfile.write(varint(len(packet)) + packet)

    return Status


def varint(number: int) -> bytes:
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number])


def console_of(password: str) -> type[socketserver.StreamRequestHandler]:
    """The remote console."""

    class Console(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            while length := self.rfile.read(4):
                body = self.rfile.read(*struct.unpack("<i", length))
                number, kind = struct.unpack("<ii", body[:8])
                text = body[8:-2].decode()
                right = kind != 3 or text == password
                said = "" if kind == 3 else command(text)
                packet = struct.pack("<ii", number if right else -1, 0) + said.encode() + b"\0\0"
                self.wfile.write(struct.pack("<i", len(packet)) + packet)

    return Console


def command(text: str) -> str:
    """The console's own words, as the game's."""
    match re.split(r"\s+", text):
        case ["list"]:
            return "There are 1 of a max of 20 players online: Bot"
        case ["give", "Bot", item, count]:
            HELD[item] += int(count)
            return f"Gave {count} [{item}] to Bot"
        case ["clear", "Bot", item, "0"]:
            found = HELD[item]
            return f"Found {found} matching item(s) on player Bot" if found else "No items were found on player Bot"
        case ["clear", *_]:
            return "No player was found"
    return "Unknown or incomplete command, see below for error"


if __name__ == "__main__":
    main(sys.argv[1:])
