import { COIN, COIN_SCENE, type CoinPose } from "./coin.ts";
import { type Colour, ink, mix } from "./palette.ts";
import type { Surface } from "./use-canvas.ts";

/** The colours of the drawing (coin-draw.module.css). */
export const coinColours = ["gold", "bright", "dull", "enamel", "other", "paper", "ink", "shade"] as const;
type CoinColour = (typeof coinColours)[number];
type To = CanvasRenderingContext2D;

const { radius, thick } = COIN;
/** The raised rim, the ring of pearls, and the field with the picture. */
const FIELD = radius * 0.74;

/** A head in profile with a band and a wreath, in a field of 100 by 100 around 0,0. */
const HEAD =
  "M-13 44C-15 36 -13 31 -9 27C-16 28 -23 27 -25 22C-26.500 18 -24 16 -25 13.500C-25.800 11.800 -27.500 11 -26.500 9C-25.800 7.800 -26.600 7 -27 5.800C-28 3.600 -33 3 -31.500 -1C-30 -4.600 -26.600 -8 -26 -13C-25 -30 -12 -40 5 -39C23 -38 34 -25 33 -8C32.500 4 26 11 23.500 19C21.500 26 23 35 27 44C14 49 0 49 -13 44Z";
const BAND = "M-26.500 -17C-10 -25 14 -26 32 -16";
const EYE = "M-22.500 -4.500C-20 -6.500 -16.500 -6.500 -14 -4.500M-21 -1.500C-19.500 -2.500 -18 -2.500 -16.500 -1.500";
const LOCKS =
  "M30 -2C22 -4 16 0 15 7M27 7C20 6 15 10 15 17M-5 -38C-4 -33 -1 -29 4 -27M12 -38C12 -33 14 -29 19 -26M-17 -33C-16 -30 -14 -27 -11 -25";
/** The hub with its spokes and the stake in the middle: the brand's own mark. */
const HUB = "M0 -38L33 -19V19L0 38L-33 19V-19Z";
const SPOKES = "M0 -38V-20M33 -19L17 -10M33 19L17 10M0 38V20M-33 19L-17 10M-33 -19L-17 -10";
const STAKE = "M0 -19L17 0L0 19L-17 0Z";

/** Prepares both faces; returns the function that paints the coins in their poses. */
export function coinPainter({ context, scale, palette }: Surface<CoinColour>): (poses: readonly CoinPose[]) => void {
  const size = radius * 2 + 4;
  const face = (ring: Colour, draw: (to: To) => void) => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = Math.ceil(size * scale);
    const to = canvas.getContext("2d");
    if (to) {
      to.scale(scale, scale);
      to.translate(size / 2, size / 2);
      blank(to, palette, ring);
      draw(to);
    }
    return canvas;
  };
  const faces = [
    face(palette.enamel, (to) => {
      relief(to, palette, HEAD, true);
      relief(to, palette, BAND, false, 4.5);
      relief(to, palette, LOCKS, false, 2.2);
      relief(to, palette, EYE, false, 1.8);
    }),
    face(palette.other, (to) => {
      relief(to, palette, HUB, false, 5);
      relief(to, palette, SPOKES, false, 3.4);
      relief(to, palette, STAKE, true);
      gem(to, palette);
    }),
  ] as const;
  return (poses) => {
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.imageSmoothingQuality = "high";
    context.clearRect(0, 0, COIN_SCENE.width, COIN_SCENE.height);
    for (const [at, pose] of poses.entries()) {
      const x = COIN.first + at * COIN.apart;
      shadow(context, palette, x, pose);
      coin(context, palette, faces, size, x, pose);
    }
  };
}

type Colours = Surface<CoinColour>["palette"];

/** A coin without its picture: rim, pearls and an enamelled ring. */
function blank(to: To, colours: Colours, ring: Colour): void {
  const disc = (by: number) => {
    to.beginPath();
    to.arc(0, 0, by, 0, Math.PI * 2);
  };
  const metal = to.createLinearGradient(-radius * 0.7, -radius * 0.8, radius * 0.7, radius * 0.8);
  metal.addColorStop(0, ink(mix(colours.bright, colours.paper, 0.45)));
  metal.addColorStop(0.4, ink(colours.gold));
  metal.addColorStop(1, ink(colours.dull));
  disc(radius);
  to.fillStyle = metal;
  to.fill();
  disc(radius * 0.9);
  const groove = to.createLinearGradient(-radius * 0.6, -radius * 0.7, radius * 0.6, radius * 0.7);
  groove.addColorStop(0, ink(mix(ring, colours.ink, 0.72)));
  groove.addColorStop(1, ink(mix(ring, colours.ink, 0.3)));
  to.fillStyle = groove;
  to.fill();
  to.fillStyle = ink(mix(colours.bright, colours.paper, 0.2), 0.9);
  for (let pearl = 0; pearl < 40; pearl++) {
    const angle = (pearl / 40) * Math.PI * 2;
    to.beginPath();
    to.arc(Math.cos(angle) * radius * 0.82, Math.sin(angle) * radius * 0.82, 1.7, 0, Math.PI * 2);
    to.fill();
  }
  disc(FIELD);
  const field = to.createRadialGradient(-FIELD * 0.4, -FIELD * 0.5, 4, 0, 0, FIELD * 1.1);
  field.addColorStop(0, ink(mix(colours.bright, colours.paper, 0.25)));
  field.addColorStop(0.55, ink(colours.gold));
  field.addColorStop(1, ink(mix(colours.dull, colours.gold, 0.25)));
  to.fillStyle = field;
  to.fill();
  to.lineWidth = 1.5;
  to.strokeStyle = ink(colours.dull);
  to.stroke();
}

