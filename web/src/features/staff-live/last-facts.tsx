import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import type { Fact } from "#shared/ui/facts.tsx";
import { Money } from "#shared/ui/money.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Background } from "./background.tsx";
import classes from "./live.module.css";

const endings = {
  "0": { tone: "info", text: "status.requested" },
  "1": { tone: "good", text: "status.done" },
  "2": { tone: "busy", text: "status.held" },
  "-1": { tone: "calm", text: "status.cancelled" },
  "-2": { tone: "bad", text: "status.refused" },
} as const;

function isEnding(status: string): status is keyof typeof endings {
  return Object.hasOwn(endings, status);
}

/** The state of a request as a word with its tone (D-11). */
function RequestStatus({ status }: { status: number }) {
  const { t } = useTranslation("admin");
  const key = String(status);
  if (!isEnding(key)) return key;
  return <StatusPill tone={endings[key].tone}>{t(endings[key].text)}</StatusPill>;
}

/** The member's last requests, and the last bets with what they paid. */
export function useLastFacts(): { requests(of: Background): Fact[]; bets(of: Background): Fact[] } {
  const { t } = useTranslation("admin");
  const format = useFormat();
  return {
    requests: ({ requests }) =>
      requests.map((one) => ({
        name: `${t(one.cashType === "in" ? "kind.in" : "kind.out")} · ${format.moment(one.requestedAt)}`,
        value: (
          <span className={classes.last}>
            <Money amount={one.amount} /> <RequestStatus status={one.status} />
            {one.memo !== "" && <span className={classes.memo}>{one.memo}</span>}
          </span>
        ),
      })),
    bets: ({ bets }) =>
      bets.map((one) => ({
        name: `${one.gameName} · ${format.moment(one.at)}`,
        value: (
          <span className={classes.last}>
            <Money amount={one.stake} />
            {" → "}
            {one.state === "open" ? (
              t("decide.open")
            ) : one.state === "void" ? (
              t("decide.void")
            ) : (
              <Money amount={one.payout} />
            )}
          </span>
        ),
      })),
  };
}
