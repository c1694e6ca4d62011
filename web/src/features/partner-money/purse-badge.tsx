import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { purseQuery } from "#shared/partner/purse.ts";
import { LiveMoney } from "#shared/ui/live-money.tsx";
import classes from "./money.module.css";

/** The partner's PT in the header; it counts to its new value when the event PT or a payment brings one. */
export function PurseBadge() {
  const { t } = useTranslation("partner");
  const { data } = useQuery(purseQuery);
  if (!data) return null;
  return (
    <span className={classes.badge}>
      <span className={classes.dim}>PT</span>
      <LiveMoney amount={data.pt} label={t("purse")} />
    </span>
  );
}
