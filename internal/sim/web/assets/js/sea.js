// The sea: fish that swim about, a gun, and shots on their way. It is a picture only. A shot always reaches the fish that it is aimed
// at; whether that is caught is what the server drew.

import { seas } from "./seabed.js";
import { calm, Motion } from "./motion.js";

// How the kinds swim: width on a wide screen, how many there are, speed, and the motion of the body.
const kinds = {
  sardine: { size: 78, n: 9, speed: 74, sway: 5 },
  clownfish: { size: 88, n: 5, speed: 48, sway: 5 },
  tang: { size: 104, n: 3, speed: 56, sway: 5 },
  puffer: { size: 104, n: 2, speed: 30, sway: 3 },
  lionfish: { size: 126, n: 3, speed: 32, sway: 4 },
  seaturtle: { size: 158, n: 1, speed: 36, flap: 0.05 },
  ray: { size: 214, n: 1, speed: 46, flap: 0.14 },
  shark: { size: 310, n: 1, speed: 62, sway: 10 },
  krill: { size: 72, n: 9, speed: 58, flap: 0.06 },
  lanternfish: { size: 92, n: 6, speed: 48, sway: 5 },
  jellyfish: { size: 96, n: 3, speed: 16, pulse: 0.07 },
  nautilus: { size: 118, n: 2, speed: 22, flap: 0.03 },
  eel: { size: 216, n: 2, speed: 44, sway: 14 },
  angler: { size: 176, n: 1, speed: 28, sway: 5 },
  squid: { size: 226, n: 1, speed: 50, sway: 5, backwards: true },
  dragon: { size: 350, n: 1, speed: 54, sway: 16 },
};

const between = (low, high) => low + Math.random() * (high - low);
const ease = (x) => 1 - (1 - x) ** 3;

export class Sea extends Motion {
  constructor(canvas, game) {
    super();
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.game = game;
    this.bed = seas[game.code];
    this.fish = [];
    this.shots = [];
    this.effects = []; // { age, life, draw(c, at) }
    this.time = 0;
    this.angle = -Math.PI / 2;
    this.recoil = 0;
    this.kind = "";
    this.target = null;
    this.ready = false;
    this.watch = new ResizeObserver(() => this.resize());
    for (const el of [canvas.parentElement, ...document.querySelectorAll(".top, .bar")]) this.watch.observe(el);
    calm.addEventListener("change", () => this.wake());
  }

  async load() {
    this.images = new Map(await Promise.all(this.game.fish.map(async ({ name }) => {
      const image = new Image();
      image.src = `/assets/art/${this.game.code}/${name}.svg`;
      await image.decode();
      return [name, image];
    })));
    this.resize();
    for (const { name } of this.game.fish) {
      const n = Math.max(1, Math.round(kinds[name].n * (this.width < 700 ? 0.6 : 1)));
      for (let i = 0; i < n; i++) this.fish.push(this.place({ kind: name }, true));
    }
    // The large ones swim behind the small ones.
    this.fish.sort((a, b) => kinds[b.kind].size - kinds[a.kind].size);
    this.ready = true;
    this.wake();
  }

  resize() {
    const box = this.canvas.parentElement.getBoundingClientRect();
    if (!box.width || !box.height || !this.images) return;
    const before = { width: this.width, top: this.top, high: this.bottom - this.top };
    this.scale = Math.min(window.devicePixelRatio || 1, 2);
    this.width = box.width;
    this.height = box.height;
    this.canvas.width = Math.round(box.width * this.scale);
    this.canvas.height = Math.round(box.height * this.scale);
    const head = document.querySelector(".top").offsetHeight;
    const foot = document.querySelector(".bar").offsetHeight;
    this.canvas.parentElement.style.setProperty("--head", `${head}px`);
    this.canvas.parentElement.style.setProperty("--foot", `${foot}px`);
    this.top = head + 34;
    this.bottom = box.height - foot - 84; // the gun stands below
    this.size = Math.min(Math.max(Math.min(box.width / 1250, (this.bottom - this.top) / 520), 0.56), 1.15);
    this.gun = { x: box.width / 2, y: box.height - foot - 4, size: Math.max(this.size, 0.72) };
    this.sprites = new Map([...this.images].map(([name, image]) => {
      const wide = kinds[name].size * this.size;
      const high = (wide * image.naturalHeight) / image.naturalWidth;
      // An even number of the screen's own points, so that slices of it meet without a seam.
      const sprite = new OffscreenCanvas(Math.ceil((wide * this.scale) / 2) * 2, Math.ceil((high * this.scale) / 2) * 2);
      sprite.getContext("2d").drawImage(image, 0, 0, sprite.width, sprite.height);
      return [name, { sprite, wide: sprite.width / this.scale, high: sprite.height / this.scale }];
    }));
    for (const fish of this.fish) {
      fish.x *= this.width / before.width;
      fish.base = this.top + ((fish.base - before.top) / before.high) * (this.bottom - this.top);
    }
    this.backdrop = new OffscreenCanvas(this.canvas.width, this.canvas.height);
    const c = this.backdrop.getContext("2d");
    c.scale(this.scale, this.scale);
    this.bed.paint(c, this.width, this.height, this.gun.y);
    this.wake();
  }

