"""What is known from earlier runs and from people: lessons, wishes, and what is worth knowing first."""
