import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, type Res } from "#shared/api/client.ts";
import { isCode } from "#shared/api/error.ts";
import { EnrolSecret } from "#shared/office/enrol-secret.tsx";
import classes from "#shared/office/login.module.css";
import { passwordFault, type Who } from "#shared/office/login-password.ts";
import { Button } from "#shared/ui/button.tsx";
import { digits, Form, FormField, FormPassword } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { enrolmentQuery } from "./enrolment.ts";

const DIGITS = 6;

interface EnrolStepProps {
  who: Who;
  onDone(session: Res<"/api/partner/enrol">): void;
  onBack(): void;
}

/** The first login: the authenticator learns its secret, and the one-time password of sub-staff is replaced. */
export function EnrolStep({ who, onDone, onBack }: EnrolStepProps) {
  const { t } = useTranslation(["partner", "office", "common"]);
  const query = useQuery(enrolmentQuery(who));
  const takesPass = query.data?.newPass ?? false;
  const form = useAppForm({
    defaultValues: { newPass: "", again: "", otp: "" },
    check: ({ newPass, again, otp }) => ({
      newPass: takesPass && passwordFault(newPass, who),
      again: takesPass && again !== newPass && t("enrol.differs"),
      otp: otp.length < DIGITS && t("office:login.otpShort", { digits: DIGITS }),
    }),
    onSubmit: ({ newPass, otp }) => api.call("/api/partner/enrol", { ...who, otp, ...(takesPass ? { newPass } : {}) }),
    onDone,
    forget: ["otp"],
    fieldOf: (code) => (code === "U102" ? "newPass" : code === "U003" ? "otp" : null),
    words: (error) => (isCode(error, "U003") ? t("enrol.wrongCode") : undefined),
  });
  const { control } = form;
  const words = (error: unknown) => {
    if (isCode(error, "U029")) return t("common:front.error.afterAccess");
    return isCode(error, "U003") ? t("enrol.noSuch") : undefined;
  };
  if (isCode(query.error, "U003", "U004", "U029")) {
    return (
      <div className={classes.form}>
        <Refusal box error={query.error} words={words} />
        <Button variant="ghost" onClick={onBack}>
          {t("common:back")}
        </Button>
      </div>
    );
  }
  return (
    <QueryView query={query} skeleton={<Skeleton height="20rem" />}>
      {({ secret, address }) => (
        <Form form={form} className={classes.form}>
          <EnrolSecret secret={secret} address={address} lead={t("enrol.scan")} />
          {takesPass && (
            <>
              <FormPassword
                control={control}
                name="newPass"
                label={t("enrol.newPass")}
                hint={t("enrol.newPassHint")}
                autoComplete="new-password"
              />
              <FormPassword control={control} name="again" label={t("enrol.again")} autoComplete="new-password" />
            </>
          )}
          <div className={classes.otp}>
            <FormField
              control={control}
              name="otp"
              label={t("office:login.otp")}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={DIGITS}
              clean={(text) => digits(text).slice(0, DIGITS)}
            />
          </div>
          <Refusal box error={form.refusal} />
          <Button type="submit" size="lg" wide busy={form.busy}>
            {t("enrol.submit")}
          </Button>
          <Button variant="ghost" onClick={onBack}>
            {t("common:back")}
          </Button>
        </Form>
      )}
    </QueryView>
  );
}
