"""The smallest server on the Python SDK: one tool that says what it is told."""

from mcp.server import MCPServer

server = MCPServer("trivial")


@server.tool()
def echo(words: str) -> str:
    return words


server.run("stdio")
