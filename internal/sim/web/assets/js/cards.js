// Playing cards as SVG, drawn from a few shapes. A card is 0 … 51: rank + 13 × suit (spades, hearts, diamonds, clubs).

import { t } from "./text.js";

const ns = "http://www.w3.org/2000/svg";
const ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
// Each in a square of 20.
const suits = [
  "M10 1c2 4 8 6.5 8 11a4 4 0 01-7 2.6c.2 2.4.9 3.7 2.4 4.4H6.6c1.5-.7 2.2-2 2.4-4.4A4 4 0 012 12C2 7.5 8 5 10 1z",
  "M10 18.5C5 14 1.5 10.8 1.5 7A4.6 4.6 0 0110 4.7 4.6 4.6 0 0118.5 7c0 3.8-3.5 7-8.5 11.5z",
  "M10 1l6.8 9L10 19l-6.8-9z",
  "M10 1.5a4 4 0 013.3 6.3A4.1 4.1 0 1111 13.4c.2 2.8.9 4.3 2.4 5.1H6.6c1.5-.8 2.2-2.3 2.4-5.1a4.1 4.1 0 11-2.3-5.6A4 4 0 0110 1.5z",
];
const crown = "M2 7l4.5 4L10 4l3.5 7L18 7l-1.6 9H3.6z";

export function shape(name, attributes, ...children) {
  const el = document.createElementNS(ns, name);
  for (const [key, value] of Object.entries(attributes)) el.setAttribute(key, value);
  el.append(...children);
  return el;
}

/** The face of a card, 60 × 84. */
export function face(card) {
  const rank = card % 13;
  const suit = Math.floor(card / 13);
  const red = suit === 1 || suit === 2;
  const ink = red ? "#c62f3b" : "#1d2430";
  const corner = (flip) => shape("g", { transform: flip ? "rotate(180 30 42)" : "" },
    shape("text", { x: "9.5", y: "17", "text-anchor": "middle", "font-size": "15", "font-weight": "700", fill: ink, "letter-spacing": rank === 9 ? "-1.5" : "0" }, ranks[rank]),
    shape("path", { d: suits[suit], transform: "translate(4.5 20) scale(.5)", fill: ink }));
  const middle = rank > 9
    ? [shape("rect", { x: "17", y: "17", width: "26", height: "50", rx: "5", fill: red ? "#fbe9e4" : "#e9edf5", stroke: "#cfa24a" }),
      shape("path", { d: crown, transform: "translate(20 21)", fill: "#cfa24a" }),
      shape("path", { d: suits[suit], transform: "translate(20 41)", fill: ink })]
    : [shape("path", { d: suits[suit], transform: "translate(15 27) scale(1.5)", fill: ink })];
  return shape("svg", { viewBox: "0 0 60 84", class: "card", role: "img", "aria-label": t("baccarat.card", { rank: ranks[rank], suit: t(`suit.${suit}`) }) },
    shape("rect", { x: ".5", y: ".5", width: "59", height: "83", rx: "6", fill: "#fdfcf8", stroke: "#c9cbd1" }),
    corner(false), corner(true), ...middle);
}

/** The back of a card. */
export function back() {
  const svg = shape("svg", { viewBox: "0 0 60 84", class: "card", "aria-hidden": "true" },
    shape("rect", { x: ".5", y: ".5", width: "59", height: "83", rx: "6", fill: "#14313a", stroke: "#2f5f69" }),
    shape("rect", { x: "5", y: "5", width: "50", height: "74", rx: "4", fill: "none", stroke: "#c9a458", "stroke-width": "1.2" }));
  for (let y = 0; y < 5; y++) {
    for (let x = 0; x < 3; x++) {
      svg.append(shape("path", { d: "M6 0q4 3 0 6-4-3 0-6", transform: `translate(${9 + x * 15} ${11 + y * 13})`, fill: "#c9a458", opacity: ".55" }));
    }
  }
  return svg;
}