  /** Puts a fish somewhere, or at the edge that it swims in from. */
  place(fish, anywhere) {
    const how = kinds[fish.kind];
    const { wide, high } = this.sprites.get(fish.kind);
    fish.way = Math.random() < 0.5 ? 1 : -1;
    fish.x = anywhere ? between(wide / 2, this.width - wide / 2) : fish.way > 0 ? -wide * 0.6 : this.width + wide * 0.6;
    fish.base = between(this.top + high / 2, Math.max(this.top + high / 2, this.bottom - high / 2));
    fish.y = fish.base;
    fish.phase = between(0, 7);
    fish.speed = how.speed * this.size * between(0.8, 1.25);
    fish.dart = 0;
    fish.caught = 0;
    fish.fade = anywhere ? 1 : 0;
    return fish;
  }

  live(fish) {
    return !fish.caught && fish.x > 0 && fish.x < this.width;
  }

  /** The fish under a point, the one in front first; a finger may be a little beside it. */
  at(x, y) {
    for (const pad of [0, 16]) {
      const found = this.fish.findLast((fish) => {
        const { wide, high } = this.sprites.get(fish.kind);
        return this.live(fish) && Math.abs(x - fish.x) < wide * 0.44 + pad && Math.abs(y - fish.y) < high * 0.4 + pad;
      });
      if (found) return found;
    }
    return null;
  }

  aim(x, y) {
    this.pointer = { x, y };
    this.hover = this.at(x, y);
    this.wake();
  }

  /** Aims at the nearest fish of a kind. */
  select(kind) {
    this.kind = kind;
    this.retarget();
    this.wake();
  }

  retarget() {
    if (this.target?.kind === this.kind && this.live(this.target)) return;
    const far = (fish) => Math.abs(fish.x - this.width / 2) + (this.live(fish) ? 0 : 1e5);
    const mine = this.fish.filter((fish) => fish.kind === this.kind && !fish.caught);
    this.target = mine.toSorted((a, b) => far(a) - far(b))[0] ?? null;
    // One that is outside comes to where it can be seen.
    if (!this.target || this.live(this.target)) return;
    const edge = this.sprites.get(this.kind).wide * 0.4;
    this.target.x = this.target.way > 0 ? edge : this.width - edge;
    this.target.fade = 0;
  }

  /** Fires; flight ends when the shot is at the fish, and end shows what was drawn. */
  shoot(fish) {
    const from = this.muzzle(fish);
    const shot = { fish, from, at: 0, waits: true };
    this.shots.push(shot);
    this.recoil = 1;
    const far = Math.hypot(fish.x - from.x, fish.y - from.y);
    return {
      flight: this.animate(calm.matches ? 1 : 150 + far * 0.3, (at) => {
        shot.at = at;
      }),
      end: (caught, tier, text) => {
        this.shots = this.shots.filter((one) => one !== shot);
        if (caught) this.catch(fish, tier, text);
        else this.miss(fish);
        this.wake();
      },
    };
  }

