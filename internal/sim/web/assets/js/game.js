// A game's page: it asks for a round, shows what the server drew, and says it in words. Nothing is decided here.

import * as api from "./api.js";
import * as celebration from "./celebrate.js";
import { remember } from "./fair.js";
import { history } from "./history.js";
import { notify } from "./lobby-messages.js";
import { code, notice } from "./notice.js";
import { paytable } from "./paytable.js";
import * as quick from "./quick.js";
import * as sheet from "./sheet.js";
import { Show } from "./show.js";
import * as sound from "./sound.js";
import { amount, count, fillTexts, loadTexts, make, setCurrency, short, t, time } from "./text.js";

const shortest = () => (quick.isOn() ? 1500 : 2500); // ms from one spin to the next
const $ = (id) => document.getElementById(id);

let state;
let stakes;
let choice;
let player;
let busy = true;

const stake = () => stakes[choice];

function chooseStake(index) {
  choice = Math.min(Math.max(index, 0), stakes.length - 1);
  $("stake").textContent = amount(stake());
  for (const [n, chip] of [...$("chips").children].entries()) chip.setAttribute("aria-checked", String(n === choice));
  const chip = $("chips").children[choice];
  $("chips").scrollTo({ left: chip.offsetLeft - ($("chips").clientWidth - chip.offsetWidth) / 2 });
  refresh();
}

function refresh() {
  const owed = state.rounds[0] && !state.rounds[0].settled;
  $("spin").disabled = busy || owed || state.over;
  for (const [n, chip] of [...$("chips").children].entries()) {
    chip.tabIndex = n === choice ? 0 : -1;
    chip.setAttribute("aria-disabled", String(busy));
  }
  $("lower").disabled = busy || choice === 0;
  $("raise").disabled = busy || choice === stakes.length - 1;
  $("spin").setAttribute("aria-label", t("spinFor", { stake: amount(stake()) }));
}

/** One chip for each stake; the arrows go through them as in any group of radio buttons. */
function makeChips() {
  $("chips").replaceChildren(...stakes.map((value, n) => {
    const chip = make("button", { type: "button", role: "radio", "aria-checked": "false" }, short(value));
    chip.setAttribute("aria-label", amount(value));
    chip.addEventListener("click", () => !busy && chooseStake(n));
    return chip;
  }));
  $("chips").addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (!step || busy) return;
    event.preventDefault();
    chooseStake(choice + step);
    $("chips").children[choice].focus();
  });
}

function setBalance(value) {
  if (value === null || value === undefined) return;
  const before = state.balance;
  state.balance = value;
  $("balance").textContent = amount(value);
  if (before !== value) notify(state.origin, "balance");
}

/** What the round paid so far; just the stake is said to be just that (money that comes back is no win). */
function setWon(value, stake) {
  $("won").textContent = amount(value);
  $("won").parentElement.classList.toggle("is-win", celebration.tierOf(value, stake) > 0);
  $("even").hidden = value !== stake || value === 0;
}

const say = (text) => {
  $("live").textContent = text;
};

/** The jackpots of the game as the server last said them; it is asked after each round and when the window is looked at again. */
function setPools(pools) {
  state.pools = pools;
  $("pools").hidden = pools.length === 0;
  $("pools").replaceChildren(...pools.map(({ level, amount: pool }) =>
    make("div", {}, make("dt", {}, t(`jackpot.${level}`)), make("dd", {}, amount(pool)))));
}

/** Shows a whole round, then stands at its last picture. */
async function show(round) {
  $("skip").hidden = round.outcome.steps.length < 3;
  await player.show(round, () => {
    $("skip").hidden = true;
  });
}

/** The page's note of a spin under way, for the page that is loaded after it. */
const interrupted = {
  key: `spin:${location.pathname}`,
  note() {
    try {
      sessionStorage.setItem(this.key, state.rounds[0]?.id ?? "");
    } catch {
      // storage may be closed to us in a frame
    }
  },
  over() {
    try {
      sessionStorage.removeItem(this.key);
    } catch {
      // as above
    }
  },
  /** The id of the round before the interrupted one, or null when none was. */
  before() {
    try {
      return sessionStorage.getItem(this.key);
    } catch {
      return null;
    }
  },
};

async function play() {
  if (busy || $("spin").disabled || sheet.isOpen()) return;
  busy = true;
  refresh();
  const began = Date.now();
  notice("");
  player.clear();
  setWon(0, stake());
  say(t("spinning"));
  interrupted.note();
  const promised = state.commitment;
  sound.press();
  if (player.view.peek) setPeek(false);
  player.view.start();
  let round;
  try {
    round = await api.spin(stake(), api.newKey(), () => notice(t("offline"), { calm: true }));
  } catch (error) {
    round = { code: error instanceof api.Refused ? error.code : "UNAVAILABLE", balance: null, outcome: null };
  }
  notice("");
  if (round.next) state.commitment = round.next;
  if (round.outcome) {
    if (promised) remember(round.id, promised);
    setBalance(round.afterBet);
    await show(round);
    state.spins += 1;
    state.staked += round.stake;
    state.won += round.win;
    state.rounds = [round, ...state.rounds].slice(0, 50);
    setPools(round.pools);
    setBalance(round.balance);
    say(round.win === round.stake ? t("live.even", { balance: amount(state.balance) })
      : round.win > 0 ? t("live.won", { win: amount(round.win), balance: amount(state.balance) }) : t("live.none", { balance: amount(state.balance) }));
  } else {
    await player.view.abandon(state.rounds[0]?.outcome.steps.findLast((step) => step.stops.length)?.stops);
    setBalance(round.balance);
    say(""); // the notice speaks
  }
  interrupted.over();
  if (round.code) refused(round.code);
  await celebration.pause(Math.max(0, shortest() - (Date.now() - began)));
  busy = false;
  refresh();
  if (round.outcome && !round.settled) await settle();
}

