import { useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "#shared/office/login.module.css";
import { RecoveryCodes } from "#shared/office/recovery-codes.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { digits, Form, FormField } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useNewCodes } from "./security.ts";

const DIGITS = 6;

/** Makes other recovery codes for a code of the authenticator, and shows them this once. */
export function CodesDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(["partner", "office"]);
  const { mutateAsync } = useNewCodes();
  const [codes, setCodes] = useState<string[] | null>(null);
  const form = useAppForm({
    defaultValues: { otp: "" },
    check: ({ otp }) => ({ otp: otp.length < DIGITS && t("office:login.otpShort", { digits: DIGITS }) }),
    onSubmit: ({ otp }) => mutateAsync(otp),
    onDone: ({ recoveryCodes }) => setCodes(recoveryCodes),
    forget: ["otp"],
    fieldOf: (code) => (code === "U046" ? "otp" : null),
  });
  return (
    <Dialog title={t("security.newCodes")} onClose={onClose}>
      {codes ? (
        <RecoveryCodes codes={codes} enter={t("security.done")} onDone={onClose} />
      ) : (
        <Form form={form} className={classes.form}>
          <p>{t("security.newCodesText")}</p>
          <div className={classes.otp}>
            <FormField
              control={form.control}
              name="otp"
              label={t("office:login.otp")}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={DIGITS}
              autoFocus
              clean={(text) => digits(text).slice(0, DIGITS)}
            />
          </div>
          <Refusal box error={form.refusal} />
          <Button type="submit" busy={form.busy}>
            {t("security.newCodes")}
          </Button>
        </Form>
      )}
    </Dialog>
  );
}
