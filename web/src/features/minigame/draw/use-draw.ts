import { type RefObject, useEffect, useRef, useState } from "react";
import type { DrawProps, Outcome } from "./outcome.ts";
import { play } from "./sound.ts";
import type { Cue } from "./timing.ts";

export type Phase = "idle" | "running" | "done";

/** A moment of a draw. At rest, `ms` is the time since it was first seen. */
type Moment<Drawn> =
  | { phase: "idle"; ms: number; outcome: null }
  | { phase: "running" | "done"; ms: number; outcome: Drawn };

interface Motion<Drawn extends Outcome> {
  /** How long the draw takes in ms. */
  length: number;
  cues: readonly Cue[];
  /** Shows a moment. It is called once a frame while something moves and can be seen. */
  frame(moment: Moment<Drawn>): void;
}

/** A sound that a page comes late to, such as one in the background, is left out. */
const LATE = 250;

/**
 * Runs a draw by the server's time: every page shows the same moment, and one that is opened in the middle begins there. Nothing runs
 * while the drawing is out of sight or at its end. `stage` is the element to watch.
 */
export function useDraw<Drawn extends Outcome>(
  { game, round, outcome, since, now, still }: DrawProps<Drawn>,
  stage: RefObject<Element | null>,
  { length, cues, frame }: Motion<Drawn>,
): Phase {
  const latest = useRef({ now, frame, cues });
  latest.current = { now, frame, cues };
  /** The round whose draw has come to its end on this page. */
  const [ended, setEnded] = useState<string | null>(null);
  const key = `${game}/${round}`;
  const over = outcome !== null && (still || since === null || ended === key || now() - since >= length);
  const phase = outcome === null ? "idle" : over ? "done" : "running";

  useEffect(() => {
    if (outcome !== null && over) latest.current.frame({ phase: "done", ms: length, outcome });
  }, [outcome, over, length]);

  useEffect(() => {
    if (over) return;
    const first = latest.current.now();
    let request = 0;
    let seen = true;
    let last = Number.NaN;
    const momentNow = (): Moment<Drawn> => {
      const time = latest.current.now();
      if (outcome === null) return { phase: "idle", ms: still ? 0 : Math.max(0, time - first), outcome };
      return { phase: "running", ms: Math.max(0, time - (since ?? first)), outcome };
    };
    const run = () => {
      const moment = momentNow();
      // A clock that is set back does not turn the draw back.
      if (!(moment.ms <= last)) {
        if (moment.phase === "running") sound(latest.current.cues, last, moment.ms);
        last = moment.ms;
        latest.current.frame(moment);
      }
      if (still) return;
      if (moment.phase === "running" && moment.ms >= length) setEnded(key);
      else if (seen && !document.hidden) request = requestAnimationFrame(run);
    };
    const resume = () => {
      cancelAnimationFrame(request);
      run();
    };
    run();
    const { ms, phase: begun } = momentNow();
    // A draw out of sight has an end too, which is read out.
    const end = begun === "running" ? setTimeout(resume, length - ms) : undefined;
    const sight = new IntersectionObserver(([entry]) => {
      seen = entry?.isIntersecting ?? true;
      if (seen) resume();
    });
    if (stage.current) sight.observe(stage.current);
    document.addEventListener("visibilitychange", resume);
    return () => {
      cancelAnimationFrame(request);
      clearTimeout(end);
      sight.disconnect();
      document.removeEventListener("visibilitychange", resume);
    };
  }, [outcome, since, key, length, over, still, stage]);

  return phase;
}

/** Plays what fell between two frames. */
function sound(cues: readonly Cue[], before: number, ms: number): void {
  for (const cue of cues) if (cue.at > before && cue.at <= ms && ms - cue.at < LATE) play(cue.sound);
}
