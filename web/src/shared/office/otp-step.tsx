import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isCode } from "../api/error.ts";
import { Button } from "../ui/button.tsx";
import { digits, Form, FormField } from "../ui/form/form.tsx";
import { useAppForm } from "../ui/form/use-app-form.ts";
import classes from "./login.module.css";

const DIGITS = 6;
/** Of a recovery code as it may be typed. */
const LONGEST = 24;

interface OtpStepProps {
  memId: string;
  onSend(otp: string): Promise<unknown>;
  /** Words for a refusal that has others elsewhere. */
  words?(error: unknown): string | undefined;
  /** The name of the way for a person who has no authenticator yet. */
  first: string;
  onFirst(): void;
  onBack(): void;
}

/** Then the six figures; the sixth sends them. */
export function OtpStep({ memId, first, words, onSend, onFirst, onBack }: OtpStepProps) {
  const { t } = useTranslation(["office", "common"]);
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
    words: (error) => (isCode(error, "U003") ? t("login.wrong") : words?.(error)),
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
        <div className={classes.otp}>
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
        {first}
      </Button>
      <Button variant="ghost" onClick={onBack}>
        {t("common:back")}
      </Button>
    </Form>
  );
}