  muzzle(fish) {
    const { x, y, size } = this.gun;
    this.angle = Math.atan2(fish.y - (y - 30 * size), fish.x - x);
    return { x: x + Math.cos(this.angle) * 74 * size, y: y - 30 * size + Math.sin(this.angle) * 74 * size };
  }

  miss(fish) {
    fish.dart = 1;
    this.emit(Array.from({ length: 9 }, (_, i) => ({
      x: fish.x + between(-12, 12), y: fish.y + between(-8, 8), vx: between(-50, 50), vy: between(-60, -10), gravity: -60,
      age: 0, life: 0.7 + (i % 3) * 0.2, size: 2 + (i % 4), color: "rgb(214 240 255 / 75%)", ring: true,
    })));
  }

  catch(fish, tier, text) {
    fish.caught = 0.001;
    const { x, y } = fish;
    const size = Math.min((20 + tier * 8) * Math.max(this.size, 0.8), (this.width * 1.5) / (text.length + 1));
    if (tier < 3) this.price(text, x, y, size); // the largest have the banner
    if (!calm.matches) {
      this.effects.push({
        age: 0, life: 0.5, draw: (c, at) => {
          c.globalAlpha = (1 - at) * 0.8;
          c.strokeStyle = "#ffe9b0";
          c.lineWidth = 5 * (1 - at) + 1;
          c.beginPath();
          c.arc(x, y, (30 + tier * 34) * ease(at) * Math.max(this.size, 0.7), 0, 7);
          c.stroke();
        },
      });
    }
    this.emit(Array.from({ length: 8 + tier * 12 }, (_, i) => {
      const angle = (i / (8 + tier * 12)) * 2 * Math.PI;
      const push = 60 + ((i * 47) % (70 + tier * 60));
      return {
        x, y, vx: Math.cos(angle) * push, vy: Math.sin(angle) * push - 70, gravity: 260, age: 0, life: 0.7 + (i % 4) * 0.15, size: 3 + (i % 4),
        color: i % 2 ? "#ffc766" : "#ffe9b0",
      };
    }));
    if (this.target === fish) this.retarget();
  }

  /** What a catch is worth, rising from where the fish was. */
  price(text, x, y, size) {
    this.effects.push({
      age: 0, life: 1.5, draw: (c, at) => {
        c.globalAlpha = Math.min(1, (1 - at) * 3);
        c.font = `700 ${size * (1 + 0.25 * Math.max(0, 1 - at * 8))}px Game, sans-serif`;
        c.textAlign = "center";
        c.lineWidth = 5;
        c.lineJoin = "round";
        c.strokeStyle = "rgb(40 18 2 / 80%)";
        c.fillStyle = "#ffd76a";
        const half = c.measureText(`+${text}`).width / 2 + 8;
        const middle = Math.min(Math.max(x, half), this.width - half);
        const high = Math.max(y - 26 - ease(at) * 46, this.top + size);
        c.strokeText(`+${text}`, middle, high);
        c.fillText(`+${text}`, middle, high);
      },
    });
  }

  wake() {
    if (this.waiting || !this.sprites) return;
    this.waiting = true;
    requestAnimationFrame((now) => {
      this.waiting = false;
      const passed = Math.min((now - this.last) / 1000, 0.05);
      this.last = now;
      for (const move of [...this.moves]) move(now);
      if (this.ready) this.swim(passed);
      this.draw(passed);
      // For readers who want no motion a frame is drawn only while something happens.
      if (!calm.matches || this.moves.size || this.effects.length || this.fish.some((fish) => fish.caught)) this.wake();
    });
  }

  swim(passed) {
    if (!calm.matches) this.time += passed;
    for (const fish of this.fish) {
      if (fish.caught) {
        fish.caught += passed / (calm.matches ? 0.05 : 0.9);
        if (fish.caught >= 1) this.place(fish, calm.matches);
        continue;
      }
      fish.fade = Math.min(1, fish.fade + passed * 1.5);
      if (calm.matches) continue;
      fish.dart = Math.max(0, fish.dart - passed * 1.4);
      fish.x += fish.way * fish.speed * (1 + fish.dart * 3) * passed;
      fish.y = fish.base + Math.sin(this.time * 0.6 + fish.phase) * 14 * this.size;
      const { wide } = this.sprites.get(fish.kind);
      if (fish.x < -wide * 0.7 || fish.x > this.width + wide * 0.7) this.place(fish, false);
    }
    this.retarget();
    this.recoil = Math.max(0, this.recoil - passed * 6);
  }

