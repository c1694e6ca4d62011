// A window's session: its state as the server told it, the balance, what is owed, and the way back to the site. Every game's page
// has one; nothing is decided here.

import * as api from "./api.js";
import { remember } from "./fair.js";
import { history } from "./history.js";
import { notify } from "./lobby-messages.js";
import { code, notice } from "./notice.js";
import * as sheet from "./sheet.js";
import * as sound from "./sound.js";
import { amount, fillTexts, loadTexts, setCurrency, t, time } from "./text.js";

const $ = (id) => document.getElementById(id);
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

let refresh = () => {};
let busy = () => false;
let picture;

/** The state of the window; begin fills it. */
export let state;

export const say = (text) => {
  $("live").textContent = text;
};

/** The last round is not settled yet, and blocks the next one (S-60). */
export const owed = () => state.rounds.length > 0 && !state.rounds[0].settled;

export const blocked = () => owed() || Boolean(state.over);

export function setBalance(value) {
  if (value === null || value === undefined) return;
  const before = state.balance;
  state.balance = value;
  $("balance").textContent = amount(value);
  if (before !== value) notify(state.origin, "balance");
}

/** Counts a round that was just shown. */
export function add(round) {
  state.spins += 1;
  state.staked += round.stake;
  state.won += round.win;
  state.rounds = [round, ...state.rounds].slice(0, 50);
  setBalance(round.balance);
}

/** Says the result of a round for those who hear the page. */
export function sayResult(round) {
  const balance = amount(state.balance);
  if (round.win === round.stake) say(t("live.even", { balance }));
  else if (round.win > 0) say(t("live.won", { win: amount(round.win), balance }));
  else say(t("live.none", { balance }));
}

/** The page's note of a round under way, for the page that is loaded after it. */
const interrupted = {
  key: `spin:${location.pathname}`,
  note(id) {
    try {
      if (id === null) sessionStorage.removeItem(this.key);
      else sessionStorage.setItem(this.key, id);
    } catch {
      // storage may be closed to us in a frame
    }
  },
  /** The id of the round before the interrupted one, or null when no round was interrupted. */
  before() {
    try {
      return sessionStorage.getItem(this.key);
    } catch {
      return null;
    }
  },
};

/** Asks for a round and answers with it. A refusal is a round without an outcome, whose code says why. */
export async function ask(stake, choice) {
  interrupted.note(state.rounds[0]?.id ?? "");
  const promised = state.commitment;
  try {
    const round = await api.spin(stake, choice, api.newKey(), () => notice(t("offline"), { calm: true }));
    if (round.next) state.commitment = round.next;
    if (round.outcome && promised) remember(round.id, promised);
    return round;
  } catch (error) {
    return { code: error instanceof api.Refused ? error.code : "UNAVAILABLE", balance: null, outcome: null };
  } finally {
    notice("");
  }
}

/** The round was shown or refused: a reload does not bring it back. */
export const over = () => interrupted.note(null);

/** Shows a refusal in the member's words; some end the window. */
export function refused(why) {
  state.over ||= why === "TOKEN_EXPIRED" || why === "GAME_ENDED";
  notice(code(why));
  refresh();
}

/** A win that the operator has not confirmed yet blocks the next round until it is (S-60). */
export async function settle() {
  notice(t("settling", { win: amount(state.rounds[0].win) }), { calm: true });
  refresh();
  while (!state.rounds[0].settled) {
    await pause(2000);
    await reload();
  }
  notice("");
  refresh();
}

/** Asks for the state again: after a break, and when the window is looked at again. */
async function reload() {
  try {
    const fresh = await api.state();
    Object.assign(state, fresh);
    setBalance(fresh.balance);
    if (fresh.code) refused(fresh.code);
    refresh();
  } catch (error) {
    if (error instanceof api.Refused && error.status === 404) refused(error.code);
  }
}

/** Finds the round that an earlier visit of this window left without its result (S-60), or null. */
export async function resume() {
  const before = interrupted.before();
  for (let tries = 0; before !== null && tries < 3 && (state.rounds[0]?.id ?? "") === before; tries++) {
    await pause(1000); // the server may still be drawing it
    await reload();
  }
  const last = state.rounds[0];
  return before !== null && last && last.id !== before ? last : null;
}

function leave() {
  notify(state.origin, "closed");
  if (window.opener) window.close();
  if (window.parent === window && state.lobby) location.assign(state.lobby);
}

function tick() {
  $("clock").textContent = time(new Date());
  setTimeout(tick, 60000 - (Date.now() % 60000));
}

/** Loads the texts and the state; false when there is no window to play in, which was said. */
export async function begin() {
  await loadTexts();
  fillTexts(document);
  try {
    state = await api.state();
  } catch (error) {
    notice(error instanceof api.Refused ? code(error.code) : t("offline"), { retry: () => location.reload() });
    return false;
  }
  state.begun = Date.now() - (Date.parse(state.now) - Date.parse(state.openedAt));
  setCurrency(state.currency, state.exponent);
  $("studio").textContent = state.game.studio;
  $("back").hidden = !state.lobby && !window.opener;
  $("balance").textContent = amount(state.balance);
  return true;
}

/** Wires the head of the page. rules makes the sheet of rules, recall the picture of a round in the history. */
export function wire(page) {
  ({ refresh, busy, recall: picture } = page);
  $("rules").addEventListener("click", () => sheet.open(t("rules"), ...page.rules()));
  $("history").addEventListener("click", () => sheet.open(t("history"), ...history(state, picture)));
  $("back").addEventListener("click", leave);
  $("sound").addEventListener("click", (event) => event.currentTarget.setAttribute("aria-pressed", String(sound.toggle())));
  sound.restore($("sound"));
  tick();
  addEventListener("pagehide", () => notify(state.origin, "closed"));
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && !busy() && !state.over) reload();
  });
}

/** The page is ready: what the server said about the wallet, and a win that is still owed. */
export async function ready() {
  if (state.code) refused(state.code);
  if (owed()) await settle();
}
