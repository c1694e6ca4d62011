// The vendor's front page: the games with their rules, and in development the switchboard of faults.

import { paytable } from "./paytable.js";
import * as sheet from "./sheet.js";
import { rules } from "./table-rules.js";
import { amount, lang, loadTexts, make, percent, setCurrency, t } from "./text.js";

const shown = "KRW";

function tableEntry(game) {
  const { chips, most } = game.limits[shown];
  const open = make("button", { type: "button" }, t("rules"));
  open.addEventListener("click", () => sheet.open(game.names[lang], ...rules(game, game.limits[shown])));
  return make("li", {},
    make("h2", {}, game.names[lang]),
    make("div", { class: "art" }, make("img", { src: `/assets/art/${game.code}/tile.svg`, alt: "" })),
    sheet.facts([t("rules.rtp"), percent(Math.max(...game.kinds.map((kind) => kind.rtp)))], [t("rules.min"), amount(chips[0])], [t("rules.max"), amount(most)]),
    make("p", { class: "quiet" }, `${game.studio} · ${game.procId} · ${game.code}`),
    open);
}

function entry(game) {
  if (game.kinds) return tableEntry(game);
  const stakes = game.stakes[shown];
  const look = make("button", { type: "button" }, t("rules"));
  look.addEventListener("click", () => sheet.open(game.names[lang], ...paytable(game, stakes, stakes[2])));
  return make("li", {},
    make("h2", {}, game.names[lang]),
    make("div", { class: "art" }, ...(game.fish ?? game.symbols).slice(0, 4).map((s) => make("img", { src: `/assets/art/${game.code}/${s.name}.svg`, alt: "" }))),
    sheet.facts([t("rules.rtp"), percent(game.rtp)], [t("rules.min"), amount(stakes[0])], [t("rules.max"), amount(stakes.at(-1))]),
    make("p", { class: "quiet" }, `${game.studio} · ${game.procId} · ${game.code}`),
    look);
}

function faults() {
  const form = document.querySelector("#fault-form");
  if (!form) return;
  const say = (text) => {
    document.querySelector("#fault-state").textContent = text;
  };
  const fill = (settings) => {
    for (const [name, value] of Object.entries(settings)) form.elements[name].value = value;
  };
  const send = async (settings) => {
    const answer = await fetch("/faults", {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(settings),
    });
    say(answer.ok ? "In force" : `Refused: ${(await answer.json()).code}`);
    if (answer.ok) fill(settings);
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(form));
    for (const name of ["delayMs", "duplicate", "loseAnswer", "times"]) values[name] = Number(values[name]);
    send(values);
  });
  document.querySelector("#behave").addEventListener("click", () =>
    send({ delayMs: 0, duplicate: 0, loseAnswer: 0, outOfOrder: "", transfer: "", outage: "", jackpot: "", sports: "", beacon: "", times: 0 }));
  fetch("/faults").then((answer) => answer.json()).then(fill);
}

await loadTexts();
setCurrency(shown, 0);
const games = await (await fetch("/v1/games")).json();
document.querySelector("#games").replaceChildren(...games.map(entry));
faults();
