import { type RefObject, useCallback, useEffect, useRef } from "react";
import { type Palette, readPalette } from "./palette.ts";

/** The things that a painter is made for: again whenever size, theme or faces change. */
export interface Surface<Name extends string> {
  context: CanvasRenderingContext2D;
  /** Device pixels of a unit of the drawing. */
  scale: number;
  palette: Palette<Name>;
  /** The family of the page's letters. */
  font: string;
}

/** Sharper than this, no eye sees it, and a phone would fill four times the pixels. */
const MOST_PIXELS = 2;

/**
 * A canvas that is as sharp as its screen. `make` prepares what stays the same, such as glass and shadows, and returns the function
 * that paints a scene; it must not change between renders.
 */
export function useCanvas<Name extends string, Scene>(
  size: { width: number; height: number },
  names: readonly Name[],
  make: (surface: Surface<Name>) => (scene: Scene) => void,
): { canvas: RefObject<HTMLCanvasElement | null>; show(scene: Scene): void } {
  const canvas = useRef<HTMLCanvasElement>(null);
  const paint = useRef<(scene: Scene) => void>(undefined);
  const shown = useRef<Scene>(undefined);

  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext("2d");
    if (!element || !context) return;
    const renew = () => {
      const scale = (element.clientWidth / size.width) * Math.min(MOST_PIXELS, window.devicePixelRatio);
      if (scale === 0) return;
      element.width = Math.round(size.width * scale);
      element.height = Math.round(size.height * scale);
      const font = getComputedStyle(element).fontFamily;
      paint.current = make({ context, scale, palette: readPalette(element, names), font });
      if (shown.current !== undefined) paint.current(shown.current);
    };
    renew();
    let alive = true;
    void document.fonts?.ready.then(() => alive && renew());
    let width = element.clientWidth;
    const resized = new ResizeObserver(() => {
      if (element.clientWidth === width) return;
      width = element.clientWidth;
      renew();
    });
    resized.observe(element);
    const themed = new MutationObserver(renew);
    themed.observe(document.documentElement, { attributeFilter: ["data-theme", "lang"] });
    return () => {
      alive = false;
      paint.current = undefined;
      resized.disconnect();
      themed.disconnect();
    };
  }, [size, names, make]);

  const show = useCallback((scene: Scene) => {
    shown.current = scene;
    paint.current?.(scene);
  }, []);
  return { canvas, show };
}
