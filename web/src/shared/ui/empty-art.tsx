import { Suspense } from "react";
import { lazyDrawing } from "../lazy-drawing.ts";
import type { Drawing } from "./empty-drawings.tsx";
import classes from "./states.module.css";

const EmptyDrawing = lazyDrawing(async () => (await import("./empty-drawings.tsx")).EmptyDrawing);

/** Something failed, perhaps the network: this picture is there from the beginning. */
const broken = (
  <>
    <path d="M22 60a16 16 0 0 1 6-31 22 22 0 0 1 42-4 16 16 0 0 1 20 15" className={classes.lines} />
    <path d="M58 40l-9 16h12l-6 18 18-24H61l6-10z" className={classes.glow} />
  </>
);

export type EmptyArtName = Drawing | "broken";

export function EmptyArt({ name }: { name: EmptyArtName }) {
  return (
    <svg viewBox="0 0 120 92" width="120" height="92" aria-hidden="true" className={classes.art}>
      {name === "broken" ? (
        broken
      ) : (
        <Suspense>
          <EmptyDrawing name={name} />
        </Suspense>
      )}
    </svg>
  );
}
