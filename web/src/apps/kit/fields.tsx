import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "#shared/api/error.ts";
import type { Days } from "#shared/days.ts";
import { AccountLines } from "#shared/ui/account-lines.tsx";
import { AmountField } from "#shared/ui/amount-field.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Checkbox } from "#shared/ui/checkbox.tsx";
import { Choice } from "#shared/ui/choice.tsx";
import { DateRange } from "#shared/ui/date-range.tsx";
import { Field } from "#shared/ui/field.tsx";
import { Form, FormField } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { PasswordField } from "#shared/ui/password-field.tsx";
import { RadioCards } from "#shared/ui/radio-cards.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";
import { Tabs } from "#shared/ui/tabs.tsx";
import { TextArea } from "#shared/ui/text-area.tsx";
import { Section, Specimen, Stack } from "./specimen.tsx";
import { useSample } from "./use-sample.ts";

const account = { bankName: "Harbor Bank", accountNo: "1002-345-678901", accountHolder: "Hubstake" };

/** The fields of forms. */
export function Fields() {
  const { t } = useTranslation();
  const sample = useSample();
  const [text, setText] = useState("");
  const [amount, setAmount] = useState<number | null>(120_000);
  const [days, setDays] = useState<Days>({ from: "2026-11-17", to: "2026-11-23" });
  const [choice, setChoice] = useState("0");
  const [checked, setChecked] = useState(true);
  const [area, setArea] = useState(sample.sentence);
  const options = sample.pages.slice(0, 3).map((label, at) => ({ value: String(at), label }));
  return (
    <Section title="Fields">
      <Specimen name="field">
        <Stack>
          <Field
            label={sample.facts[0]}
            value={text}
            onChange={setText}
            placeholder={sample.word}
            hint={sample.sentence}
          />
          <Field label={sample.facts[1]} value={sample.word} onChange={setText} good />
          <Field label={sample.facts[2]} value={sample.word} onChange={setText} error={sample.sentence} />
          <Field label={sample.facts[3]} value={sample.word} onChange={setText} disabled />
        </Stack>
      </Specimen>
      <Specimen name="amount-field">
        <Stack>
          <AmountField
            label={t("money.cash")}
            value={amount}
            onChange={setAmount}
            quick={[10_000, 50_000, 100_000]}
            all={{ label: t("range.all"), amount: 1_234_567 }}
          />
          <AmountField label={t("money.cash")} value={999} onChange={setAmount} error={sample.sentence} />
        </Stack>
      </Specimen>
      <Specimen name="password-field">
        <PasswordField label={sample.facts[4]} value="secret" onChange={setText} autoComplete="off" />
      </Specimen>
      <Specimen name="text-area">
        <Stack>
          <TextArea label={sample.facts[0]} value={area} rows={2} maxLength={200} onChange={setArea} />
          <TextArea
            label={sample.facts[1]}
            value=""
            rows={2}
            maxLength={200}
            onChange={setArea}
            error={sample.sentence}
          />
        </Stack>
      </Specimen>
      <Specimen name="select-field">
        <Stack>
          <SelectField
            label={sample.facts[2]}
            value={choice}
            options={options}
            onChange={setChoice}
            hint={sample.word}
          />
          <SelectField
            label={sample.facts[3]}
            value="1"
            options={options}
            onChange={setChoice}
            error={sample.sentence}
          />
          <SelectField label={sample.facts[4]} value="2" options={options} onChange={setChoice} disabled />
        </Stack>
      </Specimen>
      <Specimen name="checkbox">
        <Stack>
          <Checkbox label={sample.long} checked={checked} onChange={setChecked} />
          <Checkbox label={sample.long} checked={false} onChange={setChecked} error={sample.sentence} />
        </Stack>
      </Specimen>
      <Specimen name="radio-cards">
        <RadioCards
          legend={sample.groups[0] ?? ""}
          name="kit"
          value={choice}
          onChange={setChoice}
          options={options.map((option) => ({ ...option, text: sample.sentence }))}
        />
      </Specimen>
      <Specimen name="choice">
        <Choice label={sample.groups[0] ?? ""} value={choice} options={options} onChange={setChoice} />
      </Specimen>
      <Specimen name="tabs">
        <Tabs
          label={sample.groups[0] ?? ""}
          value={choice}
          onChange={setChoice}
          tabs={options.map(({ value, label }) => ({ key: value, label }))}
        >
          <p>{sample.sentence}</p>
        </Tabs>
      </Specimen>
      <Specimen name="date-range">
        <DateRange value={days} onChange={setDays} all={t("range.all")} />
      </Specimen>
      <Specimen name="account-lines">
        <Stack>
          <AccountLines account={account} />
          <AccountLines account={undefined} />
        </Stack>
      </Specimen>
      <Specimen name="refusal">
        <Stack>
          <Refusal error={new ApiError("E002")} />
          <Refusal error={new ApiError("E002")} box />
        </Stack>
      </Specimen>
      <Specimen name="form">
        <SampleForm />
      </Specimen>
    </Section>
  );
}

/** A form of one field, which must not be empty. */
function SampleForm() {
  const sample = useSample();
  const form = useAppForm({
    defaultValues: { name: "" },
    check: ({ name }) => ({ name: name === "" && sample.sentence }),
    onSubmit: () => undefined,
  });
  return (
    <Form form={form}>
      <Stack>
        <FormField control={form.control} name="name" label={sample.facts[5]} />
        <Button type="submit">{sample.word}</Button>
      </Stack>
    </Form>
  );
}
