import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { RequestStatus } from "#shared/staff/request-status.tsx";
import { Money } from "#shared/ui/money.tsx";
import classes from "./requests.module.css";
import { type RequestsPageData, stateNames, states } from "./requests.ts";

const DONE = 1;

/** The totals of the whole selection: how many requests of each state, and what they add up to. */
export function Totals({ totals }: { totals: RequestsPageData["totals"] }) {
  const { t } = useTranslation(["requests", "admin"]);
  const format = useFormat();
  const done = (kind: string) =>
    totals.find(({ cashType, status }) => cashType === kind && status === DONE)?.amount ?? 0;
  const of = (kind: string, status: number) =>
    totals.find((one) => one.cashType === kind && one.status === status) ?? { count: 0, amount: 0 };
  return (
    <section aria-label={t("totals")} className={classes.totals}>
      {(["in", "out", "pt"] as const).map((kind) => (
        <div key={kind} className={classes.total}>
          <h2>{t(`admin:kind.${kind}`)}</h2>
          <dl>
            {stateNames
              .map((name) => ({ status: states[name], ...of(kind, states[name]) }))
              .filter(({ count }) => count > 0)
              .map(({ status, count, amount }) => (
                <div key={status}>
                  <dt>
                    <RequestStatus status={status} />
                  </dt>
                  <dd>
                    <Money amount={amount} /> <small>({format.number(count)})</small>
                  </dd>
                </div>
              ))}
          </dl>
        </div>
      ))}
      <div className={classes.total}>
        <h2>{t("net")}</h2>
        <p>
          <Money amount={done("in") - done("out") - done("pt")} size="lg" />
        </p>
      </div>
    </section>
  );
}
