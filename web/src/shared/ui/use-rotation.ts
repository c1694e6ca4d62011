import { useEffect, useState } from "react";
import { movesLess } from "../motion.ts";

export interface Rotation {
  /** The slide that is shown, from 0. */
  at: number;
  /** It goes on by itself. Never to begin with for those who asked for less motion. */
  playing: boolean;
  show(slide: number): void;
  toggle(): void;
  /** While something is held (the pointer is on it, focus is in it), it waits. */
  hold(held: boolean): void;
}

/** Goes through the slides, one after another and around, each for `staysMs`, unless the member reads, holds or has stopped them. */
export function useRotation(slides: number, staysMs: number): Rotation {
  const [at, setAt] = useState(0);
  const [playing, setPlaying] = useState(() => !movesLess());
  const [held, hold] = useState(false);
  const runs = playing && !held && slides > 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a slide that was chosen stays its whole time
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => {
      if (!document.hidden) setAt((now) => (now + 1) % slides);
    }, staysMs);
    return () => clearInterval(timer);
  }, [runs, slides, staysMs, at]);
  return {
    // Banners may become fewer while one looks at the last.
    at: at < slides ? at : 0,
    playing,
    show: (slide) => setAt((slide + slides) % slides),
    toggle: () => setPlaying((now) => !now),
    hold,
  };
}
