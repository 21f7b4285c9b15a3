"""Lessons and wishes as a projection of the ledger: kept, changed and consulted. It keeps no truth of its own."""

from collections.abc import Iterable
from hashlib import sha256

from ...planner.goal import Goal
from ...recipes.catalog import Catalog
from ...recipes.errors import InputError
from ...recipes.ids import ItemId, RecipeId, short
from ..ledger.chain import Damage
from ..ledger.index import Index
from ..ledger.ledger import Ledger
from ..ledger.record import Event
from .evidence import Tried, rests, tried_key
from .fold import fold, place_of
from .hot import estimate
from .lessons import AvoidTag, Lesson, Scope, Status, holds
from .receipt import ConsultRequiredError, Receipt, asked_about, best, receipt_of
from .wishes import Wish, read_wish, replaced

INDEX = "memory.sqlite"
_UNHEARD = {
    Status.STALE: "its recipe or tag has changed",
    Status.QUARANTINED: "no attempt in the ledger bears it out",
}


class Memory:
    """The lessons and wishes of one ledger."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.index = Index(ledger.folder, fold, INDEX)
        self._issued: Receipt | None = None
        self._read: dict[str, tuple[int, Lesson]] = {}
        self._borne_out: set[tuple[str, int]] = set()

    def lessons(self) -> tuple[Lesson, ...]:
        """Return every lesson in its newest form, in the order they were first learnt."""
        self.index.follow()
        bodies = {} if self._read else {entry.key: entry.body for entry in self.index.entries("lesson")}
        found = sorted(self.index.spans("lesson"), key=lambda span: (span[1], span[0]))
        return tuple(self._lesson(key, last, bodies.get(key)) for key, _, last in found)

    def lesson(self, name: str) -> Lesson | None:
        """Return the lesson of that id in its newest form."""
        self.index.follow()
        entry = self.index.get("lesson", name)
        return None if entry is None else self._lesson(entry.key, entry.last, entry.body)

    def about(self, server: str, components: Iterable[str]) -> list[Lesson]:
        """Return the lessons of a server about these nodes, in the order they were first learnt."""
        self.index.follow()
        found = self.index.lessons_about(server, components)
        return [self._lesson(key, last) for key, _, last in found]

    def proven(self, scope: Scope, recipe: RecipeId) -> frozenset[ItemId]:
        """Return the items that this server has taken in this recipe, in a confirmed attempt."""
        self.index.follow()
        return self._proven(scope, recipe)

    def wishes(self) -> tuple[Wish, ...]:
        """Return the wishes that stand, oldest first."""
        self.index.follow()
        found = [entry for entry in self.index.entries("wish") if entry.body["active"]]
        return tuple(Wish.model_validate(entry.body["wish"]) for entry in sorted(found, key=lambda entry: entry.first))

    def skipped(self) -> tuple[Damage, ...]:
        """Return the ledger's lines that could not be read; every lesson beside them is known."""
        self.index.follow()
        return self.index.damage()

    def consult(self, catalog: Catalog, server: str, *, goals: Iterable[Goal] = (), run: str) -> Receipt:
        """Return the lessons that hold on this server for the goals' recipes, and record that they were asked for.

        Without goals every recipe of the catalog is asked about. A lesson about a recipe or a tag that has changed
        since is stale from now on: what it blames may be tried again. One that no attempt in the ledger bears out is
        quarantined before it steers anything. The receipts of before are void.
        """
        asked = asked_about(catalog, (goal.item for goal in goals))
        nodes = asked.recipes
        known = [
            lesson
            for lesson in self.about(server, (*asked.components, f"server:{server}"))
            if (lesson.live or lesson.status is Status.STALE)
            and lesson.scope.minecraft == catalog.minecraft
            and (lesson.resolution.recipe is None or lesson.resolution.recipe in nodes)
        ]
        unheard = {lesson.id: Status.QUARANTINED for lesson in known if not self.rests(lesson)}
        unheard |= {lesson.id: Status.STALE for lesson in known if not holds(lesson, catalog)}
        for lesson in known:
            if lesson.live and lesson.id in unheard:
                status = unheard[lesson.id]
                self.demote(lesson, status, _UNHEARD[status], run=run)
        lessons = best(lesson for lesson in known if lesson.id not in unheard)
        names, wishes = [lesson.id for lesson in lessons], self.wishes()
        body = {
            "lessons": names,
            "wishes": [wish.id for wish in wishes],
            "nodes": len(nodes),
            "digest": sha256("\n".join([*names, asked.digest]).encode()).hexdigest(),
            "tokens": estimate("\n".join(lesson.description for lesson in lessons)),
        }
        seq = self.ledger.append(Event.CONSULT_RECEIPT, body, run=run).seq
        scope = Scope(server=server, minecraft=catalog.minecraft)
        recipes = {lesson.resolution.recipe for lesson in lessons if isinstance(lesson.resolution, AvoidTag)}
        proven = {recipe: self._proven(scope, recipe) for recipe in recipes if recipe}
        self._issued = receipt_of(seq, lessons, wishes, nodes, catalog, proven)
        return self._issued

    def rests(self, lesson: Lesson) -> bool:
        """Whether the attempts that a lesson names as its evidence stand in the ledger, and say what it says.

        Where lines of the ledger could not be read, they may have been among those: then it is believed.
        """
        revision = lesson.id, lesson.rev
        if revision not in self._borne_out and (rests(lesson, self._tried) or self.skipped()):
            self._borne_out.add(revision)
        return revision in self._borne_out

    def redeem(self, receipt: Receipt, recipe: RecipeId) -> int:
        """Return the ledger's number of the consultation that an attempt of this recipe rests on.

        Raises a ConsultRequiredError for a receipt that this memory did not issue, that is not the newest, or that
        is about other recipes.
        """
        if receipt is not self._issued:
            problem = "the receipt is not the newest that this memory issued"
        elif recipe not in receipt.nodes:
            problem = f"the receipt is not about {short(recipe)}"
        else:
            return receipt.seq
        raise ConsultRequiredError(
            f"no attempt without asking the lessons first: {problem}",
            hint="Memory.consult() gives a receipt for the goals' recipes",
            recipe=recipe,
        )

    def void(self) -> None:
        """Let every receipt be void: there is something new to ask for."""
        self._issued = None

    def propose(self, lesson: Lesson, *, run: str) -> Lesson:
        """Keep a new lesson. One that lives already stays as it is, as does one that a person has put aside."""
        known = self.lesson(lesson.id)
        if known is not None and (known.status is Status.ARCHIVED or (known.live and known.scope == lesson.scope)):
            return known
        if known is not None:
            lesson = lesson.model_copy(update={"rev": known.rev + 1})
        self._record(Event.LESSON_PROPOSED, lesson, run)
        return lesson

    def confirm(self, lesson: Lesson, fixed: int, *, run: str) -> Lesson:
        """Verify a candidate by the ledger's number of a confirmed attempt that did without what it blames."""
        if lesson.status is Status.VERIFIED:
            return lesson
        evidence = lesson.evidence.model_copy(update={"fixed": fixed})
        verified = lesson.revised(Status.VERIFIED, evidence=evidence)
        self._record(Event.LESSON_VERIFIED, verified, run)
        return verified

    def count(self, lesson: Lesson, outcome: str, verified: int, *, run: str) -> None:
        """Count that an attempt which followed a lesson ``helped`` or ``harmed``; one that harms is quarantined."""
        body = {"lesson": lesson.id, "outcome": outcome, "verified": verified}
        self.ledger.append(Event.LESSON_OUTCOME, body, node=lesson.component, run=run)
        now = self.lesson(lesson.id)
        if now is not None and now.live and now.stats.harmful:
            why = f"it harmed {now.stats.harmed} times and helped {now.stats.helped} times"
            self.demote(now, Status.QUARANTINED, why, run=run)

    def demote(self, lesson: Lesson, status: Status, why: str, *, run: str | None) -> None:
        """Let a lesson be heeded no longer."""
        body = {"lesson": lesson.id, "status": status, "why": why}
        self.ledger.append(Event.LESSON_DEMOTED, body, node=lesson.component, run=run)

    def supersede(self, lesson: Lesson, why: str, *, by: Lesson | None = None, run: str | None = None) -> None:
        """Let another lesson stand for this one, or none."""
        body = {"lesson": lesson.id, "by": by and by.id, "why": why}
        self.ledger.append(Event.LESSON_SUPERSEDED, body, node=lesson.component, run=run)

    def remember(self, text: str, catalog: Catalog) -> Wish:
        """Keep a wish said in a person's words. Raises an InputError with the forms for words that are no wish."""
        wish = read_wish(text, catalog)
        over = [other.id for other in replaced(wish, self.wishes())]
        body = {"wish": wish.model_dump(mode="json"), "text": text[:500], "replaces": over}
        self.ledger.append(Event.WISH_REMEMBERED, body, node=wish.node)
        return wish

    def forget(self, text: str, catalog: Catalog) -> Wish | Lesson:
        """Let a wish or a lesson hold no longer, by its id or by a wish's words; it stays in the ledger.

        Raises an InputError when nothing like that is remembered.
        """
        lesson = self.lesson(text.strip().upper())
        if lesson is not None and lesson.live:
            self.supersede(lesson, "a person forgot it")
            return lesson
        wish = _meant(text.strip(), self.wishes(), catalog)
        self.ledger.append(Event.WISH_FORGOTTEN, {"wish": wish.id}, node=wish.node)
        return wish

    def _lesson(self, name: str, last: int, body: object = None) -> Lesson:
        """Return the lesson of an entry; it is read once for each change."""
        known = self._read.get(name)
        if known is None or known[0] != last:
            if body is None:
                entry = self.index.get("lesson", name)
                assert entry is not None
                body = entry.body
            known = self._read[name] = (last, Lesson.model_validate(body))
        return known[1]

    def _proven(self, scope: Scope, recipe: RecipeId) -> frozenset[ItemId]:
        entry = self.index.get("proven", place_of(scope.server, scope.minecraft, recipe))
        return frozenset(entry.body) if entry else frozenset()

    def _tried(self, seq: int) -> Tried | None:
        entry = self.index.get("tried", tried_key(seq))
        return Tried.model_validate(entry.body) if entry else None

    def _record(self, event: Event, lesson: Lesson, run: str) -> None:
        self.ledger.append(event, {"lesson": lesson.model_dump(mode="json")}, node=lesson.component, run=run)


def _meant(text: str, standing: tuple[Wish, ...], catalog: Catalog) -> Wish:
    """Return the standing wish of an id, of the words that said it, or of the one thing it is about."""
    try:
        said = {read_wish(text, catalog).id}
    except InputError:
        said = {text.upper()}
    named = [wish for wish in standing if wish.id in said]
    about = [wish for wish in standing if text.lower().replace(" ", "_") == str(wish).split()[-1]]
    for found in (named, about):
        if len(found) == 1:
            return found[0]
    known = ", ".join(f"{wish.id} ({wish})" for wish in standing[:10]) or "nothing"
    raise InputError(f"nothing like {text[:80]!r} is remembered", hint=f"remembered is {known}", code="not_remembered")
