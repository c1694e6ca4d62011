import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Money } from "#shared/ui/money.tsx";
import { Net } from "#shared/ui/net.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import classes from "./bets.module.css";
import { type Bet, type OpenBet, type Product, results } from "./bets.ts";

const tones = { PASS: "good", FAIL: "calm", TIE: "info", BACK: "busy" } as const;
const whys = ["tie", "uncounted", "hedged", "opposed", "bothSides"] as const;

/** A member with its nickname. */
function Member({ memId, memNick }: { memId: string; memNick: string }) {
  return (
    <>
      {memId} <span className={classes.dim}>{memNick}</span>
    </>
  );
}

/** The columns of bets that ended. A correction is a line of its own, as in the statements. */
export function useBetColumns(product: Product): Column<Bet>[] {
  const { t } = useTranslation("partner-reports");
  const format = useFormat();
  const known = (result: string) => results.find((one) => one === result) ?? "TIE";
  const why = (row: Bet) => {
    const one = whys.find((name) => name === row.why);
    return one ? t(`why.${one}`) : "";
  };
  return [
    {
      key: "member",
      head: t("member"),
      phone: "title",
      cell: (row) => <Member {...row} />,
      value: (row) => row.memId,
    },
    {
      key: "ended",
      head: t("ended"),
      phone: "when",
      cell: (row) => format.moment(row.endedAt),
      value: (r) => r.endedAt,
    },
    { key: "placed", head: t("placed"), extra: true, cell: (row) => format.moment(row.betAt), value: (r) => r.betAt },
    { key: "game", head: t("game"), cell: (row) => row.gameName || row.gameCode, value: (row) => row.gameName },
    ...(product === "sports"
      ? [{ key: "folders", head: t("folders"), cell: (row: Bet) => row.folders, value: (row: Bet) => row.folders }]
      : []),
    {
      key: "stake",
      head: t("stake"),
      align: "end",
      phone: "amount",
      cell: (row) => <Money amount={row.betAmt} />,
      value: (row) => row.betAmt,
    },
    {
      key: "payout",
      head: t("payout"),
      align: "end",
      cell: (row) => <Money amount={row.betWinAmt} />,
      value: (row) => row.betWinAmt,
    },
    {
      key: "net",
      head: t("net"),
      align: "end",
      cell: (row) => <Net amount={row.betWinAmt - row.betAmt} />,
      value: (row) => row.betWinAmt - row.betAmt,
    },
    {
      key: "valid",
      head: t("valid"),
      align: "end",
      cell: (row) => <Money amount={row.valid} />,
      value: (row) => row.valid,
    },
    { key: "why", head: t("why"), extra: true, cell: (row) => why(row) || "–", value: why },
    {
      key: "result",
      head: t("result"),
      phone: "state",
      cell: (row) => <StatusPill tone={tones[known(row.result)]}>{t(`result.${known(row.result)}`)}</StatusPill>,
      value: (row) => row.result,
    },
    { key: "day", head: t("day"), extra: true, cell: (row) => row.day, value: (row) => row.day },
    { key: "number", head: t("betNumber"), extra: true, cell: (row) => row.betIdx, value: (row) => row.betIdx },
  ];
}

/** The columns of bets that have not ended. */
export function useOpenColumns(): Column<OpenBet>[] {
  const { t } = useTranslation("partner-reports");
  const format = useFormat();
  return [
    {
      key: "member",
      head: t("member"),
      phone: "title",
      cell: (row) => <Member {...row} />,
      value: (row) => row.memId,
    },
    { key: "placed", head: t("placed"), phone: "when", cell: (row) => format.moment(row.betAt), value: (r) => r.betAt },
    {
      key: "game",
      head: t("game"),
      phone: "state",
      cell: (row) => row.gameName || row.gameCode,
      value: (row) => row.gameName,
    },
    {
      key: "stake",
      head: t("stake"),
      align: "end",
      phone: "amount",
      cell: (row) => <Money amount={row.betAmt} />,
      value: (row) => row.betAmt,
    },
  ];
}
