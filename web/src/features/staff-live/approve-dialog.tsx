import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { useShown } from "#shared/staff/personal.ts";
import { ConfirmDialog } from "#shared/ui/confirm-dialog.tsx";
import { Facts } from "#shared/ui/facts.tsx";
import { Field } from "#shared/ui/field.tsx";
import { Money } from "#shared/ui/money.tsx";
import { Fault } from "#shared/ui/refusal.tsx";
import { useBonusFact } from "./background.tsx";
import classes from "./live.module.css";
import { backgroundQuery, type CashKind, type CashRequest } from "./queues.ts";

/** How long a reason may be, in characters. */
const REASON_MAX = 300;

interface ApproveDialogProps {
  kind: CashKind;
  cash: CashRequest;
  onApprove(reason: string): void;
  onClose(): void;
}

/** Money moves for good: the amount again, from whom or to whom, and Enter. */
export function ApproveDialog({ kind, cash, onApprove, onClose }: ApproveDialogProps) {
  const { t } = useTranslation(["admin", "api"]);
  const format = useFormat();
  const bonus = useBonusFact(cash);
  const background = useQuery(backgroundQuery(cash.idx)).data;
  const second = background?.second ?? false;
  const reopened = background?.reopened ?? 0;
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState(false);
  const approve = () => (reopened > 0 && reason.trim() === "" ? setMissing(true) : onApprove(reason.trim()));
  const amount = format.money(cash.amount);
  const { of } = useShown("request", cash.idx);
  const other = kind === "in" ? of("depositor", cash.depositor) : of("accountHolder", cash.accountHolder);
  const warn = cash.nameDiffers ? t("name.differs", { name: of("name", cash.memName) }) : undefined;
  return (
    <ConfirmDialog
      title={t(`approve.${kind}.title`, { memId: cash.memId })}
      confirm={second ? t("approve.ask", { amount }) : t(`approve.${kind}.confirm`, { amount })}
      enterConfirms={reopened === 0}
      onConfirm={approve}
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
          ...(kind !== "in" ? [{ name: t("column.account"), value: of("accountNo", cash.accountNo) }] : []),
        ]}
      />
      {reopened > 0 && (
        <>
          <Fault box>{t("api:C033", { remaining: format.money(reopened) })}</Fault>
          <Field
            label={t("approve.reason")}
            value={reason}
            maxLength={REASON_MAX}
            error={missing && reason.trim() === "" ? t("refuse.missing") : undefined}
            onChange={setReason}
          />
        </>
      )}
      <p>{second ? t("approve.second") : t(`approve.${kind}.text`)}</p>
    </ConfirmDialog>
  );
}
