// The scenery behind each game: painted once for its size, with a few things that live.

const gradient = (c, height, ...stops) => {
  const fill = c.createLinearGradient(0, 0, 0, height);
  for (const [at, color] of stops) fill.addColorStop(at, color);
  return fill;
};

const glow = (c, x, y, radius, color, strength) => {
  const fill = c.createRadialGradient(x, y, 0, x, y, radius);
  fill.addColorStop(0, `rgb(${color} / ${strength}%)`);
  fill.addColorStop(1, `rgb(${color} / 0%)`);
  c.fillStyle = fill;
  c.fillRect(x - radius, y - radius, radius * 2, radius * 2);
};

/** Even but irregular numbers from 0 to 1, the same at each painting. */
const scatter = (i, salt) => ((Math.sin(i * 127.1 + salt * 311.7) * 43758.5453) % 1 + 1) % 1;

function hills(c, width, height, base, rise, salt, color) {
  c.fillStyle = color;
  c.beginPath();
  c.moveTo(0, height);
  for (let x = 0; x <= width + 8; x += 8) {
    const y = base - rise * (0.5 + 0.32 * Math.sin(x / 190 + salt) + 0.18 * Math.sin(x / 67 + salt * 2.3));
    c.lineTo(x, y);
  }
  c.lineTo(width + 8, height);
  c.fill();
}

const moonjar = {
  edge: "rgb(233 229 216 / 26%)",
  paint(c, w, h) {
    c.fillStyle = gradient(c, h, [0, "#0c1226"], [0.55, "#1b2547"], [1, "#2b3152"]);
    c.fillRect(0, 0, w, h);
    // Beside the reels where there is room, above them on a phone.
    const wide = w > h * 1.3;
    const x = w * (wide ? 0.83 : 0.5);
    const y = h * (wide ? 0.34 : 0.16);
    const r = wide ? Math.min(w * 0.12, h * 0.26) : Math.min(w, h) * 0.42;
    glow(c, x, y, r * 3, "255 243 208", 30);
    const disc = c.createRadialGradient(x - r * 0.3, y - r * 0.35, 0, x, y, r);
    disc.addColorStop(0, "#fffaf0");
    disc.addColorStop(0.7, "#f1e8d2");
    disc.addColorStop(1, "#d3c6a8");
    c.fillStyle = disc;
    c.globalAlpha = 0.9;
    c.beginPath();
    c.arc(x, y, r, 0, 7);
    c.fill();
    c.globalAlpha = 1;
    for (const [dx, dy, size] of [[-0.32, 0.1, 0.17], [0.26, -0.28, 0.11], [0.3, 0.3, 0.2], [-0.1, -0.46, 0.08]]) {
      glow(c, x + dx * r, y + dy * r, size * r * 1.4, "176 162 128", 34);
    }
    for (let i = 0; i < 60; i++) {
      c.fillStyle = `rgb(255 248 228 / ${12 + scatter(i, 3) * 34}%)`;
      c.beginPath();
      c.arc(scatter(i, 1) * w, scatter(i, 2) * h * 0.6, 0.5 + scatter(i, 4), 0, 7);
      c.fill();
    }
    hills(c, w, h, h * 0.86, h * 0.22, 1.2, "rgb(44 56 99 / 75%)");
    hills(c, w, h, h * 0.94, h * 0.2, 3.1, "rgb(29 39 75 / 88%)");
    hills(c, w, h, h * 1.02, h * 0.18, 5.4, "#121a36");
  },
  live(c, w, h, t) {
    for (let i = 0; i < 5; i++) {
      const wide = 180 + i * 40;
      const x = ((i * 347 + t * (5 + i * 2)) % (w + wide * 2)) - wide;
      const y = h * (0.1 + i * 0.17);
      c.fillStyle = "rgb(215 226 250 / 7%)";
      c.beginPath();
      c.roundRect(x, y, wide, 10 + (i % 3) * 4, 9);
      c.roundRect(x + wide * 0.22, y - 11, wide * 0.5, 12, 8);
      c.fill();
    }
  },
};

