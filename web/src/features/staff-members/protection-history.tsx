import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import staff from "#shared/staff/staff.module.css";
import { scrollStop } from "#shared/ui/scroll-stop.ts";
import { useLimitAmount, useLimitName } from "./limit-amount.ts";
import classes from "./members.module.css";
import type { Change } from "./protection.ts";

const actions = ["set", "asked", "confirmed", "cancelled", "timeout", "exclusion", "interval"] as const;

/** The changes of the member's protection, newest first. Changes by staff show their reason. */
export function ProtectionHistory({ changes }: { changes: Change[] }) {
  const { t } = useTranslation(["admin", "protection"]);
  const format = useFormat();
  const amount = useLimitAmount();
  const name = useLimitName();
  if (changes.length === 0) return <p className={staff.dim}>{t("protect.history.none")}</p>;
  const part = (change: Change, value: number | null) => {
    if (change.action === "interval") return t("protection:time.minutes", { minutes: value ?? 0 });
    return value === null ? t("protection:limits.none") : amount(change.kind, value);
  };
  return (
    <ul ref={scrollStop} className={classes.changes}>
      {changes.map((change, index) => {
        const action = actions.find((known) => known === change.action);
        const rests = change.action === "timeout" || change.action === "exclusion";
        return (
          <li key={index} className={classes.change}>
            <time dateTime={change.at}>{format.dateTime(change.at)}</time>
            <span>
              <strong>{action ? t(`protect.action.${action}`) : change.action}</strong>
              {change.kind !== "" && ` · ${name(change.kind, change.days)}`}
              {!rests && ` · ${part(change, change.before)} → ${part(change, change.after)}`}
              {rests && change.until !== null && ` · ${t("protect.until", { until: format.dateTime(change.until) })}`}
            </span>
            <span>{change.staff === "" ? t("protect.self") : t("gift.byStaff", { by: change.staff })}</span>
            {change.reason !== "" && <span className={classes.memo}>{change.reason}</span>}
          </li>
        );
      })}
    </ul>
  );
}
