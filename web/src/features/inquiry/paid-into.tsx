import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { AccountLines } from "#shared/ui/account-lines.tsx";
import { Panel } from "#shared/ui/page.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Inquiry } from "./inquiries.ts";
import classes from "./inquiry.module.css";

/** The account to pay into, as long as it is this member's (D-62). When that is over, the page says so and hides it. */
export function PaidInto({ account }: { account: NonNullable<Inquiry["account"]> }) {
  const { t } = useTranslation("inquiry");
  const format = useFormat();
  const [over, setOver] = useState(() => Date.parse(account.until) <= Date.now());
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), Math.max(0, Date.parse(account.until) - Date.now()));
    return () => clearTimeout(timer);
  }, [account.until]);
  if (over) return <p className={classes.over}>{t("account.over")}</p>;
  return (
    <Panel
      title={t("account.title")}
      aside={<StatusPill tone="info">{t("account.until", { at: format.dateTime(account.until) })}</StatusPill>}
    >
      <AccountLines account={account} />
      <p className={classes.note}>{t("account.note")}</p>
    </Panel>
  );
}
