// The betting table: a button for every spot, with one stop for the Tab key and the arrows from spot to spot. It shows chips and says
// which spot was pressed; what lies where is the page's affair.

import { amount, count, make, t, tiny } from "./text.js";

const wide = 14; // units: the zero, twelve rows of numbers, the columns' bets
const high = 5; // three numbers, dozens, even-money bets
const reds = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]);

export const colorOf = (n) => (n === 0 ? "green" : reds.has(n) ? "red" : "black");

const rowOf = (n) => 2 - ((n - 1) % 3);
const columnOf = (n) => Math.ceil(n / 3);
const outside = {
  low: [1, 4, 2], even: [3, 4, 2], red: [5, 4, 2], black: [7, 4, 2], odd: [9, 4, 2], high: [11, 4, 2],
  "dozen-1": [1, 3, 4], "dozen-2": [5, 3, 4], "dozen-3": [9, 3, 4], "column-1": [13, 2, 1], "column-2": [13, 1, 1], "column-3": [13, 0, 1],
};

/** Where a spot lies on the table: middle and size in units. */
function layout({ code, kind, numbers }) {
  if (outside[code]) {
    const [x, y, w] = outside[code];
    return { x: x + w / 2, y: y + 0.5, w, h: 1 };
  }
  if (kind === "straight") {
    if (numbers[0] === 0) return { x: 0.5, y: 1.5, w: 1, h: 3 };
    return { x: columnOf(numbers[0]) + 0.5, y: rowOf(numbers[0]) + 0.5, w: 1, h: 1 };
  }
  const middle = (list) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const joint = (x, y, w, h) => ({ x, y, w, h, joint: true });
  const others = numbers.filter((n) => n > 0);
  const y = middle(others.map(rowOf)) + 0.5;
  if (numbers[0] === 0) return joint(1, kind === "corner" ? 3 : y, 0.36, kind === "split" ? 0.5 : 0.36);
  const x = middle(others.map(columnOf)) + 0.5;
  if (kind === "street") return joint(x, 3, 0.5, 0.34);
  if (kind === "line") return joint(x, 3, 0.38, 0.38);
  if (kind === "corner") return joint(x, y, 0.38, 0.38);
  return columnOf(numbers[0]) === columnOf(numbers[1]) ? joint(x, y, 0.5, 0.34) : joint(x, y, 0.34, 0.5);
}

/** The name of a spot, as a player says it. */
export function nameOf({ code, kind, numbers }) {
  if (kind === "straight") return count(numbers[0]);
  if (kind === "column") return `${t("roulette.kind.column")} ${numbers[0]}–${numbers.at(-1)}`;
  if (outside[code]) return t(`roulette.on.${code}`);
  return `${t(`roulette.kind.${kind}`)} ${numbers.join(", ")}`;
}

export class Board {
  /** pressed is given the spot that a chip is put on, taken the one whose chips are taken back. */
  constructor(root, spots, { tones, pressed, taken }) {
    Object.assign(this, { root, tones, spots: new Map(), upright: matchMedia("(max-width: 760px)") });
    this.cells = new Map(); // by number
    for (const spot of spots) {
      const place = layout(spot);
      const button = make("button", { type: "button", tabindex: "-1" });
      if (place.joint) button.className = `joint${spot.kind === "split" || spot.kind === "street" ? "" : " corner"}`;
      else {
        button.className = "cell";
        if (spot.kind === "straight") {
          button.classList.add(colorOf(spot.numbers[0]));
          this.cells.set(spot.numbers[0], button);
        } else if (spot.code === "red" || spot.code === "black") button.classList.add(spot.code);
        else button.classList.add("plain");
        button.textContent = spot.kind === "column" ? t("roulette.on.column") : nameOf(spot);
      }
      button.addEventListener("click", () => pressed(spot));
      button.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && this.light(spot));
      button.addEventListener("pointerleave", () => this.light(null));
      button.addEventListener("focus", () => this.light(spot));
      button.addEventListener("blur", () => this.light(null));
      button.addEventListener("contextmenu", (event) => {
        event.preventDefault();
        taken(spot);
      });
      this.spots.set(spot.code, { spot, place, button });
      root.append(button);
    }
    root.addEventListener("keydown", (event) => this.key(event, taken));
    this.upright.addEventListener("change", () => this.arrange());
    this.arrange();
    this.stop(this.spots.get("straight-17"));
    this.show(new Map());
  }

  /** Lays the table along the page, or upright on a phone. */
  arrange() {
    const upright = this.upright.matches;
    for (const entry of this.spots.values()) {
      const { x, y, w, h } = entry.place;
      entry.at = upright ? { x: high - y, y: x, w: h, h: w } : { x, y, w, h };
      const [across, down] = upright ? [high, wide] : [wide, high];
      const { style } = entry.button;
      style.left = `${((entry.at.x - entry.at.w / 2) / across) * 100}%`;
      style.top = `${((entry.at.y - entry.at.h / 2) / down) * 100}%`;
      style.width = `${(entry.at.w / across) * 100}%`;
      style.height = `${(entry.at.h / down) * 100}%`;
    }
  }

  /** Makes a spot the one that the Tab key stops at. */
  stop(entry) {
    if (this.stopped) this.stopped.button.tabIndex = -1;
    this.stopped = entry;
    entry.button.tabIndex = 0;
  }

  key(event, taken) {
    const from = [...this.spots.values()].find(({ button }) => button === event.target);
    if (!from) return;
    if (event.key === "Delete" || event.key === "Backspace") taken(from.spot);
    const way = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return;
    event.preventDefault();
    let best = null;
    let least = Infinity;
    for (const entry of this.spots.values()) {
      const dx = entry.at.x - from.at.x;
      const dy = entry.at.y - from.at.y;
      const ahead = dx * way[0] + dy * way[1];
      const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
      if (ahead < 0.05 || aside > ahead * 2 + 0.6) continue;
      if (ahead + aside * 3 < least) {
        least = ahead + aside * 3;
        best = entry;
      }
    }
    if (!best) return;
    this.stop(best);
    best.button.focus();
  }

  /** Lights the numbers that a spot covers. */
  light(spot) {
    for (const [n, cell] of this.cells) cell.classList.toggle("lit", Boolean(spot?.numbers.includes(n)));
  }

  /** Shows the chips: an amount by the code of each spot. */
  show(bets) {
    for (const { spot, button } of this.spots.values()) {
      const bet = bets.get(spot.code) ?? 0;
      const values = { spot: nameOf(spot), pays: count(spot.pays), amount: amount(bet) };
      button.setAttribute("aria-label", t(bet ? "roulette.spotChip" : "roulette.spot", values));
      button.title = bet ? amount(bet) : "";
      button.querySelector(".token")?.remove();
      if (bet) button.append(make("span", { class: `token ${this.toneOf(bet)}${tiny(bet).length > 3 ? " long" : ""}`, "aria-hidden": "true" }, tiny(bet)));
    }
  }

  toneOf(bet) {
    return `tone-${Math.max(0, this.tones.findLastIndex((value) => value <= bet))}`;
  }

  /** Marks the number that fell: its chips stand out, the others go. null takes the marks away. */
  mark(number) {
    for (const [n, cell] of this.cells) cell.classList.toggle("hit", n === number);
    for (const { spot, button } of this.spots.values()) {
      const token = button.querySelector(".token");
      if (!token || number === null) continue;
      token.classList.add(spot.numbers.includes(number) ? "won" : "lost");
    }
  }
}
