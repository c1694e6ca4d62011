import { useTranslation } from "react-i18next";
import { Net } from "#shared/ui/net.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import { type Bet, netOf } from "./bet.ts";

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

export function BetNet({ bet }: { bet: Bet }) {
  const net = netOf(bet);
  return net === null ? "–" : <Net amount={net} />;
}
