import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import staff from "#shared/staff/staff.module.css";
import { AmountField } from "#shared/ui/amount-field.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Field } from "#shared/ui/field.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { useLimitAmount, useLimitName } from "./limit-amount.ts";
import classes from "./members.module.css";
import { isLower, kinds, limitOf, type Protection, useLowerLimit, windows } from "./protection.ts";

const REASON_MAX = 200;

interface FormProps {
  memId: string;
  state: Protection;
  onDone(): void;
}

/** A limit that is tighter than what holds; a looser one is for the member alone. */
export function LowerLimitForm({ memId, state, onDone }: FormProps) {
  const { t } = useTranslation(["admin", "protection", "common"]);
  const limitAmount = useLimitAmount();
  const limitName = useLimitName();
  const toast = useToast();
  const lower = useLowerLimit();
  const [which, setWhich] = useState("deposit 1");
  const [amount, setAmount] = useState<number | null>(null);
  const [reason, setReason] = useState("");
  const [checked, setChecked] = useState(false);
  const [kind = "", length] = which.split(" ");
  const days = Number(length);
  const holds = limitOf(state.limits, kind, days);
  const wrong = !amount
    ? t("required")
    : isLower(state.limits, kind, days, amount)
      ? undefined
      : t("protect.notTighter", { amount: limitAmount(kind, holds?.amount ?? 0) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (wrong || amount === null || reason.trim() === "") return;
    lower.mutate(
      { memId, kind, days, amount, reason: reason.trim() },
      {
        onSuccess: () => {
          toast({ tone: "done", text: t("protect.done") });
          onDone();
        },
      },
    );
  };
  return (
    <form className={classes.inset} onSubmit={submit} noValidate>
      <div className={staff.pair}>
        <SelectField
          label={t("column.category")}
          name="which"
          value={which}
          onChange={(next) => {
            setWhich(next);
            lower.reset();
          }}
          options={kinds.flatMap((one) =>
            windows.map((window) => ({ value: `${one} ${window}`, label: limitName(one, window) })),
          )}
        />
        <AmountField
          label={kind === "session" ? t("protection:limits.minutes") : t("column.amount")}
          name="amount"
          autoFocus
          value={amount}
          hint={t("protect.holds", {
            amount: holds ? limitAmount(kind, holds.amount) : t("protection:limits.none"),
          })}
          onChange={(next) => {
            setAmount(next);
            lower.reset();
          }}
          error={checked ? wrong : undefined}
        />
      </div>
      <Field
        label={t("switch.reason")}
        name="reason"
        value={reason}
        maxLength={REASON_MAX}
        onChange={setReason}
        error={checked && reason.trim() === "" ? t("refuse.missing") : undefined}
      />
      <Refusal error={lower.error} />
      <div className={classes.memberActions}>
        <Button variant="quiet" onClick={onDone}>
          {t("common:cancel")}
        </Button>
        <Button type="submit" variant="danger" busy={lower.isPending}>
          {amount ? t("protection:limits.submit", { amount: limitAmount(kind, amount) }) : t("protect.lowerLimit")}
        </Button>
      </div>
    </form>
  );
}
