import { useAtomValue } from "jotai";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { movesLess } from "../motion.ts";
import { Icon } from "./icon.tsx";
import classes from "./pull.module.css";
import { refreshAtom } from "./refresh.ts";
import { movesItself, PULL_ARMED, pullOf } from "./touch.ts";

/**
 * On a phone: a pull at the top of a page reads its lists again. Keyboards have a button for it, which shows when it has the
 * focus; readers who asked for less motion see a mark that does not follow the finger.
 */
export function Pull() {
  const { t } = useTranslation();
  const refreshes = useAtomValue(refreshAtom);
  const [state, setState] = useState<"idle" | "pulled" | "armed" | "busy" | "done">("idle");
  const mark = useRef<HTMLDivElement>(null);
  const some = refreshes.size > 0;

  const run = useCallback(async () => {
    setState("busy");
    await Promise.allSettled([...refreshes].map((refetch) => refetch()));
    setState("done");
  }, [refreshes]);

  useEffect(() => {
    if (!some) return;
    // The browser would load the whole page again.
    document.documentElement.dataset.pull = "own";
    let from: { x: number; y: number } | null = null;
    let way = 0;
    const follow = (distance: number) => {
      way = distance;
      mark.current?.style.setProperty("--way", `${movesLess() ? 0 : distance}px`);
    };
    const begin = ({ touches, target }: TouchEvent) => {
      const [touch] = touches;
      const top = window.scrollY <= 0 && touches.length === 1 && !movesItself(target, "y");
      from = top && touch ? { x: touch.clientX, y: touch.clientY } : null;
    };
    const move = ({ touches: [touch] }: TouchEvent) => {
      if (!from || !touch) return;
      follow(pullOf(touch.clientX - from.x, touch.clientY - from.y));
      setState((now) => (now === "busy" ? now : way === 0 ? "idle" : way < PULL_ARMED ? "pulled" : "armed"));
    };
    const end = () => {
      const armed = from !== null && way >= PULL_ARMED;
      from = null;
      follow(0);
      if (armed) void run();
      else setState((now) => (now === "busy" ? now : "idle"));
    };
    const cancel = () => {
      way = 0;
      end();
    };
    const listeners = { touchstart: begin, touchmove: move, touchend: end, touchcancel: cancel } as const;
    const each = Object.entries(listeners) as [string, EventListener][];
    for (const [type, listener] of each) window.addEventListener(type, listener, { passive: true });
    return () => {
      delete document.documentElement.dataset.pull;
      for (const [type, listener] of each) window.removeEventListener(type, listener);
    };
  }, [some, run]);

  return (
    <>
      {some && (
        <button type="button" className={classes.button} aria-disabled={state === "busy"} onClick={() => void run()}>
          {t("refresh.do")}
        </button>
      )}
      <div ref={mark} className={classes.mark} data-state={state} aria-hidden="true">
        <Icon name="refresh" />
      </div>
      <p role="status" className="visually-hidden">
        {state === "busy" && t("refresh.busy")}
        {state === "done" && t("refresh.done")}
      </p>
    </>
  );
}
