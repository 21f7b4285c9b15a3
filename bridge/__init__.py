"""Do: hands on a server, a mineflayer bot in a Node child driven through the `javascript` package."""
