// What the pages of all tables share: the phases by the server's clock, chips that are laid and placed, the member's bets, history,
// rules and seeds. A view draws the game itself; nothing is decided here.

import * as api from "./api.js";
import * as feed from "./feed.js";
import { notify } from "./lobby-messages.js";
import { code, notice } from "./notice.js";
import { proofs } from "./proof.js";
import * as sheet from "./sheet.js";
import * as sound from "./sound.js";
import { rules, units } from "./table-rules.js";
import { amount, count, fillTexts, loadTexts, make, setCurrency, short, t, time } from "./text.js";

const $ = (id) => document.getElementById(id);

let state;
let view;
let chip = 0;
let laid = []; // chips on the table that are not placed yet: {spot, amount}
let placing = false;
let over = false;
let shown = { no: 0, phase: "" };

export const say = (text) => {
  $("live").textContent = text;
};

/** The phase at this moment: the server names it when it changes, and its times say the rest. */
export function phase(table = state.table) {
  const at = feed.now();
  if (at < Date.parse(table.openAt)) return "preparing";
  if (at < Date.parse(table.closeAt)) return "betting";
  if (!table.result) return "closed";
  return at < Date.parse(table.resultAt) ? "showing" : "result";
}

/** Milliseconds since the draw. */
export const sinceDraw = () => feed.now() - Date.parse(state.table.drawAt);

/** A calm word that goes by itself. */
function passing(text) {
  notice(text, { calm: true });
  setTimeout(() => {
    if ($("notice").textContent === text) notice("");
  }, 5000);
}

const sum = (list) => list.reduce((all, one) => all + one.amount, 0);

/** What the member has on a spot in this round: laid and placed. */
export function onSpot(spot) {
  const placed = current().flatMap((bet) => bet.bet.spots).filter((s) => s.code === spot).reduce((all, s) => all + s.stake, 0);
  return { laid: sum(laid.filter((one) => one.spot === spot)), placed };
}

/** The member's bets of this round that stand. */
function current() {
  return state.mine.bets.filter((bet) => bet.bet.no === state.table.no && !bet.code);
}

/** The most that the laid chips can return (S-66). */
function best() {
  const returned = (outcome) => laid.reduce((all, { spot, amount: stake }) => all + (stake / units) * (outcome[spot] ?? 0), 0);
  return Math.max(...view.outcomes(state).map(returned));
}

const isOpen = () => state && phase() === "betting" && !over;

export function lay(spot) {
  if (!isOpen() || placing) return;
  const kind = state.game.kinds.find((k) => k.code === spot.split(".")[0]);
  const { laid: mine, placed } = onSpot(spot);
  const most = (kind.side ? state.limits.side : state.limits.most) - placed - mine;
  const value = Math.min(state.limits.chips[chip], most - (most % state.limits.chips[0]));
  if (value <= 0) {
    notice(code("BAD_AMOUNT"));
    return;
  }
  notice("");
  sound.press();
  laid.push({ spot, amount: value });
  refresh();
}

async function place() {
  if (!isOpen() || placing || !laid.length) return;
  const stakes = new Map();
  for (const one of laid) stakes.set(one.spot, (stakes.get(one.spot) ?? 0) + one.amount);
  const order = { no: state.table.no, stakes: [...stakes].map(([spot, value]) => ({ spot, amount: value })), key: api.newKey() };
  placing = true;
  notice("");
  say(t("table.placing"));
  refresh();
  let answer;
  try {
    answer = await api.bet(order, () => notice(t("offline"), { calm: true }));
  } catch (error) {
    answer = { code: error instanceof api.Refused ? error.code : "UNAVAILABLE" };
  }
  notice("");
  placing = false;
  if (answer.code) {
    if (answer.code === "BETTING_CLOSED") laid = [];
    setBalance(answer.balance);
    refused(answer.code);
  } else {
    laid = [];
    setBalance(answer.afterBet);
    mine({ ...state.mine, bets: [answer, ...state.mine.bets.filter((bet) => bet.id !== answer.id)] });
    say(t("table.accepted", { stake: amount(answer.stake), balance: amount(state.mine.balance) }));
  }
  refresh();
}

function refused(why) {
  over ||= why === "TOKEN_EXPIRED" || why === "GAME_ENDED";
  notice(code(why));
}

function setBalance(value) {
  if (value === null || value === undefined || value === state.mine.balance) return;
  state.mine.balance = value;
  notify(state.origin, "balance");
}

/** Takes the member's bets and balance as the server has them now. */
function mine(next) {
  const balance = next.balance ?? state.mine.balance;
  if (balance !== state.mine.balance) notify(state.origin, "balance");
  state.mine = { ...next, balance };
  if (next.code) refused(next.code);
}

