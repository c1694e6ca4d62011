// The river and its dragon boats, drawn on a canvas. The place of a boat at a moment follows from the course alone.

import { calm } from "./motion.js";

const hulls = ["#d8432f", "#dba52a", "#2fa871", "#3f8fe0", "#8d5bd6", "#d9dde4"];
const dark = ["#7c1f15", "#7d5a10", "#145c3b", "#1b4b85", "#4a2b80", "#777e8b"];

export const boat = (n) => ({ n, hull: hulls[n - 1], dark: dark[n - 1] });

const rest = 0.04; // the part of the way that a boat takes to come to speed, see race.go
const full = 1 - rest * (1 - Math.exp(-1 / rest));
const eased = (x) => (x - rest * (1 - Math.exp(-x / rest))) / full;

/** How far a boat has come, 0 … 1, and beyond 1 when it glides out. */
export function progress(ms, time, pace) {
  if (ms <= 0) return 0;
  const x = ms / time;
  if (x >= 1) return 1 + 0.05 * (1 - Math.exp(-(ms - time) / 1400));
  const u = eased(x);
  return u + pace.reduce((sum, bend, k) => sum + (bend / 10000) * Math.sin((k + 1) * Math.PI * u), 0);
}

function drawBoat(c, { n, hull, dark: shade }, x, y, size, stroke, moving) {
  c.save();
  c.translate(x, y);
  c.scale(size, size);
  if (moving > 0.02) { // what the hull leaves behind
    c.strokeStyle = "rgb(255 255 255 / 40%)";
    c.lineWidth = 1.4;
    for (let k = 0; k < 3; k++) {
      c.globalAlpha = moving * (0.9 - k * 0.25);
      c.beginPath();
      c.moveTo(-52 - k * 15, 6);
      c.quadraticCurveTo(-60 - k * 17, 8 + 2 * Math.sin(stroke + k), -76 - k * 20, 8);
      c.stroke();
    }
    c.globalAlpha = 1;
  }
  // rowers and their paddles
  for (let k = 0; k < 6; k++) {
    const rx = -34 + k * 12;
    const swing = Math.sin(stroke) * 0.55;
    c.strokeStyle = "#e9d8b4";
    c.lineWidth = 2;
    c.beginPath();
    c.moveTo(rx + 2, -5);
    c.lineTo(rx + 3 - swing * 9, 10 - Math.max(0, Math.cos(stroke)) * 4);
    c.stroke();
    c.fillStyle = shade;
    c.beginPath();
    c.ellipse(rx - swing * 2, -6, 3.6, 5.4, -swing * 0.5, 0, 7);
    c.fill();
    c.fillStyle = "#f0c9a0";
    c.beginPath();
    c.arc(rx - swing * 3.4, -13, 2.7, 0, 7);
    c.fill();
    c.fillStyle = hull;
    c.beginPath();
    c.arc(rx - swing * 3.4, -14, 2.8, Math.PI, 0);
    c.fill();
  }
  // the hull
  c.fillStyle = hull;
  c.beginPath();
  c.moveTo(-52, -7);
  c.quadraticCurveTo(-48, 7, -30, 7);
  c.lineTo(34, 7);
  c.quadraticCurveTo(48, 6, 51, -8);
  c.quadraticCurveTo(42, -2, 34, -2);
  c.lineTo(-36, -2);
  c.quadraticCurveTo(-46, -2, -52, -7);
  c.fill();
  c.fillStyle = shade;
  c.beginPath();
  c.moveTo(-46, 2);
  c.quadraticCurveTo(-42, 7, -30, 7);
  c.lineTo(34, 7);
  c.quadraticCurveTo(42, 6.5, 46, 2);
  c.fill();
  // tail
  c.strokeStyle = hull;
  c.lineWidth = 3.4;
  c.lineCap = "round";
  c.beginPath();
  c.moveTo(-50, -6);
  c.quadraticCurveTo(-60, -12, -56, -21);
  c.stroke();
  // head
  c.fillStyle = hull;
  c.beginPath();
  c.moveTo(44, -2);
  c.quadraticCurveTo(50, -12, 50, -20);
  c.quadraticCurveTo(52, -27, 60, -26);
  c.quadraticCurveTo(70, -24, 74, -17);
  c.lineTo(66, -16);
  c.lineTo(72, -13);
  c.quadraticCurveTo(64, -10, 60, -12);
  c.quadraticCurveTo(56, -4, 50, 2);
  c.fill();
  c.fillStyle = "#f5d375";
  c.beginPath(); // mane and horn
  c.moveTo(50, -21);
  c.lineTo(42, -24);
  c.lineTo(48, -16);
  c.lineTo(41, -15);
  c.lineTo(47, -9);
  c.lineTo(50, -14);
  c.fill();
  c.beginPath();
  c.moveTo(55, -26);
  c.lineTo(47, -33);
  c.lineTo(59, -27);
  c.fill();
  c.fillStyle = "#fff";
  c.beginPath();
  c.arc(61, -21, 2.2, 0, 7);
  c.fill();
  c.fillStyle = "#12161c";
  c.beginPath();
  c.arc(61.8, -21, 1.2, 0, 7);
  c.fill();
  // number
  c.fillStyle = "#fff";
  c.beginPath();
  c.arc(0, 3, 6.6, 0, 7);
  c.fill();
  c.fillStyle = "#12161c";
  c.font = '700 10px "Game", sans-serif';
  c.textAlign = "center";
  c.textBaseline = "middle";
  c.fillText(String(n), 0, 3.6);
  c.restore();
}

