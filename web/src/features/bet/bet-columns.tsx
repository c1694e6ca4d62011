import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import type { Column } from "#shared/ui/data-table.tsx";
import { Money } from "#shared/ui/money.tsx";
import classes from "./bet.module.css";
import { type Bet, totalsOf } from "./bets.ts";
import { BetNet, Net, ResultPill } from "./result.tsx";

interface BetColumnsProps {
  rows: Bet[];
  studioOf(procId: string): string;
  onOpen(bet: Bet): void;
}

/** The columns of the history, with the page's totals in the foot. On a phone the game is the card's title. */
export function useBetColumns({ rows, studioOf, onOpen }: BetColumnsProps): Column<Bet>[] {
  const { t } = useTranslation("bet");
  const format = useFormat();
  const totals = totalsOf(rows);
  return [
    {
      key: "game",
      head: t("column.game"),
      phone: "title",
      cell: (bet) => (
        <button type="button" className={classes.game} aria-haspopup="dialog" onClick={() => onOpen(bet)}>
          <span aria-hidden="true">{bet.gameName}</span>
          <span aria-hidden="true" className={classes.studio}>
            {studioOf(bet.vendorCode)}
          </span>
          <span className="visually-hidden">
            {t("detail.show", { game: bet.gameName, at: format.moment(bet.betAt) })}
          </span>
        </button>
      ),
      foot: t("foot"),
    },
    {
      key: "time",
      head: t("column.time"),
      cell: (bet) => (
        <time className={classes.time} dateTime={bet.betAt}>
          {format.moment(bet.betAt)}
        </time>
      ),
    },
    {
      key: "stake",
      head: t("column.stake"),
      align: "end",
      cell: (bet) => <Money amount={bet.betAmt} />,
      foot: <Money amount={totals.stake} />,
    },
    {
      key: "win",
      head: t("column.win"),
      align: "end",
      cell: (bet) => (bet.result === "WAIT" ? "–" : <Money amount={bet.betWinAmt} />),
      foot: <Money amount={totals.win} />,
    },
    {
      key: "net",
      head: t("column.net"),
      align: "end",
      cell: (bet) => <BetNet bet={bet} />,
      foot: <Net amount={totals.net} />,
    },
    { key: "result", head: t("column.result"), cell: (bet) => <ResultPill result={bet.result} /> },
    {
      key: "before",
      head: t("column.before"),
      align: "end",
      phone: "hide",
      cell: (bet) => <Money amount={bet.balanceBefore} />,
    },
    { key: "after", head: t("column.after"), align: "end", cell: (bet) => <Money amount={bet.balanceAfter} /> },
  ];
}
