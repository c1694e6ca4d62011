import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import classes from "./cash.module.css";
import { rollingQuery } from "./cash.ts";
import { useForfeitText } from "./use-forfeit-text.ts";

const SHOWN = ["sports", "casino", "slot", "minigame", "fishing", "virtual"] as const;

type Shown = (typeof SHOWN)[number];

/** Rounds of games that are in no list stay out of the list. */
function isShown<T extends { product: string }>(row: T): row is T & { product: Shown } {
  return SHOWN.some((name) => name === row.product);
}

/** How much of the turnover requirement (C015) is played. */
export function Rolling() {
  const { t } = useTranslation("cash");
  const format = useFormat();
  const label = useId();
  const forfeitText = useForfeitText();
  const query = useQuery(rollingQuery);
  return (
    <QueryView query={query} compact skeleton={<Skeleton height="5rem" radius="var(--radius-m)" />}>
      {({ needed, done, remaining, products, inBreak, ...forfeit }) =>
        remaining === 0 ? (
          <p className={classes.met}>
            <Icon name="check" />
            {needed === 0 ? t("rolling.none") : t("rolling.met", { needed: format.money(needed) })}
          </p>
        ) : (
          <div className={classes.rolling}>
            {inBreak && (
              <p className={classes.rollingText}>
                {t("rolling.break")}
                {forfeitText(forfeit) && ` ${t("rolling.forfeit", { what: forfeitText(forfeit) })}`}
                {forfeit.keptPartner > 0 && ` ${t("rolling.kept", { kept: format.money(forfeit.keptPartner) })}`}
              </p>
            )}
            <p id={label} className={classes.rollingText}>
              {t("rolling.remaining", { remaining: format.money(remaining) })}
            </p>
            <progress
              className={classes.progress}
              aria-labelledby={label}
              max={needed}
              value={Math.min(done, needed)}
            />
            <p className={classes.note}>
              {t("rolling.done", { done: format.money(done), needed: format.money(needed) })} {t("rolling.why")}
            </p>
            <p className={classes.rollingText}>{t("rolling.products")}</p>
            <dl className={classes.weights}>
              {products.filter(isShown).map(({ product, weight, remaining }) => (
                <div key={product}>
                  <dt>{t(`rolling.product.${product}`)}</dt>
                  <dd>
                    {weight === 0
                      ? t("rolling.productNone")
                      : t("rolling.product", { weight: weight / 100, remaining: format.money(remaining) })}
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        )
      }
    </QueryView>
  );
}
