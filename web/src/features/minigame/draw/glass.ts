import { type Chamber, MAIN, SCENE, TRAY } from "./ball-layout.ts";
import { type Colour, ink, mix, type Palette } from "./palette.ts";
import { TUBE_END, tubeOf } from "./tube.ts";

/* The glass of the ball draw, under one light at the top left. */

type Colours = Palette<"ball" | "power" | "deep" | "mid" | "light" | "paper" | "shade" | "edge">;
type To = CanvasRenderingContext2D;

const tintOf = (colours: Colours, chamber: Chamber) => (chamber === MAIN ? colours.ball : colours.power);

function circle(to: To, x: number, y: number, radius: number): void {
  to.beginPath();
  to.arc(x, y, radius, 0, Math.PI * 2);
}

/** The drum: its back behind the balls, or the reflections before them. */
export function glassDrum(to: To, colours: Colours, chamber: Chamber, side: "back" | "front"): void {
  const { x, y, radius } = chamber;
  const tint = tintOf(colours, chamber);
  if (side === "back") {
    circle(to, x, y, radius);
    const body = to.createRadialGradient(x - radius * 0.35, y - radius * 0.5, radius * 0.05, x, y, radius);
    body.addColorStop(0, ink(mix(colours.mid, colours.light, 0.25), 0.9));
    body.addColorStop(0.45, ink(colours.mid, 0.75));
    body.addColorStop(0.85, ink(colours.deep, 0.95));
    body.addColorStop(1, ink(mix(colours.deep, colours.shade, 0.4)));
    to.fillStyle = body;
    to.fill();
    // The air from below.
    const air = to.createRadialGradient(x, y + radius * 0.95, 0, x, y + radius * 0.7, radius * 0.95);
    air.addColorStop(0, ink(tint, 0.36));
    air.addColorStop(1, ink(tint, 0));
    to.fillStyle = air;
    to.fill();
    return;
  }
  to.save();
  circle(to, x, y, radius);
  to.clip();
  // The window that stands in the glass.
  to.save();
  to.translate(x - radius * 0.5, y - radius * 0.54);
  to.rotate(-0.72);
  to.scale(1, 0.46);
  const window = to.createRadialGradient(0, 0, 0, 0, 0, radius * 0.42);
  window.addColorStop(0, ink(colours.paper, 0.34));
  window.addColorStop(0.6, ink(colours.paper, 0.12));
  window.addColorStop(1, ink(colours.paper, 0));
  to.fillStyle = window;
  circle(to, 0, 0, radius * 0.42);
  to.fill();
  to.restore();
  // The edge is thicker glass: darker, with the light caught in it.
  const edge = to.createRadialGradient(x, y, radius * 0.86, x, y, radius);
  edge.addColorStop(0, ink(colours.shade, 0));
  edge.addColorStop(1, ink(colours.shade, 0.42));
  to.fillStyle = edge;
  to.fillRect(x - radius, y - radius, radius * 2, radius * 2);
  to.lineCap = "round";
  to.lineWidth = radius * 0.035;
  glint(to, chamber, colours.paper, 0.5, 1.04, 1.4);
  glint(to, chamber, mix(tint, colours.paper, 0.4), 0.4, 0.06, 0.4);
  to.restore();
  const rim = to.createLinearGradient(x - radius, y - radius, x + radius, y + radius);
  rim.addColorStop(0, ink(colours.edge, 0.75));
  rim.addColorStop(0.5, ink(colours.light, 0.4));
  rim.addColorStop(1, ink(colours.edge, 0.25));
  circle(to, x, y, radius);
  to.lineWidth = 2;
  to.strokeStyle = rim;
  to.stroke();
}

/** Light caught in the edge of the glass, from one angle to another in half turns; it fades at its ends. */
function glint(to: To, { x, y, radius }: Chamber, colour: Colour, opacity: number, begin: number, end: number): void {
  const at = (angle: number) =>
    [x + Math.cos(angle * Math.PI) * radius, y + Math.sin(angle * Math.PI) * radius] as const;
  const fade = to.createLinearGradient(...at(begin), ...at(end));
  fade.addColorStop(0, ink(colour, 0));
  fade.addColorStop(0.5, ink(colour, opacity));
  fade.addColorStop(1, ink(colour, 0));
  to.strokeStyle = fade;
  to.beginPath();
  to.arc(x, y, radius * 0.935, begin * Math.PI, end * Math.PI);
  to.stroke();
}

