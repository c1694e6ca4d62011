import { useTranslation } from "react-i18next";
import { Money } from "#shared/ui/money.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import { type Bet, netOf } from "./bets.ts";

const tones = { PASS: "good", FAIL: "calm", TIE: "info", WAIT: "busy", CANCEL: "calm" } as const;

function isResult(result: string): result is keyof typeof tones {
  return Object.hasOwn(tones, result);
}

/** How a round ended, in words (D-43). A loss is simply over: it has no alarm colour. */
export function ResultPill({ result }: { result: string }) {
  const { t } = useTranslation("bet");
  const known = isResult(result) ? result : "CANCEL";
  return <StatusPill tone={tones[known]}>{t(`result.${known}`)}</StatusPill>;
}

/** A result amount with its sign; zero has neither sign nor colour. */
export function Net({ amount }: { amount: number }) {
  if (amount === 0) return <Money amount={0} />;
  return <Money amount={amount} tone={amount > 0 ? "win" : "loss"} />;
}

export function BetNet({ bet }: { bet: Bet }) {
  const net = netOf(bet);
  return net === null ? "–" : <Net amount={net} />;
}
