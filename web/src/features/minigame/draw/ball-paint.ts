import { type Chamber, MAIN, SCENE, SMALL, slots, TRAY } from "./ball-layout.ts";
import type { BallView } from "./ball-scene.ts";
import { capsule, glassDrum, stand, tubeBack, tubeFront, well } from "./glass.ts";
import { type Colour, ink, mix } from "./palette.ts";
import type { Surface } from "./use-canvas.ts";

/** The colours of the drawing (ball-drum.module.css). */
export const ballColours = ["ball", "power", "deep", "mid", "light", "paper", "ink", "shade", "edge"] as const;
export type BallColour = (typeof ballColours)[number];

/** The picture that is painted: the balls, and how visible those in the drums are while a new round comes up. */
export interface BallFrame {
  views: readonly BallView[];
  drawn: number;
  appear: number;
}

/** The radius of a print, and how far its plane is from the middle, in radii of the ball: its edge lies on the sphere. */
const PRINT = 0.62;
const FACE = 0.78;

type Sprite = HTMLCanvasElement;

/** A drawing of its own, in units of the scene or of a ball. */
function sprite(
  width: number,
  height: number,
  scale: number,
  draw: (context: CanvasRenderingContext2D) => void,
): Sprite {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.ceil(width * scale));
  canvas.height = Math.max(1, Math.ceil(height * scale));
  const context = canvas.getContext("2d");
  if (context) {
    context.scale(scale, scale);
    draw(context);
  }
  return canvas;
}

/** Prepares glass, tubes and balls in the size of the canvas; returns the function that paints a frame. */
export function ballPainter(surface: Surface<BallColour>): (frame: BallFrame) => void {
  const { context, scale, palette } = surface;
  const balls = [ballBrush(surface, palette.ball, MAIN.ball), ballBrush(surface, palette.power, SMALL.ball)] as const;
  const layers = new Map<number, [Sprite, Sprite]>();
  const layersOf = (drawn: number) => {
    const known = layers.get(drawn);
    if (known) return known;
    const made: [Sprite, Sprite] = [
      sprite(SCENE.width, SCENE.height, scale, (to) => paintBack(to, palette, drawn)),
      sprite(SCENE.width, SCENE.height, scale, (to) => paintFront(to, palette)),
    ];
    layers.set(drawn, made);
    return made;
  };
  return ({ views, drawn, appear }) => {
    const [back, front] = layersOf(drawn);
    context.imageSmoothingQuality = "medium";
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    context.drawImage(back, 0, 0);
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.globalAlpha = appear;
    for (const view of views) if (!view.out) balls[view.power ? 1 : 0](view);
    context.globalAlpha = 1;
    for (const view of views) if (view.out) balls[view.power ? 1 : 0](view);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(front, 0, 0);
  };
}

/** Paints balls of one colour, from sprites of the size that they have in the drum or of that in the tray. */
function ballBrush(surface: Surface<BallColour>, colour: Colour, inDrum: number): (view: BallView) => void {
  const small = ballSprites(surface, colour, inDrum);
  const large = ballSprites(surface, colour, TRAY.ball);
  return (view) => (view.size > inDrum + 1 ? large : small)(view);
}

