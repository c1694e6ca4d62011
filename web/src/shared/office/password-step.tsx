import { useTranslation } from "react-i18next";
import { Button } from "../ui/button.tsx";
import { Form, FormField, FormPassword } from "../ui/form/form.tsx";
import { useAppForm } from "../ui/form/use-app-form.ts";
import { Refusal } from "../ui/refusal.tsx";
import classes from "./login.module.css";
import type { Who } from "./login-password.ts";

interface PasswordStepProps {
  who: Who;
  /** The password is all that is asked for: the step logs in. */
  alone?: boolean;
  /** Words for a refusal that has others elsewhere. */
  words?(error: unknown): string | undefined;
  onNext(who: Who): unknown;
}

/** First who, by name and password. */
export function PasswordStep({ who, alone = false, words, onNext }: PasswordStepProps) {
  const { t } = useTranslation(["office", "api"]);
  const form = useAppForm({
    defaultValues: { memId: who.memId, memPass: "" },
    check: ({ memId, memPass }) => ({
      memId: memId.trim() === "" && t("api:U025"),
      memPass: memPass === "" && t("api:U031"),
    }),
    onSubmit: async ({ memId, memPass }) => onNext({ memId: memId.trim(), memPass }),
    words: (error) => words?.(error),
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
      <Refusal box error={form.refusal} words={words} />
      <Button type="submit" size="lg" wide busy={form.busy}>
        {t(alone ? "login.submit" : "login.next")}
      </Button>
    </Form>
  );
}
