"""From ordered crafts to the plan's steps: slots, batches within stack sizes, fuel."""

from collections.abc import Iterator, Sequence

from ..recipes.ids import ItemId
from .book import Layout, Way
from .closure import Closure
from .crafts import Bound
from .order import pieces
from .result import Fuel, Step
from .slots import lay_out, rivals
from .stations import FUEL_SLOT, result_slot

MOST_STEPS = 256
"""Plans of more steps are not cut into batches: nobody could carry all that at once anyway."""


def steps_of(closure: Closure, crafts: Sequence[Bound]) -> tuple[Step, ...]:
    """Return the steps: one binding each, no more times than one filling of the cells can hold."""
    batches = [batch for craft in crafts for batch in _batches(closure, craft)]
    if len(batches) > MOST_STEPS:
        batches = [batch for craft in crafts for batch in _whole(closure, craft)]
    return tuple(_step(closure, number, craft, fuel) for number, (craft, fuel) in enumerate(batches, 1))


def _batches(closure: Closure, craft: Bound) -> Iterator[tuple[Bound, int]]:
    most = min(closure.catalog.items[closure.items[item]].stack_size for item in craft.cells)
    done = burnt = 0
    while done < craft.times and done // most <= MOST_STEPS:
        times = min(most, craft.times - done)
        done += times
        total = _burnt(closure, craft, done)
        yield Bound(craft.way, times, craft.cells, craft.fuel), total - burnt
        burnt = total


def _whole(closure: Closure, craft: Bound) -> Iterator[tuple[Bound, int]]:
    yield craft, _burnt(closure, craft, craft.times)


def _burnt(closure: Closure, craft: Bound, times: int) -> int:
    return pieces(times, craft.way.ticks, closure.burn[craft.fuel]) if craft.fuel >= 0 else 0


def _step(closure: Closure, number: int, craft: Bound, burnt: int) -> Step:
    way = craft.way
    items = tuple(closure.items[item] for item in craft.cells)
    ingredients, bind, others = _laid_out(closure, craft.way, items)
    return Step(
        number=number,
        recipe=way.recipe,
        item=closure.items[way.result],
        count=way.count * craft.times,
        times=craft.times,
        station=way.station,
        result_slot=result_slot(way.recipe),
        ingredients=ingredients,
        bind=bind,
        fuel=Fuel(FUEL_SLOT, closure.items[craft.fuel], burnt) if burnt else None,
        rivals=others,
    )


def _laid_out(closure: Closure, way: Way, items: tuple[ItemId, ...]) -> Layout:
    """Return the layout of a way with these items; found once per closure."""
    found = closure.book.layouts.get((way, items))
    if found is None:
        recipe, station, catalog = way.recipe, way.station, closure.catalog
        ingredients, bind = lay_out(recipe, station, items, catalog)
        found = closure.book.layouts[way, items] = ingredients, bind, rivals(recipe, station, bind, catalog)
    return found
