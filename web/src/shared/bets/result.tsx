import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { type OddsForm, writeOdds } from "#shared/odds.ts";
import { Money } from "#shared/ui/money.tsx";
import { Net } from "#shared/ui/net.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import { type Bet, netOf, oddsOf, possibleWinOf } from "./bet.ts";
import classes from "./receipt.module.css";

const tones = { PASS: "good", FAIL: "calm", TIE: "info", WAIT: "busy", CANCEL: "calm", BET: "info" } as const;

function isResult(result: string): result is keyof typeof tones {
  return Object.hasOwn(tones, result);
}

/** How a round ended, in words (D-43); an open one is open, or waits for the check of a bet in play (D-72). A loss is simply over: it has no alarm colour. */
export function ResultPill({ bet }: { bet: Pick<Bet, "result" | "betStatus"> }) {
  const { t } = useTranslation("bet");
  const result = bet.result === "WAIT" ? bet.betStatus : bet.result;
  const known = isResult(result) ? result : "CANCEL";
  return <StatusPill tone={tones[known]}>{t(`result.${known}`)}</StatusPill>;
}

export function BetNet({ bet }: { bet: Bet }) {
  const net = netOf(bet);
  return net === null ? "–" : <Net amount={net} />;
}

/** The payout of a round; while it is open, the largest that it may have. */
export function BetWin({ bet }: { bet: Bet }) {
  const { t } = useTranslation("bet");
  if (bet.result !== "WAIT") return <Money amount={bet.betWinAmt} />;
  const most = possibleWinOf(bet);
  return most === null ? (
    "–"
  ) : (
    <span className={classes.possible}>
      {t("win.possible")} <Money amount={most} />
    </span>
  );
}

/** The odds of a bet as the member reads odds; of a game without odds, how many times the stake it paid. */
export function BetOdds({ bet, form }: { bet: Bet; form: OddsForm }) {
  const format = useFormat();
  const odds = oddsOf(bet);
  if (odds === null) return "–";
  return bet.odds > 0 ? writeOdds(odds, form) : `×${format.number(Math.round(odds / 10) / 100)}`;
}
