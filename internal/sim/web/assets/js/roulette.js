// The page of roulette: chips on the table, one round, and the wheel that shows the number which the server drew.

import { Board, colorOf, nameOf } from "./board.js";
import * as celebration from "./celebrate.js";
import { notice } from "./notice.js";
import { paytable } from "./paytable.js";
import * as quick from "./quick.js";
import * as session from "./session.js";
import * as sheet from "./sheet.js";
import * as sound from "./sound.js";
import { Stakes } from "./stakes.js";
import { amount, count, make, t, tiny } from "./text.js";
import { Wheel } from "./wheel.js";

const $ = (id) => document.getElementById(id);
const shownNumbers = 20;

let game;
let limits; // of a round: the lowest and the highest stake
let chips;
let board;
let wheel;
let bets = new Map(); // amount by the code of its spot
let before = []; // the tables before each change, for undoing
let lastBets = new Map();
let busy = true;

const sum = (table) => [...table.values()].reduce((all, bet) => all + bet, 0);

function refresh() {
  const total = sum(bets);
  $("total").textContent = amount(total);
  const locked = busy || session.blocked();
  $("spin").disabled = locked || total === 0;
  $("clear").disabled = locked || total === 0;
  $("undo").disabled = locked || before.length === 0;
  $("double").disabled = locked || total === 0;
  $("repeat").disabled = locked || lastBets.size === 0;
  $("spin").setAttribute("aria-label", t("roulette.spin", { stake: amount(total) }));
  chips.refresh();
}

/** Takes a new table when it keeps to the limit. */
function change(table) {
  if (busy) return;
  if (sum(table) > limits.most) {
    notice(t("roulette.limit", { min: amount(limits.least), max: amount(limits.most) }));
    return;
  }
  notice("");
  board.mark(null);
  before.push(bets);
  bets = table;
  board.show(bets);
  sound.land(2);
  refresh();
}

const place = ({ code }) => change(new Map(bets).set(code, (bets.get(code) ?? 0) + chips.value));

function take({ code }) {
  if (!bets.has(code)) return;
  const table = new Map(bets);
  table.delete(code);
  change(table);
}

function undo() {
  if (busy || !before.length) return;
  bets = before.pop();
  board.show(bets);
  refresh();
}

/** The last numbers as a plain list: no counts and no colours of luck, for they mean nothing. */
function showPast() {
  const numbers = session.state.rounds.map((round) => round.outcome.drawn).slice(0, shownNumbers);
  const none = make("li", { class: "none" }, t("roulette.none"));
  $("past").replaceChildren(...(numbers.length ? numbers.map((n) => make("li", { class: colorOf(n) }, count(n))) : [none]));
}

const fell = (n) => t("roulette.fell", { n: count(n), color: t(`roulette.on.${colorOf(n)}`) });

function setWon(value, stake) {
  $("won").textContent = amount(value);
  $("won").closest(".won").classList.toggle("is-win", celebration.tierOf(value, stake) > 0);
  $("even").hidden = value !== stake || value === 0;
}

/** Shows a round: the wheel, the number on the table, and what it brought. */
async function show(round) {
  const number = round.outcome.drawn;
  await wheel.land(number, quick.isOn());
  sound.land(0);
  $("hint").textContent = fell(number);
  await celebration.pause(quick.isOn() ? 500 : 1100); // the number is there to be read before the table comes back
  wheel.clear();
  board.mark(number);
  setWon(round.win, round.stake);
  await celebration.celebrate(wheel, round.win, round.stake);
}

