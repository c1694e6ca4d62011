// The page of a fishing game: each press is one shot, the server draws it, and the sea shows what was drawn. Where the shot is aimed
// decides nothing but the kind of fish that it is a bet on.

import * as celebration from "./celebrate.js";
import { notice } from "./notice.js";
import { fishPicture, paytable } from "./paytable.js";
import { Sea } from "./sea.js";
import * as session from "./session.js";
import * as sheet from "./sheet.js";
import * as sound from "./sound.js";
import { Stakes } from "./stakes.js";
import { amount, count, make, percent, t } from "./text.js";

const $ = (id) => document.getElementById(id);

let game;
let stakes;
let sea;
let kind = 0;
let busy = true; // a shot is with the server, or the gun rests after it

const chance = (fish) => percent(Math.round((fish.catches / fish.shots) * 10000));

function refresh() {
  const fish = game.fish[kind];
  $("shoot").disabled = session.blocked();
  $("aimed").textContent = `${t(`fish.${fish.name}`)} ×${count(fish.times)}`;
  $("shoot").setAttribute("aria-label", `${t("fishing.shoot")} ${$("aimed").textContent}, ${amount(stakes.value)}`);
  stakes.refresh();
}

function choose(n) {
  kind = (n + game.fish.length) % game.fish.length;
  for (const [i, card] of [...$("fish").children].entries()) {
    card.setAttribute("aria-checked", String(i === kind));
    card.tabIndex = i === kind ? 0 : -1;
  }
  const card = $("fish").children[kind];
  $("fish").scrollTo({ left: card.offsetLeft - ($("fish").clientWidth - card.offsetWidth) / 2 });
  sea.select(game.fish[kind].name);
  refresh();
}

function makeCards() {
  $("fish").replaceChildren(...game.fish.map((fish, n) => {
    const card = make("button", { type: "button", role: "radio" },
      make("img", { src: fishPicture(game, fish), alt: "" }), make("strong", {}, `×${count(fish.times)}`), make("span", {}, chance(fish)));
    card.setAttribute("aria-label", t("fishing.card", { fish: t(`fish.${fish.name}`), times: count(fish.times), chance: chance(fish) }));
    card.title = t(`fish.${fish.name}`);
    card.addEventListener("click", () => choose(n));
    return card;
  }));
}

/** What a shot brought: a loss is simply over, a catch is shown at the fish and celebrated in proportion. */
function showResult(round, shot) {
  $("won").textContent = amount(round.win);
  $("won").closest(".won").classList.toggle("is-win", round.win > 0);
  session.sayResult(round);
  const tier = celebration.tierOf(round.win, round.stake);
  shot.end(round.win > 0, tier, amount(round.win));
  if (tier === 3) celebration.celebrate(sea, round.win, round.stake);
  else if (tier > 0) sound.win(tier);
}

async function shoot(target = sea.target) {
  if (busy || session.blocked() || sheet.isOpen() || !target) return;
  busy = true;
  stakes.refresh();
  const began = Date.now();
  notice("");
  sound.press();
  const shot = sea.shoot(target);
  const round = await session.ask(stakes.value, { fish: target.kind });
  await shot.flight;
  if (round.outcome) {
    session.add(round);
    showResult(round, shot);
  } else {
    shot.end(false, 0, "");
    session.setBalance(round.balance);
  }
  session.over();
  if (round.code && round.code !== "TOO_FAST") session.refused(round.code);
  await celebration.pause(Math.max(0, game.pause + 10 - (Date.now() - began)));
  busy = false;
  refresh();
  if (round.outcome && !round.settled) await session.settle();
}

/** A shot in the history: the fish, and the ticket that decided it. */
function recall(round) {
  const fish = game.fish.find((one) => one.name === round.choice.fish);
  if (!fish) return [];
  return [make("div", { class: "catch" },
    make("img", { src: fishPicture(game, fish), alt: t(`fish.${fish.name}`) }),
    make("p", {}, t("fishing.recall", {
      fish: t(`fish.${fish.name}`), times: count(fish.times), ticket: count(round.outcome.drawn + 1), shots: count(fish.shots), catches: count(fish.catches),
    })))];
}

function wire() {
  session.wire({ refresh, busy: () => busy, recall, rules: () => paytable(game, stakes.list, stakes.value) });
  $("shoot").addEventListener("click", () => shoot());
  $("canvas").addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse") sea.aim(event.offsetX, event.offsetY);
  });
  $("canvas").addEventListener("pointerdown", (event) => {
    const found = event.button === 0 && sea.at(event.offsetX, event.offsetY);
    if (!found) return;
    event.preventDefault();
    choose(game.fish.findIndex((fish) => fish.name === found.kind));
    sea.target = found;
    shoot(found);
  });
  addEventListener("keydown", (event) => {
    if (sheet.isOpen()) return;
    const onCard = event.target.closest?.("#fish");
    const other = !onCard && event.target.closest?.("button, dialog, a, input");
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (event.repeat && event.code === "Space") event.preventDefault(); // one press, one shot
    else if (event.code === "Space" && !other) {
      event.preventDefault();
      shoot();
    } else if (step && !other) {
      event.preventDefault();
      choose(kind + step);
      if (onCard) $("fish").children[kind].focus();
    }
  });
}

async function begin() {
  if (!(await session.begin())) return;
  ({ game } = session.state);
  sea = new Sea($("canvas"), game);
  stakes = new Stakes(game.stakes[session.state.currency], { changed: refresh, locked: () => !sea.ready });
  makeCards();
  stakes.choose(2);
  await sea.load();
  choose(0);
  wire();
  $("stage").removeAttribute("aria-busy");
  const round = await session.resume();
  if (round) {
    notice(t("resumed"), { calm: true });
    $("won").textContent = amount(round.win);
    session.sayResult(round);
  }
  session.over();
  busy = false;
  refresh();
  await session.ready();
}

await begin();
