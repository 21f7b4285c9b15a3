"""What a model is told of the tools before it calls any."""

INSTRUCTIONS = (
    "craftplan plans Minecraft crafting with tags and lets a bot do it. Counts are items. An ingredient is a tag with "
    "members; any mix of them may fill its slots. plan_craft says how and what is missing; craft does it and answers "
    "what the server confirmed. Every answer is one envelope: read status, then error.fix, input or approval."
)
