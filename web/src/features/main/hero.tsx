import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { HeroArt } from "./hero-art.tsx";
import classes from "./main.module.css";

interface HeroProps {
  site: string;
  /** The member's nickname, or null for a guest. */
  nick: string | null;
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

export function Hero({ site, nick, actions }: HeroProps) {
  const { t } = useTranslation("main");
  return (
    <section className={classes.hero}>
      <div className={classes.pitch}>
        <h1>
          <Phrases text={nick === null ? t("hero.title", { site }) : t("hero.welcome", { nick })} />
        </h1>
        <p>{nick === null ? t("hero.text") : t("hero.welcome.text")}</p>
        <div className={classes.heroActions}>{actions}</div>
      </div>
      <HeroArt />
    </section>
  );
}
