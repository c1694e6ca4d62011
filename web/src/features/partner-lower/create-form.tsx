import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Res } from "#shared/api/client.ts";
import { type RateKey, rateKeys, ratesOf, type TypedRates } from "#shared/office/rates.ts";
import { AmountField } from "#shared/ui/amount-field.tsx";
import { Button } from "#shared/ui/button.tsx";
import { digits, Form, FormField, FormPassword } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { RateEditor } from "#shared/ui/office/rate-editor.tsx";
import { rateFault } from "#shared/ui/office/rates.ts";
import { RadioCards } from "#shared/ui/radio-cards.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { LiveField } from "./live-field.tsx";
import classes from "./lower.module.css";
import { ceilingsQuery, useCreate } from "./lower.ts";

type Ceilings = Res<"/api/partner/lower/ceilings">;

const empty = {
  memId: "",
  memPass: "",
  cashPin: "",
  memNick: "",
  memName: "",
  phone: "",
  bankName: "",
  accountNo: "",
  accountHolder: "",
  code: "",
};
export type NewAccount = typeof empty;

const required = (Object.keys(empty) as (keyof NewAccount)[]).filter((name) => name !== "code");

/** The fields of refusals; the others stand below the form. */
const fields: Partial<Record<string, keyof NewAccount>> = {
  U005: "memId",
  U025: "memId",
  U101: "memId",
  U116: "memId",
  U031: "memPass",
  U102: "memPass",
  U103: "cashPin",
  U027: "memNick",
  U104: "memNick",
  U117: "memNick",
  U028: "memName",
  U105: "phone",
  U118: "phone",
  U013: "phone",
  U106: "accountNo",
  U119: "accountNo",
  U014: "accountNo",
  U009: "code",
  U010: "code",
};

const nothing = Object.fromEntries(rateKeys.map((key) => [key, 0])) as Record<RateKey, number>;

export function CreateForm({ ceilings }: { ceilings: Ceilings }) {
  const { t, i18n } = useTranslation("partner-lower");
  const toast = useToast();
  const client = useQueryClient();
  const [kind, setKind] = useState<"member" | "partner">("member");
  const [level, setLevel] = useState(String(ceilings.levels[0] ?? 0));
  const [rates, setRates] = useState<TypedRates>(nothing);
  const [from, setFrom] = useState<number | null>(null);
  const { mutateAsync: create } = useCreate();
  const partner = kind === "partner";
  const form = useAppForm<NewAccount, Res<"/api/partner/lower/create">>({
    defaultValues: empty,
    check: (values) =>
      Object.fromEntries(required.filter((name) => values[name].trim() === "").map((name) => [name, t("missing")])),
    onSubmit: (values) => {
      const typed = ratesOf(rates);
      return create({
        ...values,
        code: partner ? "" : values.code.trim(),
        lang: i18n.language,
        ...(partner && typed && { level: Number(level), rates: typed, insuredFrom: from ?? 0 }),
      });
    },
    onDone: ({ memId, status }) => {
      toast({ tone: "done", text: t(status === "normal" ? "created" : "createdPending", { memId }) });
      form.reset(empty);
      setRates(nothing);
      void client.invalidateQueries({ queryKey: ceilingsQuery.queryKey });
    },
    fieldOf: (code) => fields[code] ?? null,
  });

  const lines = rateKeys.map((key) => ({
    key,
    label: t(`rate.${key}`),
    value: rates[key],
    ceiling: ceilings.rates[key],
    floor: 0,
  }));
  const wrong = partner && lines.some((line) => rateFault(line.value, line) !== undefined);
  return (
    <Form form={form} className={classes.form} autoComplete="off">
      <RadioCards<"member" | "partner">
        legend={t("kind")}
        name="kind"
        value={kind}
        onChange={setKind}
        options={[
          { value: "member", label: t("kind.member"), text: t("memberText") },
          ...(ceilings.levels.length > 0
            ? [{ value: "partner" as const, label: t("kind.partner"), text: t("partnerText") }]
            : []),
        ]}
      />
      <div className={classes.pair}>
        <LiveField control={form.control} name="memId" label={t("memId")} />
        <LiveField control={form.control} name="memNick" label={t("nick")} />
        <FormPassword control={form.control} name="memPass" label={t("password")} autoComplete="new-password" />
        <FormField control={form.control} name="cashPin" label={t("pin")} clean={digits} inputMode="numeric" />
        <FormField control={form.control} name="memName" label={t("fullName")} />
        <LiveField control={form.control} name="phone" label={t("phone")} inputMode="tel" />
        <FormField control={form.control} name="bankName" label={t("bankName")} />
        <LiveField control={form.control} name="accountNo" label={t("accountNo")} clean={digits} inputMode="numeric" />
        <FormField control={form.control} name="accountHolder" label={t("holder")} />
        {!partner && <LiveField control={form.control} name="code" label={t("code")} hint={t("codeHint")} />}
      </div>
      {partner && (
        <>
          <SelectField
            label={t("level")}
            value={level}
            onChange={setLevel}
            options={ceilings.levels.map((one) => ({ value: String(one), label: t("partnerOf", { level: one }) }))}
          />
          <RateEditor
            legend={t("rates")}
            rates={lines}
            onChange={(key, value) => setRates((all) => ({ ...all, [key]: value }))}
          />
          <AmountField label={t("insuredFrom")} hint={t("insuredHint")} value={from} onChange={setFrom} />
        </>
      )}
      <Refusal box error={form.refusal} />
      <Button type="submit" busy={form.busy} disabled={wrong}>
        {t(partner ? "createPartner" : "createMember")}
      </Button>
    </Form>
  );
}
