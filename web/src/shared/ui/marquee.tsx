import { type ReactNode, useEffect, useRef, useState } from "react";
import classes from "./marquee.module.css";

interface MarqueeProps {
  label: string;
  items: { key: string | number; content: ReactNode }[];
}

/**
 * One line of news that moves only when it does not fit. It stops under the pointer, on focus, and for members who asked for
 * less motion, who can scroll it instead.
 */
export function Marquee({ label, items }: MarqueeProps) {
  const frame = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [moves, setMoves] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other items have another width
  useEffect(() => {
    const measure = () => setMoves((list.current?.scrollWidth ?? 0) > (frame.current?.clientWidth ?? 0));
    measure();
    if (typeof ResizeObserver === "undefined" || !frame.current) return;
    const observer = new ResizeObserver(measure);
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [items]);

  const line = (hidden: boolean) => (
    <ul ref={hidden ? undefined : list} className={classes.line} aria-hidden={hidden} inert={hidden}>
      {items.map((item) => (
        <li key={item.key}>{item.content}</li>
      ))}
    </ul>
  );

  return (
    <section
      ref={frame}
      className={classes.frame}
      aria-label={label}
      data-moves={moves}
      tabIndex={moves ? 0 : undefined}
    >
      <div className={classes.track}>
        {line(false)}
        {moves && line(true)}
      </div>
    </section>
  );
}
