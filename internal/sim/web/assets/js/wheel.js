// The wheel: a rotor with 37 pockets that turns all the time, and a ball that runs against it and ends in the pocket of the number that
// was drawn. How it runs is the same for every number and whatever was bet.

import { calm, Motion } from "./motion.js";
import { colorOf } from "./board.js";

/** The numbers of a European wheel, clockwise. */
const order = [
  0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26,
];
const step = (2 * Math.PI) / order.length;
const fills = { green: "#1f8a4c", red: "#b3262e", black: "#141821" };

// Parts of the radius.
const rim = 0.9;
const pocket = 0.585;

export class Wheel extends Motion {
  constructor(canvas, place) {
    super();
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.place = place;
    this.turn = 0; // angle of the rotor
    this.speed = 0.16; // radians in a second
    this.ball = null; // { angle to the rotor, radius }
    this.number = null;
    this.shown = 0; // how far the wheel stands over the table where both have no room
    this.watch = new ResizeObserver(() => this.resize());
    this.watch.observe(canvas.parentElement);
    calm.addEventListener("change", () => this.wake());
    document.fonts.ready.then(() => this.resize());
    this.resize();
  }

  resize() {
    const box = this.canvas.parentElement.getBoundingClientRect();
    if (!box.width || !box.height) return;
    this.scale = Math.min(window.devicePixelRatio || 1, 2);
    this.width = box.width;
    this.height = box.height;
    this.canvas.width = Math.round(box.width * this.scale);
    this.canvas.height = Math.round(box.height * this.scale);
    const spot = this.place.getBoundingClientRect();
    this.over = spot.width === 0; // a phone: the wheel comes over the table while it turns
    this.radius = this.over ? Math.min(box.width * 0.46, box.height * 0.4) : Math.min(spot.width * 0.48, spot.height * 0.46, 330);
    this.x = this.over ? box.width / 2 : spot.left - box.left + spot.width / 2;
    this.y = this.over ? box.height * 0.46 : spot.top - box.top + spot.height / 2;
    this.bowl = this.sprite((c, r) => this.paintBowl(c, r));
    this.rotor = this.sprite((c, r) => this.paintRotor(c, r));
    this.wake();
  }

  sprite(paint) {
    const side = Math.ceil(this.radius * 2.2 * this.scale);
    const canvas = new OffscreenCanvas(side, side);
    const c = canvas.getContext("2d");
    c.translate(side / 2, side / 2);
    c.scale(this.scale, this.scale);
    paint(c, this.radius);
    return canvas;
  }

  paintBowl(c, r) {
    const disc = (size, ...stops) => {
      const fill = c.createRadialGradient(-size * 0.3, -size * 0.4, size * 0.1, 0, 0, size);
      for (const [at, color] of stops) fill.addColorStop(at, color);
      c.fillStyle = fill;
      c.beginPath();
      c.arc(0, 0, size, 0, 7);
      c.fill();
    };
    c.save();
    c.shadowColor = "rgb(0 0 0 / 55%)";
    c.shadowBlur = r * 0.09;
    c.shadowOffsetY = r * 0.03;
    disc(r, [0, "#9a5a2a"], [0.7, "#6a3716"], [1, "#3a1b08"]);
    c.restore();
    c.strokeStyle = "#d8a94e";
    c.lineWidth = r * 0.014;
    c.beginPath();
    c.arc(0, 0, r * 0.975, 0, 7);
    c.stroke();
    disc(r * 0.94, [0, "#7a4320"], [0.85, "#4f280f"], [1, "#2e1506"]);
    disc(r * 0.84, [0, "#a0612f"], [0.8, "#6a3819"], [1, "#4a240d"]);
    // Deflectors: eight diamonds that the ball may meet on its way down.
    for (let i = 0; i < 8; i++) {
      c.save();
      c.rotate((i * Math.PI) / 4 + 0.2);
      c.translate(r * 0.82, 0);
      c.rotate(i % 2 ? Math.PI / 2 : 0);
      const fill = c.createLinearGradient(0, -r * 0.03, 0, r * 0.03);
      fill.addColorStop(0, "#fff3c8");
      fill.addColorStop(1, "#b17a22");
      c.fillStyle = fill;
      c.beginPath();
      c.moveTo(r * 0.045, 0);
      c.lineTo(0, r * 0.016);
      c.lineTo(-r * 0.045, 0);
      c.lineTo(0, -r * 0.016);
      c.fill();
      c.restore();
    }
  }

