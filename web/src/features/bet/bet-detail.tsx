import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Money } from "#shared/ui/money.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import classes from "./bet.module.css";
import { betQuery } from "./bets.ts";
import { BetNet, ResultPill } from "./result.tsx";
import { isBetGroup } from "./search.ts";

interface BetDetailProps {
  idx: number;
  studioOf(procId: string): string;
  onClose(): void;
}

/** All that is known about one round, asked for again: it may have been settled meanwhile. */
export function BetDetail({ idx, studioOf, onClose }: BetDetailProps) {
  const { t } = useTranslation("bet");
  const format = useFormat();
  const query = useQuery(betQuery(idx, format.language));
  return (
    <Dialog title={t("detail.title")} onClose={onClose}>
      <QueryView query={query} compact skeleton={<Skeleton height="24rem" />}>
        {(bet) => {
          const facts: [string, ReactNode][] = [
            [t("column.result"), <ResultPill key="result" result={bet.result} />],
            [t("column.stake"), <Money key="stake" amount={bet.betAmt} />],
            [t("column.win"), bet.result === "WAIT" ? "–" : <Money key="win" amount={bet.betWinAmt} />],
            [t("column.net"), <BetNet key="net" bet={bet} />],
            [t("column.before"), <Money key="before" amount={bet.balanceBefore} />],
            [t("column.after"), <Money key="after" amount={bet.balanceAfter} />],
            [t("column.time"), format.moment(bet.betAt)],
            [t("detail.closed"), bet.closedAt === null ? t("detail.open") : format.moment(bet.closedAt)],
            ...(isBetGroup(bet.gameType)
              ? [[t("detail.group"), t(`group.${bet.gameType}`)] satisfies [string, ReactNode]]
              : []),
            [t("detail.studio"), studioOf(bet.vendorCode) || "–"],
            [
              t("detail.round"),
              <span key="round" className={classes.code}>
                {bet.roundId}
              </span>,
            ],
            [t("detail.number"), bet.idx],
          ];
          return (
            <div className={classes.detail}>
              <h3>{bet.gameName}</h3>
              <dl className={classes.facts}>
                {facts.map(([name, value]) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            </div>
          );
        }}
      </QueryView>
    </Dialog>
  );
}
