// The stage: one canvas at the screen's own resolution, the pictures of the symbols drawn once for their size, and one loop.

import { calm, Motion } from "./motion.js";

export class Stage extends Motion {
  constructor(canvas, columns, rows) {
    super();
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.columns = columns;
    this.rows = rows;
    this.images = [];
    this.sprites = [];
    this.layers = [];
    this.scene = null;
    this.picture = null; // of a scene that is one
    this.backdrop = null; // the painted scenery
    this.frame = null; // the panel that the symbols stand on, in front of what lives in the scenery
    this.watch = new ResizeObserver(() => this.resize());
    for (const el of [canvas.parentElement, ...document.querySelectorAll(".top, .bar")]) this.watch.observe(el);
    this.whenCalm = () => this.wake();
    calm.addEventListener("change", this.whenCalm);
  }

  /** Holds every motion, or lets it go on. */
  hold(on) {
    this.held = on;
    this.wake();
  }

  /** Leaves the canvas to another stage. */
  close() {
    this.closed = true;
    this.watch.disconnect();
    calm.removeEventListener("change", this.whenCalm);
  }

  async load(game, symbols) {
    const load = async (name) => {
      const image = new Image();
      image.src = `/assets/art/${game}/${name}.svg`;
      await image.decode();
      return image;
    };
    const [picture, ...images] = await Promise.all([
      this.scene.picture ? load("scene") : null, ...symbols.map((symbol) => load(symbol.name)),
    ]);
    this.picture = picture;
    this.images = images;
    this.resize();
  }

  resize() {
    const box = this.canvas.parentElement.getBoundingClientRect();
    if (!box.width || !box.height || !this.images.length) return;
    const scale = Math.min(window.devicePixelRatio || 1, 2);
    this.width = box.width;
    this.height = box.height;
    this.scale = scale;
    this.canvas.width = Math.round(box.width * scale);
    this.canvas.height = Math.round(box.height * scale);
    // The bars lie over the scenery; the reels stand between them.
    const head = document.querySelector(".top").offsetHeight;
    const foot = document.querySelector(".bar").offsetHeight;
    const low = box.height - head - foot < 360; // a phone on its side: the reels come first
    const pools = document.querySelector("#pools"); // a line of their own above the reels, in games with jackpots
    const top = head + (low ? 12 : 42) + (pools.hidden ? 0 : pools.offsetHeight + 8);
    const bottom = foot + (low ? 12 : 50);
    this.canvas.parentElement.style.setProperty("--head", `${head}px`);
    this.canvas.parentElement.style.setProperty("--foot", `${foot}px`);
    this.cell = Math.floor(Math.min((box.width - 36) / this.columns, (box.height - top - bottom) / this.rows, 190));
    this.left = (box.width - this.cell * this.columns) / 2;
    this.top = top + (box.height - top - bottom - this.cell * this.rows) / 2;
    const size = Math.round(this.cell * 0.84 * scale);
    this.sprites = this.images.map((image) => {
      const sprite = new OffscreenCanvas(size, size);
      sprite.getContext("2d").drawImage(image, 0, 0, size, size);
      return sprite;
    });
    this.backdrop = new OffscreenCanvas(this.canvas.width, this.canvas.height);
    const paint = this.backdrop.getContext("2d");
    paint.scale(scale, scale);
    this.scene.paint(paint, this.width, this.height, this.picture);
    this.frame = new OffscreenCanvas(this.canvas.width, this.canvas.height);
    const front = this.frame.getContext("2d");
    front.scale(scale, scale);
    this.panel(front);
    this.wake();
  }

  panel(c) {
    const pad = 10;
    const shape = [this.left - pad, this.top - pad, this.cell * this.columns + pad * 2, this.cell * this.rows + pad * 2];
    c.save();
    c.shadowColor = "rgb(0 0 0 / 60%)";
    c.shadowBlur = 40;
    c.shadowOffsetY = 12;
    c.fillStyle = "rgb(14 18 28 / 80%)";
    c.beginPath();
    c.roundRect(...shape, 20);
    c.fill();
    c.restore();
    c.strokeStyle = this.scene.edge;
    c.lineWidth = 1.5;
    c.beginPath();
    c.roundRect(...shape, 20);
    c.stroke();
    for (let column = 0; column < this.columns; column++) {
      c.fillStyle = column % 2 ? "rgb(255 255 255 / 2.5%)" : "rgb(255 255 255 / 4.5%)";
      c.beginPath();
      c.roundRect(this.left + column * this.cell + 2, this.top, this.cell - 4, this.cell * this.rows, 12);
      c.fill();
    }
  }

  /** Draws a symbol with its cell's top left corner at x, y. */
  symbol(index, x, y, { size = 1, alpha = 1 } = {}) {
    const c = this.context;
    const side = this.cell * 0.84 * size;
    c.globalAlpha = alpha;
    c.drawImage(this.sprites[index], x + (this.cell - side) / 2, y + (this.cell - side) / 2, side, side);
    c.globalAlpha = 1;
  }

  wake() {
    if (this.waiting || this.closed || this.held || !this.sprites.length) return;
    this.waiting = true;
    const frame = (now) => {
      this.waiting = false;
      if (this.closed || this.held) return;
      const passed = Math.min((now - this.last) / 1000, 0.05);
      this.last = now;
      for (const move of [...this.moves]) move(now);
      this.draw(now, passed);
      // For readers who want no motion a frame is drawn only when something changed.
      if (!calm.matches || this.moves.size) this.wake();
    };
    requestAnimationFrame(frame);
  }

  draw(now, passed) {
    const c = this.context;
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.drawImage(this.backdrop, 0, 0);
    c.scale(this.scale, this.scale);
    this.scene.live(c, this.width, this.height, calm.matches ? 0 : now / 1000);
    c.drawImage(this.frame, 0, 0, this.width, this.height);
    for (const layer of this.layers) layer.draw(c, now);
    this.sparks(c, passed);
  }
}

export const ease = (x) => 1 - (1 - x) ** 3;
