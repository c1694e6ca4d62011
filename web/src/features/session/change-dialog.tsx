import { useTranslation } from "react-i18next";
import type { Member, SiteOption } from "#shared/api/types.ts";
import { defaultLanguage, isLanguage, languages } from "#shared/i18n/languages.ts";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { digits, Form, FormField, FormPassword, FormSelect } from "#shared/ui/form/form.tsx";
import { type Faults, useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import classes from "./account.module.css";
import { useChange } from "./account.ts";
import {
  type ChangeForm,
  type ChangeKind,
  changeFault,
  changeOf,
  emptyChange,
  fieldOfRefusal,
  fieldsOf,
} from "./change.ts";
import { ForgotLink } from "./forgot-link.tsx";
import { useRuleFault } from "./use-rule-fault.ts";

interface ChangeDialogProps {
  kind: ChangeKind;
  member: Member;
  site: SiteOption;
  onClose(): void;
}

/** One change of the account, confirmed with the present password. */
export function ChangeDialog({ kind, member, site, onClose }: ChangeDialogProps) {
  const { t, i18n } = useTranslation("session");
  const ruleFault = useRuleFault();
  const toast = useToast();
  const change = useChange();
  const language = isLanguage(i18n.language) ? i18n.language : defaultLanguage;
  const form = useAppForm({
    defaultValues: { ...emptyChange, next: { nick: member.memNick, lang: language, password: "", pin: "" }[kind] },
    check: (values) => {
      const faults: Faults<ChangeForm> = {};
      for (const field of fieldsOf[kind])
        faults[field] = ruleFault(changeFault(kind, field, values, site, member.memId));
      return faults;
    },
    onSubmit: (values) => change.mutateAsync(changeOf(kind, values)),
    onDone: () => {
      toast({ tone: "done", text: t(`change.${kind}.done`) });
      onClose();
    },
    forget: ["memPass"],
    fieldOf: fieldOfRefusal,
  });
  const { control } = form;

  // A PIN is nothing that a browser should offer to keep.
  const pin = { autoComplete: "off", inputMode: "numeric", maxLength: site.pinLength, clean: digits } as const;
  const secret = kind === "pin" ? pin : ({ autoComplete: "new-password" } as const);
  return (
    <Dialog title={t(`change.${kind}.title`)} onClose={onClose}>
      <Form form={form} className={classes.form}>
        {kind === "pin" && (
          <>
            <FormPassword {...pin} control={control} name="cashPin" label={t("change.pin.present")} />
            <p className={classes.dim}>
              <ForgotLink forgotten="pin" onFollow={onClose} />
            </p>
          </>
        )}
        {kind === "nick" && (
          <FormField
            control={control}
            name="next"
            label={t("field.memNick")}
            hint={t("hint.memNick", { min: site.nickMin, max: site.nickMax })}
          />
        )}
        {kind === "lang" && (
          <FormSelect
            control={control}
            name="next"
            label={t("change.lang.field")}
            hint={t("change.lang.hint")}
            options={site.languages.filter(isLanguage).map((key) => ({ value: key, label: languages[key].name }))}
          />
        )}
        {(kind === "password" || kind === "pin") && (
          <>
            <FormPassword
              {...secret}
              control={control}
              name="next"
              label={t(`change.${kind}.next`)}
              hint={
                kind === "pin"
                  ? t("hint.cashPin", { length: site.pinLength })
                  : t("hint.memPass", { min: site.passMin, max: site.passMax })
              }
            />
            <FormPassword {...secret} control={control} name="again" label={t(`change.${kind}.again`)} />
          </>
        )}
        <FormPassword control={control} name="memPass" label={t("change.present")} autoComplete="current-password" />
        {kind === "password" && <p className={classes.dim}>{t("change.password.others")}</p>}
        <Refusal box error={form.refusal} />
        <Button type="submit" size="lg" wide busy={form.busy}>
          {t(`change.${kind}.submit`)}
        </Button>
      </Form>
    </Dialog>
  );
}
