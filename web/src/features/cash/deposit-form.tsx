import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "#shared/api/error.ts";
import type { Member, SiteOption } from "#shared/api/types.ts";
import { useFaultText } from "#shared/i18n/fault.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { AmountField } from "#shared/ui/amount-field.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Field } from "#shared/ui/field.tsx";
import classes from "./cash.module.css";
import { useDeposit } from "./cash.ts";
import { FormFault } from "./form-fault.tsx";
import { depositFault, depositLimits, fieldOf, quickAmounts } from "./rules.ts";

interface DepositFormProps {
  site: SiteOption;
  member: Member;
}

/** The request for a deposit: the amount that the member transferred, and the name under which the bank will show it. */
export function DepositForm({ site, member }: DepositFormProps) {
  const { t } = useTranslation("cash");
  const format = useFormat();
  const faultText = useFaultText();
  const deposit = useDeposit();
  const [amount, setAmount] = useState<number | null>(null);
  const [depositor, setDepositor] = useState(member.memName);
  const [checked, setChecked] = useState(false);
  const limits = depositLimits(site);

  const own = checked ? depositFault(amount, site) : null;
  const refused = deposit.error instanceof ApiError ? deposit.error : null;
  const place = refused ? fieldOf(refused.code) : "form";
  const amountError = own ?? (place === "amount" ? refused : null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (amount === null || depositFault(amount, site)) return;
    deposit.mutate({ amount, depositor: depositor.trim(), bank: member.bankName });
  };

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <AmountField
        label={t("field.amount")}
        name="amount"
        value={amount}
        onChange={(next) => {
          setAmount(next);
          deposit.reset();
        }}
        onBlur={() => setChecked(amount !== null)}
        quick={quickAmounts(limits)}
        hint={t("field.limits", {
          min: format.money(limits.min),
          max: format.money(limits.max),
          unit: format.money(limits.unit),
        })}
        error={amountError && faultText(amountError)}
      />
      <Field
        label={t("field.depositor")}
        name="depositor"
        autoComplete="name"
        maxLength={40}
        value={depositor}
        onChange={setDepositor}
        hint={t("field.depositorHint")}
        error={place === "name" && refused ? faultText(refused) : undefined}
      />
      {deposit.error && place === "form" && <FormFault error={deposit.error} />}
      <Button type="submit" size="lg" wide busy={deposit.isPending}>
        {amount ? t("deposit.submit", { amount: format.money(amount) }) : t("deposit.submitEmpty")}
      </Button>
    </form>
  );
}
