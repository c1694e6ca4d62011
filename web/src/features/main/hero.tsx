import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { HeroArt } from "./hero-art.tsx";
import classes from "./main.module.css";

interface HeroProps {
  site: string;
  /** The member's nickname, or null for a guest. */
  nick: string | null;
  actions: ReactNode;
}

export function Hero({ site, nick, actions }: HeroProps) {
  const { t } = useTranslation("main");
  return (
    <section className={classes.hero}>
      <div className={classes.pitch}>
        <h1>{nick === null ? t("hero.title", { site }) : t("hero.welcome", { nick })}</h1>
        <p>{nick === null ? t("hero.text") : t("hero.welcome.text")}</p>
        <div className={classes.heroActions}>{actions}</div>
      </div>
      <HeroArt />
    </section>
  );
}
