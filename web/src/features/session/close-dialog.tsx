import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { api } from "#shared/api/client.ts";
import { isCode } from "#shared/api/error.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormCheckbox, FormPassword } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Fault, Refusal } from "#shared/ui/refusal.tsx";
import classes from "./session.module.css";

export interface CloseDialogProps {
  /** The balance and the points that the member gives up. */
  left: { cashAmt: number; pointAmt: number };
  /** The way to a withdrawal. */
  withdraw: ReactNode;
  onClose(): void;
  onClosed(): void;
}

/** Closes the account (S-15): says what becomes of everything, and asks for an agreement to the exact sum and for the password. */
export function CloseDialog({ left, withdraw, onClose, onClosed }: CloseDialogProps) {
  const { t } = useTranslation("session");
  const format = useFormat();
  // An agreement is to one sum: when the balance moves, it is asked for again.
  const sum = `${left.cashAmt} ${left.pointAmt}`;
  const form = useAppForm({
    defaultValues: { agreed: false, memPass: "" },
    check: ({ agreed, memPass }) => ({
      agreed: !agreed && t("close.missing"),
      memPass: memPass === "" && t("rule.required"),
    }),
    onSubmit: ({ memPass }) => api.call("/api/cash/closeAccount", { memPass, ...left }),
    onDone: onClosed,
  });
  const { control, setValue } = form;
  const agreedSum = useRef(sum);
  useEffect(() => {
    if (agreedSum.current === sum) return;
    agreedSum.current = sum;
    setValue("agreed", false);
  }, [sum, setValue]);
  const amounts = { amount: format.money(left.cashAmt), points: format.number(left.pointAmt) };
  const nothing = left.cashAmt === 0 && left.pointAmt === 0;
  return (
    <Dialog title={t("close.title")} onClose={onClose}>
      <Form form={form} className={classes.form}>
        <ul className={classes.means}>
          <li>{nothing ? t("close.mean3None") : t("close.mean3", amounts)}</li>
          <li>{t("close.mean2")}</li>
          <li>{t("close.mean1")}</li>
          <li>{t("close.mean4")}</li>
        </ul>
        {left.cashAmt > 0 && <p>{withdraw}</p>}
        <FormCheckbox
          control={control}
          name="agreed"
          label={nothing ? t("close.agreeNone") : t("close.agree", amounts)}
        />
        <FormPassword control={control} name="memPass" label={t("change.present")} autoComplete="current-password" />
        {isCode(form.refusal, "C019") ? <Fault>{t("close.changed")}</Fault> : <Refusal error={form.refusal} />}
        <Button type="submit" variant="danger" busy={form.busy}>
          {t("close.submit")}
        </Button>
      </Form>
    </Dialog>
  );
}
