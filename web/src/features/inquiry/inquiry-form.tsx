import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "#shared/api/error.ts";
import { useFaultText } from "#shared/i18n/fault.ts";
import { richOf } from "#shared/rich.ts";
import { Button } from "#shared/ui/button.tsx";
import { Field } from "#shared/ui/field.tsx";
import { PasswordField } from "#shared/ui/password-field.tsx";
import { RadioCards } from "#shared/ui/radio-cards.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { TextArea } from "#shared/ui/text-area.tsx";
import { type Category, useAsk } from "./inquiries.ts";
import classes from "./inquiry.module.css";

const TITLE_MAX = 100;
const CONTENT_MAX = 10_000;

interface InquiryFormProps {
  pinLength: number;
  onDone(boardIdx: number): void;
}

/** A question in words; or the account to pay into, for which the withdrawal password is all that is asked (D-62). */
export function InquiryForm({ pinLength, onDone }: InquiryFormProps) {
  const { t } = useTranslation("inquiry");
  const faultText = useFaultText();
  const ask = useAsk();
  const [category, setCategory] = useState<Category>("etc");
  const [title, setTitle] = useState("");
  const [content, setContent] = useState("");
  const [pin, setPin] = useState("");
  const [checked, setChecked] = useState(false);
  const titleField = useRef<HTMLInputElement>(null);
  const contentField = useRef<HTMLTextAreaElement>(null);
  const pinField = useRef<HTMLInputElement>(null);
  const account = category === "bankaccount";

  const titleError = title.trim() === "" ? t("missing.title") : undefined;
  const contentError = content.trim() === "" ? t("missing.content") : undefined;
  const pinError = pin.length === pinLength ? undefined : faultText(new ApiError("C028"));
  const onPin = ask.error instanceof ApiError && ["C016", "C017", "C028"].includes(ask.error.code);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (account) {
      if (pinError) return pinField.current?.focus();
      const words = { title: t("account.ask.title"), content: t("account.ask.text") };
      return ask.mutate(
        { category, ...words, cashPin: pin },
        { onSuccess: ({ idx }) => onDone(idx), onSettled: () => setPin("") },
      );
    }
    if (titleError) return titleField.current?.focus();
    if (contentError) return contentField.current?.focus();
    ask.mutate({ category, title: title.trim(), content: richOf(content) }, { onSuccess: ({ idx }) => onDone(idx) });
  };

  return (
    <form className={classes.form} onSubmit={submit} noValidate autoComplete="off">
      <RadioCards
        legend={t("category.legend")}
        name="category"
        value={category}
        onChange={(next) => {
          setCategory(next);
          setChecked(false);
          ask.reset();
        }}
        options={[
          { value: "etc", label: t("category.etc"), text: t("category.etc.text") },
          { value: "bankaccount", label: t("category.bankaccount"), text: t("category.bankaccount.text") },
        ]}
      />
      {account ? (
        <PasswordField
          ref={pinField}
          label={t("field.pin")}
          name="cashPin"
          autoComplete="off"
          inputMode="numeric"
          maxLength={pinLength}
          value={pin}
          hint={t("field.pinHint")}
          onChange={(text) => {
            setPin(text.replace(/\D/g, ""));
            setChecked(false);
            ask.reset();
          }}
          error={(checked && !ask.isPending && !ask.error && pinError) || (onPin && faultText(ask.error))}
        />
      ) : (
        <>
          <Field
            ref={titleField}
            label={t("field.title")}
            name="title"
            value={title}
            maxLength={TITLE_MAX}
            onChange={setTitle}
            error={checked && titleError}
          />
          <TextArea
            ref={contentField}
            label={t("field.content")}
            name="content"
            rows={8}
            value={content}
            maxLength={CONTENT_MAX}
            onChange={setContent}
            hint={t("field.contentHint")}
            error={checked && contentError}
          />
        </>
      )}
      {!(account && onPin) && <Refusal box error={ask.error} />}
      <Button type="submit" size="lg" wide busy={ask.isPending}>
        {account ? t("submit.account") : t("submit")}
      </Button>
    </form>
  );
}