/** What the member's bets of the round came to, or null without any. */
function ended() {
  const bets = current().filter((bet) => bet.outcome);
  if (!bets.length) return null;
  return { stake: bets.reduce((all, bet) => all + bet.stake, 0), win: bets.reduce((all, bet) => all + bet.win, 0) };
}

let told = 0; // round whose result was said

function refresh() {
  const at = phase();
  const open = isOpen();
  const end = at === "result" ? ended() : null;
  $("balance").textContent = amount(state.mine.balance);
  $("staked").textContent = amount(current().reduce((all, bet) => all + bet.stake, 0));
  $("won").textContent = end ? amount(end.win) : "–";
  $("won").parentElement.classList.toggle("is-win", Boolean(end) && end.win > end.stake);
  for (const [n, button] of [...$("chips").children].entries()) {
    button.setAttribute("aria-checked", String(n === chip));
    button.tabIndex = n === chip ? 0 : -1;
  }
  $("undo").disabled = !laid.length || placing;
  $("clear").disabled = !laid.length || placing;
  $("place").disabled = !laid.length || placing || !open;
  $("place").replaceChildren(laid.length ? t("table.placeFor", { stake: amount(sum(laid)) }) : t("table.place"));
  if (laid.length) $("place").append(make("small", {}, t("table.most", { win: amount(best()) })));
  document.body.classList.toggle("open", open);
  view.render(state, at);
  if (end && told !== state.table.no) {
    told = state.table.no;
    const balance = amount(state.mine.balance);
    const words = view.words(state.table.result);
    if (end.win > end.stake) {
      sound.win(end.win < end.stake * 5 ? 1 : 2);
      say(`${words} ${t("live.won", { win: amount(end.win), balance })}`);
    } else say(`${words} ${t(end.win === end.stake ? "live.even" : "live.none", { balance })}`);
  }
}

/** Ten times a second: the time that is left, and what changes by time alone. */
function tick() {
  const { table } = state;
  const at = phase();
  if (at !== shown.phase || table.no !== shown.no) {
    const begun = table.no !== shown.no;
    const closed = at === "closed" && shown.phase === "betting";
    shown = { no: table.no, phase: at };
    if ((begun || closed) && laid.length && !placing) {
      laid = [];
      passing(t("table.notPlaced"));
    }
    if (at === "betting") say(t("phase.betting"));
    if (at === "result" && !current().length) say(view.words(table.result));
    $("phase").textContent = t(at === "showing" ? `phase.${state.game.engine}` : `phase.${at}`);
    $("phase").parentElement.className = at;
    $("round").textContent = t("table.round", { no: count(table.no) });
    if (table.turns > 1) {
      $("round").append(" · ", make("span", { "aria-hidden": "true" }, `${count(table.turn + 1)}/${count(table.turns)}`),
        make("span", { class: "hidden" }, t("table.hand", { n: count(table.turn + 1), all: count(table.turns) })));
    }
    refresh();
  }
  const [from, to] = at === "preparing" ? [null, table.openAt] : at === "betting" ? [table.openAt, table.closeAt] : [null, null];
  const left = to ? Math.max(0, Date.parse(to) - feed.now()) : 0;
  const seconds = to ? t("table.seconds", { n: count(Math.ceil(left / 1000)) }) : "";
  if ($("seconds").textContent !== seconds) $("seconds").textContent = seconds;
  $("time").style.scale = `${from ? left / (Date.parse(to) - Date.parse(from)) : 0} 1`;
  view.tick?.(state, at);
  setTimeout(tick, 100);
}

function makeChips() {
  $("chips").replaceChildren(...state.limits.chips.map((value, n) => {
    const button = make("button", { type: "button", role: "radio", class: `chip chip-${n}`, "aria-label": amount(value) }, short(value));
    button.addEventListener("click", () => {
      chip = n;
      refresh();
    });
    return button;
  }));
  $("chips").addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    chip = Math.min(Math.max(chip + step, 0), state.limits.chips.length - 1);
    refresh();
    $("chips").children[chip].focus();
  });
}

/** A chip as it lies on a spot, or nothing. */
export function pile(spot) {
  const { laid: mine, placed } = onSpot(spot);
  const parts = [];
  if (placed) parts.push(make("span", { class: "pile placed" }, short(placed)));
  if (mine) parts.push(make("span", { class: "pile" }, short(mine)));
  return parts;
}

/** The name of a spot for those who hear the page. */
export function labelOf(spot, price) {
  const { laid: mine, placed } = onSpot(spot);
  return t("table.spotLabel", { spot: view.nameOf(spot), odds: price, stake: amount(mine + placed) });
}

