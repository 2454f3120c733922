// What projects and agents leave on a disk: a template, and transcripts line by line.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export const SESSION = "0198a0b0-c0d0-7e0f-8000-000000000001";

/** A template that a project keeps ready. */
export const RELEASE = `---
name: release
description: What to ask before a release
---
\`\`\`ask_user_question
variables:
  version: {description: The next version}
  channel: stable
questions:
  - question: "Release {{version}} to {{channel}}?"
    header: Release
    multiSelect: false
    options:
      - {label: "Yes", description: Now}
      - {label: "No", description: Not yet}
\`\`\`
`;
export const RELEASE_PATH = ".claude/skills/release/SKILL.md";

export function write(folder, path, text) {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** One line of a transcript; each goes on from the one that is named. */
export const line = (cwd, type, uuid, parentUuid, content, more = {}) =>
  `${JSON.stringify({ type, uuid, parentUuid, sessionId: SESSION, cwd, timestamp: "2026-11-15T19:20:46.747Z", message: { content }, ...more })}\n`;

/** What an agent that asks says. */
export const asking = (id, question, header, options) => [{ type: "tool_use", id, name: "AskUserQuestion", input: { questions: [{ question, header, multiSelect: false, options }] } }];

/** What it is told, and by which line one reads it. */
export const toldOf = (id, content = "…", more = {}) => [{ type: "tool_result", tool_use_id: id, content, ...more }];
