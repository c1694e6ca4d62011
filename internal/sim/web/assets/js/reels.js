// Reels that turn along their real strips. Where they stop is the server's; the way there is the same for every result: no
// reel waits longer because of what the others show.

import { calm } from "./motion.js";
import { ease } from "./stage.js";
import * as quick from "./quick.js";
import * as sound from "./sound.js";

const speed = 34; // symbols a second
const travel = 8; // symbols that the first reel still runs when the result is known
const stagger = 3; // further symbols for each next reel
const short = 5; // symbols that every reel still runs in a quick spin

export class Reels {
  constructor(stage, info) {
    this.stage = stage;
    this.info = info;
    this.at = info.strips.map((strip, i) => (i * 7) % strip.length); // top symbol of each reel, moving backwards
    this.running = info.strips.map(() => false);
    this.fade = 1;
    this.wins = [];
    this.shown = -1; // index of the win whose line is drawn, -1 for all
    this.peek = false; // lines are drawn at rest, one of them bright
    this.peekLine = 0;
    stage.layers.push(this);
  }

  /** Shows a result without motion. */
  set(step) {
    this.at = [...step.stops];
    this.wins = [];
    this.stage.wake();
  }

  /** Starts turning before the result is known. */
  start() {
    this.wins = [];
    if (calm.matches) return;
    let last = performance.now();
    this.running.fill(true);
    const move = (now) => {
      const passed = Math.min((now - last) / 1000, 0.05);
      last = now;
      this.at = this.at.map((at, i) => (this.running[i] ? at - speed * passed : at));
      if (this.running.some(Boolean)) return;
      this.stage.moves.delete(move);
    };
    this.stage.moves.add(move);
    this.stage.wake();
  }

  /** No result came: the reels come to rest where the last one was. */
  async abandon(stops) {
    await this.stop({ stops: stops ?? this.at.map((at, i) => Math.floor(at) % this.info.strips[i].length) });
  }

  /** Lets every reel come to rest at its stop. */
  async stop(step) {
    if (calm.matches) {
      await this.stage.animate(260, (at) => {
        this.fade = at < 0.5 ? 1 - at * 1.6 : at;
        if (at >= 0.5) this.at = [...step.stops];
      });
      this.fade = 1;
      return;
    }
    await Promise.all(step.stops.map(async (stop, i) => {
      // The strip is taken up a fixed way before its stop, at full speed where no eye can follow. ease begins three times as
      // fast as its mean, so with this length the reel slows down from just the speed that it had.
      const run = quick.isOn() ? short : travel + i * stagger;
      const distance = run + (this.at[i] - Math.floor(this.at[i]));
      this.running[i] = false;
      await this.stage.animate((3 * distance * 1000) / speed, (at) => {
        this.at[i] = stop + distance * (1 - ease(at));
      });
      this.at[i] = stop;
      sound.land(i);
    }));
  }

  /** Shows the winning places. */
  celebrate(wins) {
    this.wins = wins;
    this.shown = -1;
    this.stage.wake();
  }

  draw(c, now) {
    const { stage, info } = this;
    const { cell, left, top } = stage;
    c.save();
    c.beginPath();
    c.rect(left - 4, top, cell * info.columns + 8, cell * info.rows);
    c.clip();
    const hit = this.hits();
    for (let column = 0; column < info.columns; column++) {
      const strip = info.strips[column];
      const at = this.at[column];
      const first = Math.floor(at);
      const offset = at - first;
      for (let row = 0; row <= info.rows; row++) {
        const symbol = strip[(((first + row) % strip.length) + strip.length) % strip.length];
        const on = hit?.has(`${column},${row}`);
        const pulse = on && !calm.matches ? 1 + 0.06 * Math.sin(now / 160) : 1;
        stage.symbol(symbol, left + column * cell, top + (row - offset) * cell, {
          size: pulse, alpha: (hit && !on ? 0.4 : 1) * this.fade,
        });
      }
    }
    c.restore();
    this.lines(c);
  }

  hits() {
    if (!this.wins.length) return null;
    const wins = this.shown < 0 ? this.wins : [this.wins[this.shown]];
    return new Set(wins.flatMap((win) => win.cells.map((at) => `${at.c},${at.r}`)));
  }

  /** The way of a line through the middles of its cells. */
  path(c, line) {
    const { cell, left, top } = this.stage;
    c.beginPath();
    this.info.lines[line].forEach((row, column) => {
      c.lineTo(left + (column + 0.5) * cell, top + (row + 0.5) * cell);
    });
  }

  lines(c) {
    if (this.peek && !this.wins.length && this.info.lines.length) {
      c.lineJoin = c.lineCap = "round";
      for (let n = 0; n < this.info.lines.length; n++) {
        c.lineWidth = 2;
        c.strokeStyle = "rgb(255 255 255 / 16%)";
        this.path(c, n);
        c.stroke();
      }
      c.lineWidth = 5;
      c.strokeStyle = "#ffe0a0";
      this.path(c, this.peekLine);
      c.stroke();
    }
    for (const win of this.shown < 0 ? this.wins : [this.wins[this.shown]]) {
      if (!win || win.line < 0) continue;
      c.strokeStyle = "rgb(255 199 102 / 90%)";
      c.lineWidth = 3;
      c.lineJoin = c.lineCap = "round";
      this.path(c, win.line);
      c.globalAlpha = this.shown < 0 ? 0.35 : 0.85;
      c.stroke();
      c.globalAlpha = 1;
    }
  }
}
