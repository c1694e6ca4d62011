import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ApiError } from "#shared/api/error.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { digits, Form, FormAmount, FormPassword } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Fault, Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import classes from "./money.module.css";
import { useWithdrawPT, type WithdrawTerms } from "./sends.ts";

interface Values {
  amount: number | null;
  cashPin: string;
}

const amountCodes = ["C001", "C009", "C013", "C014", "C034", "C035"];
const pinCodes = ["C016", "C017", "C028"];

/** The most that a request may be for now. */
function mostOf({ pt, owed, left, max }: WithdrawTerms): number {
  return Math.max(0, Math.min(pt - owed, left, max));
}

/** How much, and the withdrawal password; the button says the amount again. */
export function WithdrawForm({ terms }: { terms: WithdrawTerms }) {
  const { t } = useTranslation("partner-money");
  const { t: api } = useTranslation("api");
  const format = useFormat();
  const toast = useToast();
  const { mutateAsync: withdraw } = useWithdrawPT();
  const most = mostOf(terms);
  const stopped = !terms.own || terms.refusal !== null || most < terms.min;
  // The text of the code leads to the members' site, which is another one.
  const other = terms.refusal && terms.bank !== "" ? new ApiError(terms.refusal.code, terms.refusal) : null;
  const form = useAppForm<Values, unknown>({
    defaultValues: { amount: null, cashPin: "" },
    check: ({ amount, cashPin }) => ({
      amount: amount
        ? (amount < terms.min && t("withdraw.tooLittle", { min: format.money(terms.min) })) ||
          (amount > most && t("tooMuch", { most: format.money(most) }))
        : t("amountMissing"),
      cashPin: cashPin === "" && t("withdraw.pinMissing"),
    }),
    onSubmit: ({ amount, cashPin }) => withdraw({ amount: amount ?? 0, cashPin }),
    onDone: () => {
      toast({ tone: "done", text: t("withdraw.done", { amount: format.money(form.getValues("amount") ?? 0) }) });
      form.reset();
    },
    forget: ["cashPin"],
    fieldOf: (code) => (amountCodes.includes(code) ? "amount" : pinCodes.includes(code) ? "cashPin" : null),
  });
  const amount = useWatch({ control: form.control, name: "amount" });
  return (
    <Form form={form} className={classes.form} autoComplete="off">
      <FormAmount
        control={form.control}
        name="amount"
        label={t("amount")}
        disabled={stopped}
        {...(stopped ? {} : { all: { label: t("withdraw.most"), amount: most } })}
        hint={t("withdraw.limits", { min: format.money(terms.min), max: format.money(terms.max) })}
      />
      <FormPassword
        control={form.control}
        name="cashPin"
        label={t("withdraw.pin")}
        autoComplete="off"
        inputMode="numeric"
        disabled={stopped}
        clean={digits}
      />
      {!terms.own && <Fault>{t("withdraw.ownOnly")}</Fault>}
      {terms.bank === "" && <Fault>{t("withdraw.noAccount")}</Fault>}
      <Refusal error={other} />
      {terms.refusal === null && most < terms.min && (
        <Fault>{t("withdraw.short", { min: format.money(terms.min) })}</Fault>
      )}
      {terms.owed > 0 && <Fault>{api("C034", { owed: format.money(terms.owed) })}</Fault>}
      <Refusal box error={form.refusal} />
      <Button type="submit" variant="primary" busy={form.busy} disabled={stopped}>
        {amount ? t("withdraw.submit", { amount: format.money(amount) }) : t("withdraw.submitEmpty")}
      </Button>
    </Form>
  );
}