function historyRow(bet) {
  const look = make("button", { type: "button", "aria-expanded": "false" }, t("history.show"));
  const result = bet.code ? code(bet.code) : bet.outcome ? (bet.win > 0 ? `+${amount(bet.win)}` : amount(0)) : t("table.waiting");
  const line = make("tr", {},
    make("td", {}, time(new Date(bet.begunAt))),
    make("td", { class: "n" }, amount(bet.stake)),
    make("td", { class: !bet.code && bet.win > bet.stake ? "n plus" : "n" }, result),
    make("td", { class: "n" }, look));
  look.addEventListener("click", () => {
    const open = look.getAttribute("aria-expanded") === "true";
    look.setAttribute("aria-expanded", String(!open));
    look.textContent = t(open ? "history.show" : "history.hide");
    if (open) {
      line.nextSibling.remove();
      return;
    }
    const spots = bet.bet.spots.map((spot) => make("li", {},
      `${view.nameOf(spot.code)} · ${amount(spot.stake)} · ${view.price(spot.units)}${spot.win ? ` → ${amount(spot.win)}` : ""}`));
    const picture = bet.bet.result ? [make("div", { class: "recall" }, view.picture(bet.bet.result, bet.bet.offer))] : [];
    line.after(make("tr", {}, make("td", { colspan: "4" },
      make("p", { class: "quiet" }, `${t("table.round", { no: count(bet.bet.no) })} · ${t("history.number")} ${bet.id}`),
      make("ul", { class: "spots" }, ...spots), ...picture)));
  });
  return line;
}

/** The last bets; what the window came to so far is the server's count. */
async function history() {
  try {
    const { spins, staked, won } = await api.state();
    Object.assign(state, { spins, staked, won });
  } catch {
    // the figures of before
  }
  const minutes = Math.max(0, Math.floor((Date.now() - state.begun) / 60000));
  const net = state.won - state.staked;
  const parts = [sheet.facts(
    [t("history.time"), t("history.minutes", { n: count(minutes) })], [t("history.spins"), count(state.spins)],
    [t("history.staked"), amount(state.staked)], [t("history.won"), amount(state.won)], [t("history.net"), net > 0 ? `+${amount(net)}` : amount(net)],
  )];
  if (!state.mine.bets.length) return [...parts, make("p", { class: "quiet" }, t("history.empty"))];
  const head = [t("history.at"), t("stake"), t("win")].map((text, n) => make("th", { scope: "col", class: n ? "n" : "" }, text));
  return [
    ...parts,
    make("h3", {}, t("history.last", { n: count(state.mine.bets.length) })),
    make("table", { class: "rounds" },
      make("thead", {}, make("tr", {}, ...head, make("th", { scope: "col" }, make("span", { class: "hidden" }, t("history.show"))))),
      make("tbody", {}, ...state.mine.bets.map(historyRow))),
  ];
}

function leave() {
  notify(state.origin, "closed");
  if (window.opener) window.close();
  if (window.parent === window && state.lobby) location.assign(state.lobby);
}

function wire() {
  $("place").addEventListener("click", place);
  $("undo").addEventListener("click", () => {
    laid.pop();
    refresh();
  });
  $("clear").addEventListener("click", () => {
    laid = [];
    refresh();
  });
  $("rules").addEventListener("click", () => sheet.open(t("rules"), ...rules(state.game, state.limits)));
  $("history").addEventListener("click", async () => sheet.open(t("history"), ...await history()));
  $("proof").addEventListener("click", async () => sheet.open(t("fair.title"), ...await proofs(state.table.table, view.replay)));
  $("back").addEventListener("click", leave);
  $("sound").addEventListener("click", (event) => event.currentTarget.setAttribute("aria-pressed", String(sound.toggle())));
  sound.restore($("sound"));
  addEventListener("pagehide", () => notify(state.origin, "closed"));
}

function clockTick() {
  $("clock").textContent = time(new Date());
  setTimeout(clockTick, 60000 - (Date.now() % 60000));
}

/** Begins the page with the view of a game. */
export async function begin(game) {
  view = game;
  await loadTexts();
  fillTexts(document);
  const asked = performance.now();
  try {
    state = await api.state();
  } catch (error) {
    notice(error instanceof api.Refused ? code(error.code) : t("offline"), { retry: () => location.reload() });
    return;
  }
  feed.hear(state.table.now, performance.now() - asked);
  state.begun = Date.now() - (Date.parse(state.table.now) - Date.parse(state.openedAt));
  setCurrency(state.currency, state.exponent);
  $("studio").textContent = state.game.studio;
  $("back").hidden = !state.lobby && !window.opener;
  makeChips();
  await view.load($("view"), state);
  wire();
  clockTick();
  if (current().every((bet) => bet.outcome)) told = state.table.no; // nothing to say about what was seen before
  $("stage").removeAttribute("aria-busy");
  refresh();
  tick();
  if (state.mine.code) refused(state.mine.code);
  feed.listen({
    table: (table) => {
      state.table = table;
      refresh();
    },
    mine: (next) => {
      mine(next);
      refresh();
    },
    state: (there) => {
      if (!there) notice(t("table.offline"), { calm: true });
      else if ($("notice").textContent === t("table.offline")) notice("");
    },
  });
}
