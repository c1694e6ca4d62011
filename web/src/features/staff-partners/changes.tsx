import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { rateKeys } from "#shared/office/rates.ts";
import { type Fact, Facts } from "#shared/ui/facts.tsx";
import { writeRate } from "#shared/ui/office/rates.ts";
import type { Card } from "./partners.ts";

type Terms = Pick<Card["current"], "rates" | "insuredFrom" | "insuredPart">;
type Rights = Pick<Card["rights"], "pay" | "approve" | "dayMax">;

/** A value that changes, before and after; none when it stays. */
function changed<Value>(name: string, was: Value, is: Value, write: (value: Value) => string): Fact[] {
  return was === is ? [] : [{ name, value: `${write(was)} → ${write(is)}` }];
}

/** Returns what new rates change, each before and after. */
export function useRateChanges(): (was: Terms, is: Terms) => Fact[] {
  const { t } = useTranslation("partners");
  const format = useFormat();
  const percent = (points: number) => `${writeRate(points)}%`;
  return (was, is) => [
    ...rateKeys.flatMap((key) => changed(t(`rate.${key}`), was.rates[key], is.rates[key], percent)),
    ...changed(t("insuredPart"), was.insuredPart, is.insuredPart, percent),
    ...changed(t("insuredFrom"), was.insuredFrom, is.insuredFrom, format.money),
  ];
}

/** Returns what new rights change, each before and after. */
export function useRightChanges(): (was: Rights, is: Rights) => Fact[] {
  const { t } = useTranslation("partners");
  const format = useFormat();
  const yes = (on: boolean) => t(on ? "yes" : "no");
  return (was, is) => [
    ...changed(t("pay"), was.pay, is.pay, yes),
    ...changed(t("dayMax"), was.dayMax, is.dayMax, format.money),
    ...changed(t("approve"), was.approve, is.approve, yes),
  ];
}

/** Shows what changes, or that nothing does. */
export function Before({ facts }: { facts: Fact[] }) {
  const { t } = useTranslation("partners");
  return facts.length === 0 ? <p>{t("same")}</p> : <Facts facts={facts} />;
}
