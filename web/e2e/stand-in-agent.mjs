#!/usr/bin/env node
// Plays Claude Code for the page's tests: its pipes and its lines, without a model behind them.
import { randomUUID } from "node:crypto";
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

const args = process.argv.slice(2);
const after = (name) => args[args.indexOf(name) + 1];
const forked = args.includes("--fork-session") ? after("--resume") : undefined;
const session_id = forked || !args.includes("--resume") ? after("--session-id") : after("--resume");

const write = (line) => process.stdout.write(`${JSON.stringify({ uuid: randomUUID(), session_id, ...line })}\n`);
const says = (...content) => write({ type: "assistant", message: { role: "assistant", content } });
const done = (result) => write({ type: "result", subtype: "success", is_error: false, num_turns: 1, result });
const QUESTION = { questions: [{ question: "Which way?", header: "Way", multiSelect: false, options: [{ label: "Left", description: "Past the mill" }, { label: "Right", description: "Over the bridge" }] }] };

/** Its own record of the conversation, which a branch is found by. */
function keep(line) {
  const folder = join(process.env.SAYSO_TRANSCRIPTS, process.cwd().replaceAll(/[^A-Za-z0-9]/g, "-"));
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, `${session_id}.jsonl`), `${JSON.stringify({ uuid: randomUUID(), sessionId: session_id, cwd: process.cwd(), ...line })}\n`);
}

write({ type: "system", subtype: "init", model: "stand-in", claude_code_version: "0.0.0" });

function work(prompt) {
  if (forked) says({ type: "text", text: `Going on from ${forked}` });
  if (prompt.includes("ask me")) {
    const call = { type: "tool_use", id: "toolu_q", name: "AskUserQuestion", input: QUESTION };
    keep({ type: "user", message: { content: prompt } });
    keep({ type: "assistant", message: { content: [call] } });
    says(call);
    write({ type: "control_request", request_id: "r1", request: { subtype: "can_use_tool", tool_name: "AskUserQuestion", tool_use_id: "toolu_q", input: QUESTION } });
    return;
  }
  if (prompt.includes("for long")) return says({ type: "text", text: "Working, and not done" });
  if (prompt.includes("helper")) {
    says({ type: "tool_use", id: "toolu_t", name: "Task", input: { description: "Look for uses", prompt: "Look" } });
    write({ type: "assistant", parent_tool_use_id: "toolu_t", message: { role: "assistant", content: [{ type: "text", text: "Said by the helper" }] } });
    write({ type: "user", message: { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_t", content: "Two uses" }] } });
  }
  says({ type: "text", text: `Heard: ${prompt}` });
  done("Over");
}

for await (const line of createInterface({ input: process.stdin })) {
  const said = JSON.parse(line);
  if (said.type === "user") work(said.message.content.map(({ text }) => text).join("\n"));
  else if (said.type === "control_request" && said.request.subtype === "initialize") write({ type: "control_response", response: { subtype: "success", request_id: said.request_id, response: {} } });
  else if (said.type === "control_request" && said.request.subtype === "interrupt") {
    write({ type: "control_response", response: { subtype: "success", request_id: said.request_id } });
    done("Interrupted");
  } else if (said.type === "control_response" && said.response.request_id === "r1") {
    keep({ type: "user", message: { content: [{ type: "tool_result", tool_use_id: "toolu_q", content: "…" }] }, toolUseResult: { answers: said.response.response.updatedInput?.answers ?? {} } });
    says({ type: "text", text: `Told: ${JSON.stringify(said.response.response)}` });
    done("Over");
  }
}