/** The foot of a drum, with the blower in it. */
export function stand(to: To, colours: Colours, chamber: Chamber): void {
  const { x, y, radius } = chamber;
  const tint = tintOf(colours, chamber);
  const bottom = TRAY.y - TRAY.ball - 12;
  const [half, top] = [radius * 0.34, y + radius * 0.9];
  const shadow = to.createRadialGradient(x, bottom, 0, x, bottom, radius * 0.9);
  shadow.addColorStop(0, ink(colours.shade, 0.5));
  shadow.addColorStop(1, ink(colours.shade, 0));
  to.save();
  to.translate(0, bottom);
  to.scale(1, 0.1);
  to.translate(0, -bottom);
  to.fillStyle = shadow;
  circle(to, x, bottom, radius * 0.9);
  to.fill();
  to.restore();
  const metal = to.createLinearGradient(x - half * 1.4, 0, x + half * 1.4, 0);
  metal.addColorStop(0, ink(mix(colours.mid, colours.light, 0.5)));
  metal.addColorStop(0.28, ink(mix(colours.light, colours.paper, 0.3)));
  metal.addColorStop(0.55, ink(colours.mid));
  metal.addColorStop(1, ink(colours.deep));
  to.fillStyle = metal;
  to.beginPath();
  to.moveTo(x - half, top);
  to.lineTo(x + half, top);
  to.quadraticCurveTo(x + half * 1.02, bottom - 8, x + half * 1.5, bottom);
  to.lineTo(x - half * 1.5, bottom);
  to.quadraticCurveTo(x - half * 1.02, bottom - 8, x - half, top);
  to.fill();
  to.fillStyle = ink(tint, 0.85);
  to.beginPath();
  to.roundRect(x - half * 0.62, bottom - 9, half * 1.24, 2.4, 1.2);
  to.fill();
}

function tubeLine(to: To, chamber: Chamber): void {
  const { points, bend } = tubeOf(chamber);
  const [mouth, ...rest] = points;
  const last = points.at(-1);
  if (!mouth || !last) return;
  to.beginPath();
  to.moveTo(mouth.x, mouth.y - 1);
  for (const [at, point] of rest.entries()) {
    const next = rest[at + 1];
    if (next) to.arcTo(point.x, point.y, next.x, next.y, bend);
  }
  to.lineTo(last.x, last.y);
}

const widthOf = (chamber: Chamber) => chamber.ball * 2 + 5;

export function tubeBack(to: To, colours: Colours, chamber: Chamber): void {
  tubeLine(to, chamber);
  to.lineCap = "butt";
  to.lineWidth = widthOf(chamber);
  to.strokeStyle = ink(mix(colours.deep, colours.mid, 0.45), 0.9);
  to.stroke();
}

/** The walls of the tube and the light along them; painted apart, because their inside is taken away again. */
export function tubeFront(to: To, colours: Colours, chamber: Chamber): void {
  const wide = widthOf(chamber);
  tubeLine(to, chamber);
  to.lineCap = "butt";
  to.lineWidth = wide + 2.5;
  to.strokeStyle = ink(mix(colours.light, colours.edge, 0.45), 0.62);
  to.stroke();
  to.globalCompositeOperation = "destination-out";
  to.lineWidth = wide - 0.5;
  to.strokeStyle = ink(colours.shade);
  to.stroke();
  to.globalCompositeOperation = "source-over";
  to.lineWidth = wide;
  to.strokeStyle = ink(colours.paper, 0.05);
  to.stroke();
  to.save();
  to.translate(-wide * 0.26, -wide * 0.26);
  tubeLine(to, chamber);
  to.lineWidth = 2.6;
  to.strokeStyle = ink(colours.paper, 0.26);
  to.stroke();
  to.restore();
  // The collar at the end.
  const end = tubeOf(chamber).points.at(-1);
  if (!end) return;
  const collar = to.createLinearGradient(end.x - wide / 2, 0, end.x + wide / 2, 0);
  collar.addColorStop(0, ink(mix(colours.light, colours.paper, 0.4)));
  collar.addColorStop(0.4, ink(colours.light));
  collar.addColorStop(1, ink(colours.mid));
  to.fillStyle = collar;
  to.beginPath();
  to.roundRect(end.x - wide / 2 - 3, TUBE_END - 7, wide + 6, 8, 3);
  to.fill();
}

/** The channel in which drawn balls lie. */
export function capsule(to: To, colours: Colours, left: number, right: number): void {
  const high = TRAY.ball * 2 + 14;
  const top = TRAY.y - high / 2;
  to.beginPath();
  to.roundRect(left, top, right - left, high, high / 2);
  const ground = to.createLinearGradient(0, top, 0, top + high);
  ground.addColorStop(0, ink(mix(colours.deep, colours.shade, 0.45)));
  ground.addColorStop(0.6, ink(colours.deep));
  ground.addColorStop(1, ink(mix(colours.deep, colours.mid, 0.8)));
  to.fillStyle = ground;
  to.fill();
  const lip = to.createLinearGradient(0, top, 0, Math.min(SCENE.height, top + high));
  lip.addColorStop(0, ink(colours.light, 0.3));
  lip.addColorStop(0.5, ink(colours.light, 0.12));
  lip.addColorStop(1, ink(mix(colours.light, colours.paper, 0.4), 0.55));
  to.lineWidth = 1.5;
  to.strokeStyle = lip;
  to.stroke();
}

/** The place of a ball that is not there yet. */
export function well(to: To, colours: Colours, x: number, tint: Colour): void {
  circle(to, x, TRAY.y, TRAY.ball - 1);
  const hollow = to.createRadialGradient(x - 6, TRAY.y - 8, 2, x, TRAY.y, TRAY.ball);
  hollow.addColorStop(0, ink(colours.shade, 0.5));
  hollow.addColorStop(0.8, ink(colours.shade, 0.22));
  hollow.addColorStop(1, ink(tint, 0.16));
  to.fillStyle = hollow;
  to.fill();
  to.lineWidth = 1.2;
  to.strokeStyle = ink(tint, 0.34);
  to.stroke();
}
