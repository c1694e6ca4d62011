// Reels whose coins stay for respins: while they are held, coins stand alone with their values, and the other places shimmer.

import * as quick from "./quick.js";
import { Reels } from "./reels.js";
import * as sound from "./sound.js";
import { calm } from "./motion.js";
import { amount } from "./text.js";

export class Hold extends Reels {
  values = null; // what each place's coin is worth; null outside the feature
  fresh = new Set(); // places whose coin came with the last respin
  grown = 1; // size of the fresh coins
  turning = 0; // 0 … 1 of a respin

  set(step) {
    this.values = step.values ?? null;
    if (!step.values) super.set(step);
    this.wins = [];
    this.stage.wake();
  }

  start() {
    this.values = null;
    super.start();
  }

  /** Takes the coins that the reels show; the other symbols leave. */
  hold(values) {
    this.values = values;
    this.fresh.clear();
    this.wins = [];
    this.stage.wake();
  }

  /** One respin: every free place turns for the same time, whatever it brings. */
  async respin(step) {
    await this.stage.animate(calm.matches ? 160 : quick.isOn() ? 320 : 620, (at) => {
      this.turning = at < 1 ? at : 0;
    });
    const before = this.values;
    this.fresh = new Set(step.values.flatMap((column, c) => column.flatMap((v, r) => (v && !before[c][r] ? [`${c},${r}`] : []))));
    this.values = step.values;
    if (!this.fresh.size) return;
    sound.land(0);
    await this.stage.animate(calm.matches ? 1 : 220, (at) => {
      this.grown = 0.5 + 0.5 * at;
    });
  }

  draw(c, now) {
    if (!this.values) {
      super.draw(c, now);
      return;
    }
    const { stage, info } = this;
    const { cell, left, top } = stage;
    const coin = info.symbols.findIndex((symbol) => symbol.role === "coin");
    this.values.forEach((column, x) => column.forEach((value, y) => {
      const at = [left + x * cell, top + y * cell];
      c.fillStyle = "rgb(255 255 255 / 5%)";
      c.beginPath();
      c.roundRect(at[0] + 3, at[1] + 3, cell - 6, cell - 6, 12);
      c.fill();
      if (value) {
        const pulse = this.wins.length && !calm.matches ? 1 + 0.04 * Math.sin(now / 160) : 1;
        stage.symbol(coin, ...at, { size: this.fresh.has(`${x},${y}`) ? this.grown : pulse });
        this.value(c, value, ...at);
      } else if (this.turning && !calm.matches) {
        const y0 = at[1] + 6 + (((this.turning * 4 + x * 0.3 + y * 0.17) % 1) * (cell - 12)) * 0.8;
        c.fillStyle = "rgb(255 220 150 / 16%)";
        c.beginPath();
        c.roundRect(at[0] + 12, y0, cell - 24, cell * 0.16, 8);
        c.fill();
      }
    }));
  }

  /** A coin's worth, on a band across it. */
  value(c, value, x, y) {
    const { cell } = this.stage;
    const text = amount(value);
    let size = cell * 0.2;
    c.textAlign = "center";
    c.textBaseline = "middle";
    c.font = `700 ${size}px ${getComputedStyle(document.body).fontFamily}`;
    const wide = c.measureText(text).width;
    if (wide > cell * 0.84) {
      size *= (cell * 0.84) / wide;
      c.font = `700 ${size}px ${getComputedStyle(document.body).fontFamily}`;
    }
    c.fillStyle = "rgb(24 12 4 / 82%)";
    c.beginPath();
    c.roundRect(x + cell * 0.05, y + cell * 0.66, cell * 0.9, cell * 0.27, 8);
    c.fill();
    c.fillStyle = "#ffe6ae";
    c.fillText(text, x + cell / 2, y + cell * 0.8);
  }
}
