import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFaultText } from "#shared/i18n/fault.ts";
import { AmountField } from "#shared/ui/amount-field.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import classes from "./protection.module.css";
import { type Limit, useRemoveLimit, useSetLimit } from "./protection.ts";
import { type Days, effect, type Kind } from "./rules.ts";
import { useAmount } from "./use-amount.ts";

interface LimitDialogProps {
  kind: Kind;
  days: Days;
  limit: Limit | undefined;
  inBreak: boolean;
  onClose(): void;
}

/** Sets a limit, and says before it is pressed when it will hold. */
export function LimitDialog({ kind, days, limit, inBreak, onClose }: LimitDialogProps) {
  const { t } = useTranslation(["protection", "common"]);
  const words = useAmount();
  const faultText = useFaultText();
  const toast = useToast();
  const set = useSetLimit();
  const remove = useRemoveLimit();
  const [amount, setAmount] = useState<number | null>(limit?.amount ?? null);
  const [empty, setEmpty] = useState(false);
  const fault = set.error ?? remove.error;
  const when = amount === null ? undefined : effect(limit, amount);

  const done = (later: boolean) => {
    toast({ tone: "done", text: later ? t("limits.asked") : t("limits.done") });
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    remove.reset();
    if (amount === null || amount === 0) return setEmpty(true);
    set.mutate({ kind, days, amount }, { onSuccess: () => done(when === "later") });
  };

  return (
    <Dialog title={`${t(`kind.${kind}`)} · ${t(`window.${days}`)}`} onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <AmountField
          label={kind === "session" ? t("limits.minutes") : t("limits.amount")}
          name="amount"
          value={amount}
          onChange={(next) => {
            setEmpty(false);
            setAmount(next);
          }}
          {...(kind === "session" && amount !== null ? { hint: words(kind, amount) } : {})}
          error={empty ? t("limits.empty") : (fault ?? undefined) && faultText(fault)}
        />
        <p className={classes.quiet} aria-live="polite">
          {when === "later" ? t("limits.later") : t("limits.now")}
        </p>
        <Button type="submit" wide size="lg" busy={set.isPending}>
          {amount ? t("limits.submit", { amount: words(kind, amount) }) : t("limits.set")}
        </Button>
        {limit && !inBreak && (
          <Button
            variant="ghost"
            busy={remove.isPending}
            onClick={() => {
              set.reset();
              remove.mutate({ kind, days }, { onSuccess: () => done(true) });
            }}
          >
            {t("limits.remove")}
          </Button>
        )}
      </form>
    </Dialog>
  );
}