  paintRotor(c, r) {
    c.fillStyle = "#d8a94e";
    c.beginPath();
    c.arc(0, 0, r * 0.765, 0, 7);
    c.fill();
    for (const [i, n] of order.entries()) {
      const from = i * step - Math.PI / 2 - step / 2;
      c.fillStyle = fills[colorOf(n)];
      c.beginPath();
      c.arc(0, 0, r * 0.75, from, from + step);
      c.arc(0, 0, r * 0.5, from + step, from, true);
      c.fill();
      c.fillStyle = "rgb(0 0 0 / 38%)"; // the pocket lies deeper than its number
      c.beginPath();
      c.arc(0, 0, r * 0.635, from, from + step);
      c.arc(0, 0, r * 0.5, from + step, from, true);
      c.fill();
      c.strokeStyle = "#e6c578";
      c.lineWidth = Math.max(1, r * 0.006);
      c.beginPath();
      c.moveTo(Math.cos(from) * r * 0.5, Math.sin(from) * r * 0.5);
      c.lineTo(Math.cos(from) * r * 0.75, Math.sin(from) * r * 0.75);
      c.stroke();
      c.save();
      c.rotate(i * step);
      c.fillStyle = "#fff";
      c.font = `650 ${r * 0.072}px Game, sans-serif`;
      c.textAlign = "center";
      c.textBaseline = "middle";
      c.fillText(String(n), 0, -r * 0.694);
      c.restore();
    }
    for (const at of [0.635, 0.5]) {
      c.strokeStyle = "#e6c578";
      c.lineWidth = r * 0.008;
      c.beginPath();
      c.arc(0, 0, r * at, 0, 7);
      c.stroke();
    }
    const cone = c.createRadialGradient(-r * 0.12, -r * 0.16, r * 0.03, 0, 0, r * 0.5);
    for (const [at, color] of [[0, "#b97a42"], [0.6, "#7a4320"], [1, "#4a240d"]]) cone.addColorStop(at, color);
    c.fillStyle = cone;
    c.beginPath();
    c.arc(0, 0, r * 0.495, 0, 7);
    c.fill();
    const brass = c.createRadialGradient(-r * 0.04, -r * 0.06, r * 0.01, 0, 0, r * 0.16);
    for (const [at, color] of [[0, "#fff6d8"], [0.5, "#dba84a"], [1, "#8a5a16"]]) brass.addColorStop(at, color);
    c.fillStyle = "#cf9f45";
    for (let i = 0; i < 4; i++) {
      c.save();
      c.rotate((i * Math.PI) / 2 + Math.PI / 4);
      c.beginPath();
      c.roundRect(r * 0.05, -r * 0.022, r * 0.27, r * 0.044, r * 0.022);
      c.arc(r * 0.33, 0, r * 0.036, 0, 7);
      c.fill();
      c.restore();
    }
    c.fillStyle = brass;
    c.beginPath();
    c.arc(0, 0, r * 0.13, 0, 7);
    c.fill();
  }

  /** Lets the ball run until land is called. */
  start() {
    this.number = null;
    this.running = true;
    this.ball = { angle: this.ball?.angle ?? 0, radius: rim };
    if (this.over) this.cover(1);
    this.wake();
  }

