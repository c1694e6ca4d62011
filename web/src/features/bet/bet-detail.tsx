import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { type Fact, Facts } from "#shared/ui/facts.tsx";
import { Money } from "#shared/ui/money.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import classes from "./bet.module.css";
import { betQuery } from "./bets.ts";
import { DrawDetail } from "./draw-detail.tsx";
import { BetNet, ResultPill } from "./result.tsx";
import { isBetGroup } from "./search.ts";
import { SlipLegs } from "./slip-legs.tsx";

interface BetDetailProps {
  idx: number;
  studioOf(procId: string): string;
  /** The way to a version of the house rules. */
  rules(version: number): ReactNode;
  /** The way to the page that computes the round of a draw again. */
  check(game: string, no: number): ReactNode;
  onClose(): void;
}

/** All that is known about one round, asked for again: it may have been settled meanwhile. */
export function BetDetail({ idx, studioOf, rules, check, onClose }: BetDetailProps) {
  const { t } = useTranslation("bet");
  const format = useFormat();
  const query = useQuery(betQuery(idx, format.language));
  return (
    <Dialog title={t("detail.title")} onClose={onClose}>
      <QueryView query={query} compact skeleton={<Skeleton height="24rem" />}>
        {(bet) => {
          const facts: Fact[] = [
            { name: t("column.result"), value: <ResultPill result={bet.result} /> },
            { name: t("column.stake"), value: <Money amount={bet.betAmt} /> },
            { name: t("column.win"), value: bet.result === "WAIT" ? "–" : <Money amount={bet.betWinAmt} /> },
            { name: t("column.net"), value: <BetNet bet={bet} /> },
            { name: t("column.before"), value: <Money amount={bet.balanceBefore} /> },
            { name: t("column.after"), value: <Money amount={bet.balanceAfter} /> },
            { name: t("column.time"), value: format.moment(bet.betAt) },
            { name: t("detail.closed"), value: bet.closedAt === null ? t("detail.open") : format.moment(bet.closedAt) },
            ...(isBetGroup(bet.gameType) ? [{ name: t("detail.group"), value: t(`group.${bet.gameType}`) }] : []),
            { name: t("detail.studio"), value: studioOf(bet.vendorCode) },
            { name: t("detail.round"), value: <span className={classes.code}>{bet.roundId}</span> },
            { name: t("detail.number"), value: bet.idx },
          ];
          return (
            <div className={classes.detail}>
              <h3>{bet.gameName}</h3>
              {bet.slip && <SlipLegs slip={bet.slip} rules={rules} />}
              {bet.draw && <DrawDetail draw={bet.draw} rules={rules} check={check} />}
              <Facts roomy facts={facts} />
            </div>
          );
        }}
      </QueryView>
    </Dialog>
  );
}
