import { useTranslation } from "react-i18next";
import { Button } from "#shared/ui/button.tsx";
import { Form, FormField, FormPassword } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import type { Who } from "./enrolment.ts";
import classes from "./login.module.css";

/** First who, by name and password. */
export function PasswordStep({ who, onNext }: { who: Who; onNext(who: Who): void }) {
  const { t } = useTranslation(["admin", "api"]);
  const form = useAppForm({
    defaultValues: { memId: who.memId, memPass: "" },
    check: ({ memId, memPass }) => ({
      memId: memId.trim() === "" && t("api:U025"),
      memPass: memPass === "" && t("api:U031"),
    }),
    onSubmit: ({ memId, memPass }) => onNext({ memId: memId.trim(), memPass }),
  });
  return (
    <Form form={form} className={classes.form}>
      <FormField
        control={form.control}
        name="memId"
        label={t("login.memId")}
        autoComplete="username"
        autoFocus={who.memId === ""}
      />
      <FormPassword
        control={form.control}
        name="memPass"
        label={t("login.memPass")}
        autoComplete="current-password"
        autoFocus={who.memId !== ""}
      />
      <Button type="submit" size="lg" wide>
        {t("login.next")}
      </Button>
    </Form>
  );
}
