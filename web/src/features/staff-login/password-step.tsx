import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#shared/ui/button.tsx";
import { Field } from "#shared/ui/field.tsx";
import { PasswordField } from "#shared/ui/password-field.tsx";
import classes from "./login.module.css";

interface Who {
  memId: string;
  memPass: string;
}

/** First who, by name and password. */
export function PasswordStep({ who, onNext }: { who: Who; onNext(who: Who): void }) {
  const { t } = useTranslation(["admin", "api"]);
  const [memId, setMemId] = useState(who.memId);
  const [memPass, setMemPass] = useState("");
  const [checked, setChecked] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (memId.trim() !== "" && memPass !== "") onNext({ memId: memId.trim(), memPass });
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Field
        label={t("login.memId")}
        name="memId"
        autoComplete="username"
        autoFocus={memId === ""}
        value={memId}
        onChange={setMemId}
        error={checked && memId.trim() === "" ? t("api:U025") : undefined}
      />
      <PasswordField
        label={t("login.memPass")}
        name="memPass"
        autoComplete="current-password"
        autoFocus={memId !== ""}
        value={memPass}
        onChange={setMemPass}
        error={checked && memPass === "" ? t("api:U031") : undefined}
      />
      <Button type="submit" size="lg" wide>
        {t("login.next")}
      </Button>
    </form>
  );
}
