// Shows rounds that were drawn: in a member's window, and in the live show. It is told the round and decides nothing.

import * as celebration from "./celebrate.js";
import { Hold } from "./hold.js";
import { Reels } from "./reels.js";
import { scenes } from "./scene.js";
import * as sound from "./sound.js";
import { Stage } from "./stage.js";
import { amount, count, t } from "./text.js";
import { Tumble } from "./tumble.js";
import { waysOf } from "./ways.js";

const views = { lines: Reels, ways: Reels, cluster: Tumble, hold: Hold };

export class Show {
  /** say is given what a screen reader says, won what the round paid so far and its stake; caption and meter are elements. */
  constructor({ canvas, caption, meter, say, won }) {
    Object.assign(this, { canvas, caption, meter, say, won });
    this.skipping = false;
    this.timer = 0; // shows the wins of the last round one by one
  }

  /** Sets the stage for a game; answers when its pictures are there. */
  async load(game) {
    this.game = game;
    this.stage?.close();
    this.stage = new Stage(this.canvas, game.columns, game.rows);
    this.stage.scene = scenes[game.code];
    this.view = new views[game.engine](this.stage, game);
    await Promise.all([this.stage.load(game.code, game.symbols), document.fonts.ready]);
  }

  /** Takes away what was shown of the round before. */
  clear() {
    clearInterval(this.timer);
    this.view.shown = -1;
    this.caption.textContent = "";
    this.measure("");
  }

  /** Lets the reels turn to what was drawn; resting is called when they stand. */
  async show(round, resting = () => {}) {
    const { steps } = round.outcome;
    this.skipping = false;
    await { lines: this.reels, ways: this.reels, cluster: this.tumbles, hold: this.hold }[this.game.engine].call(this, round);
    resting();
    const last = steps.at(-1);
    if (this.skipping) this.view.set(last);
    this.won(round.win, round.stake);
    await this.jackpots(round);
    await celebration.celebrate(this.stage, round.win, round.stake);
    this.measure("");
    this.wins(last);
  }

  /** Goes through the wins of a step until the next spin. */
  wins(step) {
    clearInterval(this.timer);
    this.caption.textContent = "";
    if (!step.wins.length) return;
    let at = -1;
    const next = () => {
      at = (at + 1) % step.wins.length;
      this.view.shown = at;
      this.caption.textContent = this.captionOf(step.wins[at], step);
      this.stage.wake();
    };
    this.view.celebrate(step.wins);
    next();
    if (step.wins.length > 1) this.timer = setInterval(next, 1500);
  }

  /** Shows the lines of the game one after the other, or for a game without lines what wins, in words. */
  peek(on) {
    const { game, stage, view } = this;
    clearInterval(this.timer);
    view.peek = on;
    view.wins = [];
    const hint = game.engine === "ways" ? t("waysHint", { ways: count(waysOf(game)) })
      : game.engine === "cluster" ? t("clusterHint", { least: count(game.symbols[0].pays[0].count) }) : "";
    this.caption.textContent = on ? hint : "";
    if (on && game.lines.length) {
      view.peekLine = -1;
      const next = () => {
        view.peekLine = (view.peekLine + 1) % game.lines.length;
        this.caption.textContent = t("rules.line", { n: count(view.peekLine + 1) });
        stage.wake();
      };
      next();
      this.timer = setInterval(next, 1100);
    }
    stage.wake();
  }

  captionOf(win, step) {
    const name = t(`symbol.${this.game.symbols[win.symbol].name}`);
    const where = win.line >= 0 ? ` · ${t("rules.line", { n: count(win.line + 1) })}` : "";
    const ways = win.ways > 1 ? ` · ${t("ways", { n: count(win.ways) })}` : "";
    const times = step.multiplier > 1 ? ` · ×${count(step.multiplier)}` : "";
    return `${name} ×${count(win.count)}${where}${ways}${times} · ${amount(win.amount)}`;
  }

  measure(text) {
    this.meter.textContent = text;
    this.meter.hidden = !text;
  }

  async reels(round) {
    const { view } = this;
    let won = 0;
    for (const [n, step] of round.outcome.steps.entries()) {
      if (this.skipping) break;
      if (n > 0) {
        this.measure(t("freeLeft", { n: count(step.left), times: count(step.multiplier) }));
        view.start();
        await celebration.pause(260);
      }
      await view.stop(step);
      won += step.amount;
      if (step.wins.length) {
        view.celebrate(step.wins);
        this.won(won, round.stake);
        if (round.outcome.steps.length > 1) await celebration.pause(this.skipping ? 0 : 900);
      }
      if (step.awarded > 0 && !this.skipping) {
        this.say(t("freeWon", { n: count(step.awarded) }));
        await this.banner(t("free"), count(step.awarded), 1, 1600);
      }
    }
  }

  async hold(round) {
    const { view } = this;
    const [paid, ...respins] = round.outcome.steps;
    await view.stop(paid);
    if (paid.wins.length) {
      view.celebrate(paid.wins);
      this.won(paid.amount, round.stake);
      if (respins.length) await celebration.pause(900);
    }
    if (!respins.length) return;
    const held = count(paid.values.flat().filter(Boolean).length);
    this.say(t("holdBegins", { n: held }));
    view.hold(paid.values);
    await this.banner(t("hold"), held, 1, 1100);
    let left = paid.left;
    for (const step of respins) {
      if (this.skipping) break;
      this.measure(t("holdLeft", { n: count(left) }));
      await view.respin(step);
      left = step.left;
      await celebration.pause(260);
    }
  }

  async tumbles(round) {
    const { view } = this;
    const { steps } = round.outcome;
    let won = 0;
    await view.stop(steps[0]);
    for (const [n, step] of steps.entries()) {
      if (n > 0) await view.tumble(step, n);
      if (!step.wins.length) break;
      this.measure(`×${count(step.multiplier)}`);
      view.shown = -1;
      view.celebrate(step.wins);
      won += step.amount;
      this.won(won, round.stake);
      this.caption.textContent = step.wins.length === 1 ? this.captionOf(step.wins[0], step) : amount(step.amount);
      await celebration.pause(this.skipping ? 80 : 620);
    }
  }

  /** Says what the round won from the jackpots; its draw comes after the reels. */
  async jackpots(round) {
    for (const { level, amount: won } of round.jackpots) {
      this.say(`${t(`jackpot.${level}`)}: ${amount(won)}`);
      await this.banner(t(`jackpot.${level}`), amount(won), 3, 2600);
    }
  }

  async banner(title, text, tier, length) {
    celebration.show(title, text);
    sound.win(tier);
    await celebration.pause(length);
    celebration.hide();
  }
}
