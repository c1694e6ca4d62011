import { type FormEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import { useFaultText } from "#shared/i18n/fault.ts";
import { Button } from "#shared/ui/button.tsx";
import { Field } from "#shared/ui/field.tsx";
import classes from "./login.module.css";

const DIGITS = 6;

interface OtpStepProps {
  memId: string;
  busy: boolean;
  error: unknown;
  onSend(otp: string): void;
  onBack(): void;
}

/** Then the six figures; the sixth sends them. */
export function OtpStep({ memId, busy, error, onSend, onBack }: OtpStepProps) {
  const { t } = useTranslation(["admin", "common"]);
  const faultText = useFaultText();
  const [otp, setOtp] = useState("");
  const [short, setShort] = useState(false);

  useEffect(() => {
    if (error) setOtp("");
  }, [error]);

  const change = (text: string) => {
    const next = text.replace(/\D/g, "").slice(0, DIGITS);
    setOtp(next);
    setShort(false);
    if (next.length === DIGITS && next !== otp && !busy) onSend(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setShort(otp.length < DIGITS);
    if (otp.length === DIGITS && !busy) onSend(otp);
  };
  const said = isCode(error, "U003") ? t("login.wrong") : faultText(error);
  const fault = error && otp === "" ? said : undefined;
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.lead}>{t("login.otpLead", { memId })}</p>
      <div className={classes.otp}>
        <Field
          label={t("login.otp")}
          name="otp"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={DIGITS}
          autoFocus
          value={otp}
          onChange={change}
          error={short ? t("login.otpShort", { digits: DIGITS }) : fault}
        />
      </div>
      <Button type="submit" size="lg" wide busy={busy}>
        {t("login.submit")}
      </Button>
      <Button variant="ghost" onClick={onBack}>
        {t("common:back")}
      </Button>
    </form>
  );
}
