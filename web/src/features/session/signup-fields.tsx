import { useEffect, useEffectEvent, useRef } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useBankName } from "#shared/banks.ts";
import type { FieldProps } from "#shared/ui/field.tsx";
import { digits, FormCheckbox, FormField, FormPassword, FormSelect } from "#shared/ui/form/form.tsx";
import type { AppForm } from "#shared/ui/form/use-app-form.ts";
import { DocumentLinks } from "./document-links.tsx";
import { type Bounds, checkField, emptyForm, fieldOfCode, type SignupForm } from "./rules.ts";
import classes from "./session.module.css";
import { type UniqueField, useAvailability } from "./use-availability.ts";

interface FieldsProps {
  form: AppForm<SignupForm>;
  bounds: Bounds;
}

/** A field whose value no other member may have: the server is asked about it while the form is being filled in. */
function Unique({ form, bounds, name, ...rest }: FieldsProps & { name: UniqueField } & Partial<FieldProps>) {
  const { t } = useTranslation("session");
  const { control, reveal } = form;
  const [value, code] = useWatch({ control, name: [name, "recommender"] });
  const sound = checkField(name, { ...emptyForm, [name]: value }, bounds) === null;
  const { refusal, free } = useAvailability(name, value.trim(), code.trim(), sound);
  const onRefusal = useEffectEvent((of: string) => reveal(fieldOfCode(of) === "recommender" ? "recommender" : name));
  useEffect(() => {
    if (refusal) onRefusal(refusal.code);
  }, [refusal]);
  return <FormField {...rest} control={control} name={name} label={t(`field.${name}`)} good={free} />;
}

export function AccountFields({ form, bounds }: FieldsProps) {
  const { t } = useTranslation("session");
  const { control } = form;
  return (
    <>
      {bounds.needsReferrer && (
        <fieldset className={classes.group}>
          <legend>{t("signup.group.code")}</legend>
          <FormField
            control={control}
            name="recommender"
            label={t("field.recommender")}
            autoComplete="off"
            hint={t("hint.recommender")}
          />
        </fieldset>
      )}
      <fieldset className={classes.group}>
        <legend>{t("signup.group.login")}</legend>
        <Unique
          form={form}
          bounds={bounds}
          name="memId"
          autoComplete="username"
          maxLength={bounds.idMax}
          hint={t("hint.memId", { min: bounds.idMin, max: bounds.idMax })}
        />
        <div className={classes.pair}>
          <FormPassword
            control={control}
            name="memPass"
            label={t("field.memPass")}
            autoComplete="new-password"
            hint={t("hint.memPass", { min: bounds.passMin, max: bounds.passMax })}
          />
          <FormPassword
            control={control}
            name="memPassAgain"
            label={t("field.memPassAgain")}
            autoComplete="new-password"
          />
        </div>
        <Unique
          form={form}
          bounds={bounds}
          name="memNick"
          autoComplete="nickname"
          hint={t("hint.memNick", { min: bounds.nickMin, max: bounds.nickMax })}
        />
      </fieldset>
    </>
  );
}

/** The name. The holder must be the member, so that field follows it until it says something else. */
function NameField({ form }: Pick<FieldsProps, "form">) {
  const { t } = useTranslation("session");
  const { control, getValues, setValue } = form;
  const name = useWatch({ control, name: "memName" });
  const before = useRef(name);
  useEffect(() => {
    if (getValues("accountHolder") === before.current) setValue("accountHolder", name);
    before.current = name;
  }, [name, getValues, setValue]);
  return (
    <FormField
      control={control}
      name="memName"
      label={t("field.memName")}
      autoComplete="name"
      hint={t("hint.memName")}
    />
  );
}

interface PersonFieldsProps extends FieldsProps {
  banks: string[];
  documents: { kind: string; version: number }[];
}

export function PersonFields({ form, bounds, banks, documents }: PersonFieldsProps) {
  const { t } = useTranslation("session");
  const bankName = useBankName();
  const { control } = form;
  const pin = {
    control,
    clean: digits,
    autoComplete: "off",
    inputMode: "numeric",
    maxLength: bounds.pinLength,
  } as const;
  return (
    <>
      <fieldset className={classes.group}>
        <legend>{t("signup.group.person")}</legend>
        <NameField form={form} />
        <Unique form={form} bounds={bounds} name="phone" type="tel" inputMode="tel" autoComplete="tel" />
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{t("signup.group.bank")}</legend>
        <div className={classes.pair}>
          <FormSelect
            control={control}
            name="bankName"
            label={t("field.bankName")}
            options={[
              { value: "", label: t("field.bankName.choose") },
              ...banks.map((bank) => ({ value: bank, label: bankName(bank) })),
            ]}
          />
          <Unique form={form} bounds={bounds} name="accountNo" inputMode="numeric" autoComplete="off" />
        </div>
        <FormField
          control={control}
          name="accountHolder"
          label={t("field.accountHolder")}
          autoComplete="off"
          hint={t("hint.accountHolder")}
        />
        <div className={classes.pair}>
          <FormPassword
            {...pin}
            name="cashPin"
            label={t("field.cashPin")}
            hint={t("hint.cashPin", { length: bounds.pinLength })}
          />
          <FormPassword {...pin} name="cashPinAgain" label={t("field.cashPinAgain")} />
        </div>
      </fieldset>
      <FormCheckbox control={control} name="agreeTerms" label={t("field.agreeTerms")} />
      <DocumentLinks documents={documents} />
    </>
  );
}
