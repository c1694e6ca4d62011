import { useTranslation } from "react-i18next";
import { api } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { digits, Form, FormField } from "../ui/form/form.tsx";
import { useAppForm } from "../ui/form/use-app-form.ts";
import { Refusal } from "../ui/refusal.tsx";
import classes from "./staff.module.css";

const DIGITS = 6;

/** Asks for the code of the authenticator again; the sixth digit sends it. */
export function CodeDialog({ answer }: { answer(given: boolean): void }) {
  const { t } = useTranslation("admin");
  const form = useAppForm({
    defaultValues: { otp: "" },
    check: ({ otp }) => ({ otp: otp.length < DIGITS && t("login.otpShort", { digits: DIGITS }) }),
    onSubmit: ({ otp }) => api.call("/api/admin/confirm", { otp }),
    onDone: () => answer(true),
    forget: ["otp"],
    fieldOf: (code) => (code === "U046" ? "otp" : null),
  });
  return (
    <Dialog title={t("code.title")} onClose={() => answer(false)}>
      <Form form={form} className={classes.form}>
        <p>{t("code.lead")}</p>
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
        <Refusal box error={form.refusal} />
        <Button type="submit" busy={form.busy}>
          {t("code.submit")}
        </Button>
      </Form>
    </Dialog>
  );
}
