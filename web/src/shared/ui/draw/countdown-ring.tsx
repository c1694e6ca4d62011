import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./countdown-ring.module.css";

interface CountdownRingProps {
  /** The label of the end: "Betting closes in". */
  label: string;
  /** When it ends and how long it lasts in all, in milliseconds. */
  endsAt: number;
  length: number;
  /** The server's time: the device's clock corrected by the measured offset. */
  now?: () => number;
  /** Called once, when the time is over; at once if it already was. */
  onEnd?(): void;
}

/** In the last ten seconds the ring changes its colour and says so once. It does not blink: it informs, it does not push. */
const CLOSING_S = 10;
const RADIUS = 44;
const ROUND = 2 * Math.PI * RADIUS;

const written = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Whole seconds until the end; 0 from the end on. */
const secondsTo = (endsAt: number, now: number) => Math.max(0, Math.ceil((endsAt - now) / 1_000));

/** The time that is left, as a ring that empties and as figures. */
export function CountdownRing({ label, endsAt, length, now = Date.now, onEnd }: CountdownRingProps) {
  const { t } = useTranslation("play");
  const clock = useRef(now);
  clock.current = now;
  const ended = useRef(onEnd);
  ended.current = onEnd;
  const [left, setLeft] = useState(() => secondsTo(endsAt, now()));

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      const ms = endsAt - clock.current();
      setLeft(secondsTo(endsAt, clock.current()));
      if (ms <= 0) ended.current?.();
      // To the next whole second, so that figures change together with those of everybody else.
      else timer = setTimeout(tick, ms % 1_000 || 1_000);
    };
    tick();
    return () => clearTimeout(timer);
  }, [endsAt]);

  const state = left === 0 ? "closed" : left <= CLOSING_S ? "closing" : "open";
  const part = Math.min(1, (left * 1_000) / length);
  return (
    <div className={classes.ring} data-state={state}>
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle cx="50" cy="50" r={RADIUS} className={classes.track} />
        <circle
          cx="50"
          cy="50"
          r={RADIUS}
          className={classes.left}
          strokeDasharray={ROUND}
          strokeDashoffset={ROUND * (1 - part)}
        />
      </svg>
      <div className={classes.text}>
        <span className={classes.label}>{state === "closed" ? t("draw.closed") : label}</span>
        {state !== "closed" && (
          <time role="timer" aria-label={label} className={classes.time}>
            {written(left)}
          </time>
        )}
      </div>
      <span className="visually-hidden" aria-live="polite">
        {state === "closing" && t("draw.closing", { count: CLOSING_S })}
        {state === "closed" && t("draw.closed")}
      </span>
    </div>
  );
}
