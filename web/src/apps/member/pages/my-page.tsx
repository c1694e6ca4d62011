import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SessionResult } from "#features/bet/session-result.tsx";
import { DetailsPage } from "#features/session/details-page.tsx";
import { hereSince, minutesHere } from "#features/session/remembered.ts";
import { useMember } from "#features/session/session.ts";
import { useBalance } from "#features/wallet/balance.ts";
import { paths } from "#shared/paths.ts";
import { useSite } from "#shared/site.ts";
import { Icon } from "#shared/ui/icon.tsx";
import { LiveMoney } from "#shared/ui/live-money.tsx";
import { Panel } from "#shared/ui/page.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import classes from "./my-page.module.css";

const histories = [
  { to: paths.bets, text: "nav.bets", icon: "history" },
  { to: paths.winlose, text: "nav.winlose", icon: "chart" },
  { to: paths.statement, text: "nav.statement", icon: "page" },
  { to: paths.deposits, text: "nav.deposits", icon: "deposit" },
  { to: paths.withdrawals, text: "nav.withdrawals", icon: "withdraw" },
  { to: paths.point, text: "nav.points", icon: "swap" },
  { to: paths.coupons, text: "nav.coupons", icon: "gift" },
  { to: paths.gifts, text: "nav.gifts", icon: "star" },
  { to: paths.attendance, text: "nav.attendance", icon: "check" },
  { to: paths.wheel, text: "nav.wheel", icon: "dice" },
  { to: paths.account, text: "nav.account", icon: "lock" },
  { to: paths.protection, text: "nav.protection", icon: "info" },
] as const;

const partners = { to: paths.distributor, text: "nav.distributor", icon: "people" } as const;

/** The member's own page: balances, the course of this session, links to the histories, and the personal details. */
export function MyPage() {
  const { t } = useTranslation();
  const { t: bet } = useTranslation("bet");
  const { t: session } = useTranslation("session");
  const balance = useBalance();
  const links = useMember()?.recommendYn === "Y" ? [...histories, partners] : histories;
  const [since] = useState(() => hereSince() ?? Date.now());
  const time = session("details.minutes", { minutes: minutesHere(Date.now()) });
  return (
    <DetailsPage site={useSite()}>
      <div className={classes.top}>
        <Panel title={t("mypage.money")}>
          {balance ? (
            <dl className={classes.balance}>
              <div>
                <dt>{t("money.cash")}</dt>
                <dd>
                  <LiveMoney label={t("money.cash")} amount={balance.cashAmt} size="xl" />
                </dd>
              </div>
              <div>
                <dt>{t("money.points")}</dt>
                <dd>
                  <LiveMoney label={t("money.points")} amount={balance.pointAmt} unit="points" size="lg" />
                </dd>
              </div>
            </dl>
          ) : (
            <Skeleton height="5rem" />
          )}
          <ul className={classes.links}>
            {links.map(({ to, text, icon }) => (
              <li key={to}>
                <Link to={to} className={classes.link}>
                  <Icon name={icon} />
                  {t(text)}
                </Link>
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title={bet("session.title")}>
          <SessionResult since={since} time={time} />
          <p className={classes.care}>{t("mypage.care")}</p>
        </Panel>
      </div>
    </DetailsPage>
  );
}