/** A river on a canvas. show tells what there is to see; it draws as long as something moves. */
export function river(canvas, fleet) {
  const c = canvas.getContext("2d");
  let news = null;
  let width = 0;
  let height = 0;
  let scale = 1;
  let waiting = false;
  let ground = null; // far bank and water, painted once for a size

  function paint() {
    ground = new OffscreenCanvas(canvas.width, canvas.height);
    const p = ground.getContext("2d");
    p.scale(scale, scale);
    const shore = bank();
    const sky = p.createLinearGradient(0, 0, 0, shore);
    sky.addColorStop(0, "#1a2450");
    sky.addColorStop(1, "#e08a5b");
    p.fillStyle = sky;
    p.fillRect(0, 0, width, shore);
    const water = p.createLinearGradient(0, shore, 0, height);
    water.addColorStop(0, "#2f6c86");
    water.addColorStop(1, "#0d2f45");
    p.fillStyle = water;
    p.fillRect(0, shore, width, height - shore);
    p.fillStyle = "#fbe3b0";
    p.beginPath();
    p.arc(width * 0.78, shore * 0.62, shore * 0.2, 0, 7);
    p.fill();
  }

  const bank = () => Math.max(46, height * 0.2);

  function resize() {
    const box = canvas.getBoundingClientRect();
    if (!box.width || !box.height) return;
    scale = Math.min(window.devicePixelRatio || 1, 2);
    width = box.width;
    height = box.height;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    paint();
    wake();
  }

  /** Hills, pavilions and lanterns of the far bank, which pass by more slowly than the water. */
  function drawBank(from) {
    const shore = bank();
    c.fillStyle = "#27335c";
    const far = from * 0.12;
    c.beginPath();
    c.moveTo(0, shore);
    for (let x = 0; x <= width + 8; x += 8) c.lineTo(x, shore - shore * (0.3 + 0.16 * Math.sin((x + far) / 90) + 0.09 * Math.sin((x + far) / 37)));
    c.lineTo(width + 8, shore);
    c.fill();
    const near = from * 0.45;
    const gap = 190;
    for (let k = Math.floor(near / gap) - 1; k * gap - near < width + gap; k++) {
      const x = k * gap - near;
      c.fillStyle = "#152038";
      if (k % 2) { // a pavilion
        c.fillRect(x + 22, shore - 22, 36, 22);
        c.beginPath();
        c.moveTo(x + 8, shore - 20);
        c.quadraticCurveTo(x + 26, shore - 26, x + 40, shore - 42);
        c.quadraticCurveTo(x + 54, shore - 26, x + 72, shore - 20);
        c.fill();
        c.fillStyle = "#ffcf75";
        c.fillRect(x + 30, shore - 15, 7, 9);
        c.fillRect(x + 43, shore - 15, 7, 9);
      } else { // trees
        for (const [dx, r] of [[10, 13], [26, 18], [44, 14]]) {
          c.beginPath();
          c.arc(x + dx, shore - r * 0.8, r, 0, 7);
          c.fill();
        }
      }
      for (let l = 0; l < 3; l++) {
        c.fillStyle = "#ffb454";
        c.beginPath();
        c.ellipse(x + 92 + l * 28, shore - 12 - 4 * Math.sin(l * 1.3), 3.6, 4.6, 0, 0, 7);
        c.fill();
      }
    }
    c.fillStyle = "#101a2c";
    c.fillRect(0, shore - 3, width, 5);
  }

  function draw() {
    const result = news?.result;
    const ms = result ? news.elapsed() : 0;
    const way = width < 600 ? 2600 : 4200; // pixels from the start to the finish
    const top = bank() + 10;
    const lane = (height - top - 8) / fleet.length;
    const size = Math.min(1, lane / 38, width / 620 + 0.25);
    const tail = 140 * size; // where the start is: a boat is in sight as a whole
    const ran = fleet.map(({ n }) => (result ? progress(ms, result.times[n - 1], result.pace[n - 1]) : 0));
    const lead = Math.max(...ran);
    // The view keeps the leader in sight and never passes the finish.
    const from = Math.max(0, Math.min(lead * way - width * 0.52, way - width * 0.66));
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.drawImage(ground, 0, 0);
    c.scale(scale, scale);
    drawBank(from);
    const seen = calm.matches ? 0 : performance.now() / 1000;
    c.strokeStyle = "rgb(255 255 255 / 9%)";
    c.lineWidth = 1;
    for (let k = 0; k < 46; k++) { // light on the water
      const y = top + ((k * 61) % 100) / 100 * (height - top);
      const x = ((k * 211 - from * 0.9 + 8 * Math.sin(seen + k)) % (width + 120) + width + 120) % (width + 120) - 60;
      c.beginPath();
      c.moveTo(x, y);
      c.lineTo(x + 24 + (k % 3) * 12, y);
      c.stroke();
    }
    for (const [part, finish] of [[0, false], [0.25, false], [0.5, false], [0.75, false], [1, true]]) {
      const x = part * way - from + tail;
      if (x < -40 || x > width + 40) continue;
      for (let k = 0; k <= fleet.length; k++) { // buoys
        c.fillStyle = finish ? (k % 2 ? "#fff" : "#e5463a") : "#f2a93b";
        c.beginPath();
        c.arc(x, top + k * lane, finish ? 4.5 : 3, 0, 7);
        c.fill();
      }
      if (finish) {
        c.strokeStyle = "rgb(255 255 255 / 65%)";
        c.setLineDash([6, 6]);
        c.beginPath();
        c.moveTo(x, top);
        c.lineTo(x, height - 8);
        c.stroke();
        c.setLineDash([]);
      }
    }
    for (const [k, one] of fleet.entries()) {
      const moving = result && ran[k] > 0 && ran[k] < 1.04 ? Math.min(1, ran[k] * 14) : 0;
      const stroke = moving && !calm.matches ? ms / 95 + k * 0.7 : k;
      const bob = calm.matches ? 0 : Math.sin(seen * 1.7 + k * 1.3) * 1.2;
      // The head is at the line when the boat has come so far.
      drawBoat(c, one, ran[k] * way - from + tail - 72 * size, top + (k + 0.62) * lane + bob, size, stroke, moving);
    }
    drawStandings(ran, result, ms);
  }

  /** A strip above the water with the order at this moment. */
  function drawStandings(ran, result, ms) {
    if (!result || ms <= 0) return;
    const order = fleet.map((one, k) => ({ one, at: ran[k], time: result.times[one.n - 1] }))
      .toSorted((a, b) => (a.at >= 1 && b.at >= 1 ? a.time - b.time : b.at - a.at));
    const r = 11;
    for (const [k, { one, at }] of order.entries()) {
      const x = 22 + k * 30;
      c.fillStyle = one.hull;
      c.beginPath();
      c.arc(x, 20, r, 0, 7);
      c.fill();
      if (at >= 1) {
        c.strokeStyle = "#fff";
        c.lineWidth = 2;
        c.stroke();
      }
      c.fillStyle = one.n === 6 ? "#12161c" : "#fff";
      c.font = '700 13px "Game", sans-serif';
      c.textAlign = "center";
      c.textBaseline = "middle";
      c.fillText(String(one.n), x, 20.5);
    }
  }

  function wake() {
    if (waiting || !ground) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      draw();
      const racing = news?.result && news.elapsed() < Math.max(...news.result.times) + 4000;
      if (racing || !calm.matches) wake();
    });
  }

  new ResizeObserver(resize).observe(canvas);
  calm.addEventListener("change", wake);
  return {
    show(next) {
      news = next;
      wake();
    },
  };
}
