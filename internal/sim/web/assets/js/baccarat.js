// The view of baccarat: cards that turn at the moments of the server's clock, the felt, and the roads of the shoe.

import { back, face, shape } from "./cards.js";
import { shuffled } from "./proof.js";
import * as sound from "./sound.js";
import { begin, labelOf, lay, pile, sinceDraw } from "./table.js";
import { odds, units } from "./table-rules.js";
import { count, make, t } from "./text.js";

// Moments after the draw; the server keeps the same ones (internal/sim/table/baccarat.go).
const every = 900;
const third = 1600;
const spots = ["playerPair", "tie", "bankerPair", "player", "banker"];

let hands;
let felt;
let roads;
let banner;
let shown = -1; // cards that lie open
let drawn = ""; // what the roads were drawn from

/** The cards of a hand in the order in which they are dealt: [side, card]. */
function dealt(hand) {
  const list = [["player", hand.player[0]], ["banker", hand.banker[0]], ["player", hand.player[1]], ["banker", hand.banker[1]]];
  if (hand.player.length > 2) list.push(["player", hand.player[2]]);
  if (hand.banker.length > 2) list.push(["banker", hand.banker[2]]);
  return list;
}

/** How many cards lie open so long after the draw. */
function openAt(ms, hand) {
  const all = hand.player.length + hand.banker.length;
  let n = 0;
  for (let at = every / 2; n < all && ms >= at; n++) at += n + 1 < 4 ? every : third;
  return n;
}

const points = (cards) => cards.reduce((sum, card) => sum + (card % 13 < 9 ? (card % 13) + 1 : 0), 0) % 10;

function lie(hand, n, ended) {
  if (n === shown && !ended) return;
  const fresh = n > shown;
  shown = n;
  const open = { player: [], banker: [] };
  const last = dealt(hand).slice(0, n);
  for (const [side, card] of last) open[side].push(card);
  for (const side of ["player", "banker"]) {
    const own = hands[side];
    const cards = open[side].map(face);
    if (fresh && last.at(-1)?.[0] === side) cards.at(-1).classList.add("fresh");
    while (cards.length < 2) cards.push(back());
    own.cards.replaceChildren(...cards);
    own.points.textContent = open[side].length ? count(points(open[side])) : "";
    own.box.classList.toggle("winner", ended && hand.winner === side);
  }
  if (fresh && n > 0 && !ended) sound.land(n % 4);
}

function empty() {
  shown = -1;
  for (const own of [hands.player, hands.banker]) {
    own.cards.replaceChildren(back(), back());
    own.points.textContent = "";
    own.box.classList.remove("winner");
  }
}

function words(result) {
  return t(`baccarat.${result.winner}`, { a: count(result.playerTotal), b: count(result.bankerTotal) });
}

const colors = { player: "#4f9bff", banker: "#ff6b61", tie: "#4fc98a" };
const letters = { player: "P", banker: "B", tie: "T" };

function pairs(mark, x, y, r) {
  const dots = [];
  if (mark.bankerPair) dots.push(shape("circle", { cx: x - r * 0.75, cy: y - r * 0.75, r: r * 0.32, fill: colors.banker, stroke: "#0e1a1d", "stroke-width": ".6" }));
  if (mark.playerPair) dots.push(shape("circle", { cx: x + r * 0.75, cy: y + r * 0.75, r: r * 0.32, fill: colors.player, stroke: "#0e1a1d", "stroke-width": ".6" }));
  return dots;
}

function grid(columns, cell) {
  const svg = shape("svg", { viewBox: `0 0 ${columns * cell} ${6 * cell}`, "aria-hidden": "true" });
  svg.style.aspectRatio = `${columns} / 6`;
  const lines = Array.from({ length: columns + 1 }, (_, n) => `M${n * cell} 0V${6 * cell}`).join("") + Array.from({ length: 7 }, (_, n) => `M0 ${n * cell}H${columns * cell}`).join("");
  svg.append(shape("path", { d: lines, stroke: "#ffffff", "stroke-opacity": ".09", fill: "none" }));
  return svg;
}

function beadRoad(beads) {
  const cell = 20;
  const used = Math.ceil(beads.length / 6);
  const svg = grid(Math.max(16, used), cell);
  for (const [n, mark] of beads.entries()) {
    const x = (Math.floor(n / 6) + 0.5) * cell;
    const y = ((n % 6) + 0.5) * cell;
    svg.append(shape("circle", { cx: x, cy: y, r: 8.5, fill: colors[mark.winner] }),
      shape("text", { x, y: y + 3.8, "text-anchor": "middle", "font-size": "10.5", "font-weight": "700", fill: "#0b1416" }, letters[mark.winner]), ...pairs(mark, x, y, 8.5));
  }
  return [svg, used];
}

