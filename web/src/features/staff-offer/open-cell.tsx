import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { staffPaths } from "#shared/staff/paths.ts";
import staff from "#shared/staff/staff.module.css";
import { NavLink } from "#shared/ui/nav-link.tsx";
import classes from "./offer.module.css";
import type { OpenKind } from "./offers.ts";

interface OpenCellProps {
  kind: OpenKind;
  vendor: string;
  count: number;
  amount: number;
  /** When the oldest one began; null without one, and where the page does not say it. */
  since: string | null;
}

/** How much of something is open with a provider, as a link to the list of it. */
export function OpenCell({ kind, vendor, count, amount, since }: OpenCellProps) {
  const { t } = useTranslation("offer");
  const format = useFormat();
  if (count === 0) return "–";
  return (
    <>
      <NavLink
        row
        to={`${staffPaths.offer}?${new URLSearchParams({ open: kind, vendor })}`}
        label={t("open.title", { list: t(`open.${kind}`), name: vendor })}
        className={classes.link}
      >
        {t("sum", { number: format.number(count), amount: format.money(amount) })}
      </NavLink>
      {since !== null && (
        <span className={`${staff.dim} ${classes.since}`}>{t("open.oldest", { at: format.dateTime(since) })}</span>
      )}
    </>
  );
}
