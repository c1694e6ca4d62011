import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { type Fact, Facts } from "#shared/ui/facts.tsx";
import { Money } from "#shared/ui/money.tsx";
import type { Preview } from "./correction.ts";

interface FiguresProps {
  shown: Pick<Preview, "members" | "gain" | "loss" | "debtors" | "debt">;
  /** How many bets change, in the words of the dialog. */
  bets: Fact[];
  /** Facts about the money that the bets stand for. */
  money?: Fact[];
  /** Facts about the bets that do not change. */
  rest?: Fact[];
}

/** The figures of ended bets that are about to change: how many, whose, and the money that moves. */
export function Figures({ shown, bets, money = [], rest = [] }: FiguresProps) {
  const { t } = useTranslation("corrections");
  const format = useFormat();
  const debts: Fact[] = [
    { name: t("debt"), value: <Money amount={shown.debt} /> },
    { name: t("debtors"), value: format.number(shown.debtors) },
  ];
  return (
    <Facts
      facts={[
        ...bets,
        { name: t("members"), value: format.number(shown.members) },
        ...money,
        { name: t("gain"), value: <Money amount={shown.gain} /> },
        { name: t("loss"), value: <Money amount={shown.loss} /> },
        ...(shown.debtors === 0 ? [] : debts),
        ...rest,
      ]}
    />
  );
}