const lanterns = {
  edge: "rgb(255 178 102 / 34%)",
  paint(c, w, h) {
    c.fillStyle = gradient(c, h, [0, "#150f26"], [0.5, "#2c1734"], [1, "#4a2030"]);
    c.fillRect(0, 0, w, h);
    for (let i = 0; i < 26; i++) {
      glow(c, scatter(i, 1) * w, h * (0.45 + scatter(i, 2) * 0.5), 24 + scatter(i, 3) * 60, i % 3 ? "255 166 77" : "255 110 110", 14);
    }
    for (let i = 0; i * 90 < w + 90; i++) {
      const x = i * 90 - 20;
      const top = h * (0.5 + scatter(i, 5) * 0.16);
      c.fillStyle = i % 2 ? "#1d1124" : "#22142a";
      c.fillRect(x, top, 92, h);
      c.beginPath();
      c.moveTo(x - 10, top);
      c.quadraticCurveTo(x + 46, top - 14, x + 102, top);
      c.lineTo(x + 92, top - 20);
      c.lineTo(x, top - 20);
      c.fill();
      for (let k = 0; k < 30; k++) {
        if (scatter(i * 7 + k, 8) < 0.45) continue;
        c.fillStyle = "rgb(255 196 110 / 38%)";
        c.fillRect(x + 14 + (k % 3) * 24, top + 18 + Math.floor(k / 3) * 34, 13, 18);
      }
    }
  },
  live(c, w, h, t) {
    for (let row = 0; row < 2; row++) {
      const sag = 26 + row * 18;
      const y = 8 + row * 34;
      const n = Math.max(5, Math.round(w / (150 - row * 30)));
      c.strokeStyle = "rgb(255 214 160 / 22%)";
      c.lineWidth = 1.2;
      c.beginPath();
      c.moveTo(0, y);
      c.quadraticCurveTo(w / 2, y + sag * 2, w, y);
      c.stroke();
      for (let i = 0; i < n; i++) {
        const at = (i + 0.5) / n;
        const x = at * w;
        const hang = y + sag * 4 * at * (1 - at);
        const sway = Math.sin(t * 0.9 + i * 1.7 + row) * 3;
        const color = ["255 120 72", "255 190 84", "255 96 120"][(i + row) % 3];
        glow(c, x + sway, hang + 16, 40, color, 30 + 6 * Math.sin(t * 1.3 + i));
        c.fillStyle = `rgb(${color})`;
        c.beginPath();
        c.ellipse(x + sway, hang + 16, 11, 13, 0, 0, 7);
        c.fill();
        c.fillStyle = "#6b3a1c";
        c.fillRect(x + sway - 5, hang + 2, 10, 3);
        c.fillRect(x + sway - 5, hang + 27, 10, 3);
      }
    }
  },
};

const comet = {
  edge: "rgb(134 182 255 / 32%)",
  paint(c, w, h) {
    c.fillStyle = gradient(c, h, [0, "#070a18"], [0.6, "#0d1230"], [1, "#1a1440"]);
    c.fillRect(0, 0, w, h);
    glow(c, w * 0.2, h * 0.75, Math.max(w, h) * 0.5, "98 60 200", 26);
    glow(c, w * 0.85, h * 0.25, Math.max(w, h) * 0.45, "30 110 190", 24);
    for (let i = 0; i < 170; i++) {
      c.fillStyle = `rgb(255 255 255 / ${20 + scatter(i, 3) * 50}%)`;
      c.beginPath();
      c.arc(scatter(i, 1) * w, scatter(i, 2) * h, 0.4 + scatter(i, 4) * 1.1, 0, 7);
      c.fill();
    }
  },
  live(c, w, h, t) {
    for (let i = 0; i < 24; i++) {
      c.fillStyle = `rgb(214 232 255 / ${30 + 35 * Math.sin(t * (0.7 + scatter(i, 6)) + i)}%)`;
      c.beginPath();
      c.arc(scatter(i, 11) * w, scatter(i, 12) * h, 1.4, 0, 7);
      c.fill();
    }
    const every = 9;
    const at = (t % every) / 2.2;
    if (t === 0 || at > 1) return;
    const lane = Math.floor(t / every);
    const x = w * (1.1 - 1.3 * at);
    const y = h * (0.05 + 0.25 * scatter(lane, 9) + 0.35 * at);
    const tail = c.createLinearGradient(x, y, x + 190, y - 52);
    tail.addColorStop(0, "rgb(190 226 255 / 85%)");
    tail.addColorStop(1, "rgb(190 226 255 / 0%)");
    c.strokeStyle = tail;
    c.lineWidth = 2.5;
    c.beginPath();
    c.moveTo(x, y);
    c.lineTo(x + 190, y - 52);
    c.stroke();
    glow(c, x, y, 18, "220 240 255", 90);
  },
};

