import { Fragment, type ReactNode } from "react";
import { HeroArt } from "./hero-art.tsx";
import classes from "./main.module.css";

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
  return (
    <section className={classes.hero}>
      <div className={classes.pitch}>
        <div className={classes.heroTitle} aria-hidden="true">
          <Phrases text={title} />
        </div>
        <p>{text}</p>
        <div className={classes.heroActions}>{actions}</div>
      </div>
      <HeroArt />
    </section>
  );
}
