// The two seas behind the fish: painted once for their size, with light, plants and bubbles that live.

/** Even but irregular numbers from 0 to 1, the same at each painting. */
const scatter = (i, salt) => ((Math.sin(i * 127.1 + salt * 311.7) * 43758.5453) % 1 + 1) % 1;

function ground(c, h, ...stops) {
  const fill = c.createLinearGradient(0, 0, 0, h);
  for (const [at, color] of stops) fill.addColorStop(at, color);
  return fill;
}

function glow(c, x, y, r, color, strength) {
  const fill = c.createRadialGradient(x, y, 0, x, y, r);
  fill.addColorStop(0, `rgb(${color} / ${strength}%)`);
  fill.addColorStop(1, `rgb(${color} / 0%)`);
  c.fillStyle = fill;
  c.fillRect(x - r, y - r, r * 2, r * 2);
}

/** A puff of warm water, painted once and drawn at any size. */
function puff(color) {
  const side = 64;
  const canvas = new OffscreenCanvas(side, side);
  glow(canvas.getContext("2d"), side / 2, side / 2, side / 2, color, 100);
  return canvas;
}

/** A ridge of rock from side to side. */
function ridge(c, w, h, base, rise, salt, color, sharp = 1) {
  c.fillStyle = color;
  c.beginPath();
  c.moveTo(0, h);
  for (let x = 0; x <= w + 10; x += 10) {
    const wave = 0.5 + 0.3 * Math.sin(x / (150 * sharp) + salt) + 0.2 * Math.sin(x / (53 * sharp) + salt * 2.7);
    c.lineTo(x, base - rise * wave);
  }
  c.lineTo(w + 10, h);
  c.fill();
}

/** A branching coral that grows upwards from x, y. */
function coral(c, x, y, length, angle, width, depth, color, salt) {
  const tx = x + Math.cos(angle) * length;
  const ty = y + Math.sin(angle) * length;
  c.strokeStyle = color;
  c.lineWidth = width;
  c.lineCap = "round";
  c.beginPath();
  c.moveTo(x, y);
  c.lineTo(tx, ty);
  c.stroke();
  if (depth === 0) return;
  for (let i = -1; i <= 1; i++) {
    if (i === 0 && depth > 2) continue;
    const turn = i * (0.38 + scatter(depth + i, salt) * 0.3);
    coral(c, tx, ty, length * (0.66 + scatter(i + 3, salt + depth) * 0.2), angle + turn, width * 0.72, depth - 1, color, salt + i + 5);
  }
}

/** A round brain coral or sponge with a lit side. */
function mound(c, x, y, r, light, dark) {
  const fill = c.createRadialGradient(x - r * 0.3, y - r * 0.7, r * 0.1, x, y - r * 0.2, r * 1.1);
  fill.addColorStop(0, light);
  fill.addColorStop(1, dark);
  c.fillStyle = fill;
  c.beginPath();
  c.ellipse(x, y, r, r * 0.82, 0, Math.PI, 0);
  c.fill();
  c.strokeStyle = "rgb(255 255 255 / 14%)";
  c.lineWidth = 1.6;
  for (let i = 1; i < 5; i++) {
    c.beginPath();
    c.ellipse(x, y, r * (i / 5), r * 0.82, 0, Math.PI, 0);
    c.stroke();
  }
}

function weed(c, x, y, high, t, salt, color) {
  c.strokeStyle = color;
  c.lineCap = "round";
  for (let blade = 0; blade < 3; blade++) {
    const tall = high * (0.7 + scatter(blade, salt) * 0.5);
    const sway = Math.sin(t * 0.8 + salt + blade) * 16;
    c.lineWidth = 6 - blade;
    c.beginPath();
    c.moveTo(x + blade * 9, y);
    c.bezierCurveTo(x + blade * 9 - 14, y - tall * 0.35, x + blade * 9 + 14 + sway * 0.4, y - tall * 0.65, x + blade * 9 + sway, y - tall);
    c.stroke();
  }
}

function bubbles(c, w, h, t, n, color) {
  c.strokeStyle = color;
  c.lineWidth = 1.2;
  for (let i = 0; i < n; i++) {
    const rise = (t * (14 + scatter(i, 5) * 26) + scatter(i, 6) * h) % h;
    const x = scatter(i, 7) * w + Math.sin(t + i) * 8;
    c.beginPath();
    c.arc(x, h - rise, 1.5 + scatter(i, 8) * 4, 0, 7);
    c.stroke();
  }
}

