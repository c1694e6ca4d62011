// The one place where the page says that something is not as it should be, in the member's words.

import { has, make, t } from "./text.js";

const box = document.querySelector("#notice");

/** The text of a refusal: the operator's own codes are more than we can know, so an unknown one has a general text. */
export const code = (why) => t(has(`code.${why}`) ? `code.${why}` : "code.OTHER");

export function notice(text, { calm = false, retry = null } = {}) {
  if (box.textContent === text && !retry) return;
  box.hidden = !text;
  box.classList.toggle("calm", calm);
  box.replaceChildren(text);
  if (!retry) return;
  const again = make("button", { type: "button" }, t("again"));
  again.addEventListener("click", retry);
  box.append(again);
}