async function spin() {
  if (busy || $("spin").disabled || sheet.isOpen()) return;
  busy = true;
  refresh();
  notice("");
  board.mark(null);
  const stake = sum(bets);
  setWon(0, stake);
  session.say(t("spinning"));
  sound.press();
  wheel.start();
  const began = Date.now();
  const round = await session.ask(stake, { chips: [...bets].map(([spot, bet]) => ({ spot, amount: bet })) });
  if (round.outcome) {
    session.setBalance(round.afterBet);
    await celebration.pause(Math.max(0, 500 - (Date.now() - began)));
    await show(round);
    session.add(round);
    session.sayResult(round);
    session.say(`${fell(round.outcome.drawn)} ${$("live").textContent}`);
    showPast();
    lastBets = bets;
    bets = new Map();
    before = [];
    await celebration.pause(quick.isOn() ? 600 : 1400); // the chips that won stay in sight
    board.show(bets);
  } else {
    wheel.stop();
    session.setBalance(round.balance);
    session.say("");
  }
  session.over();
  if (round.code) session.refused(round.code);
  busy = false;
  refresh();
  if (round.outcome && !round.settled) await session.settle();
}

/** A round in the history: its number, and each chip with what it brought. */
function recall(round) {
  const spots = new Map(game.spots.map((spot) => [spot.code, spot]));
  const number = round.outcome.drawn;
  const ball = make("span", { class: `ball ${colorOf(number)}` }, count(number));
  const list = (round.choice.chips ?? []).filter((chip) => spots.has(chip.spot)).map((chip) => {
    const spot = spots.get(chip.spot);
    const won = spot.numbers.includes(number) ? chip.amount * (spot.pays + 1) : 0;
    return make("span", {}, `${nameOf(spot)}: ${amount(chip.amount)} → ${won ? `+${amount(won)}` : amount(0)}`);
  });
  return [make("p", { class: "thrown" }, ball, make("span", {}, t("roulette.recall", { n: count(number), color: t(`roulette.on.${colorOf(number)}`) }))),
    make("p", { class: "thrown" }, ...list)];
}

function wire() {
  quick.wire($("quick"));
  session.wire({ refresh, busy: () => busy, recall, rules: () => paytable(game, chips.list, chips.value) });
  $("spin").addEventListener("click", spin);
  $("undo").addEventListener("click", undo);
  $("clear").addEventListener("click", () => change(new Map()));
  $("repeat").addEventListener("click", () => change(new Map(lastBets)));
  $("double").addEventListener("click", () => change(new Map([...bets].map(([code, bet]) => [code, bet * 2]))));
  addEventListener("keydown", (event) => {
    if (sheet.isOpen() || event.code !== "Space") return;
    const onBoard = event.target.closest?.("#board"); // Enter puts a chip there, Space turns the wheel
    if (!onBoard && event.target.closest?.("button, dialog, a, input")) return;
    event.preventDefault();
    if (!event.repeat) spin();
  });
  // A button would take the space bar as a press when it comes up again.
  $("board").addEventListener("keyup", (event) => event.code === "Space" && event.preventDefault());
}

/** The round of an earlier visit: its chips can be placed again; one that was interrupted is shown as it would have been (S-60). */
async function resume() {
  const round = await session.resume();
  const last = session.state.rounds[0];
  if (last) {
    const known = new Set(game.spots.map((spot) => spot.code));
    lastBets = new Map((last.choice.chips ?? []).filter((chip) => known.has(chip.spot)).map((chip) => [chip.spot, chip.amount]));
  }
  if (round) {
    notice(t("resumed"), { calm: true });
    board.show(lastBets);
    wheel.start();
    await show(round);
    await celebration.pause(1400);
    board.show(bets);
    notice("");
  } else if (last) {
    wheel.set(last.outcome.drawn);
    setWon(last.win, last.stake);
  }
  session.over();
  showPast();
}

async function begin() {
  if (!(await session.begin())) return;
  ({ game } = session.state);
  const stakes = game.stakes[session.state.currency];
  limits = { least: stakes[0], most: stakes.at(-1) };
  board = new Board($("board"), game.spots, { tones: stakes, pressed: place, taken: take });
  chips = new Stakes(stakes, { changed: refresh, locked: () => busy, face: tiny });
  for (const [n, chip] of chips.chips.entries()) chip.classList.add(`tone-${n}`);
  wheel = new Wheel($("canvas"), $("place"));
  chips.choose(2);
  wire();
  $("stage").removeAttribute("aria-busy");
  await resume();
  busy = false;
  refresh();
  await session.ready();
}

await begin();
