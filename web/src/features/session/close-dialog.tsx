import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "#shared/api/client.ts";
import { isCode } from "#shared/api/error.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Checkbox } from "#shared/ui/checkbox.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { PasswordField } from "#shared/ui/password-field.tsx";
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
  const [agreed, setAgreed] = useState("");
  const [password, setPassword] = useState("");
  const [checked, setChecked] = useState(false);
  const close = useMutation({
    mutationFn: () => api.call("/api/cash/closeAccount", { memPass: password, ...left }),
    onSuccess: onClosed,
  });
  // An agreement is to one sum: when the balance moves, it is asked for again.
  const sum = `${left.cashAmt} ${left.pointAmt}`;
  const amounts = { amount: format.money(left.cashAmt), points: format.number(left.pointAmt) };
  const nothing = left.cashAmt === 0 && left.pointAmt === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (agreed === sum && password !== "") close.mutate();
  };
  return (
    <Dialog title={t("close.title")} onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <ul className={classes.means}>
          <li>{nothing ? t("close.mean3None") : t("close.mean3", amounts)}</li>
          <li>{t("close.mean2")}</li>
          <li>{t("close.mean1")}</li>
          <li>{t("close.mean4")}</li>
        </ul>
        {left.cashAmt > 0 && <p>{withdraw}</p>}
        <Checkbox
          label={nothing ? t("close.agreeNone") : t("close.agree", amounts)}
          checked={agreed === sum}
          onChange={(yes) => setAgreed(yes ? sum : "")}
          error={checked && agreed !== sum ? t("close.missing") : undefined}
        />
        <PasswordField
          label={t("change.present")}
          name="memPass"
          autoComplete="current-password"
          value={password}
          onChange={(value) => {
            close.reset();
            setPassword(value);
          }}
          error={checked && password === "" ? t("rule.required") : undefined}
        />
        {isCode(close.error, "C019") ? <Fault>{t("close.changed")}</Fault> : <Refusal error={close.error} />}
        <Button type="submit" variant="danger" busy={close.isPending}>
          {t("close.submit")}
        </Button>
      </form>
    </Dialog>
  );
}
