// A conversation with the desk. Who writes is said by the token in the address' fragment: no server log and no referrer has
// it, and it is taken out of the address at once.

import { loadTexts, make, t } from "./text.js";

const token = new URLSearchParams(location.hash.slice(1)).get("token") ?? "";
history.replaceState(null, "", location.pathname + location.search);

const who = document.querySelector("#who");
const lines = document.querySelector("#lines");
const form = document.querySelector("#write");
const input = document.querySelector("#text");

function line(text, mine) {
  const item = make("li", mine ? { class: "mine" } : {}, text);
  lines.append(item);
  item.scrollIntoView({ block: "end" });
}

/** Says something; nothing opens the conversation. The desk tells whom it knows by the token. */
async function say(text) {
  const answer = await fetch("/v1/chat", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ token, text }),
  });
  if (answer.status === 401) {
    form.hidden = true;
    who.textContent = t("chat.unknown");
    return;
  }
  if (!answer.ok) throw new Error(`chat ${answer.status}`);
  const { visitor, reply } = await answer.json();
  who.textContent = t("chat.known", { name: visitor.name, id: visitor.customer_id });
  form.hidden = false;
  if (text !== "") line(text, true);
  line(reply, false);
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = input.value.trim();
  if (text === "") return;
  try {
    await say(text);
    input.value = "";
  } catch {
    line(t("chat.failed"), false);
  }
  input.focus();
});

await loadTexts();
try {
  await say("");
  input.focus();
} catch {
  who.textContent = t("chat.failed");
}