const reef = {
  paint(c, w, h, floor) {
    c.fillStyle = ground(c, h, [0, "#6fdcec"], [0.14, "#35b5d8"], [0.5, "#1580b4"], [0.85, "#0c5288"], [1, "#093d6b"]);
    c.fillRect(0, 0, w, h);
    glow(c, w * 0.42, -h * 0.06, Math.max(w, h) * 0.62, "235 255 250", 62);
    const low = floor;
    ridge(c, w, h, low - 60, Math.min(190, h * 0.2), 0.7, "rgb(18 108 156 / 55%)", 1.5);
    ridge(c, w, h, low - 26, Math.min(150, h * 0.17), 2.9, "rgb(14 84 132 / 70%)");
    c.fillStyle = ground(c, h, [0, "#0e6b96"], [(low - 50) / h, "#2f8fa6"], [low / h, "#c8b98a"], [1, "#7d7350"]);
    c.beginPath();
    c.moveTo(0, h);
    for (let x = 0; x <= w + 12; x += 12) c.lineTo(x, low - 14 - 12 * Math.sin(x / 120 + 1) - 6 * Math.sin(x / 41));
    c.lineTo(w + 12, h);
    c.fill();
    // The reef stands at both sides and leaves the middle to the gun.
    const side = Math.min(w * 0.34, 420);
    const grown = Math.min(1, Math.max(h / 900, 0.6)) * Math.min(1, Math.max(w / 900, 0.66));
    const colors = ["#ff6f7d", "#ffa04d", "#d86bd6", "#ffd166", "#ff8fb1", "#7d6bf0"];
    for (let i = 0; i < 7; i++) {
      const x = (i / 6) * side;
      const high = (30 + scatter(i, 2) * 26) * (1.15 - i * 0.09) * grown;
      for (const at of [x + 8, w - x - 8]) {
        const salt = i + (at > w / 2 ? 40 : 0);
        coral(c, at, low + 6, high, -Math.PI / 2 + (scatter(i, salt) - 0.5) * 0.5, 9 * grown * (1 - i * 0.07), 4, colors[(i + salt) % colors.length], salt);
      }
    }
    for (let i = 0; i < 5; i++) {
      const r = (44 - i * 5) * grown;
      mound(c, 26 + i * side * 0.2, low + 8, r, ["#ffb7a0", "#ffe08a", "#a9e6c4", "#e3a6ff", "#ffc0d0"][i], ["#a83a4e", "#b06a1e", "#1f7a68", "#6b2f9c", "#a83a6e"][i]);
      mound(c, w - 40 - i * side * 0.2, low + 8, r * 0.9, ["#a9e6c4", "#ffc0d0", "#ffe08a", "#ffb7a0", "#e3a6ff"][i], ["#1f7a68", "#a83a6e", "#b06a1e", "#a83a4e", "#6b2f9c"][i]);
    }
    this.floor = low;
    this.side = side;
  },
  live(c, w, h, t) {
    c.save();
    c.globalCompositeOperation = "lighter";
    for (let i = 0; i < 6; i++) {
      const x = w * (0.1 + i * 0.15) + Math.sin(t * 0.25 + i * 1.7) * 40;
      const lean = w * 0.1 + Math.sin(t * 0.2 + i) * 30;
      const ray = c.createLinearGradient(0, 0, 0, h * 0.82);
      const strength = 7 + 5 * Math.sin(t * 0.6 + i * 2.1);
      ray.addColorStop(0, `rgb(220 255 250 / ${strength}%)`);
      ray.addColorStop(1, "rgb(220 255 250 / 0%)");
      c.fillStyle = ray;
      c.beginPath();
      c.moveTo(x - 16, 0);
      c.lineTo(x + 34, 0);
      c.lineTo(x + lean + 110, h * 0.82);
      c.lineTo(x + lean - 40, h * 0.82);
      c.fill();
    }
    c.restore();
    const high = Math.min(120, h * 0.13);
    for (let i = 0; i < (w < 700 ? 3 : 5); i++) {
      weed(c, 16 + i * this.side * 0.24, this.floor + 8, high * (1.2 - i * 0.12), t, i, i % 2 ? "#2f9d6a" : "#57b85c");
      weed(c, w - 46 - i * this.side * 0.24, this.floor + 8, high * (1.2 - i * 0.12), t, i + 9, i % 2 ? "#57b85c" : "#2a8f74");
    }
    bubbles(c, w, h, t, 26, "rgb(235 252 255 / 45%)");
  },
};

