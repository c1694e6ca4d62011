import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Page } from "#shared/ui/page.tsx";
import classes from "./esport.module.css";
import { SlipPicture } from "./slip-picture.tsx";

const parts = ["league", "match", "odds", "slip", "stake", "place"] as const;
const guides = { one: ["one.1", "one.2", "one.3"], many: ["many.1", "many.2", "many.3", "many.4"] } as const;

interface EsportPageProps {
  /** The way to the matches. */
  start: ReactNode;
  /** The ways to the rules and the betting guide. */
  more: ReactNode;
  /** The games of other providers. */
  children: ReactNode;
}

/** How to bet on e-sports: where to start, what the screen shows, and the ways of a single and of a folder (product.txt, section 2). */
export function EsportPage({ start, more, children }: EsportPageProps) {
  const { t } = useTranslation("sports");
  return (
    <Page title={t("sport.esport")} lead={t("esport.lead")} actions={start}>
      <section className={classes.screen} aria-labelledby="screen">
        <div>
          <h2 id="screen">{t("esport.screen")}</h2>
          <ol className={classes.parts}>
            {parts.map((part) => (
              <li key={part}>
                <strong>{t(`esport.part.${part}`)}</strong> {t(`esport.part.${part}.text`)}
              </li>
            ))}
          </ol>
        </div>
        <SlipPicture />
      </section>
      <div className={classes.guides}>
        {(["one", "many"] as const).map((guide) => (
          <section key={guide} className={classes.guide}>
            <h2>{t(`esport.${guide}`)}</h2>
            <ol>
              {guides[guide].map((step) => (
                <li key={step}>{t(`esport.${step}`)}</li>
              ))}
            </ol>
          </section>
        ))}
      </div>
      <p className={classes.more}>{more}</p>
      {children}
    </Page>
  );
}
