"""Plays scenes with the Python SDK. Each is a line of JSON; what happens is told as lines of JSON."""

import asyncio
import json
import os
import sys

from mcp import Client, StdioServerParameters
from mcp.client.extension import advertise
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client
from mcp.types import ElicitResult, Implementation


def tell(**what):
    print(json.dumps(what), flush=True)


async def appears(path):
    """Until a file is there."""
    while path and not os.path.exists(path):
        await asyncio.sleep(0.02)


async def answer_in_panel(client, asked, answers):
    """The person at the panel inside this program."""
    while True:
        opened = await client.call_tool("panel_open", {"arguments": asked})
        if not opened.structured_content.get("later"):
            break
        await asyncio.sleep(0.02)
    await client.call_tool("panel_answer", {"nonce": opened.meta["sayso/nonce"], "answers": answers})


def connect(scene, replies):
    async def show(context, params):
        schema, url = getattr(params, "requested_schema", None), getattr(params, "url", None)
        tell(form=schema, url=url)
        reply = replies.pop(0) if replies else {"action": "cancel"}
        await appears(reply.get("after"))
        if "in_panel" in reply:
            await answer_in_panel(client, scene["steps"][0]["arguments"], reply["in_panel"])
        return ElicitResult(action=reply["action"], content=reply.get("content"))

    if scene["transport"] == "stdio":
        command, *args = scene["command"]
        server = StdioServerParameters(command=command, args=args, env=scene["env"], cwd=scene["cwd"])
    else:
        headers = {"Authorization": f"Bearer {scene['token']}"}
        server = streamable_http_client(scene["url"] + "/mcp", http_client=create_mcp_http_client(headers=headers))
    more = {"elicitation_callback": show} if scene["replies"] is not None else {}
    extensions = scene["capabilities"].get("extensions", {})
    if extensions:
        more["extensions"] = [advertise(name, settings) for name, settings in extensions.items()]
    info = Implementation(name=scene["name"], version="1")
    client = Client(server, mode=scene["mode"], client_info=info, **more)
    return client


async def step_of(client, step, held):
    """Does one step; gives what a later one hands in."""
    tool, arguments = step.get("tool"), step.get("arguments")
    if step["do"] == "wait":
        await appears(step["until"])
    elif step["do"] == "hold":
        held = await client.session.call_tool(tool, arguments, allow_input_required=True)
        form = held.input_requests["form"]
        tell(form=form.params.requested_schema)
    else:
        if step["do"] == "hand in":
            carried = {"request_state": held.request_state, "input_responses": {"form": ElicitResult(**step["response"])}}
            result = await client.session.call_tool(tool, arguments, **carried)
        else:
            result = await client.call_tool(tool, arguments, read_timeout_seconds=step.get("timeout"))
        tell(text=result.content[0].text, data=result.structured_content, error=bool(result.is_error))
    return held


def segments(steps):
    """The steps of each connection."""
    parts = [[]]
    for step in steps:
        if step["do"] == "reconnect":
            parts.append([])
        else:
            parts[-1].append(step)
    return parts


async def play(scene):
    replies, held = list(scene["replies"] or []), None
    for steps in segments(scene["steps"]):
        done = False
        try:
            async with connect(scene, replies) as client:
                for step in steps:
                    try:
                        held = await step_of(client, step, held)
                    except Exception as failed:
                        tell(failed=repr(failed))
                done = True
        except Exception as failed:
            # A killed server's connection ends as it likes.
            if not done:
                tell(failed=repr(failed))


async def together(scenes):
    await asyncio.gather(*(play(scene) for scene in scenes))


for line in sys.stdin:
    scenes = json.loads(line)
    try:
        asyncio.run(together(scenes if isinstance(scenes, list) else [scenes]))
    except BaseException as failed:
        tell(failed=repr(failed))
    tell(over=True)
