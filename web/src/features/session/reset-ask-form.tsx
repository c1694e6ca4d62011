import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { SiteOption } from "#shared/api/types.ts";
import receipts from "#shared/receipt/receipt.module.css";
import { Button } from "#shared/ui/button.tsx";
import { digits, Form, FormField, FormPassword, FormRadioCards } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { type AskForm, type Forgotten, type Proof, useAsk } from "./reset.ts";
import { checkField, emptyForm } from "./rules.ts";
import { useRuleFault } from "./use-rule-fault.ts";

type Receipt = Awaited<ReturnType<ReturnType<typeof useAsk>["mutateAsync"]>>;

interface ResetAskFormProps {
  site: SiteOption;
  begin: { forgotten: Forgotten; memId: string };
  onDone(receipt: Receipt): void;
}

const forgottens: readonly Forgotten[] = ["password", "pin"];
const proofs: readonly Proof[] = ["secret", "facts"];

/** Asks which secret was forgotten, whose account it is, and how that is shown (S-04). */
export function ResetAskForm({ site, begin, onDone }: ResetAskFormProps) {
  const { t } = useTranslation(["reset", "session"]);
  const ruleFault = useRuleFault();
  const ask = useAsk();
  const form = useAppForm<AskForm, Receipt>({
    defaultValues: { ...begin, proof: "secret", other: "", phone: "", accountNo: "" },
    check: (values) => {
      const bySecret = values.proof === "secret";
      const typed = { ...emptyForm, phone: values.phone, accountNo: values.accountNo };
      return {
        memId: values.memId.trim() === "" && t("session:front.signin.emptyMemId"),
        other: bySecret && values.other === "" && t(`missing.${values.forgotten}`),
        phone: !bySecret && ruleFault(checkField("phone", typed, site)),
        accountNo: !bySecret && ruleFault(checkField("accountNo", typed, site)),
      };
    },
    onSubmit: (values) => ask.mutateAsync(values),
    onDone,
    forget: ["other"],
  });
  const { control } = form;
  const [forgotten, proof] = useWatch({ control, name: ["forgotten", "proof"] });
  const pin = { autoComplete: "off", inputMode: "numeric", maxLength: site.pinLength, clean: digits } as const;
  const other = forgotten === "password" ? pin : ({ autoComplete: "current-password" } as const);
  return (
    <Form form={form} className={receipts.form}>
      <FormRadioCards
        control={control}
        name="forgotten"
        legend={t("ask.forgotten")}
        onChange={() => form.setValue("other", "")}
        options={forgottens.map((value) => ({ value, label: t(`forgotten.${value}`) }))}
      />
      <FormField control={control} name="memId" label={t("session:field.memId")} autoComplete="username" />
      <FormRadioCards
        control={control}
        name="proof"
        legend={t("ask.proof")}
        options={proofs.map((value) => ({
          value,
          label: t(value === "facts" ? "proof.facts" : `proof.by.${forgotten}`),
        }))}
      />
      {proof === "secret" ? (
        <FormPassword
          key={forgotten}
          {...other}
          control={control}
          name="other"
          label={t(forgotten === "password" ? "session:field.cashPin" : "session:field.memPass")}
        />
      ) : (
        <>
          <FormField
            control={control}
            name="phone"
            type="tel"
            autoComplete="tel"
            label={t("session:field.phone")}
            hint={t("hint.phone")}
          />
          <FormField
            control={control}
            name="accountNo"
            inputMode="numeric"
            autoComplete="off"
            label={t("session:field.accountNo")}
            hint={t("hint.accountNo")}
          />
        </>
      )}
      <Refusal box error={form.refusal} />
      <Button type="submit" size="lg" wide busy={form.busy}>
        {t("ask.submit")}
      </Button>
      <p className={receipts.dim}>{t("ask.note")}</p>
    </Form>
  );
}
