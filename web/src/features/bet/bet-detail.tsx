import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { BetReceipt } from "#shared/bets/receipt.tsx";
import { useFormat } from "#shared/i18n/format.tsx";
import { oddsFormAtom } from "#shared/sports/odds-form.ts";
import { betQuery } from "./bets.ts";
import { groupText } from "./search.ts";

type BetDetailProps = Omit<ComponentProps<typeof BetReceipt>, "query" | "balances" | "groupOf" | "oddsForm"> & {
  idx: number;
};

/** A round of the member in full. */
export function BetDetail({ idx, ...rest }: BetDetailProps) {
  const { t } = useTranslation("bet");
  const query = useQuery(betQuery(idx, useFormat().language));
  const groupOf = (group: string) => {
    const text = groupText(group);
    return text ? t(text) : "";
  };
  return <BetReceipt query={query} balances oddsForm={useAtomValue(oddsFormAtom)} groupOf={groupOf} {...rest} />;
}
