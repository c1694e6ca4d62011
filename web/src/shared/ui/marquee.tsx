import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "./icon.tsx";
import classes from "./marquee.module.css";
import { useRotation } from "./use-rotation.ts";

/** How long each piece stays. */
const STAYS_MS = 10_000;

interface MarqueeProps {
  label: string;
  items: { key: string | number; content: ReactNode }[];
}

/**
 * One line of news, one piece at a time. It waits under the pointer and on focus, stops at the press of a button, and for readers
 * who asked for less motion it changes only when they press "next".
 */
export function Marquee({ label, items }: MarqueeProps) {
  const { t } = useTranslation();
  const rotation = useRotation(items.length, STAYS_MS);
  const item = items[rotation.at];
  if (item === undefined) return null;
  return (
    <section
      className={classes.frame}
      data-playing={rotation.playing}
      aria-label={label}
      onPointerEnter={() => rotation.hold(true)}
      onPointerLeave={() => rotation.hold(false)}
      onFocus={() => rotation.hold(true)}
      onBlur={() => rotation.hold(false)}
    >
      {items.length > 1 && (
        <>
          <button
            type="button"
            className={classes.control}
            aria-label={t(rotation.playing ? "news.pause" : "news.play")}
            onClick={rotation.toggle}
          >
            <Icon name={rotation.playing ? "pause" : "play"} size={16} />
          </button>
          <button
            type="button"
            className={`${classes.control} ${classes.next}`}
            aria-label={t("news.next")}
            onClick={() => rotation.show(rotation.at + 1)}
          >
            <Icon name="next" size={16} />
          </button>
        </>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long piece scrolls, by keys too */}
      <div className={classes.piece} aria-live={rotation.playing ? "off" : "polite"} tabIndex={0}>
        <span key={item.key}>{item.content}</span>
      </div>
    </section>
  );
}
