import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import receipts from "#shared/receipt/receipt.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Form, FormField, FormRadioCards, FormSelect, FormTextArea } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import classes from "./contact.module.css";
import {
  ACCOUNT_MAX,
  type Begin,
  CONTACT_MAX,
  type ContactKind,
  type Receipt,
  reachable,
  TEXT_MAX,
  TEXT_MIN,
  type Topic,
  useSend,
} from "./contact.ts";

interface ContactFormProps {
  begin: Begin;
  onDone(receipt: Receipt): void;
}

const topics: readonly Topic[] = ["login", "signup", "money", "etc"];
const kinds: readonly ContactKind[] = ["email", "phone", "messenger"];
const typing = {
  email: { type: "email", autoComplete: "email" },
  phone: { type: "tel", autoComplete: "tel" },
  messenger: { type: "text", autoComplete: "off" },
} as const;

interface Values {
  topic: Topic;
  text: string;
  kind: ContactKind;
  contact: string;
  account: string;
}

/** The guest's request and the address for the reply. Each error is shown at its field. */
export function ContactForm({ begin, onDone }: ContactFormProps) {
  const { t } = useTranslation("contact");
  const send = useSend();
  const form = useAppForm<Values, Receipt>({
    defaultValues: { topic: begin.topic, text: "", kind: "email", contact: "", account: begin.account },
    check: ({ text, kind, contact }) => ({
      text: text.trim().length < TEXT_MIN && t("missing.text", { min: TEXT_MIN }),
      contact: !reachable(kind, contact) && t(`missing.${kind}`),
    }),
    onSubmit: ({ topic, text, kind, contact, account }) =>
      send.mutateAsync({
        category: topic,
        content: text,
        contactKind: kind,
        contact: contact.trim(),
        account: account.trim(),
      }),
    onDone,
  });
  const { control } = form;
  const kind = useWatch({ control, name: "kind" });
  return (
    <Form form={form} className={receipts.form}>
      <FormSelect
        control={control}
        name="topic"
        label={t("field.topic")}
        options={topics.map((value) => ({ value, label: t(`topic.${value}`) }))}
      />
      <FormTextArea
        control={control}
        name="text"
        label={t("field.text")}
        rows={6}
        maxLength={TEXT_MAX}
        hint={t("field.textHint")}
      />
      <div className={classes.kinds}>
        <FormRadioCards
          control={control}
          name="kind"
          legend={t("field.kind")}
          onChange={() => form.setValue("contact", "")}
          options={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
      </div>
      <div className={classes.pair}>
        <FormField
          key={kind}
          control={control}
          name="contact"
          label={t(`field.${kind}`)}
          maxLength={CONTACT_MAX}
          hint={kind === "messenger" && t("field.messengerHint")}
          {...typing[kind]}
        />
        <FormField
          control={control}
          name="account"
          label={t("field.account")}
          maxLength={ACCOUNT_MAX}
          autoComplete="username"
          hint={t("field.accountHint")}
        />
      </div>
      <Refusal box error={form.refusal} />
      <Button type="submit" size="lg" wide busy={form.busy}>
        {t("submit")}
      </Button>
    </Form>
  );
}
