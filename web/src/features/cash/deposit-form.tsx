import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { Member, SiteOption } from "#shared/api/types.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Form, FormAmount, FormField } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import classes from "./cash.module.css";
import { useDeposit } from "./cash.ts";
import { depositFault, depositFieldOf, depositLimits, quickAmounts } from "./rules.ts";

interface DepositFormProps {
  site: SiteOption;
  member: Member;
}

interface Values {
  amount: number | null;
  depositor: string;
}

/** The request for a deposit: the amount that the member transferred, and the name under which the bank will show it. */
export function DepositForm({ site, member }: DepositFormProps) {
  const { t } = useTranslation("cash");
  const format = useFormat();
  const deposit = useDeposit();
  const form = useAppForm<Values>({
    defaultValues: { amount: null, depositor: member.memName },
    check: ({ amount }) => ({ amount: depositFault(amount, site) }),
    onSubmit: ({ amount, depositor }) =>
      deposit.mutateAsync({ amount: amount ?? 0, depositor: depositor.trim(), bank: member.bankName }),
    fieldOf: depositFieldOf,
  });
  const { control } = form;
  const amount = useWatch({ control, name: "amount" });
  const limits = depositLimits(site);
  return (
    <Form form={form} className={classes.form}>
      <FormAmount
        control={control}
        name="amount"
        label={t("field.amount")}
        quick={quickAmounts(limits)}
        hint={t("field.limits", {
          min: format.money(limits.min),
          max: format.money(limits.max),
          unit: format.money(limits.unit),
        })}
      />
      <FormField
        control={control}
        name="depositor"
        label={t("field.depositor")}
        autoComplete="name"
        maxLength={40}
        hint={t("field.depositorHint")}
      />
      <Refusal box error={form.refusal} />
      <Button type="submit" size="lg" wide busy={form.busy}>
        {amount ? t("deposit.submit", { amount: format.money(amount) }) : t("deposit.submitEmpty")}
      </Button>
    </Form>
  );
}
