import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, type Res } from "#shared/api/client.ts";
import { isCode } from "#shared/api/error.ts";
import { useFaultText } from "#shared/i18n/fault.ts";
import { Button } from "#shared/ui/button.tsx";
import { Form, FormCheckbox, FormField, FormPassword } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Fault } from "#shared/ui/refusal.tsx";
import type { About } from "./contact-link.tsx";
import { needsStaff } from "./needs-staff.ts";
import { rememberLoginBefore } from "./remembered.ts";
import { readSavedId, writeSavedId } from "./saved-id.ts";
import classes from "./session.module.css";
import { putSession } from "./session.ts";

export type LoggedIn = Res<"/api/member/login">;

interface LoginFormProps {
  onDone(answer: LoggedIn): void;
  /** The way to customer service, where a refusal asks for it. */
  contact(about: About): ReactNode;
}

/**
 * The login form: ID and password; Enter submits. A missing entry is reported at its field, a refusal of the server below both.
 */
export function LoginForm({ onDone, contact }: LoginFormProps) {
  const { t } = useTranslation("session");
  const faultText = useFaultText();
  const client = useQueryClient();
  const [saved] = useState(readSavedId);
  const login = useMutation({
    mutationFn: (who: { memId: string; memPass: string }) => api.call("/api/member/login", who),
  });
  const form = useAppForm({
    defaultValues: { memId: saved, memPass: "", saveId: saved !== "" },
    check: ({ memId, memPass }) => ({
      memId: memId.trim() === "" && t("front.signin.emptyMemId"),
      memPass: memPass === "" && t("front.signin.emptyMemPass"),
    }),
    onSubmit: async ({ memId, memPass, saveId }) => {
      const answer = await login.mutateAsync({ memId: memId.trim(), memPass });
      writeSavedId(saveId ? memId.trim() : "");
      form.setValue("memPass", "");
      rememberLoginBefore(answer.lastLogin);
      putSession(client, answer);
      onDone(answer);
    },
    onRefused: () => form.focus("memPass"),
  });
  const { control, refusal } = form;
  return (
    <Form form={form} className={classes.form}>
      <FormField
        control={control}
        name="memId"
        label={t("field.memId")}
        autoComplete="username"
        autoFocus={saved === ""}
      />
      <FormPassword
        control={control}
        name="memPass"
        label={t("field.memPass")}
        autoComplete="current-password"
        autoFocus={saved !== ""}
      />
      {refusal !== null && (
        <Fault box>
          {faultText(refusal)} {needsStaff(refusal) && contact(isCode(refusal, "U002") ? "signup" : "login")}
        </Fault>
      )}
      <FormCheckbox control={control} name="saveId" label={t("login.saveId")} />
      <Button type="submit" size="lg" wide busy={form.busy}>
        {t("login.submit")}
      </Button>
    </Form>
  );
}
