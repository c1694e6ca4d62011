import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { purseQuery } from "#shared/partner/purse.ts";
import { AmountLine } from "#shared/ui/amount-line.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Field } from "#shared/ui/field.tsx";
import { Form, FormAmount, FormField } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Money } from "#shared/ui/money.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { useRest } from "#shared/use-rest.ts";
import classes from "./money.module.css";
import { REASON_MAX, type Target, targetsQuery, useSend, type Way } from "./sends.ts";

interface Values {
  amount: number | null;
  reason: string;
}

/** Pays an account directly below, or recalls from it: the account, the amount and the reason, then the same once again with the PT afterwards. */
export function SendDialog({ way, onClose }: { way: Way; onClose(): void }) {
  const { t } = useTranslation("partner-money");
  const format = useFormat();
  const toast = useToast();
  const [query, setQuery] = useState("");
  const [target, setTarget] = useState<Target | null>(null);
  const [wanted, setWanted] = useState(false);
  const [asked, setAsked] = useState(false);
  const targets = useQuery(targetsQuery(useRest(query)));
  const purse = useQuery(purseQuery).data;
  const { mutateAsync: send } = useSend(way);
  const pt = purse?.pt ?? 0;
  const left = (way === "pay" ? purse?.left : purse?.recallLeft) ?? 0;
  // Without the right to see money the server alone knows what an account has.
  const all = Math.min(left, way === "pay" ? pt : (target?.recallable ?? left));
  const form = useAppForm<Values, void>({
    defaultValues: { amount: null, reason: "" },
    check: ({ amount, reason }) => ({
      amount: amount
        ? purse !== undefined && amount > all && t("tooMuch", { most: format.money(all) })
        : t("amountMissing"),
      reason: reason.trim() === "" && t("reasonMissing"),
    }),
    onSubmit: async ({ amount, reason }) => {
      setWanted(true);
      if (!target) return;
      if (!asked) return setAsked(true);
      try {
        await send({ memId: target.memId, amount: amount ?? 0, reason: reason.trim() });
      } catch (error) {
        setAsked(false);
        throw error;
      }
      toast({ tone: "done", text: t(`${way}Done`, { memId: target.memId, amount: format.money(amount ?? 0) }) });
      onClose();
    },
    fieldOf: (code) => (["C001", "C009", "C020", "C029", "C031", "U034"].includes(code) ? "amount" : null),
  });
  const [amount, reason] = useWatch({ control: form.control, name: ["amount", "reason"] });
  const after = way === "pay" ? pt - (amount ?? 0) : pt + (amount ?? 0);
  return (
    <Dialog title={t(`${way}Title`)} onClose={onClose}>
      <Form form={form} className={classes.form}>
        {asked && target ? (
          <>
            <AmountLine label={t("account")}>
              <strong>{target.memId}</strong>
            </AmountLine>
            <AmountLine label={t("amount")}>
              <Money amount={amount ?? 0} size="lg" />
            </AmountLine>
            <AmountLine label={t("reason")}>{reason}</AmountLine>
            <AmountLine label={t("balanceAfter")}>
              <Money amount={after} />
            </AmountLine>
          </>
        ) : (
          <>
            <p className={classes.dim}>{t(`${way}Text`)}</p>
            <Field
              type="search"
              label={t("account")}
              placeholder={t("accountHint")}
              value={target ? target.memId : query}
              onChange={(text) => {
                setTarget(null);
                setQuery(text);
              }}
              error={wanted && !target ? t("choose") : undefined}
            />
            {!target && (
              <ul className={classes.targets} aria-label={t("account")}>
                {targets.data?.list.map((one) => (
                  <li key={one.memId}>
                    <button type="button" className={classes.target} onClick={() => setTarget(one)}>
                      <span>
                        {one.memId} <small className={classes.dim}>{one.partner ? t("partner") : one.nick}</small>
                      </span>
                      {one.balance !== null && <Money amount={one.balance} />}
                    </button>
                  </li>
                ))}
              </ul>
            )}
            {!target && targets.data?.list.length === 0 && <p role="status">{t("noAccount")}</p>}
            <AmountLine label={t("balance")}>
              <Money amount={pt} />
            </AmountLine>
            {way === "recall" && target && target.recallable !== null && (
              <AmountLine label={t("recallable")}>
                <Money amount={target.recallable} />
              </AmountLine>
            )}
            <AmountLine label={t(way === "pay" ? "leftToday" : "recallToday")}>
              <Money amount={left} />
            </AmountLine>
            <FormAmount
              control={form.control}
              name="amount"
              label={t("amount")}
              all={{ label: t("all"), amount: all }}
            />
            <FormField control={form.control} name="reason" label={t("reason")} maxLength={REASON_MAX} />
          </>
        )}
        <Refusal box error={form.refusal} />
        <Button type="submit" variant={way === "pay" ? "primary" : "danger"} busy={form.busy}>
          {asked ? t(`${way}Confirm`, { amount: format.money(amount ?? 0) }) : t("next")}
        </Button>
      </Form>
    </Dialog>
  );
}
