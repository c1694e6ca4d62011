import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Form, FormAmount, FormField, FormSelect } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
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

interface Values {
  /** Kind and window in days. */
  which: string;
  amount: number | null;
  reason: string;
}

/** A limit that is tighter than what holds; a looser one is for the member alone. */
export function LowerLimitForm({ memId, state, onDone }: FormProps) {
  const { t } = useTranslation(["admin", "protection", "common"]);
  const limitAmount = useLimitAmount();
  const limitName = useLimitName();
  const toast = useToast();
  const lower = useLowerLimit();
  const holdsFor = (which: string) => {
    const [kind = "", length] = which.split(" ");
    const days = Number(length);
    return { kind, days, holds: limitOf(state.limits, kind, days) };
  };
  const amountFault = ({ which, amount }: Values) => {
    const { kind, days, holds } = holdsFor(which);
    if (!amount) return t("required");
    if (isLower(state.limits, kind, days, amount)) return undefined;
    return t("protect.notTighter", { amount: limitAmount(kind, holds?.amount ?? 0) });
  };
  const form = useAppForm<Values>({
    defaultValues: { which: "deposit 1", amount: null, reason: "" },
    check: (values) => ({
      amount: amountFault(values),
      reason: values.reason.trim() === "" && t("refuse.missing"),
    }),
    onSubmit: ({ which, amount, reason }) => {
      const { kind, days } = holdsFor(which);
      return lower.mutateAsync({ memId, kind, days, amount: amount ?? 0, reason: reason.trim() });
    },
    onDone: () => {
      toast({ tone: "done", text: t("protect.done") });
      onDone();
    },
  });
  const { control } = form;
  const [which, amount] = useWatch({ control, name: ["which", "amount"] });
  const { kind, holds } = holdsFor(which);
  return (
    <Form form={form} className={classes.inset}>
      <div className={staff.pair}>
        <FormSelect
          control={control}
          name="which"
          label={t("column.category")}
          options={kinds.flatMap((one) =>
            windows.map((window) => ({ value: `${one} ${window}`, label: limitName(one, window) })),
          )}
        />
        <FormAmount
          control={control}
          name="amount"
          label={kind === "session" ? t("protection:limits.minutes") : t("column.amount")}
          autoFocus
          hint={t("protect.holds", {
            amount: holds ? limitAmount(kind, holds.amount) : t("protection:limits.none"),
          })}
        />
      </div>
      <FormField control={control} name="reason" label={t("switch.reason")} maxLength={REASON_MAX} />
      <Refusal error={form.refusal} />
      <div className={classes.memberActions}>
        <Button variant="quiet" onClick={onDone}>
          {t("common:cancel")}
        </Button>
        <Button type="submit" variant="danger" busy={form.busy}>
          {amount ? t("protection:limits.submit", { amount: limitAmount(kind, amount) }) : t("protect.lowerLimit")}
        </Button>
      </div>
    </Form>
  );
}