/** A picture that stands out of the field: lit from the top left, dark at the bottom right. */
function relief(to: To, colours: Colours, path: string, filled: boolean, width = 2): void {
  const shape = new Path2D(path);
  const by = FIELD / 54;
  const stamp = (dx: number, dy: number, colour: string | CanvasGradient, wide: number) => {
    to.save();
    to.translate(dx, dy);
    to.scale(by, by);
    to.lineWidth = wide;
    to.lineJoin = "round";
    to.lineCap = "round";
    to.strokeStyle = colour;
    to.fillStyle = colour;
    if (filled) to.fill(shape);
    to.stroke(shape);
    to.restore();
  };
  const lit = to.createLinearGradient(-34, -44, 34, 44);
  lit.addColorStop(0, ink(mix(colours.bright, colours.paper, 0.5)));
  lit.addColorStop(0.55, ink(mix(colours.gold, colours.bright, 0.35)));
  lit.addColorStop(1, ink(mix(colours.gold, colours.dull, 0.45)));
  stamp(1.5, 1.8, ink(mix(colours.dull, colours.ink, 0.5), 0.85), width);
  stamp(-1, -1.2, ink(mix(colours.bright, colours.paper, 0.75), 0.9), width);
  stamp(0, 0, filled ? lit : ink(mix(colours.dull, colours.ink, 0.28)), width);
}

/** The stone in the middle of the hub. */
function gem(to: To, colours: Colours): void {
  to.save();
  to.scale(0.78, 0.78);
  to.fillStyle = ink(mix(colours.other, colours.ink, 0.35));
  to.fill(new Path2D(STAKE));
  to.fillStyle = ink(colours.paper, 0.34);
  to.fill(new Path2D("M0 -19L0 0L-17 0Z"));
  to.fillStyle = ink(colours.ink, 0.34);
  to.fill(new Path2D("M0 19L0 0L17 0Z"));
  to.restore();
}

/** A coin higher up throws a wider and weaker shadow. */
function shadow(to: To, colours: Colours, x: number, { height, turn }: CoinPose): void {
  const ground = COIN.y + radius + 22;
  const wide = radius * (0.92 + height / 320);
  to.save();
  to.translate(x, ground);
  to.scale(1, 0.13 + 0.04 * Math.abs(Math.sin(turn * Math.PI)));
  const dark = to.createRadialGradient(0, 0, 0, 0, 0, wide);
  dark.addColorStop(0, ink(colours.shade, 0.62 / (1 + height / 60)));
  dark.addColorStop(1, ink(colours.shade, 0));
  to.fillStyle = dark;
  to.beginPath();
  to.arc(0, 0, wide, 0, Math.PI * 2);
  to.fill();
  to.restore();
}

function coin(
  to: To,
  colours: Colours,
  faces: readonly [HTMLCanvasElement, HTMLCanvasElement],
  size: number,
  x: number,
  { turn, height, tilt }: CoinPose,
): void {
  const flat = Math.cos(turn * Math.PI);
  const edge = Math.sin(turn * Math.PI) * Math.sign(flat || 1) * (thick / 2);
  const squeeze = Math.max(0.02, Math.abs(flat));
  to.save();
  to.translate(x, COIN.y - height);
  to.rotate(tilt);
  // The edge: the body between both faces.
  const side = to.createLinearGradient(-radius, 0, radius, 0);
  side.addColorStop(0, ink(colours.dull));
  side.addColorStop(0.3, ink(mix(colours.bright, colours.paper, 0.4)));
  side.addColorStop(0.55, ink(colours.gold));
  side.addColorStop(1, ink(mix(colours.dull, colours.ink, 0.4)));
  to.fillStyle = side;
  to.beginPath();
  to.ellipse(0, -edge, radius, radius * squeeze, 0, 0, Math.PI * 2);
  to.ellipse(0, edge, radius, radius * squeeze, 0, 0, Math.PI * 2);
  to.rect(-radius, -Math.abs(edge), radius * 2, Math.abs(edge) * 2);
  to.fill();
  // The face that is turned to the reader; each is upright when it lies.
  to.save();
  to.translate(0, edge);
  to.scale(1, squeeze);
  to.drawImage(flat >= 0 ? faces[0] : faces[1], -size / 2, -size / 2, size, size);
  // Leaning back it catches less light, leaning forward more.
  const lean = Math.sin(turn * Math.PI) * (flat >= 0 ? 1 : -1);
  to.fillStyle = lean > 0 ? ink(colours.ink, lean * 0.42) : ink(colours.paper, -lean * 0.4);
  to.beginPath();
  to.arc(0, 0, radius, 0, Math.PI * 2);
  to.fill();
  to.restore();
  to.restore();
}