  draw(passed) {
    const c = this.context;
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.drawImage(this.backdrop, 0, 0);
    c.scale(this.scale, this.scale);
    this.bed.live(c, this.width, this.height, this.time);
    for (const fish of this.fish) this.body(c, fish);
    if (this.ready && this.target) this.reticle(c, this.hover && this.live(this.hover) ? this.hover : this.target);
    for (const shot of this.shots) this.bolt(c, shot);
    this.cannon(c);
    this.sparks(c, passed);
    this.effects = this.effects.filter((effect) => (effect.age += passed) < effect.life);
    for (const effect of this.effects) effect.draw(c, effect.age / effect.life);
    c.globalAlpha = 1;
  }

  /** A fish: slices of its picture, moved more the nearer they are to the tail. */
  body(c, fish) {
    const how = kinds[fish.kind];
    const { sprite, wide, high } = this.sprites.get(fish.kind);
    const t = this.time * (2 + (fish.speed / how.speed) * 2.4) * (1 + fish.dart) + fish.phase * 3;
    const caught = fish.caught && ease(Math.min(fish.caught, 1));
    c.save();
    c.globalAlpha = fish.fade * (1 - caught * 0.5);
    const x = fish.x + (this.gun.x - fish.x) * caught;
    c.translate(Math.round(x * this.scale) / this.scale, fish.y + (this.gun.y - 40 - fish.y) * caught);
    c.rotate(caught * 5 * fish.way);
    const shrink = 1 - caught * 0.75;
    c.scale(fish.way * (how.backwards ? -1 : 1) * shrink * (1 + (how.pulse ?? 0) * Math.sin(t * 0.7)), shrink * (1 - (how.pulse ?? 0) * Math.sin(t * 0.7) + (how.flap ?? 0) * Math.sin(t)));
    if (how.sway) {
      const step = Math.round((how.sway > 8 ? 3 : 5) * this.scale);
      for (let at = 0; at < sprite.width; at += step) {
        const from = at / sprite.width;
        const part = Math.min(step, sprite.width - at);
        const dy = how.sway * this.size * (how.backwards ? from : 1 - from) ** 1.6 * Math.sin(t + from * 3.4);
        c.drawImage(sprite, at, 0, part, sprite.height, at / this.scale - wide / 2, dy - high / 2, part / this.scale, high);
      }
    } else c.drawImage(sprite, -wide / 2, -high / 2, wide, high);
    c.restore();
  }

  reticle(c, fish) {
    if (!this.live(fish)) return;
    const { wide, high } = this.sprites.get(fish.kind);
    const r = Math.max(wide, high) * 0.42 + 10;
    c.save();
    c.translate(fish.x, fish.y);
    c.strokeStyle = "rgb(255 224 150 / 90%)";
    c.lineWidth = 2.4;
    c.lineCap = "round";
    for (let i = 0; i < 4; i++) {
      const a = this.time * 0.5 + (i * Math.PI) / 2;
      c.beginPath();
      c.arc(0, 0, r, a - 0.28, a + 0.28);
      c.stroke();
    }
    const { times } = this.game.fish.find((one) => one.name === fish.kind);
    c.font = "700 14px Game, sans-serif";
    c.textAlign = "center";
    c.lineWidth = 4;
    c.strokeStyle = "rgb(3 14 28 / 75%)";
    c.fillStyle = "#ffe0a0";
    const below = Math.min(high * 0.5 + 20, this.gun.y - 70 - fish.y);
    c.strokeText(`×${times}`, 0, below);
    c.fillText(`×${times}`, 0, below);
    c.restore();
  }

