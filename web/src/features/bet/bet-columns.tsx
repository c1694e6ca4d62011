import { useAtomValue } from "jotai";
import { useTranslation } from "react-i18next";
import { type Bet, netOf, oddsOf, possibleWinOf } from "#shared/bets/bet.ts";
import { BetNet, BetOdds, BetWin, ResultPill } from "#shared/bets/result.tsx";
import { useFormat } from "#shared/i18n/format.tsx";
import { oddsFormAtom } from "#shared/sports/odds-form.ts";
import { Money } from "#shared/ui/money.tsx";
import { Net } from "#shared/ui/net.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { PHONE, useMedia } from "#shared/ui/use-media.ts";
import classes from "./bet.module.css";
import type { BetPage } from "./bets.ts";
import type { BetSearch } from "./search.ts";

/** The kind of a bet on the sportsbook, in words; empty for every other round. */
function useKind(): (bet: Bet) => string {
  const { t } = useTranslation("bet");
  return ({ legs }) => (legs === 0 ? "" : legs === 1 ? t("kind.single") : t("kind.folder", { count: legs }));
}

/** On a phone the stake, and what became of it or may become of it. */
function RowMoney({ bet }: { bet: Bet }) {
  const win = possibleWinOf(bet);
  return (
    <>
      <span className={classes.staked}>
        <Money amount={bet.betAmt} />
      </span>
      {netOf(bet) !== null && (
        <>
          {" "}
          <BetNet bet={bet} />
        </>
      )}
      {win !== null && (
        <>
          {" → "}
          <Money amount={win} />
        </>
      )}
    </>
  );
}

/** The stakes of settled rounds, to which the totals beside them belong, and below them those that are still open. */
function Stakes({ settled, open }: { settled: number; open: number }) {
  const { t } = useTranslation("bet");
  return (
    <>
      <Money amount={settled} />
      {open > 0 && (
        <span className={classes.stillOpen}>
          {t("foot.open")} <Money amount={open} />
        </span>
      )}
    </>
  );
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
  const kindOf = useKind();
  const form = useAtomValue(oddsFormAtom);
  const phone = useMedia(PHONE);
  const odds: Column<Bet> = {
    key: "odds",
    head: t("column.odds"),
    align: "end",
    value: (bet) => {
      const odds = oddsOf(bet);
      return odds === null ? null : odds / 1_000;
    },
    cell: (bet) => <BetOdds bet={bet} form={form} />,
    extra: gameType === "casino",
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
            <span className={classes.studio}>
              {[kindOf(bet), studioOf(bet.vendorCode)].filter((part) => part !== "").join(" · ")}
            </span>
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
        foot: open ? <Money amount={totals.openAmt} /> : <Stakes settled={totals.betAmt} open={totals.openAmt} />,
      },
      {
        key: "win",
        head: t("column.win"),
        align: "end",
        value: (bet) => (bet.result === "WAIT" ? null : bet.betWinAmt),
        cell: (bet) => <BetWin bet={bet} />,
        foot: open ? "" : <Money amount={totals.betWinAmt} />,
      },
      odds,
      {
        key: "net",
        head: t("column.net"),
        align: "end",
        value: netOf,
        phone: "amount",
        cell: (bet) => (phone ? <RowMoney bet={bet} /> : <BetNet bet={bet} />),
        foot: open ? "" : <Net amount={net} />,
      },
      {
        key: "result",
        head: t("column.result"),
        phone: "state",
        value: (bet) => (bet.result === "WAIT" ? bet.betStatus : bet.result),
        cell: (bet) => <ResultPill bet={bet} />,
      },
      {
        key: "turnover",
        head: t("detail.turnover"),
        align: "end",
        value: (bet) => bet.turnoverRate / 10_000,
        cell: (bet) => `${format.number(bet.turnoverRate / 100)}%`,
        extra: true,
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
