// The page of a game of reels: it asks for a round, shows what the server drew, and says it in words. Nothing is decided here.

import * as celebration from "./celebrate.js";
import { notice } from "./notice.js";
import { paytable } from "./paytable.js";
import { steps } from "./history.js";
import * as quick from "./quick.js";
import * as session from "./session.js";
import * as sheet from "./sheet.js";
import { Show } from "./show.js";
import * as sound from "./sound.js";
import { Stakes } from "./stakes.js";
import { amount, make, t } from "./text.js";

const shortest = () => (quick.isOn() ? 1500 : 2500); // ms from one spin to the next
const $ = (id) => document.getElementById(id);

let stakes;
let player;
let busy = true;

function refresh() {
  setPools(session.state.pools);
  $("spin").disabled = busy || session.blocked();
  stakes.refresh();
  $("spin").setAttribute("aria-label", t("spinFor", { stake: amount(stakes.value) }));
}

/** What the round paid so far; just the stake is said to be just that (money that comes back is no win). */
function setWon(value, stake) {
  $("won").textContent = amount(value);
  $("won").closest(".won").classList.toggle("is-win", celebration.tierOf(value, stake) > 0);
  $("even").hidden = value !== stake || value === 0;
}

/** The jackpots of the game as the server last said them; it is asked after each round and when the window is looked at again. */
function setPools(pools) {
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

async function play() {
  if (busy || $("spin").disabled || sheet.isOpen()) return;
  busy = true;
  refresh();
  const began = Date.now();
  notice("");
  player.clear();
  setWon(0, stakes.value);
  session.say(t("spinning"));
  sound.press();
  if (player.view.peek) setPeek(false);
  player.view.start();
  const round = await session.ask(stakes.value);
  if (round.outcome) {
    session.setBalance(round.afterBet);
    await show(round);
    session.state.pools = round.pools;
    session.add(round);
    session.sayResult(round);
  } else {
    await player.view.abandon(session.state.rounds[0]?.outcome.steps.findLast((step) => step.stops.length)?.stops);
    session.setBalance(round.balance);
    session.say(""); // the notice speaks
  }
  session.over();
  if (round.code) session.refused(round.code);
  await celebration.pause(Math.max(0, shortest() - (Date.now() - began)));
  busy = false;
  refresh();
  if (round.outcome && !round.settled) await session.settle();
}

function setPeek(on) {
  $("lines").setAttribute("aria-pressed", String(on));
  player.peek(on);
}

function wire({ game }) {
  quick.wire($("quick"));
  const label = t(game.lines.length ? "showLines" : "showWays");
  $("lines").setAttribute("aria-label", label);
  $("lines").title = label;
  $("lines").addEventListener("click", () => !busy && setPeek(!player.view.peek));
  $("spin").addEventListener("click", play);
  $("skip").addEventListener("click", () => {
    player.skipping = true;
  });
  session.wire({
    refresh, busy: () => busy, recall: (round) => steps(game, round), rules: () => paytable(game, stakes.list, stakes.value),
  });
  addEventListener("keydown", (event) => {
    const other = event.target.closest?.("button, dialog, a, input");
    if (event.repeat && !sheet.isOpen()) event.preventDefault(); // one press, one game: a held key plays nothing
    else if (event.code === "Space" && !other) {
      event.preventDefault();
      play();
    }
  });
}

/** Shows the last round of an earlier visit at rest; one that was interrupted is shown as it would have been then (S-60). */
async function resume() {
  const round = await session.resume();
  if (round) {
    notice(t("resumed"), { calm: true });
    player.view.start();
    await show(round);
    notice("");
  } else if (session.state.rounds.length) {
    const [last] = session.state.rounds;
    player.view.set(last.outcome.steps.at(-1));
    setWon(last.win, last.stake);
    player.wins(last.outcome.steps.at(-1));
  }
  session.over();
}

async function begin() {
  if (!(await session.begin())) return;
  const { state } = session;
  $("canvas").setAttribute("aria-label", t("canvas", { name: state.game.names[state.lang] }));
  player = new Show({ canvas: $("canvas"), caption: $("caption"), meter: $("meter"), say: session.say, won: setWon });
  stakes = new Stakes(state.game.stakes[state.currency], { changed: refresh, locked: () => busy });
  stakes.choose(2);
  await player.load(state.game);
  wire(state);
  $("stage").removeAttribute("aria-busy");
  await resume();
  busy = false;
  refresh();
  await session.ready();
}

await begin();
