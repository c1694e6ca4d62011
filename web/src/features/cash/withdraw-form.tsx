import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "#shared/api/error.ts";
import type { Balance, Member, SiteOption } from "#shared/api/types.ts";
import { useFaultText } from "#shared/i18n/fault.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { AmountField } from "#shared/ui/amount-field.tsx";
import { Button } from "#shared/ui/button.tsx";
import { PasswordField } from "#shared/ui/password-field.tsx";
import classes from "./cash.module.css";
import { type Forfeit, rollingQuery, useWithdraw } from "./cash.ts";
import { FormFault } from "./form-fault.tsx";
import { fieldOf, mostWithdrawable, pinFault, quickAmounts, withdrawFault, withdrawLimits } from "./rules.ts";
import { WithdrawConfirm } from "./withdraw-confirm.tsx";

interface WithdrawFormProps {
  site: SiteOption;
  member: Member;
  balance: Balance;
  /** Withdrawals rest (C011); the form is there to be seen, not to be sent. */
  closed: boolean;
}

const NOTHING: Forfeit = { forfeitCash: 0, forfeitPoints: 0 };

/** How much, and the withdrawal password; then again the amount, then it is held. */
export function WithdrawForm({ site, member, balance, closed }: WithdrawFormProps) {
  const { t } = useTranslation("cash");
  const format = useFormat();
  const faultText = useFaultText();
  const withdraw = useWithdraw();
  const [amount, setAmount] = useState<number | null>(null);
  const [pin, setPin] = useState("");
  const [checked, setChecked] = useState({ amount: false, pin: false });
  const [asking, setAsking] = useState(false);
  const limits = withdrawLimits(site);
  const forfeit = useQuery(rollingQuery).data ?? NOTHING;
  const cash = balance.cashAmt - forfeit.forfeitCash;
  const most = mostWithdrawable(cash, limits);

  const refused = withdraw.error instanceof ApiError ? withdraw.error : null;
  const place = refused ? fieldOf(refused.code) : "form";
  const amountError =
    (checked.amount ? withdrawFault(amount, site, cash) : null) ?? (place === "amount" ? refused : null);
  const pinError = (checked.pin ? pinFault(pin, site.pinLength) : null) ?? (place === "pin" ? refused : null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked({ amount: true, pin: true });
    if (withdrawFault(amount, site, cash) || pinFault(pin, site.pinLength)) return;
    withdraw.reset();
    setAsking(true);
  };
  const send = () => {
    if (amount === null) return;
    withdraw.mutate(
      { amount, cashPin: pin, forfeit: forfeit.forfeitCash + forfeit.forfeitPoints },
      {
        onSettled: () => {
          setAsking(false);
          setPin("");
          setChecked({ amount: true, pin: false });
        },
      },
    );
  };

  return (
    <form className={classes.form} onSubmit={submit} noValidate autoComplete="off">
      <AmountField
        label={t("field.amount")}
        name="amount"
        disabled={closed}
        value={amount}
        onChange={(next) => {
          setAmount(next);
          withdraw.reset();
        }}
        onBlur={() => setChecked({ ...checked, amount: amount !== null })}
        quick={closed ? [] : quickAmounts(limits)}
        {...(closed || most < limits.min ? {} : { all: { label: t("field.all"), amount: most } })}
        hint={t("field.limits", {
          min: format.money(limits.min),
          max: format.money(limits.max),
          unit: format.money(limits.unit),
        })}
        error={amountError && faultText(amountError)}
      />
      <PasswordField
        label={t("field.pin")}
        name="cashPin"
        autoComplete="off"
        inputMode="numeric"
        maxLength={site.pinLength}
        disabled={closed}
        value={pin}
        onChange={(text) => {
          setPin(text.replace(/\D/g, ""));
          withdraw.reset();
        }}
        hint={t("field.pinHint", { length: site.pinLength })}
        error={pinError && faultText(pinError)}
      />
      {withdraw.error && place !== "amount" && place !== "pin" && <FormFault error={withdraw.error} />}
      <Button type="submit" size="lg" wide disabled={closed}>
        {amount ? t("withdraw.submit", { amount: format.money(amount) }) : t("withdraw.submitEmpty")}
      </Button>
      {asking && amount !== null && (
        <WithdrawConfirm
          amount={amount}
          member={member}
          forfeit={forfeit}
          busy={withdraw.isPending}
          onConfirm={send}
          onClose={() => setAsking(false)}
        />
      )}
    </form>
  );
}