  /** The ball comes to rest in a number's pocket. */
  async land(number, quick) {
    this.running = false;
    const target = order.indexOf(number) * step - Math.PI / 2;
    if (calm.matches) {
      this.ball = { angle: target, radius: pocket };
    } else {
      const from = this.ball.angle;
      // Backwards against the rotor: whole turns and what is left to the pocket.
      const turns = (quick ? 2 : 5) * 2 * Math.PI;
      const way = turns + ((((from - target) % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI));
      await this.animate(quick ? 2200 : 5600, (x) => {
        const fall = Math.min(Math.max((x - 0.5) / 0.4, 0), 1);
        // It drops from the rim and hops lower and lower.
        const hop = fall < 1 ? Math.abs(Math.sin(fall * Math.PI * 3.5)) * (1 - fall) * 0.14 * Math.min(1, fall * 3) : 0;
        this.ball = { angle: target + way * (1 - x) ** 1.75, radius: rim + (pocket - rim) * fall ** 1.6 + hop };
      });
      this.ball = { angle: target, radius: pocket };
    }
    this.number = number;
    this.wake();
  }

  /** Puts the ball where an earlier round left it. */
  set(number) {
    this.ball = { angle: order.indexOf(number) * step - Math.PI / 2, radius: pocket };
    this.number = number;
    this.wake();
  }

  /** No round came of it: the ball is taken out. */
  stop() {
    this.running = false;
    this.ball = null;
    this.clear();
  }

  /** Gives the table back to the page where both have no room. */
  clear() {
    if (this.over) this.cover(0);
  }

  cover(to) {
    const from = this.shown;
    this.animate(calm.matches ? 1 : 220, (x) => {
      this.shown = from + (to - from) * x;
    });
  }

  wake() {
    if (this.waiting || !this.rotor) return;
    this.waiting = true;
    requestAnimationFrame((now) => {
      this.waiting = false;
      const passed = Math.min((now - this.last) / 1000, 0.05);
      this.last = now;
      if (!calm.matches) {
        this.speed += ((this.running || this.moves.size ? 0.75 : 0.16) - this.speed) * Math.min(1, passed * 1.5);
        this.turn += passed * this.speed;
        if (this.running) this.ball.angle -= passed * 9;
      }
      for (const move of [...this.moves]) move(now);
      this.draw(passed);
      // A still picture is drawn only when something changes.
      if (this.moves.size || this.particles.length || (!calm.matches && (!this.over || this.shown > 0))) this.wake();
    });
  }

  draw(passed) {
    const c = this.context;
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.clearRect(0, 0, this.canvas.width, this.canvas.height);
    c.scale(this.scale, this.scale);
    const seen = this.over ? this.shown : 1;
    if (seen > 0) {
      if (this.over) {
        c.fillStyle = `rgb(3 18 16 / ${86 * seen}%)`;
        c.fillRect(0, 0, this.width, this.height);
      }
      c.globalAlpha = seen;
      const side = this.radius * 2.2;
      c.save();
      c.translate(this.x, this.y);
      c.drawImage(this.bowl, -side / 2, -side / 2, side, side);
      c.save();
      c.rotate(this.turn);
      c.drawImage(this.rotor, -side / 2, -side / 2, side, side);
      c.restore();
      if (this.ball) this.drawBall(c);
      if (this.number !== null) this.result(c);
      c.restore();
      c.globalAlpha = 1;
    }
    this.sparks(c, passed);
  }

  drawBall(c) {
    const r = this.radius;
    const a = this.ball.angle + this.turn;
    const x = Math.cos(a) * r * this.ball.radius;
    const y = Math.sin(a) * r * this.ball.radius;
    const size = r * 0.034;
    c.fillStyle = "rgb(0 0 0 / 40%)";
    c.beginPath();
    c.arc(x + size * 0.4, y + size * 0.5, size, 0, 7);
    c.fill();
    const fill = c.createRadialGradient(x - size * 0.4, y - size * 0.4, size * 0.1, x, y, size);
    fill.addColorStop(0, "#ffffff");
    fill.addColorStop(0.6, "#eef0f2");
    fill.addColorStop(1, "#9aa2ab");
    c.fillStyle = fill;
    c.beginPath();
    c.arc(x, y, size, 0, 7);
    c.fill();
  }

  result(c) {
    const r = this.radius * 0.3;
    c.save();
    c.shadowColor = "rgb(0 0 0 / 60%)";
    c.shadowBlur = r * 0.3;
    c.fillStyle = fills[colorOf(this.number)];
    c.beginPath();
    c.arc(0, 0, r, 0, 7);
    c.fill();
    c.restore();
    c.strokeStyle = "#ffe7a0";
    c.lineWidth = r * 0.07;
    c.beginPath();
    c.arc(0, 0, r * 0.93, 0, 7);
    c.stroke();
    c.fillStyle = "#fff";
    c.font = `700 ${r * 0.95}px Game, sans-serif`;
    c.textAlign = "center";
    c.textBaseline = "middle";
    c.fillText(String(this.number), 0, r * 0.06);
  }
}
