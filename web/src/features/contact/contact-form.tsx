import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#shared/ui/button.tsx";
import { Field } from "#shared/ui/field.tsx";
import { RadioCards } from "#shared/ui/radio-cards.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";
import { TextArea } from "#shared/ui/text-area.tsx";
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

/** The guest's request and the address for the reply. Each error is shown at its field. */
export function ContactForm({ begin, onDone }: ContactFormProps) {
  const { t } = useTranslation("contact");
  const send = useSend();
  const [topic, setTopic] = useState(begin.topic);
  const [text, setText] = useState("");
  const [kind, setKind] = useState<ContactKind>("email");
  const [contact, setContact] = useState("");
  const [account, setAccount] = useState(begin.account);
  const [checked, setChecked] = useState(false);
  const textField = useRef<HTMLTextAreaElement>(null);
  const contactField = useRef<HTMLInputElement>(null);

  const textError = text.trim().length < TEXT_MIN ? t("missing.text", { min: TEXT_MIN }) : undefined;
  const contactError = reachable(kind, contact) ? undefined : t(`missing.${kind}`);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (textError) return textField.current?.focus();
    if (contactError) return contactField.current?.focus();
    send.mutate(
      { category: topic, content: text, contactKind: kind, contact: contact.trim(), account: account.trim() },
      { onSuccess: onDone },
    );
  };

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <SelectField
        name="topic"
        label={t("field.topic")}
        value={topic}
        onChange={(next) => setTopic(topics.find((one) => one === next) ?? "etc")}
        options={topics.map((value) => ({ value, label: t(`topic.${value}`) }))}
      />
      <TextArea
        ref={textField}
        name="text"
        label={t("field.text")}
        rows={6}
        maxLength={TEXT_MAX}
        value={text}
        onChange={setText}
        hint={t("field.textHint")}
        error={checked && textError}
      />
      <div className={classes.kinds}>
        <RadioCards
          legend={t("field.kind")}
          name="kind"
          value={kind}
          onChange={(next) => {
            setKind(next);
            setContact("");
          }}
          options={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
      </div>
      <div className={classes.pair}>
        <Field
          ref={contactField}
          key={kind}
          name="contact"
          label={t(`field.${kind}`)}
          value={contact}
          maxLength={CONTACT_MAX}
          onChange={setContact}
          hint={kind === "messenger" && t("field.messengerHint")}
          error={checked && contactError}
          {...typing[kind]}
        />
        <Field
          name="account"
          label={t("field.account")}
          value={account}
          maxLength={ACCOUNT_MAX}
          autoComplete="username"
          onChange={setAccount}
          hint={t("field.accountHint")}
        />
      </div>
      <Refusal box error={send.error} />
      <Button type="submit" size="lg" wide busy={send.isPending}>
        {t("submit")}
      </Button>
    </form>
  );
}
