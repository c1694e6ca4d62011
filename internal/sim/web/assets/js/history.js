// The last rounds, each to be looked at again (S-59), and what this window came to so far.

import { next, proof } from "./fair.js";
import { facts } from "./sheet.js";
import { amount, count, make, t, time } from "./text.js";

function picture(game, step, n) {
  const hit = new Set(step.wins.flatMap((win) => win.cells.map((at) => `${at.c},${at.r}`)));
  const grid = make("div", { class: "grid" });
  grid.style.gridTemplateColumns = `repeat(${game.columns}, auto)`;
  for (let r = 0; r < game.rows; r++) {
    for (let c = 0; c < game.columns; c++) {
      const symbol = game.symbols[step.grid[c][r]]; // none where a respin left a place empty
      const cell = make("span");
      if (symbol) cell.append(make("img", { src: `/assets/art/${game.code}/${symbol.name}.svg`, alt: t(`symbol.${symbol.name}`) }));
      if (hit.has(`${c},${r}`)) cell.className = "hit";
      grid.append(cell);
    }
  }
  const won = step.multiplier > 1 && step.amount > 0 ? `${amount(step.amount)} (×${count(step.multiplier)})` : amount(step.amount);
  return make("figure", {}, grid, make("figcaption", {}, `${count(n + 1)}. ${won}`));
}

/** The pictures of a round of reels. */
export function steps(game, round) {
  const jackpots = round.jackpots.map(({ level, amount: won }) => make("p", {}, `${t(`jackpot.${level}`)}: ${amount(won)}`));
  return [...jackpots, make("div", { class: "recall" }, ...round.outcome.steps.map((step, n) => picture(game, step, n)))];
}

function row(round, recall) {
  const look = make("button", { type: "button", "aria-expanded": "false" }, t("history.show"));
  const line = make("tr", {},
    make("td", {}, time(new Date(round.begunAt))),
    make("td", { class: "n" }, amount(round.stake)),
    make("td", { class: round.win > round.stake ? "n plus" : "n" }, round.win > 0 ? `+${amount(round.win)}` : amount(0),
      ...(round.win === round.stake ? [" ", make("span", { class: "quiet" }, t("even"))] : [])),
    make("td", { class: "n" }, look));
  look.addEventListener("click", () => {
    const open = look.getAttribute("aria-expanded") === "true";
    look.setAttribute("aria-expanded", String(!open));
    look.textContent = t(open ? "history.show" : "history.hide");
    if (open) {
      line.nextSibling.remove();
      return;
    }
    line.after(make("tr", {}, make("td", { colspan: "4" },
      make("span", { class: "quiet" }, `${t("history.number")} ${round.id}`), ...recall(round), ...proof(round))));
  });
  return line;
}

/** The sheet; recall makes what shows a round again. */
export function history(state, recall) {
  const minutes = Math.max(0, Math.floor((Date.now() - state.begun) / 60000));
  const net = state.won - state.staked;
  const parts = [facts(
    [t("history.time"), t("history.minutes", { n: count(minutes) })],
    [t("history.spins"), count(state.spins)],
    [t("history.staked"), amount(state.staked)],
    [t("history.won"), amount(state.won)],
    [t("history.net"), net > 0 ? `+${amount(net)}` : amount(net)],
  )];
  parts.push(...next(state.commitment));
  if (!state.rounds.length) {
    parts.push(make("p", { class: "quiet" }, t("history.empty")));
    return parts;
  }
  parts.push(
    make("h3", {}, t("history.last", { n: count(state.rounds.length) })),
    make("table", { class: "rounds" },
      make("thead", {}, make("tr", {},
        make("th", { scope: "col" }, t("history.at")), make("th", { scope: "col", class: "n" }, t("stake")),
        make("th", { scope: "col", class: "n" }, t("win")), make("th", { scope: "col" }, make("span", { class: "hidden" }, t("history.show"))))),
      make("tbody", {}, ...state.rounds.map((round) => row(round, recall)))));
  return parts;
}
