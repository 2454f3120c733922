"""Plays cases with the Python SDK. Each is a line of JSON; what happens is told as lines of JSON."""

import asyncio
import json
import os
import sys

from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client
from mcp.types import ElicitResult, Implementation


def tell(**what):
    print(json.dumps(what), flush=True)


async def play(case):
    replies = list(case["replies"] or [])

    async def show(context, params):
        tell(form=params.requested_schema)
        if not replies:
            return ElicitResult(action="cancel")
        reply = replies.pop(0)
        while reply.get("after") and not os.path.exists(reply["after"]):
            await asyncio.sleep(0.02)
        return ElicitResult(action=reply["action"], content=reply.get("content"))

    if case["transport"] == "stdio":
        server = StdioServerParameters(command=case["command"], args=["mcp"], env=case["env"], cwd=case["cwd"])
    else:
        headers = {"Authorization": f"Bearer {case['token']}"}
        server = streamable_http_client(case["url"] + "/mcp", http_client=create_mcp_http_client(headers=headers))
    forms = {"elicitation_callback": show} if case["replies"] is not None else {}
    info = Implementation(name=case["name"], version="1")
    async with Client(server, mode=case["mode"], client_info=info, **forms) as client:
        for call in case["calls"]:
            try:
                seconds = call.get("timeout")
                result = await client.call_tool(call["tool"], call["arguments"], read_timeout_seconds=seconds)
                tell(text=result.content[0].text, data=result.structured_content, error=bool(result.is_error))
            except Exception as failed:
                tell(failed=str(failed))


for line in sys.stdin:
    try:
        asyncio.run(play(json.loads(line)))
    except BaseException as failed:
        tell(failed=repr(failed))
    tell(over=True)
