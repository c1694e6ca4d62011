import { useTranslation } from "react-i18next";
import type { Res } from "#shared/api/client.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import classes from "./main.module.css";

const rules = ["new", "first", "again", "weekend"] as const;

/** The bonuses on deposits, each with all its terms; nothing when the site gives none. */
export function Offers({ offers }: { offers: Res<"/api/main">["offers"] }) {
  const { t } = useTranslation(["main", "common"]);
  const format = useFormat();
  const shown = offers.flatMap((offer) =>
    rules.filter((rule) => rule === offer.rule).map((rule) => ({ ...offer, rule })),
  );
  if (shown.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="offers">
      <h2 id="offers">{t("offers.title")}</h2>
      <ul className={classes.offers}>
        {shown.map(({ rule, rate, minDeposit, cap, unit, turnover }) => (
          <li key={rule} className={classes.offer}>
            <span className={classes.rate}>
              <Icon name="gift" />
              {format.number(rate / 100)}%
            </span>
            <h3>{t(`offers.${rule}`)}</h3>
            <p>
              {t("common:bonus.terms", {
                min: format.money(minDeposit),
                cap: unit === "point" ? `${format.number(cap)} P` : format.money(cap),
                times: format.number(turnover / 10_000),
              })}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
