import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { digits, Form, FormField } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import classes from "./login.module.css";

const DIGITS = 6;
/** Of a recovery code as it may be typed. */
const LONGEST = 24;

interface OtpStepProps {
  memId: string;
  onSend(otp: string): Promise<unknown>;
  /** For a person whose password is a one-time one. */
  onFirst(): void;
  onBack(): void;
}

/** Then the six figures; the sixth sends them. */
export function OtpStep({ memId, onSend, onFirst, onBack }: OtpStepProps) {
  const { t } = useTranslation(["admin", "common"]);
  const [recovery, setRecovery] = useState(false);
  const form = useAppForm({
    defaultValues: { otp: "" },
    check: ({ otp }) => ({
      otp: recovery
        ? otp.trim() === "" && t("login.recoveryMissing")
        : otp.length < DIGITS && t("login.otpShort", { digits: DIGITS }),
    }),
    onSubmit: ({ otp }) => onSend(otp),
    forget: ["otp"],
    fieldOf: () => "otp",
    words: (error) => (isCode(error, "U003") ? t("login.wrong") : undefined),
  });
  return (
    <Form form={form} className={classes.form}>
      <p className={classes.lead}>{t(recovery ? "login.recoveryLead" : "login.otpLead", { memId })}</p>
      {recovery ? (
        <FormField
          control={form.control}
          name="otp"
          label={t("login.recovery")}
          autoComplete="off"
          maxLength={LONGEST}
          autoFocus
        />
      ) : (
        <div className={staff.otp}>
          <FormField
            control={form.control}
            name="otp"
            label={t("login.otp")}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={DIGITS}
            autoFocus
            clean={(text) => digits(text).slice(0, DIGITS)}
            onChange={(otp) => otp.length === DIGITS && form.submit()}
          />
        </div>
      )}
      <Button type="submit" size="lg" wide busy={form.busy}>
        {t("login.submit")}
      </Button>
      <Button
        variant="ghost"
        onClick={() => {
          form.reset();
          setRecovery(!recovery);
        }}
      >
        {t(recovery ? "login.useOtp" : "login.useRecovery")}
      </Button>
      <Button variant="ghost" onClick={onFirst}>
        {t("login.first")}
      </Button>
      <Button variant="ghost" onClick={onBack}>
        {t("common:back")}
      </Button>
    </Form>
  );
}
