import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cashListQuery, isOpen } from "#features/cash/cash.ts";
import { statusOf } from "#features/cash/status.ts";
import { useUnread } from "#features/message/unread.ts";
import { claimsQuery } from "#features/promo/promo.ts";
import { loginBefore } from "#features/session/login-before.ts";
import type { CashRow } from "#shared/api/types.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { paths } from "#shared/paths.ts";
import { Icon, type IconName } from "#shared/ui/icon.tsx";
import { Money } from "#shared/ui/money.tsx";
import { NavLink } from "#shared/ui/nav-link.tsx";
import { Panel } from "#shared/ui/page.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import classes from "./member-today.module.css";
import { MemberTodayPlace } from "./member-today-place.tsx";

/** The member's list of today: requests that are open, what can be taken, what is new since the last visit. */
export function MemberToday() {
  const { t } = useTranslation("main");
  const format = useFormat();
  const unread = useUnread();
  const claimed = useQuery(claimsQuery);
  const deposited = useQuery(cashListQuery("in"));
  const withdrawn = useQuery(cashListQuery("out"));
  // All at once: a line that comes before others would move them.
  const waits = claimed.isPending || deposited.isPending || withdrawn.isPending;
  const before = loginBefore();
  const claims = claimed.data;
  const open = [...(deposited.data?.list ?? []), ...(withdrawn.data?.list ?? [])].filter(isOpen);
  if (waits) return <MemberTodayPlace />;
  return (
    <Panel title={t("today.title")}>
      <ul className={classes.list}>
        {open.map((row) => (
          <OpenRequest key={row.idx} row={row} />
        ))}
        {unread > 0 && <Row to={paths.messages} icon="mail" text={t("today.messages")} value={format.number(unread)} />}
        {claims && claims.visitPointAmt > 0 && (
          <Row
            to={paths.attendance}
            icon="check"
            text={t("today.visit")}
            value={`+${format.number(claims.visitPointAmt)} P`}
            claim
          />
        )}
        {claims?.turn && <Row to={paths.wheel} icon="dice" text={t("today.turn")} claim />}
        {claims && claims.coupons > 0 && (
          <Row to={paths.coupons} icon="gift" text={t("today.coupons")} value={format.number(claims.coupons)} claim />
        )}
        {claims && claims.gifts > 0 && (
          <Row to={paths.gifts} icon="star" text={t("today.gifts")} value={format.number(claims.gifts)} claim />
        )}
        <Row to={paths.deposit} icon="deposit" text={t("hero.deposit")} />
      </ul>
      {before && <p className={classes.before}>{t("today.before", { at: format.dateTime(before.at) })}</p>}
    </Panel>
  );
}

function Row(props: { to: string; icon: IconName; text: string; value?: ReactNode; claim?: boolean }) {
  const { to, icon, text, value, claim = false } = props;
  return (
    <li>
      <NavLink to={to} className={classes.row}>
        <Icon name={icon} />
        <span className={classes.text}>{text}</span>
        {value && <span className={claim ? classes.claim : classes.value}>{value}</span>}
        <Icon name="next" size={16} />
      </NavLink>
    </li>
  );
}

function OpenRequest({ row }: { row: CashRow }) {
  const { t } = useTranslation(["main", "cash"]);
  const deposit = row.cashType === "in";
  const { text, tone } = statusOf(row);
  return (
    <li>
      <NavLink to={deposit ? paths.deposit : paths.withdraw} className={classes.row}>
        <Icon name={deposit ? "deposit" : "withdraw"} />
        <span className={classes.text}>
          {t(deposit ? "today.deposit" : "today.withdrawal")} <Money amount={row.amount} />
        </span>
        <StatusPill tone={tone}>{t(`cash:${text}`)}</StatusPill>
        <Icon name="next" size={16} />
      </NavLink>
    </li>
  );
}
