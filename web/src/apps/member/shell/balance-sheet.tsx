import { useQuery } from "@tanstack/react-query";
import { useSetAtom } from "jotai";
import { useTranslation } from "react-i18next";
import { GameMoneyList } from "#features/game/game-money-list.tsx";
import { convertOpenAtom } from "#features/point/atoms.ts";
import { winLoseQuery } from "#features/report/report.ts";
import { useBalance } from "#features/wallet/balance.ts";
import type { Member } from "#shared/api/types.ts";
import { daysRequest, lastDays } from "#shared/days.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { paths } from "#shared/paths.ts";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Facts } from "#shared/ui/facts.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { LiveMoney } from "#shared/ui/live-money.tsx";
import { Money } from "#shared/ui/money.tsx";
import { NavLink } from "#shared/ui/nav-link.tsx";
import { Net } from "#shared/ui/net.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import classes from "./balance-sheet.module.css";

/** The member's money of today: what there is, what was staked and won, and the two things that one comes here for. */
export function BalanceSheet({ member, onClose }: { member: Member; onClose(): void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const balance = useBalance();
  const openConvert = useSetAtom(convertOpenAtom);
  const today = useQuery(winLoseQuery(daysRequest(lastDays(1, format, Date.now()))));
  return (
    <Dialog title={t("balance.title")} onClose={onClose}>
      <dl className={classes.balance}>
        <div>
          <dt>{t("money.cash")}</dt>
          <dd>
            <LiveMoney label={t("money.cash")} amount={balance?.cashAmt ?? member.cashAmt} size="xl" />
          </dd>
        </div>
        <div>
          <dt>{t("money.points")}</dt>
          <dd>
            <LiveMoney
              label={t("money.points")}
              amount={balance?.pointAmt ?? member.pointAmt}
              unit="points"
              size="lg"
            />
          </dd>
        </div>
      </dl>
      <GameMoneyList />
      <div className={classes.actions}>
        <NavLink to={paths.deposit} className={classes.main} onFollow={onClose}>
          <Icon name="deposit" />
          {t("nav.deposit")}
        </NavLink>
        <NavLink to={paths.withdraw} className={classes.other} onFollow={onClose}>
          <Icon name="withdraw" />
          {t("nav.withdraw")}
        </NavLink>
        <button
          type="button"
          className={classes.other}
          aria-haspopup="dialog"
          onClick={() => {
            onClose();
            openConvert(true);
          }}
        >
          <Icon name="swap" />
          {t("panel.convert")}
        </button>
      </div>
      <section className={classes.today} aria-labelledby="today">
        <h3 id="today">{t("balance.today")}</h3>
        <QueryView query={today} compact skeleton={<Skeleton height="7rem" />}>
          {({ total }) => (
            <Facts
              facts={[
                { name: t("balance.stake"), value: <Money amount={total.stake} /> },
                { name: t("balance.payout"), value: <Money amount={total.payout} /> },
                { name: t("balance.result"), value: <Net amount={total.result} /> },
              ]}
            />
          )}
        </QueryView>
        <NavLink to={paths.winlose} className={classes.more} onFollow={onClose}>
          {t("nav.winlose")}
        </NavLink>
      </section>
    </Dialog>
  );
}
