// A win is celebrated by what it is of the stake. What brings back less than the stake is no reason for a party, and a loss
// is simply over.

import { calm } from "./motion.js";
import * as quick from "./quick.js";
import * as sound from "./sound.js";
import { amount, t } from "./text.js";

const banner = document.querySelector("#banner");

/** 0: no more than the stake came back; 1, 2, 3: more than it, from five and from twenty times the stake. */
export function tierOf(win, stake) {
  if (win <= stake) return 0;
  return win < stake * 5 ? 1 : win < stake * 20 ? 2 : 3;
}

export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

export function show(title, text) {
  banner.querySelector("span").textContent = title;
  banner.querySelector("strong").textContent = text;
  banner.classList.add("shown");
}

export const hide = () => banner.classList.remove("shown");

/** Counts a figure up; the end is always exact. */
export function countUp(stage, element, from, to, length) {
  if (calm.matches || from === to) {
    element.textContent = amount(to);
    return Promise.resolve();
  }
  return stage.animate(length, (at) => {
    element.textContent = amount(at >= 1 ? to : from + Math.round((to - from) * at));
  });
}

function rain(stage, n) {
  const colors = ["#ffc766", "#fff1cf", "#f2a93b", "#ffdf9e"];
  return Array.from({ length: n }, (_, i) => ({
    x: (((i * 0.618) % 1) + 0.02 * Math.sin(i)) * stage.width, y: -10 - ((i * 53) % 420), vx: Math.sin(i) * 24, vy: 90 + ((i * 31) % 120),
    gravity: 130, age: 0, life: 2.2 + (i % 5) * 0.3, size: 2 + (i % 4), color: colors[i % colors.length],
  }));
}

function fountain(stage, n) {
  return Array.from({ length: n }, (_, i) => {
    const angle = (i / n) * 2 * Math.PI;
    const push = 120 + ((i * 47) % 220);
    return {
      x: stage.width / 2, y: stage.height / 2, vx: Math.cos(angle) * push, vy: Math.sin(angle) * push - 60, gravity: 240,
      age: 0, life: 0.9 + (i % 4) * 0.2, size: 2 + (i % 3), color: i % 2 ? "#ffc766" : "#fff1cf",
    };
  });
}

export async function celebrate(stage, win, stake) {
  const tier = tierOf(win, stake);
  if (tier > 0) sound.win(tier);
  if (tier < 2) return;
  show(t("win"), amount(0));
  stage.emit(tier === 3 ? rain(stage, 170) : fountain(stage, 60));
  const hurry = quick.isOn() ? 0.5 : 1;
  await countUp(stage, banner.querySelector("strong"), 0, win, (tier === 3 ? 1900 : 900) * hurry);
  await pause((tier === 3 ? 1600 : 800) * hurry);
  hide();
}
