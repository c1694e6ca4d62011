// The one dialog of the page; the browser keeps the focus inside and gives it back.

import { make } from "./text.js";

const sheet = document.querySelector("#sheet");
const body = document.querySelector("#sheet-body");

document.querySelector("#sheet-close").addEventListener("click", () => sheet.close());
sheet.addEventListener("click", (event) => {
  if (event.target === sheet) sheet.close();
});

export function open(title, ...content) {
  document.querySelector("#sheet-title").textContent = title;
  body.replaceChildren(...content);
  body.scrollTop = 0;
  sheet.showModal();
}

export const isOpen = () => sheet.open;

/** A list of small named facts. */
export const facts = (...list) =>
  make("dl", { class: "facts" }, ...list.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value))));
