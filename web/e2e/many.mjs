// Says many things quickly: a few connections, kept open.
import { Agent, request } from "node:http";

export async function sayMany(desk, session, count, text) {
  const agent = new Agent({ keepAlive: true, maxSockets: 48 });
  let next = 0;
  const one = (n) =>
    new Promise((done, failed) => {
      const body = JSON.stringify({ kind: n % 7 === 0 ? "tool_result" : "text", content: { text: text(n), content: text(n) } });
      const options = { agent, method: "POST", headers: { authorization: `Bearer ${desk.agent}`, "content-type": "application/json", "content-length": Buffer.byteLength(body) } };
      const call = request(`${desk.url}/api/sessions/${session}/messages`, options, (response) => {
        if (response.statusCode === 201) response.resume().on("end", done);
        else failed(new Error(`message ${n} was not taken: ${response.statusCode}`));
      });
      call.on("error", failed).end(body);
    });
  await Promise.all(Array.from({ length: 48 }, async () => {
    while (next < count) await one(next++);
  }));
  agent.destroy();
}

/** A message of the usual length; no two have the same height for long. */
export const usual = (n) => `Message ${n}: some **words** and \`code\` of the usual length, over a line or two, so that rows differ.${n % 5 === 0 ? "\n\n- a list\n- of three\n- things" : ""}`;
