// A game's page: it asks for a round, shows what the server drew, and says it in words. Nothing is decided here.

import * as api from "./api.js";
import * as celebration from "./celebrate.js";
import { history } from "./history.js";
import { notify } from "./lobby-messages.js";
import { code, notice } from "./notice.js";
import { paytable } from "./paytable.js";
import { Reels } from "./reels.js";
import { scenes } from "./scene.js";
import * as sheet from "./sheet.js";
import * as sound from "./sound.js";
import { Stage } from "./stage.js";
import { amount, count, fillTexts, loadTexts, setCurrency, t, time } from "./text.js";
import { Tumble } from "./tumble.js";

const shortest = 2500; // ms from one spin to the next
const $ = (id) => document.getElementById(id);

let state;
let stakes;
let choice;
let stage;
let view;
let busy = true;
let skipping = false;
let showing = 0; // timer that shows the wins of the last round one by one

const stake = () => stakes[choice];

function chooseStake(index) {
  choice = Math.min(Math.max(index, 0), stakes.length - 1);
  $("stake").textContent = amount(stake());
  refresh();
}

function refresh() {
  const owed = state.rounds[0] && !state.rounds[0].settled;
  $("spin").disabled = busy || owed || state.over;
  $("lower").disabled = busy || choice === 0;
  $("raise").disabled = busy || choice === stakes.length - 1;
  $("spin").setAttribute("aria-label", t("spinFor", { stake: amount(stake()) }));
}

function setBalance(value) {
  if (value === null || value === undefined) return;
  const before = state.balance;
  state.balance = value;
  $("balance").textContent = amount(value);
  if (before !== value) notify(state.origin, "balance");
}

function setWon(value, isWin) {
  $("won").textContent = amount(value);
  $("won").parentElement.classList.toggle("is-win", isWin);
}

const say = (text) => {
  $("live").textContent = text;
};

function captionOf(win, step) {
  const name = t(`symbol.${state.game.symbols[win.symbol].name}`);
  const where = win.line >= 0 ? ` · ${t("rules.line", { n: count(win.line + 1) })}` : "";
  const times = step.multiplier > 1 ? ` · ×${count(step.multiplier)}` : "";
  return `${name} ×${count(win.count)}${where}${times} · ${amount(win.amount)}`;
}

/** Goes through the wins of a step until the next spin. */
function showWins(step) {
  clearInterval(showing);
  $("caption").textContent = "";
  if (!step.wins.length) return;
  let at = -1;
  const next = () => {
    at = (at + 1) % step.wins.length;
    view.shown = at;
    $("caption").textContent = captionOf(step.wins[at], step);
    stage.wake();
  };
  view.celebrate(step.wins);
  next();
  if (step.wins.length > 1) showing = setInterval(next, 1500);
}

function meter(text) {
  $("meter").textContent = text;
  $("meter").hidden = !text;
}

async function showReels(round) {
  let won = 0;
  for (const [n, step] of round.outcome.steps.entries()) {
    if (skipping) break;
    if (n > 0) {
      meter(t("freeLeft", { n: count(step.left), times: count(step.multiplier) }));
      view.start();
      await celebration.pause(260);
    }
    await view.stop(step);
    won += step.amount;
    if (step.wins.length) {
      view.celebrate(step.wins);
      setWon(won, celebration.tierOf(won, round.stake) > 0);
      if (round.outcome.steps.length > 1) await celebration.pause(skipping ? 0 : 900);
    }
    if (step.awarded > 0 && !skipping) {
      say(t("freeWon", { n: count(step.awarded) }));
      celebration.show(t("free"), count(step.awarded));
      sound.win(1);
      await celebration.pause(1600);
      celebration.hide();
    }
  }
}

async function showTumbles(round) {
  const { steps } = round.outcome;
  let won = 0;
  await view.stop(steps[0]);
  for (const [n, step] of steps.entries()) {
    if (n > 0) await view.tumble(step, n);
    if (!step.wins.length) break;
    meter(`×${count(step.multiplier)}`);
    view.shown = -1;
    view.celebrate(step.wins);
    won += step.amount;
    setWon(won, celebration.tierOf(won, round.stake) > 0);
    $("caption").textContent = step.wins.length === 1 ? captionOf(step.wins[0], step) : amount(step.amount);
    await celebration.pause(skipping ? 80 : 620);
  }
}

/** Shows a whole round, then stands at its last picture. */
async function show(round) {
  const { steps } = round.outcome;
  skipping = false;
  $("skip").hidden = steps.length < 3;
  await (state.game.tumbles ? showTumbles(round) : showReels(round));
  $("skip").hidden = true;
  const last = steps.at(-1);
  if (skipping) view.set(last);
  setWon(round.win, celebration.tierOf(round.win, round.stake) > 0);
  await celebration.celebrate(stage, round.win, round.stake);
  meter("");
  showWins(last);
}

async function play() {
  if (busy || $("spin").disabled || sheet.isOpen()) return;
  busy = true;
  refresh();
  const began = Date.now();
  notice("");
  clearInterval(showing);
  view.shown = -1;
  $("caption").textContent = "";
  meter("");
  setWon(0, false);
  say(t("spinning"));
  sound.press();
  view.start();
  let round;
  try {
    round = await api.spin(stake(), api.newKey(), () => notice(t("offline"), { calm: true }));
  } catch (error) {
    round = { code: error instanceof api.Refused ? error.code : "UNAVAILABLE", balance: null, outcome: null };
  }
  notice("");
  if (round.outcome) {
    setBalance(round.afterBet);
    await show(round);
    state.spins += 1;
    state.staked += round.stake;
    state.won += round.win;
    state.rounds = [round, ...state.rounds].slice(0, 50);
    setBalance(round.balance);
    say(round.win > 0 ? t("live.won", { win: amount(round.win), balance: amount(state.balance) }) : t("live.none", { balance: amount(state.balance) }));
  } else {
    await view.abandon(state.rounds[0]?.outcome.steps.at(-1).stops);
    setBalance(round.balance);
    say(""); // the notice speaks
  }
  if (round.code) refused(round.code);
  await celebration.pause(Math.max(0, shortest - (Date.now() - began)));
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

function wire() {
  $("spin").addEventListener("click", play);
  $("skip").addEventListener("click", () => {
    skipping = true;
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

/** Shows the last round of an earlier visit: what was interrupted is seen here (S-60). */
function resume() {
  const last = state.rounds[0];
  if (!last) return;
  view.set(last.outcome.steps.at(-1));
  setWon(last.win, celebration.tierOf(last.win, last.stake) > 0);
  showWins(last.outcome.steps.at(-1));
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
  stage = new Stage($("canvas"), state.game.columns, state.game.rows);
  stage.scene = scenes[state.game.code];
  view = state.game.tumbles ? new Tumble(stage, state.game) : new Reels(stage, state.game);
  await stage.load(state.game.code, state.game.symbols);
  resume();
  tick();
  wire();
  busy = false;
  $("stage").removeAttribute("aria-busy");
  chooseStake(2);
  if (state.code) refused(state.code);
  if (state.rounds[0] && !state.rounds[0].settled) await settle();
}

await begin();
