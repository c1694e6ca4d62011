import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { staffPaths } from "#shared/staff/paths.ts";
import { PromoChanges } from "#shared/staff/promo/promo-changes.tsx";
import { useRuleName } from "#shared/staff/promo/rule-name.ts";
import staff from "#shared/staff/staff.module.css";
import { NavLink } from "#shared/ui/nav-link.tsx";
import classes from "./promos.module.css";
import type { Settings } from "./promos.ts";

/** The changes that wait for their second person, with what each would replace. */
export function Waiting({ changes }: { changes: Settings["waiting"] }) {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const ruleName = useRuleName();
  if (changes.length === 0) return null;
  return (
    <ul className={classes.waiting} aria-label={t("promos.waiting")}>
      {changes.map(({ idx, change, askedBy, askedAt, expiresAt, reason }) => (
        <li key={idx}>
          <h3>{t("promos.waitingOf", { name: ruleName(change.name) })}</h3>
          <p className={staff.dim}>
            {t("promos.waitingText", {
              by: askedBy,
              at: format.dateTime(askedAt),
              until: format.dateTime(expiresAt),
            })}
          </p>
          {reason !== "" && <p>{reason}</p>}
          <PromoChanges change={change} />
          <NavLink to={staffPaths.approvals}>{t("promos.toApprovals")}</NavLink>
        </li>
      ))}
    </ul>
  );
}
