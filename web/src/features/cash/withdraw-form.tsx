import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import type { Balance, Member, SiteOption } from "#shared/api/types.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { digits, Form, FormAmount, FormPassword } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { RadioCards } from "#shared/ui/radio-cards.tsx";
import { Fault, Refusal } from "#shared/ui/refusal.tsx";
import classes from "./cash.module.css";
import { type Forfeit, rollingQuery, useWithdraw } from "./cash.ts";
import { mostWithdrawable, pinFault, quickAmounts, withdrawFault, withdrawFieldOf, withdrawLimits } from "./rules.ts";
import { WithdrawConfirm } from "./withdraw-confirm.tsx";

interface WithdrawFormProps {
  site: SiteOption;
  member: Member;
  balance: Balance;
  /** Withdrawals rest (C011); the form is there to be seen, not to be sent. It is the same while the turnover is open or the balance too small. */
  closed: boolean;
}

interface Values {
  amount: number | null;
  cashPin: string;
}

const NOTHING: Forfeit = { forfeitCash: 0, forfeitPoints: 0 };

/** How much, and the withdrawal password; then again the amount, then it is held. */
export function WithdrawForm({ site, member, balance, closed }: WithdrawFormProps) {
  const { t } = useTranslation("cash");
  const format = useFormat();
  const withdraw = useWithdraw();
  const [asking, setAsking] = useState(false);
  const [way, setWay] = useState<"bank" | "partner">("bank");
  const limits = withdrawLimits(site);
  const rolling = useQuery(rollingQuery).data;
  const forfeit = rolling ?? NOTHING;
  const through = way === "partner" && (rolling?.throughPartner ?? false);
  const owed = rolling?.owed ?? 0;
  const cash = Math.max(0, balance.cashAmt - forfeit.forfeitCash - (rolling?.keptPartner ?? 0) - owed);
  const most = mostWithdrawable(cash, limits);
  const unmet = rolling && !rolling.inBreak ? rolling.remaining : 0;
  const short = Math.max(0, limits.min - cash);
  const stopped = closed || unmet > 0 || short > 0;
  const unmetText = (remaining: number) => t("withdraw.unmet", { remaining: format.money(remaining) });
  // The text of the code leads to this very page.
  const words = (error: unknown) => (isCode(error, "C015") ? unmetText(Number(error.params.remaining)) : undefined);
  const form = useAppForm<Values>({
    defaultValues: { amount: null, cashPin: "" },
    check: ({ amount, cashPin }) => ({
      amount: withdrawFault(amount, site, cash),
      cashPin: pinFault(cashPin, site.pinLength),
    }),
    onSubmit: () => setAsking(true),
    forget: ["cashPin"],
    fieldOf: withdrawFieldOf,
    words,
  });
  const { control } = form;
  const amount = useWatch({ control, name: "amount" });

  const send = () => {
    if (amount === null) return;
    withdraw.mutate(
      {
        amount,
        cashPin: form.getValues("cashPin"),
        forfeit: forfeit.forfeitCash + forfeit.forfeitPoints,
        ...(through && { through }),
      },
      {
        onSuccess: () => form.reset(),
        onError: form.refuse,
        onSettled: () => setAsking(false),
      },
    );
  };

  return (
    <Form form={form} className={classes.form} autoComplete="off">
      {rolling?.throughPartner && (
        <RadioCards<"bank" | "partner">
          legend={t("through.way")}
          name="way"
          value={way}
          onChange={setWay}
          options={[
            { value: "bank", label: t("through.bank") },
            { value: "partner", label: t("through.partner"), text: t("through.text") },
          ]}
        />
      )}
      <FormAmount
        control={control}
        name="amount"
        label={t("field.amount")}
        disabled={stopped}
        quick={stopped ? [] : quickAmounts(limits)}
        {...(stopped || most < limits.min ? {} : { all: { label: t("field.all"), amount: most } })}
        hint={t("field.limits", {
          min: format.money(limits.min),
          max: format.money(limits.max),
          unit: format.money(limits.unit),
        })}
      />
      <FormPassword
        control={control}
        name="cashPin"
        label={t("field.pin")}
        autoComplete="off"
        inputMode="numeric"
        maxLength={site.pinLength}
        disabled={stopped}
        clean={digits}
        hint={t("field.pinHint", { length: site.pinLength })}
      />
      {owed > 0 && <Fault>{t("owed", { owed: format.money(owed) })}</Fault>}
      {unmet > 0 && <Fault>{unmetText(unmet)}</Fault>}
      {unmet === 0 && short > 0 && (
        <Fault>{t("withdraw.short", { min: format.money(limits.min), short: format.money(short) })}</Fault>
      )}
      <Refusal box error={form.refusal} words={words} />
      <Button type="submit" size="lg" wide disabled={stopped}>
        {amount ? t("withdraw.submit", { amount: format.money(amount) }) : t("withdraw.submitEmpty")}
      </Button>
      {asking && amount !== null && (
        <WithdrawConfirm
          amount={amount}
          member={member}
          forfeit={forfeit}
          through={through}
          busy={withdraw.isPending}
          onConfirm={send}
          onClose={() => setAsking(false)}
        />
      )}
    </Form>
  );
}
