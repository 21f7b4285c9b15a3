"""The door for language-model agents: the tools over MCP, on stdin and stdout or on a loopback port."""
