"""The rules that hold whatever happens: each with the code that keeps it and the test that tries to break it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Invariant:
    """One rule. ``check`` is ``module:name`` of the code that keeps it, ``test`` is ``file::test`` below ``tests/``."""

    id: str
    rule: str
    check: str
    test: str


INVARIANTS = tuple(
    Invariant(*fields)
    for fields in (
        (
            "durable",
            "A record is on the disk before it is acknowledged; a killed writer loses nothing acknowledged.",
            "agent.ledger.ledger:Ledger.append",
            "agent/ledger/test_durability.py::test_nothing_that_was_acknowledged_is_lost_when_writers_are_killed",
        ),
        (
            "chain",
            "Every record names the hash of the one before it; a changed byte anywhere is found.",
            "agent.ledger.chain:verify",
            "agent/ledger/test_ledger.py::test_a_change_of_any_byte_is_found_at_its_line",
        ),
        (
            "anchored",
            "A tail that is cut off is missed.",
            "agent.ledger.chain:read_anchors",
            "agent/ledger/test_durability.py::test_records_cut_off_the_end_are_missed",
        ),
        (
            "never-delete",
            "Nothing of history is deleted or overwritten; what is torn is set aside.",
            "agent.ledger.ledger:Ledger.repair",
            "agent/test_invariants.py::test_nothing_in_agent_deletes_or_overwrites_but_what_is_named_here",
        ),
        (
            "one-history",
            "The ledger is the only truth: indexes can be deleted and are made again the same.",
            "agent.ledger.index:Index.follow",
            "agent/ledger/test_durability.py::test_an_index_that_is_deleted_spoiled_or_of_another_ledger_is_made_again",
        ),
        (
            "intent-first",
            "The intent of an attempt is on the disk before its first click.",
            "agent.runs.execution:Hands.do",
            "agent/runs/test_crafting.py::test_each_intent_is_written_before_its_clicks_and_each_verdict_after",
        ),
        (
            "used-once",
            "Nothing is used up twice, whatever is killed wherever.",
            "agent.runs.resuming:resume",
            "agent/runs/test_kills.py::test_a_run_killed_at_any_point_and_resumed_uses_nothing_twice",
        ),
        (
            "no-blind-retry",
            "What consumed something is never tried again without the server's word.",
            "agent.runs.execution:Hands.do",
            "agent/runs/test_signals.py::test_half_a_step_is_not_repeated_but_the_rest_is_planned",
        ),
        (
            "three-tries",
            "A step is tried at most three times, across restarts, each time in another manner.",
            "agent.runs.execution:Hands.strategies",
            "agent/runs/test_resuming.py::test_a_step_is_tried_three_times_at_most_across_restarts_each_time_differently",
        ),
        (
            "servers-word",
            "A step is done only when the server's own inventory shows it.",
            "agent.runs.verification:judge",
            "agent/runs/test_verification.py::test_a_verdict_compares_the_servers_counts_with_the_recipes_promise",
        ),
        (
            "consulted",
            "No attempt without a receipt of the lessons for its recipe.",
            "agent.memory.memory:Memory.redeem",
            "agent/test_invariants.py::test_no_attempt_is_made_without_the_newest_receipt_for_its_recipe",
        ),
        (
            "one-winner",
            "A gate is passed once, by one of many that try.",
            "agent.runs.gates:claim",
            "agent/runs/test_gates.py::test_of_eight_processes_that_approve_one_passes",
        ),
        (
            "one-plan",
            "An approval is for one plan and one inventory.",
            "agent.runs.asking:Asking.plan",
            "agent/runs/test_gates.py::test_an_approval_does_not_hold_when_the_inventory_has_changed",
        ),
        (
            "one-hand",
            "One run at a time holds a bot on a server.",
            "agent.world:server_world",
            "agent/runs/test_resuming.py::test_a_bot_that_another_run_holds_is_busy",
        ),
        (
            "blameless-recipes",
            "Failures of the infrastructure teach nothing about recipes.",
            "agent.runs.failures:classify",
            "agent/runs/test_crafting.py::test_a_kick_teaches_nothing_about_recipes",
        ),
    )
)
