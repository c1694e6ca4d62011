import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { ConfirmDialog } from "#shared/ui/confirm-dialog.tsx";
import type { AcceptChoice, OpenBet } from "./bets.ts";
import { ValueChange } from "./value-change.tsx";

interface CashOutDialogProps {
  bet: OpenBet;
  /** The value of the bet when the dialog opens. It stays on the button until the server refuses it: no figure changes under the pointer. */
  amount: number;
  accept: AcceptChoice;
  /** The value that was refused, and the one of now. */
  change: { was: number; now: number } | null;
  busy: boolean;
  onTake(amount: number): void;
  onClose(): void;
  children: ReactNode;
}

/** Asks whether a bet is to be ended, and says what happens when its value changes meanwhile. A refusal brings the value of now, which one more press takes. */
export function CashOutDialog({ bet, amount, accept, change, busy, onTake, onClose, children }: CashOutDialogProps) {
  const { t } = useTranslation("sports");
  const format = useFormat();
  const [offer] = useState(amount);
  const shown = change?.now ?? offer;
  return (
    <ConfirmDialog
      title={t("cash.ask.title")}
      confirm={t("cash.take", { amount: format.money(shown) })}
      keep={t("open.keep")}
      busy={busy}
      onConfirm={() => onTake(shown)}
      onClose={() => !busy && onClose()}
    >
      {change && <ValueChange {...change} />}
      <p>
        {t("cash.ask.text", {
          amount: format.money(shown),
          stake: format.money(bet.stake),
          win: format.money(bet.win),
        })}
      </p>
      <p>{t(`cash.accept.${accept}`)}</p>
      {children}
    </ConfirmDialog>
  );
}