// Scenes that are pictures: the picture fills the window, and a few light things drift in front of it.

/** Small things that drift through the window for ever: speed is in windows a second, downwards when positive. */
const drift = (n, speed, sway, draw) => (c, w, h, t) => {
  for (let i = 0; i < n; i++) {
    const own = speed * (0.6 + scatter(i, 21) * 0.8);
    const y = ((((scatter(i, 22) + t * own) % 1.1) + 1.1) % 1.1) - 0.05;
    const x = scatter(i, 23) + sway * Math.sin(t * (0.3 + scatter(i, 24) * 0.5) + i * 2.1);
    draw(c, x * w, y * h, i, t);
  }
};

const petal = (color) => (c, x, y, i, t) => {
  const turn = t * 0.8 + i;
  c.fillStyle = color;
  c.beginPath();
  c.ellipse(x, y, 7, 2 + 3 * Math.abs(Math.sin(turn)), turn, 0, 7);
  c.fill();
};

const dot = (color, size) => (c, x, y, i) => {
  c.fillStyle = color;
  c.beginPath();
  c.arc(x, y, size * (0.5 + scatter(i, 25)), 0, 7);
  c.fill();
};

const light = (color, size) => (c, x, y, i, t) => glow(c, x, y, size * (0.6 + scatter(i, 25)), color, 45 + 35 * Math.sin(t * 1.4 + i * 2.7));

const picture = (edge, live) => ({
  edge, live, picture: true,
  paint(c, w, h, image) {
    const scale = Math.max(w / image.width, h / image.height);
    c.drawImage(image, (w - image.width * scale) / 2, (h - image.height * scale) / 2, image.width * scale, image.height * scale);
    c.fillStyle = "rgb(6 8 16 / 22%)";
    c.fillRect(0, 0, w, h);
  },
});

export const scenes = {
  moonjar, lanterns, comet,
  tiger: picture("rgb(255 206 150 / 34%)", drift(16, 0.03, 0.03, petal("rgb(255 190 200 / 55%)"))),
  palace: picture("rgb(255 196 120 / 36%)", drift(14, -0.02, 0.02, light("255 180 96", 26))),
  harvest: picture("rgb(255 226 150 / 34%)", drift(18, -0.015, 0.03, light("255 232 140", 16))),
  lotus: picture("rgb(255 214 230 / 40%)", drift(14, 0.025, 0.04, petal("rgb(255 214 230 / 70%)"))),
  mekong: picture("rgb(255 196 110 / 38%)", drift(16, -0.012, 0.03, light("255 220 130", 18))),
  drum: picture("rgb(226 170 90 / 40%)", drift(20, -0.05, 0.015, dot("rgb(255 170 80 / 60%)", 1.8))),
  nebula: picture("rgb(190 150 255 / 36%)", drift(26, 0.006, 0.004, light("220 210 255", 9))),
  polar: picture("rgb(170 230 255 / 40%)", drift(44, 0.05, 0.02, dot("rgb(255 255 255 / 70%)", 2.2))),
  robots: picture("rgb(242 190 90 / 36%)", drift(16, -0.02, 0.02, dot("rgb(255 224 160 / 32%)", 1.8))),
  koi: picture("rgb(210 255 246 / 36%)", drift(12, 0.015, 0.05, petal("rgb(255 196 212 / 75%)"))),
  fox: picture("rgb(150 190 255 / 38%)", drift(12, -0.02, 0.04, light("106 184 255", 30))),
  sushi: picture("rgb(255 206 140 / 36%)", drift(12, -0.03, 0.02, dot("rgb(255 236 200 / 26%)", 2.4))),
  wave: picture("rgb(255 240 220 / 38%)", drift(30, 0.03, 0.03, dot("rgb(255 255 255 / 50%)", 2))),
};
