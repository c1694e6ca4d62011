import { useTranslation } from "react-i18next";
import classes from "./planned-end.module.css";
import { leftOf, useServerNow, useTimes } from "./scheduled.ts";

/**
 * The planned end of the maintenance with a countdown. The figures are not announced each second; that the end has passed is, once:
 * then nothing is counted any more.
 */
export function PlannedEnd({ ends }: { ends: string }) {
  const { t } = useTranslation("maintenance");
  const { t: common } = useTranslation();
  const left = Date.parse(ends) - useServerNow();
  const { site, own } = useTimes()(ends);
  const { days, clock } = leftOf(left);
  const late = left <= 0;
  return (
    <div className={classes.place}>
      {!late && (
        <p role="timer" aria-label={t("left")} className={classes.clock}>
          {days > 0 && `${t("days", { count: days })} `}
          {clock}
        </p>
      )}
      <p>
        {t("end")}: <time dateTime={ends}>{site}</time> ({common("clock.site")})
      </p>
      {own !== null && (
        <p>
          {common("clock.local")}: {own}
        </p>
      )}
      <p role="status" className={classes.late}>
        {late && t("late")}
      </p>
    </div>
  );
}
