import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { BetReceipt } from "#shared/bets/receipt.tsx";
import { useFormat } from "#shared/i18n/format.tsx";
import { usePartnerRight } from "#shared/partner/session.ts";
import { paths } from "#shared/paths.ts";
import { receiptQuery } from "./bets.ts";

interface ReceiptProps {
  memId: string;
  betIdx: number;
  groupOf(group: string): string;
  studioOf(procId: string): string;
  onClose(): void;
}

/** The receipt of a bet, as its member sees it: legs of the sportsbook with their results, draws with the way to their proof. */
export function Receipt({ memId, betIdx, groupOf, studioOf, onClose }: ReceiptProps) {
  const { t } = useTranslation("partner-reports");
  const mayMoney = usePartnerRight("money.read");
  const query = useQuery(receiptQuery(memId, betIdx, useFormat().language));
  return (
    <BetReceipt
      query={query}
      groupOf={groupOf}
      studioOf={studioOf}
      balances={mayMoney}
      oddsForm="decimal"
      rules={(version) => version}
      check={(game, no) => (
        <a href={`${paths.minigameFair}?game=${game}&no=${no}`} target="_blank" rel="noopener">
          {t("proof")}
        </a>
      )}
      onClose={onClose}
    />
  );
}
