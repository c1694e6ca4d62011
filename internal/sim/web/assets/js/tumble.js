// Symbols that drop in, burst in groups and let the rest tumble down.

import { calm } from "./motion.js";
import { ease } from "./stage.js";
import * as sound from "./sound.js";

const bounce = (x) => (x < 0.75 ? (x / 0.75) ** 2 : 1 - 0.05 * Math.sin(((x - 0.75) / 0.25) * Math.PI));

export class Tumble {
  constructor(stage, info) {
    this.stage = stage;
    this.info = info;
    this.tiles = [];
    this.wins = [];
    this.shown = -1;
    this.peek = false; // the page says in words what wins
    this.colors = ["#ff8df2", "#ffc23d", "#b894ff", "#7fe9ff", "#6ff0b0", "#ff9a6a"];
    this.place(this.standing());
    stage.layers.push(this);
  }

  /** What stands in the window before the first game. */
  standing() {
    return Array.from({ length: this.info.columns }, (_, c) =>
      Array.from({ length: this.info.rows }, (_, r) => (c * 2 + r * 3) % this.info.symbols.length));
  }

  place(grid) {
    this.tiles = grid.flatMap((column, c) => column.map((symbol, r) => ({ c, r, symbol, y: r, size: 1, alpha: 1 })));
  }

  set(step) {
    this.place(step.grid);
    this.wins = [];
    this.stage.wake();
  }

  /** The old window falls out while the result is asked for. */
  start() {
    this.wins = [];
    if (calm.matches) return;
    const old = this.tiles;
    this.leaving = this.stage.animate(340, (at) => {
      for (const tile of old) {
        const begin = tile.c * 0.05;
        const own = Math.min(Math.max((at - begin) / (1 - 0.3), 0), 1);
        tile.y = tile.r + own * own * (this.info.rows + 1);
      }
    });
  }

  async abandon() {
    await this.leaving;
    for (const tile of this.tiles) tile.y = tile.r;
    this.stage.wake();
  }

  /** The first window of a game drops in. */
  async stop(step) {
    await this.leaving;
    this.place(step.grid);
    if (calm.matches) {
      await this.stage.animate(200, (at) => {
        for (const tile of this.tiles) tile.alpha = at;
      });
      return;
    }
    for (const tile of this.tiles) tile.from = tile.r - this.info.rows - 1;
    await this.fall(560);
    sound.land(0);
  }

  async fall(length) {
    await this.stage.animate(length, (at) => {
      for (const tile of this.tiles) {
        const begin = tile.c * 0.05 + (this.info.rows - 1 - tile.r) * 0.02;
        const own = Math.min(Math.max((at - begin) / 0.62, 0), 1);
        tile.y = tile.from + (tile.r - tile.from) * bounce(own);
      }
    });
    for (const tile of this.tiles) tile.y = tile.r;
  }

  celebrate(wins) {
    this.wins = wins;
    this.stage.wake();
  }

  /** The winning symbols burst, what stood above falls, new ones come from above; next is the window after that. */
  async tumble(next, n) {
    const gone = this.hits();
    const leaving = this.tiles.filter((tile) => gone.has(`${tile.c},${tile.r}`));
    sound.burst(n);
    this.stage.emit(leaving.flatMap((tile) => this.spray(tile)));
    await this.stage.animate(calm.matches ? 120 : 240, (at) => {
      for (const tile of leaving) {
        tile.size = 1 + 0.25 * ease(at);
        tile.alpha = 1 - at;
      }
    });
    this.wins = [];
    const stay = this.tiles.filter((tile) => !leaving.includes(tile));
    this.tiles = next.grid.flatMap((column, c) => {
      const kept = stay.filter((tile) => tile.c === c).sort((a, b) => a.r - b.r);
      const fresh = column.length - kept.length;
      return column.map((symbol, r) => ({
        c, r, symbol, size: 1, alpha: 1, y: r, from: r < fresh ? r - fresh - 0.5 : kept[r - fresh].r,
      }));
    });
    if (calm.matches) {
      this.stage.wake();
      return;
    }
    await this.fall(420);
    sound.land(2);
  }

  spray(tile) {
    const { left, top, cell } = this.stage;
    return Array.from({ length: 9 }, (_, i) => {
      const angle = (i / 9) * 2 * Math.PI + tile.c;
      const push = 70 + ((i * 37) % 90);
      return {
        x: left + (tile.c + 0.5) * cell, y: top + (tile.r + 0.5) * cell, vx: Math.cos(angle) * push, vy: Math.sin(angle) * push - 40,
        gravity: 260, age: 0, life: 0.55 + (i % 3) * 0.1, size: 2 + (i % 3), color: this.colors[tile.symbol % this.colors.length],
      };
    });
  }

  hits() {
    const wins = this.shown < 0 || !this.wins[this.shown] ? this.wins : [this.wins[this.shown]];
    return new Set(wins.flatMap((win) => win.cells.map((at) => `${at.c},${at.r}`)));
  }

  draw(c, now) {
    const { left, top, cell } = this.stage;
    c.save();
    c.beginPath();
    c.rect(left - 6, top - 4, cell * this.info.columns + 12, cell * this.info.rows + 8);
    c.clip();
    const hit = this.wins.length ? this.hits() : null;
    for (const tile of this.tiles) {
      const on = hit?.has(`${tile.c},${tile.r}`);
      const x = left + tile.c * cell;
      const y = top + tile.y * cell;
      if (on) {
        c.fillStyle = "rgb(255 199 102 / 20%)";
        c.beginPath();
        c.roundRect(x + 3, y + 3, cell - 6, cell - 6, 12);
        c.fill();
      }
      this.stage.symbol(tile.symbol, x, y, {
        size: tile.size * (on && !calm.matches ? 1 + 0.05 * Math.sin(now / 130) : 1),
        alpha: tile.alpha * (hit && !on ? 0.4 : 1),
      });
    }
    c.restore();
  }
}