function bigRoad(places) {
  const cell = 20;
  const used = Math.max(0, ...places.map((place) => place.c + 1));
  const svg = grid(Math.max(30, used + 1), cell);
  for (const place of places) {
    const x = (place.c + 0.5) * cell;
    const y = (place.r + 0.5) * cell;
    if (place.winner) svg.append(shape("circle", { cx: x, cy: y, r: 7, fill: "none", stroke: colors[place.winner], "stroke-width": "2.6", ...(place.winner === "player" && { "stroke-dasharray": "9 2" }) }));
    if (place.ties) {
      svg.append(shape("path", { d: `M${x - 7} ${y + 7}L${x + 7} ${y - 7}`, stroke: colors.tie, "stroke-width": "2.2" }));
      if (place.ties > 1) svg.append(shape("text", { x, y: y + 3.5, "text-anchor": "middle", "font-size": "10", "font-weight": "700", fill: "#ffffff" }, count(place.ties)));
    }
    svg.append(...pairs(place, x, y, 7));
  }
  return [svg, used];
}

function drawRoads({ beads, bigRoad: places }) {
  const key = JSON.stringify(beads);
  if (key === drawn) return;
  drawn = key;
  const tally = (side) => count(beads.filter((b) => b.winner === side).length);
  const summary = t("baccarat.counts", { b: tally("banker"), p: tally("player"), t: tally("tie") });
  const scroll = ([svg, used], name) => make("div", { class: `road ${name}`, "data-used": used }, svg);
  roads.replaceChildren(
    make("div", { class: "legend" }, make("strong", {}, t("baccarat.road")), make("span", {}, summary), make("span", { class: "quiet note" }, t("baccarat.roadNote"))),
    make("div", { class: "both" }, scroll(beadRoad(beads), "bead"), scroll(bigRoad(places), "big")));
  // What came last is in sight.
  for (const road of roads.querySelectorAll(".road")) road.scrollLeft = Math.max(0, road.dataset.used * (road.clientHeight / 6) - road.clientWidth);
}

function side(name) {
  const cards = make("div", { class: "cards" });
  const score = make("output", { class: "points" });
  const box = make("section", { class: `hand ${name}` }, make("h2", {}, make("span", {}, t(`spot.${name}`)), score), cards);
  hands[name] = { box, cards, points: score };
  return box;
}

/** The cards of a result as a picture. */
function picture(result) {
  const row = (name) => make("figure", {}, make("div", { class: "cards" }, ...result[name].map(face)),
    make("figcaption", {}, `${t(`spot.${name}`)}: ${count(result[`${name}Total`])}`));
  return make("div", { class: "hands" }, row("player"), row("banker"));
}

/** The cards of a seed, in words (the same computation as the server's). */
async function replay(stream) {
  const shoe = await shuffled(stream("hubstake/baccarat/1/shoe"), Array.from({ length: 416 }, (_, n) => n % 52));
  return make("div", { class: "shoe" }, ...shoe.map(face));
}

begin({
  nameOf: (spot) => t(`spot.${spot}`),
  price: odds,
  words,
  picture,
  replay,
  /** What each spot returns when all luck is on it: both pairs, and one of the three ends. */
  outcomes({ game }) {
    const price = Object.fromEntries(game.kinds.map((kind) => [kind.code, kind.units]));
    const { playerPair, bankerPair } = price;
    return [
      { player: price.player, playerPair, bankerPair }, { banker: price.banker, playerPair, bankerPair },
      { tie: price.tie, player: units, banker: units, playerPair, bankerPair },
    ];
  },
  async load(root, state) {
    hands = {};
    banner = make("p", { class: "outcome", "aria-hidden": "true" });
    felt = make("div", { class: "felt" });
    for (const code of spots) {
      const kind = state.game.kinds.find((k) => k.code === code);
      const button = make("button", { type: "button", class: `spot ${code}`, "data-spot": code },
        make("span", { class: "name" }, t(`spot.${code}`)), make("span", { class: "odds" }, odds(kind.units)),
        make("span", { class: "crowd" }), make("span", { class: "piles" }));
      button.addEventListener("click", () => lay(code));
      felt.append(button);
    }
    roads = make("section", { class: "roads" });
    root.append(make("div", { class: "deal" }, side("player"), banner, side("banker")), felt, roads);
    empty();
  },
  render(state, at) {
    const { table } = state;
    for (const button of felt.children) {
      const code = button.dataset.spot;
      const kind = state.game.kinds.find((k) => k.code === code);
      button.setAttribute("aria-label", labelOf(code, odds(kind.units)));
      button.setAttribute("aria-disabled", String(at !== "betting"));
      button.querySelector(".piles").replaceChildren(...pile(code));
      const crowd = table.crowd?.[code] ?? 0;
      button.querySelector(".crowd").replaceChildren(...(crowd ? [make("span", { title: t("table.crowd", { n: count(crowd) }) }, `● ${count(crowd)}`)] : []));
      const won = at === "result" && table.result && (table.result.winner === code || (code === "playerPair" && table.result.playerPair) || (code === "bankerPair" && table.result.bankerPair));
      button.classList.toggle("won", Boolean(won));
    }
    banner.textContent = at === "result" ? words(table.result) : "";
    banner.className = `outcome ${at === "result" ? table.result.winner : ""}`;
    if (at === "preparing" || at === "betting" || at === "closed") empty();
    drawRoads(table.board);
    this.tick(state, at);
  },
  tick({ table }, at) {
    if (at === "showing") lie(table.result, openAt(sinceDraw(), table.result), false);
    if (at === "result") lie(table.result, table.result.player.length + table.result.banker.length, true);
  },
});
