import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { type Gift, type Moved, useTakeGift } from "./promo.ts";

/** Takes a gift: the balance follows, and a line says what was added. */
export function useClaim(onBalance: (moved: Moved) => void) {
  const { t } = useTranslation("promo");
  const format = useFormat();
  const toast = useToast();
  const take = useTakeGift();
  const worth = (gift: Gift) => `${format.number(gift.pointAmt)} P`;
  return {
    error: take.error,
    label: (gift: Gift) => t("gift.take", { amount: worth(gift) }),
    busy: (gift: Gift) => take.isPending && take.variables === gift.idx,
    claim: (gift: Gift) =>
      take.mutate(gift.idx, {
        onSuccess: (moved) => {
          onBalance(moved);
          toast({ tone: "done", text: t("gift.done", { amount: worth(gift) }) });
        },
      }),
  };
}
