import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { rateKeys } from "#shared/office/rates.ts";
import { ChangeRows } from "#shared/staff/change-rows.tsx";
import { percentText } from "#shared/staff/percent.ts";
import type { Approval } from "./approvals.ts";

type Power = NonNullable<Approval["power"]>;

/** The rates or rights of a partner, before and after: only those that change. */
export function PowerChanges({ before, after }: Power) {
  const { t } = useTranslation("partners");
  const format = useFormat();
  const percent = (points: number) => `${percentText(points)} %`;
  const lines = ({ rates, insuredFrom, insuredPart, rights }: Power["before"]): [string, string][] => [
    ...(rates ? rateKeys.map((key): [string, string] => [t(`rate.${key}`), percent(rates[key])]) : []),
    ...(rates
      ? ([
          [t("insuredPart"), percent(insuredPart ?? 0)],
          [t("insuredFrom"), format.money(insuredFrom ?? 0)],
        ] satisfies [string, string][])
      : []),
    ...(rights ? ([[t("dayMax"), format.money(rights.pay ? rights.dayMax : 0)]] satisfies [string, string][]) : []),
  ];
  const was = new Map(lines(before));
  const rows = lines(after).map(([name, is]) => ({ key: name, name, was: was.get(name) ?? "–", is }));
  return <ChangeRows rows={rows.filter((row) => row.was !== row.is)} />;
}
