"""A window's slots, and what clicks do to them: the game's own rules, as far as crafting needs them.

With it a whole plan's clicks are found, each step's in the window that the steps before it leave behind. Rules:
vanilla's container menus. A shift-click on a result makes as many as the filled slots give and sends them to the
inventory, first onto stacks of the same item, then to free slots, from the last slot to the first; one on any other
slot goes from the first to the last. What comes back from a craft stays in its slot where that is empty by then, else
it goes to the inventory.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..recipes.catalog import Catalog
from ..recipes.ids import ItemId
from .clicks import DRAG, HOTBAR, LEFT, MAIN, NUMBER, PLAIN, SHIFT, Click, Clicks, Held, clicks, first_slot
from .goal import Inventory
from .result import Plan, Station, Step
from .stations import station_item

SLOTS = MAIN + HOTBAR
Places = dict[int, Held]
"""What lies where in an inventory: 0-26 the main slots, 27-35 the hotbar, as windows count them."""


def laid_out(inventory: Inventory, catalog: Catalog) -> Places | None:
    """Return where things would lie that were picked up in the catalog's order: the hotbar first, stack by stack.

    None when there are more stacks than slots.
    """
    order = [*range(MAIN, SLOTS), *range(MAIN)]
    stacks = [
        (item, min(kind.stack_size, count - start))
        for item, kind in catalog.items.items()
        if (count := inventory[item]) > 0
        for start in range(0, count, kind.stack_size)
    ]
    return dict(zip(order, stacks, strict=False)) if len(stacks) <= SLOTS else None


@dataclass(frozen=True, slots=True)
class StepClicks:
    """A step's clicks, and what lies in its window before them: item and count by the window's own slots."""

    window: Mapping[int, Held]
    clicks: Clicks


def click_lists(plan: Plan, catalog: Catalog, inventory: Inventory) -> tuple[StepClicks | None, ...]:
    """Return the clicks of every step of a plan, what is missing being there too.

    The things lie as ``laid_out`` says, and each step's window is the one that the steps before it leave; a station
    that has to be placed is out of the inventory while its window is open. None stands for a step that no single window
    does (at a campfire, or with more fuel than one slot holds), and for all steps once the things do not fit any more.
    """
    counts = dict(inventory.counts)
    for lack in plan.missing:
        counts[lack.item] = counts.get(lack.item, 0) + lack.count
    places = laid_out(Inventory(counts), catalog)
    found: list[StepClicks | None] = []
    for step in plan.steps:
        if places is None:
            found.append(None)
            continue
        placed = step.station is not Station.INVENTORY and step.station not in plan.stations
        station = station_item(step.station) if placed else None
        window = Window(step, _without(places, station), catalog)
        before = dict(window.slots)
        made = window.step()
        found.append(StepClicks(before, made) if made else None)
        places = window.places(picked_up=station)
        if not window.fits:
            found[-1] = places = None
    return tuple(found)


def _without(places: Places, station: ItemId | None) -> Places:
    """Return the places without one of a station."""
    slot = next((slot for slot, (item, _) in places.items() if item == station), None)
    if slot is None:
        return places
    item, count = places[slot]
    left = {place: held for place, held in places.items() if place != slot}
    return {**left, slot: (item, count - 1)} if count > 1 else left


class Window:
    """One station's window, opened on an inventory."""

    def __init__(self, step: Step, places: Mapping[int, Held], catalog: Catalog) -> None:
        self.made = step
        self.catalog = catalog
        self.first = first_slot(step) or 1
        self.slots: dict[int, Held] = {self.first + place: held for place, held in places.items()}
        self.cursor: Held | None = None
        self.fits = True
        self._dragged: list[int] = []

    def places(self, picked_up: ItemId | None = None) -> Places:
        """Return what lies in the inventory once the window is closed: what is in its own slots comes too."""
        for slot in [slot for slot in self.slots if slot < self.first]:
            self._send(self.slots.pop(slot), self._inventory())
        if picked_up is not None:
            self._send((picked_up, 1), [*self._inventory()[MAIN:], *self._inventory()[:MAIN]])
        return {slot - self.first: held for slot, held in self.slots.items()}

    def step(self) -> Clicks | None:
        """Return the step's clicks, and play them."""
        fuel = self.made.fuel
        too_much = fuel is not None and fuel.count > self._stack(fuel.item)
        found = None if too_much else clicks(self.made, self.slots)
        if found is None:
            self._make_in_the_open()
        else:
            for click in (*found.fill, *found.take):
                self.click(click)
        return found

    def click(self, click: Click) -> None:
        """Play one click."""
        if click.mode == PLAIN:
            self._plain(click)
        elif click.mode == NUMBER:
            hotbar = self.first + MAIN + click.button
            here, there = self.slots.pop(click.slot, None), self.slots.pop(hotbar, None)
            self._lay(click.slot, there)
            self._lay(hotbar, here)
        elif click.mode == DRAG:
            self._drag(click)
        elif click.mode == SHIFT and click.slot == self.made.result_slot:
            self._take()
        elif click.slot in self.slots:
            self._send(self.slots.pop(click.slot), self._inventory())

    def _plain(self, click: Click) -> None:
        here, held = self.slots.get(click.slot), self.cursor
        if held is None:
            if here is not None:
                taken = here[1] if click.button == LEFT else -(-here[1] // 2)
                self.cursor = (here[0], taken)
                self._lay(click.slot, (here[0], here[1] - taken))
        elif here is not None and here[0] != held[0]:
            self.slots[click.slot], self.cursor = held, here
        else:
            there = here[1] if here else 0
            put = min(held[1] if click.button == LEFT else 1, self._stack(held[0]) - there)
            self._lay(click.slot, (held[0], there + put))
            self.cursor = (held[0], held[1] - put) if held[1] > put else None

    def _drag(self, click: Click) -> None:
        if click.button == 1:
            self._dragged.append(click.slot)
        elif self._dragged and self.cursor is not None:
            item, count = self.cursor
            each = count // len(self._dragged)
            for slot in self._dragged:
                there = self.slots[slot][1] if slot in self.slots else 0
                put = min(each, self._stack(item) - there)
                self._lay(slot, (item, there + put))
                count -= put
            self.cursor = (item, count) if count else None
            self._dragged = []

    def _take(self) -> None:
        """Make as many as the slots give, and send them from the last slot to the first."""
        step = self.made
        if step.fuel is not None:
            self._use(step.fuel.slot, step.fuel.item, step.fuel.count)
        for bind in step.bind:
            self._use(bind.slot, bind.item, step.times)
        self._send((step.item, step.count), reversed(self._inventory()))

    def _make_in_the_open(self) -> None:
        """Make a step that has no window."""
        used = [(bind.item, self.made.times) for bind in self.made.bind]
        if self.made.fuel is not None:
            used.append((self.made.fuel.item, self.made.fuel.count))
        for item, count in used:
            self._spend(item, count)
        self._send((self.made.item, self.made.count), self._inventory())

    def _spend(self, item: ItemId, count: int) -> None:
        """Use up items wherever they lie."""
        for slot in [slot for slot, held in self.slots.items() if held[0] == item]:
            used = min(count, self.slots[slot][1])
            self._lay(slot, (item, self.slots[slot][1] - used))
            count -= used
        self.fits &= not count

    def _use(self, slot: int, item: ItemId, count: int) -> None:
        """Use up what lies in a slot; what comes back stays there, or goes to the inventory."""
        there = self.slots[slot][1] if self.slots.get(slot, ("",))[0] == item else 0
        self.fits &= there >= count
        self._lay(slot, (item, there - count))
        remainder = self.catalog.items[item].remainder
        if remainder is not None:
            if slot in self.slots or count > 1:
                self._send((remainder, count - (slot not in self.slots)), self._inventory())
            if slot not in self.slots:
                self.slots[slot] = (remainder, 1)

    def _send(self, held: Held, slots: Iterable[int]) -> None:
        """Send items onto stacks of their own, then to free slots; ``fits`` says whether they all had room."""
        item, count = held
        order, most = list(slots), self._stack(held[0])
        for slot in [slot for slot in order if slot in self.slots and self.slots[slot][0] == item]:
            put = min(count, most - self.slots[slot][1])
            self.slots[slot] = (item, self.slots[slot][1] + put)
            count -= put
        for slot in [slot for slot in order if slot not in self.slots]:
            if count <= 0:
                break
            self.slots[slot] = (item, min(count, most))
            count -= min(count, most)
        self.fits &= count <= 0

    def _lay(self, slot: int, held: Held | None) -> None:
        if held is not None and held[1] > 0:
            self.slots[slot] = held
        else:
            self.slots.pop(slot, None)

    def _inventory(self) -> range:
        return range(self.first, self.first + SLOTS)

    def _stack(self, item: ItemId) -> int:
        return self.catalog.items[item].stack_size
