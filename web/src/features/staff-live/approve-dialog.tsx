import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { useShown } from "#shared/staff/personal.ts";
import { ConfirmDialog } from "#shared/ui/confirm-dialog.tsx";
import { Facts } from "#shared/ui/facts.tsx";
import { Money } from "#shared/ui/money.tsx";
import { useBonusFact } from "./background.tsx";
import classes from "./live.module.css";
import type { CashRequest } from "./queues.ts";

interface ApproveDialogProps {
  kind: "in" | "out";
  cash: CashRequest;
  onApprove(): void;
  onClose(): void;
}

/** Money moves for good: the amount again, from whom or to whom, and Enter. */
export function ApproveDialog({ kind, cash, onApprove, onClose }: ApproveDialogProps) {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const bonus = useBonusFact(cash);
  const amount = format.money(cash.amount);
  const { of } = useShown("request", cash.idx);
  const other = kind === "in" ? of("depositor", cash.depositor) : of("accountHolder", cash.accountHolder);
  const warn = cash.nameDiffers ? t("name.differs", { name: of("name", cash.memName) }) : undefined;
  return (
    <ConfirmDialog
      title={t(`approve.${kind}.title`, { memId: cash.memId })}
      confirm={t(`approve.${kind}.confirm`, { amount })}
      enterConfirms
      onConfirm={onApprove}
      onClose={onClose}
    >
      <p className={classes.dialogAmount}>
        <Money amount={cash.amount} size="xl" />
      </p>
      <Facts
        facts={[
          { name: kind === "in" ? t("column.depositor") : t("column.holder"), value: other, warn },
          { name: t("column.bank"), value: cash.bank },
          ...bonus,
          ...(kind === "out" ? [{ name: t("column.account"), value: of("accountNo", cash.accountNo) }] : []),
        ]}
      />
      <p>{t(`approve.${kind}.text`)}</p>
    </ConfirmDialog>
  );
}