  bolt(c, { fish, from, at }) {
    const x = from.x + (fish.x - from.x) * at;
    const y = from.y + (fish.y - from.y) * at;
    if (at >= 1) {
      this.net(c, fish);
      return;
    }
    const tail = Math.max(0, at - 0.22);
    const line = c.createLinearGradient(from.x + (fish.x - from.x) * tail, from.y + (fish.y - from.y) * tail, x, y);
    line.addColorStop(0, "rgb(120 240 255 / 0%)");
    line.addColorStop(1, "rgb(210 252 255 / 95%)");
    c.strokeStyle = line;
    c.lineWidth = 7 * Math.max(this.size, 0.7);
    c.lineCap = "round";
    c.beginPath();
    c.moveTo(from.x + (fish.x - from.x) * tail, from.y + (fish.y - from.y) * tail);
    c.lineTo(x, y);
    c.stroke();
    const glow = c.createRadialGradient(x, y, 0, x, y, 18);
    glow.addColorStop(0, "rgb(255 255 255 / 95%)");
    glow.addColorStop(0.3, "rgb(140 240 255 / 80%)");
    glow.addColorStop(1, "rgb(90 200 255 / 0%)");
    c.fillStyle = glow;
    c.fillRect(x - 18, y - 18, 36, 36);
  }

  /** The shot has reached the fish and the draw is awaited. */
  net(c, fish) {
    const { wide, high } = this.sprites.get(fish.kind);
    const r = Math.max(wide, high) * 0.36;
    c.save();
    c.translate(fish.x, fish.y);
    c.rotate(this.time * 2);
    c.strokeStyle = "rgb(190 245 255 / 70%)";
    c.lineWidth = 1.5;
    for (let i = 0; i < 6; i++) {
      c.rotate(Math.PI / 6);
      c.beginPath();
      c.ellipse(0, 0, r, r * 0.35, 0, 0, 7);
      c.stroke();
    }
    c.restore();
  }

  cannon(c) {
    const { x, y, size } = this.gun;
    const goal = this.pointer && this.hover ? this.hover : this.target;
    if (this.ready && goal && !this.shots.length) {
      const wanted = Math.atan2(goal.y - (y - 30 * size), goal.x - x);
      this.angle += (wanted - this.angle) * (calm.matches ? 1 : 0.2);
    }
    const brass = c.createLinearGradient(0, -20 * size, 0, 20 * size);
    for (const [at, color] of [[0, "#7a4a14"], [0.3, "#ffe3a0"], [0.5, "#e8b048"], [1, "#6b3c10"]]) brass.addColorStop(at, color);
    c.save();
    c.translate(x, y - 30 * size);
    c.save();
    c.rotate(this.angle);
    c.translate(-this.recoil * 10 * size, 0);
    c.fillStyle = brass;
    c.beginPath();
    c.roundRect(-26 * size, -19 * size, 58 * size, 38 * size, 12 * size);
    c.roundRect(24 * size, -13 * size, 42 * size, 26 * size, 4 * size);
    c.fill();
    c.fillStyle = "#5f3510";
    c.beginPath();
    c.roundRect(60 * size, -17 * size, 13 * size, 34 * size, 5 * size);
    c.roundRect(18 * size, -16 * size, 5 * size, 32 * size, 2);
    c.fill();
    const glow = c.createRadialGradient(74 * size, 0, 0, 74 * size, 0, 16 * size);
    glow.addColorStop(0, `rgb(170 250 255 / ${30 + this.recoil * 70}%)`);
    glow.addColorStop(1, "rgb(120 220 255 / 0%)");
    c.fillStyle = glow;
    c.fillRect(56 * size, -20 * size, 40 * size, 40 * size);
    c.restore();
    const dome = c.createRadialGradient(-10 * size, 0, 2, 0, 14 * size, 46 * size);
    for (const [at, color] of [[0, "#bfe6f2"], [0.5, "#3f7d9a"], [1, "#153a52"]]) dome.addColorStop(at, color);
    c.fillStyle = dome;
    c.beginPath();
    c.arc(0, 16 * size, 34 * size, Math.PI, 0);
    c.fill();
    c.fillStyle = "#0f2c40";
    c.beginPath();
    c.roundRect(-52 * size, 14 * size, 104 * size, 20 * size, 10 * size);
    c.fill();
    c.fillStyle = "#e8b048";
    for (let i = -2; i <= 2; i++) {
      c.beginPath();
      c.arc(i * 20 * size, 24 * size, 3 * size, 0, 7);
      c.fill();
    }
    c.restore();
  }
}
