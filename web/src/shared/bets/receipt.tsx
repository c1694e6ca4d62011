import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import type { OddsForm } from "#shared/odds.ts";
import { Dialog } from "#shared/ui/dialog.tsx";
import { type Fact, Facts } from "#shared/ui/facts.tsx";
import { Money } from "#shared/ui/money.tsx";
import { type Answer, QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import type { BetDetail } from "./bet.ts";
import { DrawDetail } from "./draw-detail.tsx";
import classes from "./receipt.module.css";
import { BetNet, BetOdds, BetWin, ResultPill } from "./result.tsx";
import { SlipLegs } from "./slip-legs.tsx";

interface BetReceiptProps {
  query: Answer<BetDetail>;
  /** The names of a group of games and of a studio. */
  groupOf(group: string): string;
  studioOf(procId: string): string;
  /** The way to a version of the house rules. */
  rules(version: number): ReactNode;
  /** The way to the page that computes the round of a draw again. */
  check(game: string, no: number): ReactNode;
  /** Shows what the member had before and after it. */
  balances: boolean;
  oddsForm: OddsForm;
  onClose(): void;
}

/** All that is known about one round, asked for again: it may have been settled meanwhile. */
export function BetReceipt({ query, groupOf, studioOf, rules, check, balances, oddsForm, onClose }: BetReceiptProps) {
  const { t } = useTranslation("bet");
  const format = useFormat();
  return (
    <Dialog title={t("detail.title")} onClose={onClose}>
      <QueryView query={query} compact skeleton={<Skeleton height="24rem" />}>
        {(bet) => {
          const facts: Fact[] = [
            { name: t("column.result"), value: <ResultPill bet={bet} /> },
            { name: t("column.stake"), value: <Money amount={bet.betAmt} /> },
            ...(bet.odds > 0 ? [{ name: t("column.odds"), value: <BetOdds bet={bet} form={oddsForm} /> }] : []),
            { name: t("column.win"), value: <BetWin bet={bet} /> },
            { name: t("column.net"), value: <BetNet bet={bet} /> },
            ...(balances
              ? [
                  { name: t("column.before"), value: <Money amount={bet.balanceBefore} /> },
                  { name: t("column.after"), value: <Money amount={bet.balanceAfter} /> },
                ]
              : []),
            { name: t("column.time"), value: format.moment(bet.betAt) },
            { name: t("detail.closed"), value: bet.closedAt === null ? t("detail.open") : format.moment(bet.closedAt) },
            { name: t("detail.turnover"), value: `${format.number(bet.turnoverRate / 100)}%` },
            { name: t("detail.group"), value: groupOf(bet.gameType) },
            { name: t("detail.studio"), value: studioOf(bet.vendorCode) },
            { name: t("detail.round"), value: <span className={classes.code}>{bet.roundId}</span> },
            { name: t("detail.number"), value: bet.idx },
          ];
          return (
            <div className={classes.detail}>
              <h3>{bet.gameName}</h3>
              {bet.slip && <SlipLegs slip={bet.slip} form={oddsForm} rules={rules} />}
              {bet.draw && <DrawDetail draw={bet.draw} rules={rules} check={check} />}
              <Facts roomy facts={facts} />
            </div>
          );
        }}
      </QueryView>
    </Dialog>
  );
}
