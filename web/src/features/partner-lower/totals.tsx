import { useTranslation } from "react-i18next";
import type { Res } from "#shared/api/client.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { Money } from "#shared/ui/money.tsx";
import classes from "./lower.module.css";

type ListTotals = NonNullable<Res<"/api/partner/lower/list">["totals"]>;

/** The sums over all accounts of a search, whatever page is shown; amounts only with the right to see money. */
export function Totals({ totals }: { totals: ListTotals }) {
  const { t } = useTranslation("partner-lower");
  const format = useFormat();
  const figures = [
    { name: t("members"), value: format.number(totals.members) },
    { name: t("partners"), value: format.number(totals.partners) },
    ...(totals.cash === null ? [] : [{ name: t("cash"), value: <Money amount={totals.cash} /> }]),
    ...(totals.points === null ? [] : [{ name: t("points"), value: format.number(totals.points) }]),
  ];
  return (
    <section aria-label={t("totals")}>
      <dl className={classes.figures}>
        {figures.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
