/** A colour of the theme as canvas wants it. */
export type Colour = readonly [red: number, green: number, blue: number];

/** The colours of a drawing by name; each is a custom property of the canvas: --ball, --glass. */
export type Palette<Name extends string> = Record<Name, Colour>;

/** Reads the colours that the styles give an element, whatever notation they are in. */
export function readPalette<Name extends string>(element: HTMLElement, names: readonly Name[]): Palette<Name> {
  const dot = document.createElement("canvas");
  dot.width = 1;
  dot.height = 1;
  const context = dot.getContext("2d", { willReadFrequently: true });
  const probe = element.ownerDocument.createElement("span");
  // A reader who wants less motion has transitions of no length on everything: the colour would be that of before.
  probe.style.transitionProperty = "none";
  element.parentElement?.append(probe);
  const colours = names.map((name): [Name, Colour] => {
    probe.style.color = getComputedStyle(element).getPropertyValue(`--${name}`);
    if (!context) return [name, [0, 0, 0]];
    context.fillStyle = getComputedStyle(probe).color;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return [name, [red, green, blue]];
  });
  probe.remove();
  return Object.fromEntries(colours) as Palette<Name>;
}

/** A colour with an opacity. */
export function ink([red, green, blue]: Colour, opacity = 1): string {
  return `rgb(${red} ${green} ${blue} / ${opacity})`;
}

/** A colour on its way to another. */
export function mix(from: Colour, to: Colour, by: number): Colour {
  const at = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * by);
  return [at(0), at(1), at(2)];
}
