import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "#shared/api/error.ts";
import type { Member, SiteOption } from "#shared/api/types.ts";
import { useFaultText } from "#shared/i18n/fault.ts";
import { defaultLanguage, isLanguage, languages } from "#shared/i18n/languages.ts";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Field } from "#shared/ui/field.tsx";
import { PasswordField } from "#shared/ui/password-field.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import classes from "./account.module.css";
import { useChange } from "./account.ts";
import {
  type ChangeField,
  type ChangeForm,
  type ChangeKind,
  changeFault,
  changeOf,
  emptyChange,
  fieldOfRefusal,
  fieldsOf,
} from "./change.ts";

interface ChangeDialogProps {
  kind: ChangeKind;
  member: Member;
  site: SiteOption;
  onClose(): void;
}

/** One change of the account, confirmed with the present password. */
export function ChangeDialog({ kind, member, site, onClose }: ChangeDialogProps) {
  const { t, i18n } = useTranslation("session");
  const faultText = useFaultText();
  const toast = useToast();
  const change = useChange();
  const language = isLanguage(i18n.language) ? i18n.language : defaultLanguage;
  const [form, setForm] = useState<ChangeForm>(() => ({
    ...emptyChange,
    ...(kind === "nick" ? { next: member.memNick } : {}),
    ...(kind === "lang" ? { next: language } : {}),
  }));
  const [checked, setChecked] = useState(false);
  const digits = kind === "pin";

  const faultOf = (field: ChangeField) => changeFault(kind, field, form, site, member.memId);
  const refusedField = change.error instanceof ApiError ? fieldOfRefusal(change.error.code) : null;
  const error = (field: ChangeField): string | undefined => {
    if (refusedField === field) return faultText(change.error);
    const fault = checked ? faultOf(field) : null;
    if (fault === null) return undefined;
    return "form" in fault ? t(`rule.${fault.form}`) : faultText(new ApiError(fault.code, { params: fault.params }));
  };
  const set = (field: ChangeField) => (value: string) => {
    setForm((before) => ({ ...before, [field]: field !== "memPass" && digits ? value.replace(/\D/g, "") : value }));
    change.reset();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    const wrong = fieldsOf[kind].find((field) => faultOf(field) !== null);
    if (wrong !== undefined) {
      const field = event.currentTarget.elements.namedItem(wrong);
      return field instanceof HTMLElement && field.focus();
    }
    change.mutate(changeOf(kind, form), {
      onSuccess: () => {
        toast({ tone: "done", text: t(`change.${kind}.done`) });
        onClose();
      },
      onError: () => setForm((before) => ({ ...before, memPass: "" })),
    });
  };

  // A PIN is nothing that a browser should offer to keep.
  const pin = { autoComplete: "off", inputMode: "numeric", maxLength: site.pinLength } as const;
  const secret = digits ? pin : ({ autoComplete: "new-password" } as const);
  return (
    <Dialog title={t(`change.${kind}.title`)} onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        {kind === "pin" && (
          <PasswordField
            {...pin}
            name="cashPin"
            label={t("change.pin.present")}
            value={form.cashPin}
            onChange={set("cashPin")}
            error={error("cashPin")}
          />
        )}
        {kind === "nick" && (
          <Field
            name="next"
            label={t("field.memNick")}
            hint={t("hint.memNick", { min: site.nickMin, max: site.nickMax })}
            value={form.next}
            onChange={set("next")}
            error={error("next")}
          />
        )}
        {kind === "lang" && (
          <SelectField
            name="next"
            label={t("change.lang.field")}
            hint={t("change.lang.hint")}
            value={form.next}
            onChange={set("next")}
            options={site.languages.filter(isLanguage).map((key) => ({ value: key, label: languages[key].name }))}
            error={error("next")}
          />
        )}
        {(kind === "password" || kind === "pin") && (
          <>
            <PasswordField
              {...secret}
              name="next"
              label={t(`change.${kind}.next`)}
              hint={
                digits
                  ? t("hint.cashPin", { length: site.pinLength })
                  : t("hint.memPass", { min: site.passMin, max: site.passMax })
              }
              value={form.next}
              onChange={set("next")}
              error={error("next")}
            />
            <PasswordField
              {...secret}
              name="again"
              label={t(`change.${kind}.again`)}
              value={form.again}
              onChange={set("again")}
              error={error("again")}
            />
          </>
        )}
        <PasswordField
          name="memPass"
          label={t("change.present")}
          autoComplete="current-password"
          value={form.memPass}
          onChange={set("memPass")}
          error={error("memPass")}
        />
        {kind === "password" && <p className={classes.dim}>{t("change.password.others")}</p>}
        {refusedField === null && <Refusal box error={change.error} />}
        <Button type="submit" size="lg" wide busy={change.isPending}>
          {t(`change.${kind}.submit`)}
        </Button>
      </form>
    </Dialog>
  );
}
