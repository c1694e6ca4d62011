import { useTranslation } from "react-i18next";
import { type Bet, netOf } from "#shared/bets/bet.ts";
import { BetNet, ResultPill } from "#shared/bets/result.tsx";
import { useFormat } from "#shared/i18n/format.tsx";
import { Money } from "#shared/ui/money.tsx";
import { Net } from "#shared/ui/net.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import classes from "./bet.module.css";
import type { BetPage } from "./bets.ts";
import type { BetSearch } from "./search.ts";

/** How many times the stake a settled round paid; null while it waits, and where there was no stake. */
function oddsOf(bet: Bet): number | null {
  return netOf(bet) === null || bet.betAmt === 0 ? null : bet.betWinAmt / bet.betAmt;
}

/**
 * The columns of a group's history, with the totals of the whole selection in the foot. Rounds of tables and draws have a number that
 * members know; wins of slots, sports and draws are told as a multiple of the stake.
 */
export function useBetColumns(
  { gameType, mode }: BetSearch,
  studioOf: (procId: string) => string,
): (data: BetPage) => Column<Bet>[] {
  const { t } = useTranslation("bet");
  const format = useFormat();
  const odds: Column<Bet> = {
    key: "odds",
    head: t("column.odds"),
    align: "end",
    value: oddsOf,
    cell: (bet) => {
      const times = oddsOf(bet);
      return times === null ? "–" : `×${format.number(Math.round(times * 100) / 100)}`;
    },
    extra: gameType === undefined || gameType === "casino",
  };
  const round: Column<Bet> = {
    key: "round",
    head: t("detail.round"),
    value: (bet) => bet.roundId,
    cell: (bet) => <span className={classes.code}>{bet.roundId}</span>,
    extra: gameType !== "casino" && gameType !== "minigame",
  };
  return ({ totals }) => {
    const open = mode === "betting";
    const net = totals.betWinAmt - totals.betAmt;
    return [
      {
        key: "game",
        head: t("column.game"),
        phone: "title",
        value: (bet) => bet.gameName,
        cell: (bet) => (
          <span className={classes.game}>
            {bet.gameName}
            <span className={classes.studio}>{studioOf(bet.vendorCode)}</span>
          </span>
        ),
        foot: t("foot"),
      },
      {
        key: "time",
        head: t("column.time"),
        phone: "when",
        value: (bet) => format.moment(bet.betAt),
        cell: (bet) => (
          <time className={classes.time} dateTime={bet.betAt}>
            {format.moment(bet.betAt)}
          </time>
        ),
      },
      round,
      {
        key: "stake",
        head: t("column.stake"),
        align: "end",
        value: (bet) => bet.betAmt,
        cell: (bet) => <Money amount={bet.betAmt} />,
        foot: <Money amount={open ? totals.openAmt : totals.betAmt} />,
        ...(open && { phone: "amount" as const }),
      },
      {
        key: "win",
        head: t("column.win"),
        align: "end",
        value: (bet) => (bet.result === "WAIT" ? null : bet.betWinAmt),
        cell: (bet) => (bet.result === "WAIT" ? "–" : <Money amount={bet.betWinAmt} />),
        foot: open ? "" : <Money amount={totals.betWinAmt} />,
      },
      odds,
      {
        key: "net",
        head: t("column.net"),
        align: "end",
        value: netOf,
        cell: (bet) => <BetNet bet={bet} />,
        foot: open ? "" : <Net amount={net} />,
        ...(!open && { phone: "amount" as const }),
      },
      {
        key: "result",
        head: t("column.result"),
        phone: "state",
        value: (bet) => bet.result,
        cell: (bet) => <ResultPill result={bet.result} />,
      },
      {
        key: "before",
        head: t("column.before"),
        align: "end",
        value: (bet) => bet.balanceBefore,
        cell: (bet) => <Money amount={bet.balanceBefore} />,
        extra: true,
      },
      {
        key: "after",
        head: t("column.after"),
        align: "end",
        value: (bet) => bet.balanceAfter,
        cell: (bet) => <Money amount={bet.balanceAfter} />,
        extra: gameType === undefined,
      },
    ];
  };
}