/** Balls of one colour and about one size: body, printed disc and light, each painted once and put together for every ball. */
function ballSprites(
  { context, scale: device, palette, font }: Surface<BallColour>,
  colour: Colour,
  about: number,
): (view: BallView) => void {
  // Sprites are drawn in the units of a ball in the tray.
  const unit = TRAY.ball;
  const scale = (device * about) / unit;
  const size = unit * 2 + 4;
  const middle = size / 2;
  const disc = (to: CanvasRenderingContext2D, radius: number) => {
    to.beginPath();
    to.arc(middle, middle, radius, 0, Math.PI * 2);
  };
  const body = sprite(size, size, scale, (to) => {
    disc(to, unit);
    to.fillStyle = ink(colour);
    to.fill();
  });
  // The one light stands at the top left; the tray's glass gives some back from below.
  const light = sprite(size, size, scale, (to) => {
    disc(to, unit);
    const shade = to.createRadialGradient(middle - 9, middle - 11, 2, middle - 2, middle - 2, unit * 1.12);
    shade.addColorStop(0, ink(palette.paper, 0.34));
    shade.addColorStop(0.35, ink(palette.paper, 0));
    shade.addColorStop(0.62, ink(palette.ink, 0.1));
    shade.addColorStop(0.88, ink(palette.ink, 0.5));
    shade.addColorStop(1, ink(palette.ink, 0.72));
    to.fillStyle = shade;
    to.fill();
    const bounce = to.createRadialGradient(middle + 7, middle + 12, 2, middle + 6, middle + 10, unit * 0.85);
    bounce.addColorStop(0, ink(mix(colour, palette.paper, 0.35), 0.3));
    bounce.addColorStop(1, ink(colour, 0));
    to.fillStyle = bounce;
    to.fill();
    to.translate(middle - 9.5, middle - 13);
    to.rotate(-0.6);
    to.scale(1, 0.58);
    const shine = to.createRadialGradient(0, 0, 0, 0, 0, 8);
    shine.addColorStop(0, ink(palette.paper, 0.95));
    shine.addColorStop(0.5, ink(palette.paper, 0.4));
    shine.addColorStop(1, ink(palette.paper, 0));
    to.fillStyle = shine;
    to.beginPath();
    to.arc(0, 0, 8, 0, Math.PI * 2);
    to.fill();
  });
  const labels = new Map<number, Sprite>();
  const labelOf = (number: number) => {
    const known = labels.get(number);
    if (known) return known;
    const made = sprite(size, size, scale, (to) => {
      disc(to, unit * PRINT);
      to.fillStyle = ink(palette.paper);
      to.fill();
      to.lineWidth = 1.6;
      to.strokeStyle = ink(mix(colour, palette.ink, 0.35), 0.55);
      disc(to, unit * 0.54);
      to.stroke();
      to.fillStyle = ink(palette.ink);
      to.font = `750 ${number > 9 ? 20 : 22}px ${font}`;
      to.textAlign = "center";
      to.textBaseline = "alphabetic";
      to.fillText(String(number), middle, middle + 7.4);
    });
    labels.set(number, made);
    return made;
  };
  /** A print on the near side of the sphere, drawn together towards its edge. */
  const print = (number: number, nx: number, ny: number, nz: number) => {
    if (nz < 0.12) return;
    const flat = Math.sqrt(nx * nx + ny * ny);
    const [dx, dy] = flat > 0.001 ? [nx / flat, ny / flat] : [1, 0];
    context.save();
    context.translate(nx * unit * FACE, ny * unit * FACE);
    context.transform(dx, dy, -dy, dx, 0, 0);
    context.scale(nz, 1);
    context.transform(dx, -dy, dy, dx, 0, 0);
    context.drawImage(labelOf(number), -middle, -middle, size, size);
    context.restore();
  };
  return ({ x, y, size: radius, prints: [near, far], nx, ny, nz }) => {
    const by = radius / unit;
    context.save();
    context.translate(x, y);
    context.scale(by, by);
    context.drawImage(body, -middle, -middle, size, size);
    print(near, nx, ny, nz);
    print(far, -nx, -ny, -nz);
    context.drawImage(light, -middle, -middle, size, size);
    context.restore();
  };
}

type Colours = Surface<BallColour>["palette"];

const chambers: readonly Chamber[] = [MAIN, SMALL];

function paintBack(to: CanvasRenderingContext2D, colours: Colours, drawn: number): void {
  for (const chamber of chambers) stand(to, colours, chamber);
  for (const chamber of chambers) tubeBack(to, colours, chamber);
  for (const chamber of chambers) glassDrum(to, colours, chamber, "back");
  const places = slots(drawn);
  const [first = TRAY.first] = places;
  capsule(to, colours, first - TRAY.ball - 8, MAIN.x + MAIN.radius + 36 + 24);
  capsule(to, colours, TRAY.power - TRAY.ball - 8, SMALL.x + SMALL.radius + 32 + 24);
  for (const x of places) well(to, colours, x, colours.ball);
  well(to, colours, TRAY.power, colours.power);
}

function paintFront(to: CanvasRenderingContext2D, colours: Colours): void {
  for (const chamber of chambers) tubeFront(to, colours, chamber);
  for (const chamber of chambers) glassDrum(to, colours, chamber, "front");
}