const trench = {
  paint(c, w, h, floor) {
    c.fillStyle = ground(c, h, [0, "#123a6b"], [0.3, "#0b2450"], [0.65, "#081634"], [1, "#050a1c"]);
    c.fillRect(0, 0, w, h);
    glow(c, w * 0.5, -h * 0.1, Math.max(w, h) * 0.55, "80 150 230", 34);
    glow(c, w * 0.2, h * 0.5, h * 0.5, "90 60 190", 24);
    glow(c, w * 0.82, h * 0.42, h * 0.5, "20 130 150", 26);
    ridge(c, w, h, floor - 30, Math.min(300, h * 0.34), 0.4, "rgb(18 40 92 / 60%)", 0.9);
    // Towers of rock at both sides.
    for (const right of [false, true]) {
      for (let i = 0; i < 4; i++) {
        const wide = (60 + scatter(i, right ? 3 : 4) * 60) * Math.min(1, w / 900 + 0.3);
        const x = (right ? w : 0) + (right ? -1 : 1) * (i * Math.min(w * 0.075, 96) - 10);
        const high = (floor * 0.66 - i * floor * 0.13) * (0.8 + scatter(i, right ? 6 : 5) * 0.3);
        const rock = c.createLinearGradient(x - wide, 0, x + wide, 0);
        for (const [at, color] of right ? [[0, "#274a86"], [0.5, "#142a58"], [1, "#0a1634"]] : [[0, "#0a1634"], [0.5, "#142a58"], [1, "#274a86"]]) rock.addColorStop(at, color);
        c.fillStyle = rock;
        c.beginPath();
        c.moveTo(x - wide, h);
        for (let k = 0; k <= 8; k++) c.lineTo(x - wide + (k / 8) * wide * 0.75 + (scatter(k, i) - 0.5) * 14, floor - (k / 8) * high);
        for (let k = 8; k >= 0; k--) c.lineTo(x + wide - (k / 8) * wide * 0.75 + (scatter(k, i + 9) - 0.5) * 14, floor - (k / 8) * high * 0.96);
        c.lineTo(x + wide, h);
        c.fill();
      }
    }
    ridge(c, w, h, floor + 18, Math.min(96, h * 0.1), 4.2, "#0a1836");
    ridge(c, w, h, floor + 40, 50, 1.3, "#060e24", 0.7);
    this.puffs ??= [puff("230 170 150"), puff("120 240 220")];
    this.vents = [w * 0.14, w * 0.3, w * 0.71, w * 0.88].map((x, i) => ({ x, y: floor + 6 - (i % 2) * 8 }));
    for (const [i, vent] of this.vents.entries()) {
      glow(c, vent.x, vent.y, 120, i % 2 ? "60 230 200" : "255 130 70", 40);
      c.fillStyle = "#0b1a3a";
      c.beginPath();
      c.moveTo(vent.x - 22, vent.y + 40);
      c.lineTo(vent.x - 9, vent.y - 18);
      c.lineTo(vent.x + 9, vent.y - 18);
      c.lineTo(vent.x + 24, vent.y + 40);
      c.fill();
      c.fillStyle = i % 2 ? "#6af5d8" : "#ffab6a";
      c.beginPath();
      c.ellipse(vent.x, vent.y - 18, 9, 3.4, 0, 0, 7);
      c.fill();
    }
    // Anemones that glow.
    for (let i = 0; i < 18; i++) {
      const x = scatter(i, 21) * w;
      if (Math.abs(x - w / 2) < 90) continue;
      const color = ["255 120 220", "90 220 255", "170 255 140"][i % 3];
      glow(c, x, floor + 8, 26, color, 50);
      for (let k = -3; k <= 3; k++) {
        c.strokeStyle = `rgb(${color} / 80%)`;
        c.lineWidth = 2;
        c.beginPath();
        c.moveTo(x, floor + 14);
        c.quadraticCurveTo(x + k * 4, floor, x + k * 6, floor - 8 + Math.abs(k) * 2);
        c.stroke();
      }
    }
  },
  live(c, w, h, t) {
    for (const [i, vent] of this.vents.entries()) {
      for (let k = 0; k < 7; k++) {
        const rise = (t * 0.16 + k / 7 + i * 0.31) % 1;
        const r = 12 + rise * 34;
        c.globalAlpha = 0.12 * (1 - rise);
        c.drawImage(this.puffs[i % 2], vent.x + Math.sin(rise * 5 + i + t * 0.4) * 16 * rise - r, vent.y - 22 - rise * h * 0.3 - r, r * 2, r * 2);
      }
    }
    c.globalAlpha = 1;
    for (let i = 0; i < 70; i++) {
      const fall = (t * (5 + scatter(i, 12) * 9) + scatter(i, 13) * h) % h;
      const x = (scatter(i, 14) * w + Math.sin(t * 0.3 + i) * 20 + w) % w;
      const bright = i % 9 === 0 ? 60 + 40 * Math.sin(t * 2 + i) : 22;
      c.fillStyle = i % 9 === 0 ? `rgb(130 255 235 / ${bright}%)` : `rgb(200 220 255 / ${bright}%)`;
      c.beginPath();
      c.arc(x, fall, 0.8 + scatter(i, 15) * 1.5, 0, 7);
      c.fill();
    }
    bubbles(c, w, h, t, 12, "rgb(170 210 255 / 30%)");
  },
};

export const seas = { reef, trench };
