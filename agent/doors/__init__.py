"""The doors: shell, chat. Thin: they read what people ask, call the pipeline or the planner, and show the answer."""
