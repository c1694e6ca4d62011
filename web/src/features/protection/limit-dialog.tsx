import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormAmount } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
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

interface Values {
  amount: number | null;
}

/** Sets a limit, and says before it is pressed when it will hold. */
export function LimitDialog({ kind, days, limit, inBreak, onClose }: LimitDialogProps) {
  const { t } = useTranslation(["protection", "common"]);
  const words = useAmount();
  const toast = useToast();
  const set = useSetLimit();
  const remove = useRemoveLimit();
  const done = (later: boolean) => {
    toast({ tone: "done", text: later ? t("limits.asked") : t("limits.done") });
    onClose();
  };
  const form = useAppForm<Values>({
    defaultValues: { amount: limit?.amount ?? null },
    check: ({ amount }) => ({ amount: !amount && t("limits.empty") }),
    onSubmit: ({ amount }) => set.mutateAsync({ kind, days, amount: amount ?? 0 }),
    onDone: () => done(when === "later"),
    fieldOf: () => "amount",
  });
  const { control } = form;
  const amount = useWatch({ control, name: "amount" });
  const when = amount === null ? undefined : effect(limit, amount);

  return (
    <Dialog title={`${t(`kind.${kind}`)} · ${t(`window.${days}`)}`} onClose={onClose}>
      <Form form={form} className={classes.form}>
        <FormAmount
          control={control}
          name="amount"
          label={kind === "session" ? t("limits.minutes") : t("limits.amount")}
          {...(kind === "session" && amount !== null ? { hint: words(kind, amount) } : {})}
        />
        <p className={classes.quiet} aria-live="polite">
          {when === "later" ? t("limits.later") : t("limits.now")}
        </p>
        <Button type="submit" wide size="lg" busy={form.busy}>
          {amount ? t("limits.submit", { amount: words(kind, amount) }) : t("limits.set")}
        </Button>
        {limit && !inBreak && (
          <Button
            variant="ghost"
            busy={remove.isPending}
            onClick={() => remove.mutate({ kind, days }, { onSuccess: () => done(true), onError: form.refuse })}
          >
            {t("limits.remove")}
          </Button>
        )}
      </Form>
    </Dialog>
  );
}
