import { Fragment, type ReactNode, Suspense, useState } from "react";
import { useFormat } from "#shared/i18n/format.tsx";
import { lazyDrawing } from "#shared/lazy-drawing.ts";
import classes from "./main.module.css";

/** The drawing comes after the words: it is no part of the first page. */
const SeasonArt = lazyDrawing(async () => (await import("./season-art.tsx")).SeasonArt);

interface HeroProps {
  /** The page's heading stands outside, because the slide of the hero gives way to banners. */
  title: string;
  text: string;
  actions: ReactNode;
}

/** A line ends between two blanks if it can: in Thai a blank ends a phrase, and a browser would break in one. */
function Phrases({ text }: { text: string }) {
  return text.split(" ").map((phrase, place) => (
    <Fragment key={place}>
      {place > 0 && " "}
      <span className={classes.phrase}>{phrase}</span>
    </Fragment>
  ));
}

export function Hero({ title, text, actions }: HeroProps) {
  const format = useFormat();
  const [now] = useState(() => new Date().toISOString());
  return (
    <section className={classes.hero}>
      <div className={classes.pitch}>
        <div className={classes.heroTitle} aria-hidden="true">
          <Phrases text={title} />
        </div>
        <p>{text}</p>
        <div className={classes.heroActions}>{actions}</div>
      </div>
      <Suspense>
        <SeasonArt language={format.language} day={format.date(now)} />
      </Suspense>
    </section>
  );
}
