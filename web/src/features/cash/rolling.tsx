import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import classes from "./cash.module.css";
import { rollingQuery } from "./cash.ts";

/** How much of the turnover requirement (C015) is played. */
export function Rolling() {
  const { t } = useTranslation("cash");
  const format = useFormat();
  const label = useId();
  const query = useQuery(rollingQuery);
  return (
    <QueryView query={query} compact skeleton={<Skeleton height="5rem" radius="var(--radius-m)" />}>
      {({ needed, done, remaining }) =>
        remaining === 0 ? (
          <p className={classes.met}>
            <Icon name="check" />
            {needed === 0 ? t("rolling.none") : t("rolling.met", { needed: format.money(needed) })}
          </p>
        ) : (
          <div className={classes.rolling}>
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
          </div>
        )
      }
    </QueryView>
  );
}
