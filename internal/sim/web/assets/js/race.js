// The view of the race: boats and prices before it, and a river on a canvas that shows the course of the server by the server's clock.
// Whoever comes late sees the race where it is.

import { boat, river } from "./regatta.js";
import { begin, labelOf, lay, pile, sinceDraw } from "./table.js";
import { decimal } from "./table-rules.js";
import { count, make, percent, t } from "./text.js";
import { shuffled } from "./proof.js";

const boats = [1, 2, 3, 4, 5, 6];

let scene;
let board;
let results;
let podium;
let offered = "";
let tab = "win";
let seen; // the last state and phase that were drawn

const name = (n) => `${count(n)} ${t(`boat.${n}`)}`;
const badge = (n) => make("span", { class: `badge b${n}`, "aria-hidden": "true" }, count(n));

function nameOf(spot) {
  const [kind, on] = spot.split(".");
  if (kind !== "exacta") return `${t(`race.${kind}`)}: ${name(on)}`;
  const [a, b] = on.split("-");
  return t("race.exactaSpot", { a: name(a), b: name(b) });
}

const orderWords = (order) => t("race.order", { order: order.map((n) => name(n)).join(", ") });

function spotButton(spot, price) {
  const button = make("button", { type: "button", class: "price", "data-spot": spot }, make("span", {}, decimal(price)), make("span", { class: "piles" }));
  button.addEventListener("click", () => lay(spot));
  return button;
}

function winTable(offer) {
  const head = ["", t("race.chance"), t("race.win"), t("race.place")].map((text) => make("th", { scope: "col" }, text));
  const rows = boats.map((n) => make("tr", { "data-boat": n },
    make("th", { scope: "row" }, badge(n), " ", t(`boat.${n}`)),
    make("td", { class: "n quiet" }, percent(offer.chances[n - 1] * 10)),
    make("td", {}, spotButton(`win.${n}`, offer.prices[`win.${n}`])), make("td", {}, spotButton(`place.${n}`, offer.prices[`place.${n}`]))));
  return make("table", { class: "boats" }, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows));
}

function exactaTable(offer) {
  const head = [make("td", {}), ...boats.map((n) => make("th", { scope: "col", "aria-label": name(n) }, badge(n)))];
  const rows = boats.map((a) => make("tr", {}, make("th", { scope: "row", "aria-label": name(a) }, badge(a)),
    ...boats.map((b) => make("td", {}, a === b ? "" : spotButton(`exacta.${a}-${b}`, offer.prices[`exacta.${a}-${b}`])))));
  return make("div", {}, make("p", { class: "quiet hint" }, t("race.exactaHint")),
    make("table", { class: "exacta" }, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows)));
}

function drawOffer(offer) {
  const key = JSON.stringify([offer, tab]);
  if (key === offered) return;
  offered = key;
  const tabs = ["win", "exacta"].map((one) => {
    const label = one === "win" ? `${t("race.win")} · ${t("race.place")}` : t("race.exacta");
    const button = make("button", { type: "button", "aria-pressed": String(tab === one) }, label);
    button.addEventListener("click", () => {
      tab = one;
      render(...seen);
      board.querySelector("[aria-pressed=true]").focus();
    });
    return button;
  });
  board.replaceChildren(make("div", { class: "tabs", role: "group", "aria-label": t("race.tabs") }, ...tabs), tab === "win" ? winTable(offer) : exactaTable(offer));
}

function drawResults(orders) {
  const last = orders.slice(-8).reverse();
  results.hidden = !last.length;
  results.replaceChildren(make("strong", {}, t("race.last")), make("ol", {}, ...last.map((order) =>
    make("li", {}, ...order.slice(0, 3).map(badge), make("span", { class: "hidden" }, orderWords(order))))));
}

function picture(result) {
  return make("ol", { class: "finish" }, ...result.order.map((n) => make("li", {}, badge(n), ` ${t(`boat.${n}`)} `,
    make("span", { class: "quiet" }, t("table.seconds", { n: new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(result.times[n - 1] / 1000) })))));
}

/** The field and the order of a seed (the same computation as the server's). */
async function replay(stream) {
  const fields = [[300, 220, 180, 130, 100, 70], [260, 210, 180, 150, 120, 80], [380, 200, 150, 120, 90, 60], [220, 200, 180, 160, 140, 100]];
  const field = stream("hubstake/race/1/field");
  const chances = await shuffled(field, fields[await field(fields.length)]);
  const draw = stream("hubstake/race/1/order");
  const order = [];
  for (let left = 1000; order.length < 6;) {
    let ticket = await draw(left);
    const at = chances.findIndex((chance, n) => !order.includes(n + 1) && (ticket -= chance) < 0);
    order.push(at + 1);
    left -= chances[at];
  }
  return make("p", {}, orderWords(order));
}

/** The spots that win when two boats are first and second. */
const winning = (first, next) => [`win.${first}`, `place.${first}`, `place.${next}`, `exacta.${first}-${next}`];

function render(state, at) {
  seen = [state, at];
  const { table } = state;
  drawOffer(table.offer);
  drawResults(table.board);
  for (const button of board.querySelectorAll("[data-spot]")) {
    const { spot } = button.dataset;
    button.setAttribute("aria-label", labelOf(spot, button.firstChild.textContent));
    button.setAttribute("aria-disabled", String(at !== "betting"));
    button.querySelector(".piles").replaceChildren(...pile(spot));
    button.classList.toggle("won", at === "result" && winning(...table.result.order).includes(spot));
  }
  podium.hidden = at !== "result";
  if (at === "result") podium.replaceChildren(...table.result.order.slice(0, 3).map((n, k) => make("li", {}, make("b", {}, count(k + 1)), badge(n), t(`boat.${n}`))));
  scene.show({ result: table.result ?? null, elapsed: sinceDraw });
}

begin({
  nameOf, picture, replay, render,
  price: decimal,
  words: (result) => orderWords(result.order),
  outcomes: ({ table }) => boats.flatMap((a) => boats.filter((b) => b !== a).map((b) =>
    Object.fromEntries(winning(a, b).map((spot) => [spot, table.offer.prices[spot]])))),
  async load(root) {
    const canvas = make("canvas", { role: "img", "aria-label": t("race.canvas") });
    results = make("section", { class: "results" });
    podium = make("ol", { class: "podium", "aria-hidden": "true" });
    board = make("section", { class: "board" });
    root.append(make("div", { class: "river" }, canvas, results, podium), board);
    scene = river(canvas, boats.map(boat));
  },
});
