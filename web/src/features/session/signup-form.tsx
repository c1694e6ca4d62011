import { type FormEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#shared/ui/button.tsx";
import { Checkbox } from "#shared/ui/checkbox.tsx";
import { Field, type FieldProps } from "#shared/ui/field.tsx";
import { PasswordField } from "#shared/ui/password-field.tsx";
import { Fault } from "#shared/ui/refusal.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";
import { DocumentLinks } from "./document-links.tsx";
import type { Bounds, SignupForm as Form } from "./rules.ts";
import classes from "./session.module.css";
import { useSignup } from "./use-signup.ts";

interface SignupFormProps {
  bounds: Bounds;
  banks: string[];
  /** The versions of terms and privacy that are in force. */
  documents: { kind: string; version: number }[];
  onDone(memId: string): void;
}

/** The text fields of the form; the rest has one kind of its own each. */
type TextName = Exclude<keyof Form, "agreeTerms">;

export function SignupForm({ bounds, banks, documents, onDone }: SignupFormProps) {
  const { t } = useTranslation("session");
  const agreed = documents.filter(({ kind }) => kind !== "cookies").map(({ kind, version }) => ({ kind, version }));
  const signup = useSignup(bounds, agreed, onDone);
  const ref = useRef<HTMLFormElement>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = signup.submit();
    const field = wrong === null ? null : ref.current?.elements.namedItem(wrong);
    if (field instanceof HTMLElement) field.focus();
  };

  const bind = (name: TextName): Pick<FieldProps, "name" | "label" | "value" | "onChange" | "onBlur" | "error"> => ({
    name,
    label: t(`field.${name}`),
    value: signup.form[name],
    onChange: (value) => signup.set(name, value),
    onBlur: () => signup.leave(name),
    error: signup.error(name),
  });
  const text = (name: TextName, rest: Partial<FieldProps> = {}) => (
    <Field {...bind(name)} good={signup.good(name)} {...rest} />
  );

  return (
    <form ref={ref} className={classes.form} onSubmit={submit} noValidate>
      <fieldset className={classes.group}>
        <legend>{t("signup.group.code")}</legend>
        {text("recommender", { autoComplete: "off", hint: t("hint.recommender") })}
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{t("signup.group.login")}</legend>
        {text("memId", {
          autoComplete: "username",
          maxLength: bounds.idMax,
          hint: t("hint.memId", { min: bounds.idMin, max: bounds.idMax }),
        })}
        <div className={classes.pair}>
          <PasswordField
            {...bind("memPass")}
            autoComplete="new-password"
            hint={t("hint.memPass", { min: bounds.passMin, max: bounds.passMax })}
          />
          <PasswordField {...bind("memPassAgain")} autoComplete="new-password" />
        </div>
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{t("signup.group.person")}</legend>
        <div className={classes.pair}>
          {text("memNick", {
            autoComplete: "nickname",
            hint: t("hint.memNick", { min: bounds.nickMin, max: bounds.nickMax }),
          })}
          {text("phone", { type: "tel", inputMode: "tel", autoComplete: "tel" })}
        </div>
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{t("signup.group.bank")}</legend>
        {text("memName", { autoComplete: "name", hint: t("hint.memName") })}
        <div className={classes.pair}>
          <SelectField
            {...bind("bankName")}
            options={[
              { value: "", label: t("field.bankName.choose") },
              ...banks.map((bank) => ({ value: bank, label: bank })),
            ]}
          />
          {text("accountNo", { inputMode: "numeric", autoComplete: "off" })}
        </div>
        {text("accountHolder", { autoComplete: "off", hint: t("hint.accountHolder") })}
        <div className={classes.pair}>
          <PasswordField
            {...bind("cashPin")}
            autoComplete="off"
            inputMode="numeric"
            maxLength={bounds.pinLength}
            hint={t("hint.cashPin", { length: bounds.pinLength })}
          />
          <PasswordField
            {...bind("cashPinAgain")}
            autoComplete="off"
            inputMode="numeric"
            maxLength={bounds.pinLength}
          />
        </div>
      </fieldset>
      <Checkbox
        name="agreeTerms"
        label={t("field.agreeTerms")}
        checked={signup.form.agreeTerms}
        onChange={(checked) => signup.set("agreeTerms", checked)}
        error={signup.error("agreeTerms")}
      />
      <DocumentLinks documents={agreed} />
      {signup.refusal !== undefined && <Fault box>{signup.refusal}</Fault>}
      <Button type="submit" size="lg" wide busy={signup.busy}>
        {t("signup.submit")}
      </Button>
    </form>
  );
}
