import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, type Res } from "#shared/api/client.ts";
import { isCode } from "#shared/api/error.ts";
import { useFaultText } from "#shared/i18n/fault.ts";
import { Button } from "#shared/ui/button.tsx";
import { Checkbox } from "#shared/ui/checkbox.tsx";
import { Field } from "#shared/ui/field.tsx";
import { PasswordField } from "#shared/ui/password-field.tsx";
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

type Empty = "memId" | "memPass" | null;

/**
 * The login form: ID and password; Enter submits. A missing entry is reported at its field, a refusal of the server below both.
 */
export function LoginForm({ onDone, contact }: LoginFormProps) {
  const { t } = useTranslation("session");
  const faultText = useFaultText();
  const client = useQueryClient();
  const [memId, setMemId] = useState(() => readSavedId());
  const [memPass, setMemPass] = useState("");
  const [save, setSave] = useState(memId !== "");
  const [empty, setEmpty] = useState<Empty>(null);
  const idField = useRef<HTMLInputElement>(null);
  const passField = useRef<HTMLInputElement>(null);

  const login = useMutation({
    mutationFn: () => api.call("/api/member/login", { memId: memId.trim(), memPass }),
    onSuccess: (answer) => {
      writeSavedId(save ? memId.trim() : "");
      setMemPass("");
      rememberLoginBefore(answer.lastLogin);
      putSession(client, answer);
      onDone(answer);
    },
    onError: () => passField.current?.focus(),
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing: Empty = memId.trim() === "" ? "memId" : memPass === "" ? "memPass" : null;
    setEmpty(missing);
    if (missing === "memId") idField.current?.focus();
    else if (missing === "memPass") passField.current?.focus();
    else login.mutate();
  };

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Field
        ref={idField}
        name="memId"
        label={t("field.memId")}
        value={memId}
        onChange={setMemId}
        autoComplete="username"
        autoFocus={memId === ""}
        error={empty === "memId" ? t("front.signin.emptyMemId") : undefined}
      />
      <PasswordField
        ref={passField}
        name="memPass"
        label={t("field.memPass")}
        value={memPass}
        onChange={setMemPass}
        autoComplete="current-password"
        autoFocus={memId !== ""}
        error={empty === "memPass" ? t("front.signin.emptyMemPass") : undefined}
      />
      {login.error && (
        <Fault box>
          {faultText(login.error)}{" "}
          {needsStaff(login.error) && contact(isCode(login.error, "U002") ? "signup" : "login")}
        </Fault>
      )}
      <Checkbox name="saveId" label={t("login.saveId")} checked={save} onChange={setSave} />
      <Button type="submit" size="lg" wide busy={login.isPending}>
        {t("login.submit")}
      </Button>
    </form>
  );
}
