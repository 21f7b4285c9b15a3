"""The vault: Markdown notes of what the ledger holds, for people; all of them can be made again."""
