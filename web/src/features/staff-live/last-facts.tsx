import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { cashKindText } from "#shared/staff/cash-kind.ts";
import { RequestStatus } from "#shared/staff/request-status.tsx";
import type { Fact } from "#shared/ui/facts.tsx";
import { Money } from "#shared/ui/money.tsx";
import type { Background } from "./background.tsx";
import classes from "./live.module.css";

/** The member's last requests, and the last bets with what they paid. */
export function useLastFacts(): { requests(of: Background): Fact[]; bets(of: Background): Fact[] } {
  const { t } = useTranslation("admin");
  const format = useFormat();
  return {
    requests: ({ requests }) =>
      requests.map((one) => ({
        name: `${t(cashKindText(one.cashType))} · ${format.moment(one.requestedAt)}`,
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
