"""An agent that makes models' mistakes ends in the right crafts, because it is told what to mend."""

from dataclasses import replace

import pytest
from sloppy_agent import generic, intents, pursue, tag_blind, with_tags
from toolroom import ToolRoom


@pytest.mark.promise("tools.sloppy")
def test_with_tags_and_messages_that_help_a_sloppy_agent_makes_what_it_means(tools: ToolRoom) -> None:
    context = tools.context
    wanted = list(intents(context, 60, seed=3))
    rights = {
        name: [pursue(intent, ask, f"3/{number}") for number, intent in enumerate(wanted)]
        for name, ask in {
            "ours": with_tags(context),
            "generic": generic(context),
            "blind": generic(replace(context, known=tag_blind(context.catalog)), choosing=False),
        }.items()
    }
    right = {name: sum(ended for ended, _ in ends) for name, ends in rights.items()}
    calls = {name: sum(made for _, made in ends) for name, ends in rights.items()}
    assert right["ours"] == 60
    assert right["blind"] < right["generic"] <= 60
    assert right["blind"] < 20
    assert calls["ours"] < calls["generic"] < calls["blind"]