/** Shows a refusal in the member's words; some end the window. */
function refused(why) {
  state.over ||= why === "TOKEN_EXPIRED" || why === "GAME_ENDED";
  notice(code(why));
  refresh();
}

/** A win that the operator has not confirmed yet blocks the next spin until it is (S-60). */
async function settle() {
  notice(t("settling", { win: amount(state.rounds[0].win) }), { calm: true });
  refresh();
  while (!state.rounds[0].settled) {
    await celebration.pause(2000);
    await reload();
  }
  notice("");
  refresh();
}

/** Asks for the state again: after a break, and when the window is looked at again. */
async function reload() {
  try {
    const fresh = await api.state();
    state = { ...state, ...fresh, begun: state.begun };
    setBalance(fresh.balance);
    setPools(fresh.pools);
    if (fresh.code) refused(fresh.code);
    refresh();
    return true;
  } catch (error) {
    if (error instanceof api.Refused && error.status === 404) refused(error.code);
    return false;
  }
}

function leave() {
  notify(state.origin, "closed");
  if (window.opener) window.close();
  if (window.parent === window && state.lobby) location.assign(state.lobby);
}

function setPeek(on) {
  $("lines").setAttribute("aria-pressed", String(on));
  player.peek(on);
}

function wire() {
  quick.wire($("quick"));
  const label = t(state.game.lines.length ? "showLines" : "showWays");
  $("lines").setAttribute("aria-label", label);
  $("lines").title = label;
  $("lines").addEventListener("click", () => !busy && setPeek(!player.view.peek));
  $("spin").addEventListener("click", play);
  $("skip").addEventListener("click", () => {
    player.skipping = true;
  });
  $("lower").addEventListener("click", () => chooseStake(choice - 1));
  $("raise").addEventListener("click", () => chooseStake(choice + 1));
  $("rules").addEventListener("click", () => sheet.open(t("rules"), ...paytable(state.game, stakes, stake())));
  $("history").addEventListener("click", () => sheet.open(t("history"), ...history(state)));
  $("back").addEventListener("click", leave);
  $("sound").addEventListener("click", (event) => event.currentTarget.setAttribute("aria-pressed", String(sound.toggle())));
  sound.restore($("sound"));
  addEventListener("keydown", (event) => {
    const other = event.target.closest?.("button, dialog, a, input");
    if (event.repeat && !sheet.isOpen()) event.preventDefault(); // one press, one game: a held key plays nothing
    else if (event.code === "Space" && !other) {
      event.preventDefault();
      play();
    }
  });
  addEventListener("pagehide", () => notify(state.origin, "closed"));
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && !busy && !state.over) reload();
  });
}

function tick() {
  $("clock").textContent = time(new Date());
  setTimeout(tick, 60000 - (Date.now() % 60000));
}

/** Shows the last round of an earlier visit at rest; one that was interrupted is shown as it would have been then (S-60). */
async function resume() {
  const before = interrupted.before();
  for (let tries = 0; before !== null && tries < 3 && (state.rounds[0]?.id ?? "") === before; tries++) {
    await celebration.pause(1000); // the server may still be drawing it
    await reload();
  }
  const last = state.rounds[0];
  if (!last) return;
  if (before !== null && last.id !== before) {
    notice(t("resumed"), { calm: true });
    player.view.start();
    await show(last);
    notice("");
    interrupted.over();
    return;
  }
  interrupted.over();
  player.view.set(last.outcome.steps.at(-1));
  setWon(last.win, last.stake);
  player.wins(last.outcome.steps.at(-1));
}

async function begin() {
  await loadTexts();
  fillTexts(document);
  try {
    state = await api.state();
  } catch (error) {
    notice(error instanceof api.Refused ? code(error.code) : t("offline"), { retry: () => location.reload() });
    return;
  }
  state.begun = Date.now() - (Date.parse(state.now) - Date.parse(state.openedAt));
  setCurrency(state.currency, state.exponent);
  stakes = state.game.stakes[state.currency];
  $("studio").textContent = state.game.studio;
  $("back").hidden = !state.lobby && !window.opener;
  $("canvas").setAttribute("aria-label", t("canvas", { name: state.game.names[state.lang] }));
  $("balance").textContent = amount(state.balance);
  setPools(state.pools);
  player = new Show({ canvas: $("canvas"), caption: $("caption"), meter: $("meter"), say, won: setWon });
  makeChips();
  chooseStake(2);
  await player.load(state.game);
  tick();
  wire();
  $("stage").removeAttribute("aria-busy");
  await resume();
  busy = false;
  refresh();
  if (state.code) refused(state.code);
  if (state.rounds[0] && !state.rounds[0].settled) await settle();
}

await begin();
