// The live show: the last rounds of the house, one after the other, without names. It asks for new ones after each round, and
// shows the last ones again until there are some.

import * as celebration from "./celebrate.js";
import { notice } from "./notice.js";
import { Show } from "./show.js";
import { amount, fillTexts, lang, loadTexts, setCurrency, t, time } from "./text.js";

const between = 2_500; // ms that a result stays
const retry = 10_000; // ms until a server without an answer is asked again
const $ = (id) => document.getElementById(id);

let games;
let running = Promise.resolve(); // ends when the show goes on
let goOn = () => {};

/** Sets the amounts; the win says only what the round brought more than its stake. */
function setWon(value, stake) {
  $("won").textContent = amount(value);
  $("won").parentElement.classList.toggle("is-win", celebration.tierOf(value, stake) > 0);
}

const show = new Show({ canvas: $("canvas"), caption: $("caption"), meter: $("meter"), say() {}, won: setWon });

/** The newest rounds, oldest first; those of games that are known. It waits until the server answers. */
async function rounds() {
  for (;;) {
    try {
      const answer = await fetch("/v1/live");
      if (answer.ok) return (await answer.json()).rounds.reverse().filter((round) => games.has(round.game));
    } catch {
      // as when it answers with an error
    }
    notice(t("watch.offline"), { calm: true });
    await celebration.pause(retry);
  }
}

async function one(round) {
  const game = games.get(round.game);
  setCurrency(round.currency, round.exponent);
  if (show.game !== game) {
    $("stage").setAttribute("aria-busy", "true");
    await show.load(game);
    $("stage").removeAttribute("aria-busy");
    $("name").textContent = game.names[lang];
    $("canvas").setAttribute("aria-label", t("canvas", { name: game.names[lang] }));
  } else show.clear();
  $("at").textContent = t("watch.at", { time: time(new Date(round.at)) });
  $("at").dateTime = round.at;
  $("stake").textContent = amount(round.stake);
  setWon(0, round.stake);
  show.view.start();
  await celebration.pause(600);
  await show.show(round);
  await celebration.pause(between);
}

function wire() {
  $("pause").hidden = false;
  $("pause").addEventListener("click", () => {
    const paused = $("pause").getAttribute("aria-pressed") === "true";
    $("pause").setAttribute("aria-pressed", String(!paused));
    show.stage.hold(!paused);
    if (paused) goOn();
    else running = new Promise((resolve) => (goOn = resolve));
  });
}

/** Ends when the page is in sight. */
function inSight() {
  if (!document.hidden) return Promise.resolve();
  return new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
}

async function begin() {
  await loadTexts();
  fillTexts(document);
  games = new Map((await (await fetch("/v1/games")).json()).map((game) => [game.code, game]));
  let last = ""; // moment of the newest round that was shown
  let again = []; // shown before, while there is nothing new
  let isWired = false;
  for (;;) {
    await Promise.all([running, inSight()]);
    const list = await rounds();
    const next = list.find((round) => round.at > last) ?? again.shift();
    if (!next) {
      again = [...list];
      if (again.length === 0) {
        notice(t("watch.empty"), { calm: true });
        await celebration.pause(retry);
      }
      continue;
    }
    notice("");
    if (!isWired) wire();
    isWired = true;
    if (next.at > last) last = next.at;
    await one(next);
  }
}

await begin();
