"""What craftplan promises, and where each promise comes from; a test ties every one to the tests that keep it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Promise:
    """A promise: its id, one sentence, and its source (an issue's bullet, an M- or a D-number of the shared files)."""

    id: str
    sentence: str
    source: str


PROMISES = tuple(
    Promise(*fields)
    for fields in (
        ("catalog.exact", "The built-in catalogs equal the game's own recipes and tags.", "skeleton: recipes"),
        ("catalog.tags", "A cell accepts every member of its tag.", "skeleton: recipes; D-a01, D-a02"),
        (
            "catalog.loaders",
            "A jar, a bundler, a server's folder, a data pack, a mod and a plain folder of recipes load.",
            "issue 3: loaders",
        ),
        (
            "catalog.version",
            "What sources say of the version must agree; a contradiction names both sides.",
            "issue 3: loaders",
        ),
        (
            "catalog.formats",
            "Each version reads its own form of recipes, results, ingredients and folders, and no other.",
            "issue 3: formats; D-b01, D-b02, D-b03",
        ),
        (
            "catalog.types",
            "Every type of recipe is planned, or listed as special or unsupported with its type.",
            "issue 3: formats; D-b12",
        ),
        (
            "catalog.releases",
            "All fifty releases of the game load whole and without a diagnostic.",
            "issue 3: must show 1",
        ),
        ("catalog.mods", "The recipes of real mods come to the counts of a committed table.", "issue 3: must show 3"),
        (
            "catalog.stacking",
            "Packs stack as the game stacks them: order, filters, overlays, merged tags.",
            "issue 3: stacking; D-b04, D-b05, D-b08",
        ),
        (
            "catalog.conditions",
            "Of load conditions only the running loader's are read.",
            "issue 3: stacking; D-b06, D-b07",
        ),
        ("catalog.reconstructed", "What is reconstructed says so.", "issue 3: built-in catalogs"),
        (
            "catalog.generated",
            "The built-in catalogs are what their script makes of npm's packages.",
            "issue 3: built-in catalogs",
        ),
        (
            "catalog.fetch",
            "The game's jar is fetched resumably, and kept only if its checksum is right.",
            "issue 3: fetch",
        ),
        (
            "catalog.cache",
            "A compiled catalog is the built one; a damaged one is ignored; two processes do no harm.",
            "issue 3: cache",
        ),
        (
            "catalog.diagnostics",
            "Every file that is not read is named with its place, its rule and a hint.",
            "issue 3: diagnostics; D-b15",
        ),
        (
            "catalog.safety",
            "Bombs, traversal, links, depth and absurd numbers end in a diagnostic, within bounds.",
            "issue 3: safety",
        ),
        ("plan.mixed", "One recipe may be filled with several members of a tag.", "skeleton: planner; D-a09"),
        ("plan.pool", "Leftovers of one branch are used by the others.", "skeleton: planner; D-c06"),
        ("plan.simulated", "Every plan is replayed by independent code before anyone sees it.", "skeleton: planner"),
        ("plan.missing", "A plan that lacks something lists all base materials, not the first level.", "D-c01"),
        ("plan.wishes", "--prefer, --avoid and --keep are heeded, for items, tags and recipes.", "issue 4"),
        ("plan.have-file", "What is at hand may stand in a file: JSON, or one item a line.", "issue 4"),
        ("plan.max", "--max makes as many as what is at hand allows, found exactly.", "issue 4; D-c13"),
        ("plan.slots", "No full grid makes another item, a half-filled one seldom shows any.", "issue 4; D-d04, D-d05"),
        ("plan.clicks", "A plan carries each step's clicks; for one craft no search finds fewer.", "issue 4; D-d08"),
        ("plan.explain", "--explain says of every step what it waits for and what each alternative costs.", "issue 4"),
        ("plan.why-not", "why-not says of each recipe what it lacks; different answers stay apart.", "issue 4"),
        (
            "plan.graph",
            "graph prints Mermaid, DOT, JSON, what networkx reads; cycles are marked.",
            "issue 4; M21",
        ),
        ("names.near", "An unknown item exits 2 with near names.", "skeleton: bad input"),
        ("names.uncraftable", "An item without a recipe exits 1 and says so.", "skeleton: bad input"),
        (
            "world.unreachable",
            "A server that is down exits 3 with what was tried and a hint.",
            "skeleton: bad input; M11",
        ),
        (
            "world.node",
            "Without Node or npm the exit is 3, with what was tried and a hint.",
            "skeleton: bad input; M11",
        ),
        (
            "world.version",
            "A server of a version without a catalog exits 3 and names the versions.",
            "skeleton: bad input",
        ),
        ("world.interrupt", "Ctrl-C stops Node and server and leaves the ledger valid.", "skeleton: bad input"),
        ("shell.streams", "Stdout carries the answer and nothing else; --json one document, on errors too.", "M9"),
        ("shell.exits", "Exit codes mean the same in --help, docs and tests.", "M10"),
        ("shell.doctor", "doctor names each check with its evidence and how to mend it.", "M12"),
        (
            "ledger.chain",
            "Every record carries the hash of the one before it; a changed byte is found.",
            "skeleton: ledger",
        ),
        ("ledger.kills", "Writers killed again and again lose nothing that was acknowledged.", "issue 6; C1"),
        ("ledger.full-disk", "A full disk takes nothing of a record, says so, and works again with room.", "C3"),
        ("ledger.sync", "A disk that fails to sync gets no acknowledgement, and is not asked again.", "C4"),
        ("ledger.anchors", "Records that are cut off the end are missed.", "C6"),
        ("ledger.repair", "After a damage the ledger goes on in a new segment and changes nothing.", "D-h03; Ledger"),
        ("ledger.one-chain", "Processes and threads write one chain without a double number.", "C7; D-h01"),
        ("ledger.folder", "A folder that is a link, on a network or not writable is refused with a hint.", "C11"),
        ("ledger.versions", "Newer minor versions are kept and passed over, newer major ones refused.", "M17"),
        ("ledger.checkpoints", "What is derived from the ledger can be deleted and is made again.", "C14; D-h05"),
        ("ledger.torn", "A torn tail is put into quarantine and nothing before it is lost.", "skeleton: ledger"),
        ("verify.server", "A step is done only when the server's own inventory shows it.", "M39"),
        ("wish.forms", "A wish is one of three typed forms; other words are refused with them.", "6: standing wishes"),
        ("wish.kept", "Every plan and run heeds the wishes; one that leaves no way is named.", "6: standing wishes"),
        ("wish.forgotten", "Forgetting supersedes; the ledger keeps everything.", "6: standing wishes"),
        ("learn.innocent", "Members that a confirmed attempt used are acquitted.", "6: memory"),
        ("learn.tag", "Three members of one tag make a lesson about it; a fourth profits.", "M45; L4"),
        ("learn.scope", "A lesson of one server or version says nothing on another.", "L9"),
        ("learn.stale", "A lesson about a changed recipe or tag is tried again, not applied.", "L5"),
        ("learn.poison", "A lesson that harms is quarantined within two harms.", "L3"),
        ("learn.three", "At most three lessons about a node are given out.", "M77"),
        ("consult.required", "No attempt without a receipt that is about its recipe and the newest.", "M23; L8"),
        (
            "memory.projection",
            "Index and notes can be deleted and are made again from the ledger alone.",
            "L7; V2; D-h05",
        ),
        ("vault.notes", "Every note has front matter, its hash, and links that lead somewhere.", "M57-M59; V1"),
        ("vault.rebuild", "Notes made again are the same, byte for byte; a second sync does nothing.", "M24; V2"),
        ("vault.killed", "A sync that is killed anywhere converges when it is done again.", "C13; M66; M71"),
        ("vault.edit", "A person's edit becomes a record, and the note before it stays in the archive.", "M26; M69"),
        ("vault.restored", "A note that was deleted by hand is restored, and that is recorded.", "M61"),
        ("vault.fenced", "Nothing is written out of the vault, or through a link.", "M32; M63; V3"),
        ("vault.git", "Under git each sync is a commit that names the ledger's head; else there is a notice.", "M27"),
        ("review.finds", "The review names what does not agree, and exits 4.", "M28"),
        ("hot.capped", "Hot memory never exceeds 800 tokens and never cuts a lesson; the state never 300.", "M51; M52"),
        (
            "verify.intent",
            "An intent is on the disk before the first click; one without a result is reconciled.",
            "M36",
        ),
        (
            "resume.kill",
            "Python, Node or the server killed at any point: resumed, nothing is used twice.",
            "issue 6; C12",
        ),
        ("gate.scarce", "What uses up scarce things waits for a person; cheap crafts do not.", "M5, M33"),
        ("gate.policies", "none, scarce or all waits; where nobody is asked that is recorded.", "M16, M35"),
        ("gate.one-winner", "Of many processes that pass a gate one wins.", "G1"),
        ("gate.one-plan", "An approval is for one plan and one inventory, and is used once.", "G2, G3; M5"),
        ("gate.approver", "Only who may passes a gate; who may not is recorded.", "M6; G2"),
        ("gate.refusals", "Expired, rejected, unknown and garbled gates are said, never a traceback.", "G2, G4"),
        ("resume.offered", "Who begins anew is told of a run that was cut off.", "M36"),
        ("resume.settled", "An intent without a result is settled with the server first; unknown asks.", "M36, M42"),
        ("resume.tries", "At most three tries a step across restarts, each in another manner.", "M41"),
        ("resume.stale", "A changed tag plans only what contains it anew.", "M37; D1"),
        ("world.busy", "A bot that another run holds exits 75.", "M70"),
        ("resume.rest", "A resumed run does only what is left: the bridge is asked for nothing twice.", "M8, M36"),
        (
            "learn.refusal",
            "A refused member becomes a lesson; the run plans around it, the next does not fail there.",
            "M44",
        ),
        ("learn.infrastructure", "Failures of the infrastructure teach nothing about recipes.", "M40"),
        (
            "craft.mixed",
            "A pickaxe of two woods and a chest of mixed planks are crafted through real windows.",
            "skeleton",
        ),
        ("craft.nothing-lost", "After a refusal everything is back in the inventory.", "skeleton: bridge; D-e08"),
        ("craft.table", "A table is placed where none is in reach, and taken back.", "skeleton: bridge"),
        (
            "craft.stations",
            "Furnaces, stonecutters and smithing tables are used, by window and button of the version.",
            "issue 5: stations; D-e05, D-e14",
        ),
        (
            "craft.storage",
            "What lies in a chest is planned with, taken out as far as it is needed, and the rest goes back.",
            "issue 5: stations",
        ),
        ("craft.reach", "A station in sight is walked to, as far as --reach allows.", "issue 5: stations"),
        ("craft.gives", "On the practice server the lacking materials are given, and it says so.", "skeleton: 1"),
        ("craft.missing", "On a running server nothing is given: missing materials exit 1 with the list.", "skeleton"),
        (
            "tools.cells",
            "A plan's own schema limits each cell to the members of its tag that are at hand.",
            "skeleton: tools",
        ),
        ("tools.violations", "A violation carries pointer, keyword, limit, actual and excerpt.", "M13"),
        (
            "chat.commands",
            "In the game !plan, !craft and !help are answered, to allowed players only.",
            "skeleton: chat; M6",
        ),
        (
            "practice.mishaps",
            "What may befall a bot can be ordered, at a click or by chance, by seed.",
            "issue 5",
        ),
        (
            "practice.book",
            "From 1.21.2 on the practice server tells stations and recipe book as others do.",
            "issue 5",
        ),
        ("craft.versions", "The same craft is made and confirmed on every version of the practice server.", "issue 5"),
        ("server.java", "The Java that a version needs is found, or named with what was tried.", "issue 5; M12"),
        ("server.download", "Server jars are checked; every way a download goes wrong has a name.", "issue 5"),
        ("server.local", "A real server in offline mode listens on this machine only.", "issue 5"),
        ("server.eula", "The EULA is accepted only by the person's word, and that is recorded.", "issue 5"),
        ("server.real", "A real server is waited for, its failure named, and its world saved at every end.", "issue 5"),
        ("server.attach", "Of a running server it is said what it is, and what craftplan would do there.", "issue 5"),
        ("server.rcon", "RCON is a second word on what a player holds.", "issue 5; M29"),
        ("practice.alone", "The practice server runs by itself, for other bots too, and leaves nothing.", "issue 5"),
        ("chat.short", "In chat an answer has at most three lines of at most 200 characters.", "looks"),
    )
)
