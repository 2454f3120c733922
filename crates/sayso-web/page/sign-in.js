// Trades the code behind the link's `#`, which no server log ever sees, for a cookie that no
// script can read; then lists what is open.
const say = (text) => { document.getElementById("state").textContent = text; };

async function signIn(code) {
  const response = await fetch("/api/login", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code }),
  });
  if (!response.ok) throw new Error((await response.json()).error.message);
}

async function list() {
  const response = await fetch("/api/interactions?state=pending");
  if (!response.ok) throw new Error((await response.json()).error.message);
  const { interactions } = await response.json();
  say(interactions.length === 0 ? "Signed in. Nothing is waiting for you."
    : `Signed in. ${interactions.length} waiting for you:`);
  for (const one of interactions) {
    const item = document.createElement("li");
    const id = document.createElement("code");
    id.textContent = one.interaction_id.slice(-8);
    item.append(id, " ", one.questions.map((question) => question.question_text).join(" · "));
    document.getElementById("open").append(item);
  }
}

const code = new URLSearchParams(location.hash.slice(1)).get("code");
history.replaceState(null, "", location.pathname);
(code ? signIn(code) : Promise.resolve()).then(list).catch((error) => say(error.message));
