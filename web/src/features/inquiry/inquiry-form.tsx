import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ApiError } from "#shared/api/error.ts";
import { richOf } from "#shared/rich.ts";
import { Button } from "#shared/ui/button.tsx";
import { digits, Form, FormField, FormPassword, FormRadioCards, FormTextArea } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { type Category, useAsk } from "./inquiries.ts";
import classes from "./inquiry.module.css";
import { PicturePicker, usePictures } from "./picture-picker.tsx";

const TITLE_MAX = 100;
const CONTENT_MAX = 10_000;

interface InquiryFormProps {
  pinLength: number;
  onDone(boardIdx: number): void;
}

interface Values {
  category: Category;
  title: string;
  content: string;
  cashPin: string;
}

const empty: Values = { category: "etc", title: "", content: "", cashPin: "" };

/** A question in words; or the account to pay into, for which the withdrawal password is all that is asked (D-62). */
export function InquiryForm({ pinLength, onDone }: InquiryFormProps) {
  const { t } = useTranslation("inquiry");
  const ask = useAsk();
  const pictures = usePictures();
  const form = useAppForm({
    defaultValues: empty,
    check: ({ category, title, content, cashPin }) =>
      category === "bankaccount"
        ? { cashPin: cashPin.length !== pinLength && new ApiError("C028") }
        : {
            title: title.trim() === "" && t("missing.title"),
            content: content.trim() === "" && t("missing.content"),
          },
    onSubmit: ({ category, title, content, cashPin }) =>
      ask.mutateAsync(
        category === "bankaccount"
          ? { category, title: t("account.ask.title"), content: t("account.ask.text"), cashPin }
          : { category, title: title.trim(), content: richOf(content), imageIdx: pictures.ids },
      ),
    onDone: ({ idx }) => onDone(idx),
    forget: ["cashPin"],
    fieldOf: (code) => (["C016", "C017", "C028"].includes(code) ? "cashPin" : null),
  });
  const { control } = form;
  const category = useWatch({ control, name: "category" });
  const account = category === "bankaccount";
  return (
    <Form form={form} className={classes.form} autoComplete="off">
      <FormRadioCards
        control={control}
        name="category"
        legend={t("category.legend")}
        onChange={() => form.reset({ ...form.getValues(), cashPin: "" })}
        options={[
          { value: "etc", label: t("category.etc"), text: t("category.etc.text") },
          { value: "bankaccount", label: t("category.bankaccount"), text: t("category.bankaccount.text") },
        ]}
      />
      {account ? (
        <FormPassword
          control={control}
          name="cashPin"
          label={t("field.pin")}
          autoComplete="off"
          inputMode="numeric"
          maxLength={pinLength}
          clean={digits}
          hint={t("field.pinHint")}
        />
      ) : (
        <>
          <FormField control={control} name="title" label={t("field.title")} maxLength={TITLE_MAX} />
          <FormTextArea
            control={control}
            name="content"
            label={t("field.content")}
            rows={8}
            maxLength={CONTENT_MAX}
            hint={t("field.contentHint")}
          />
          <PicturePicker pictures={pictures} />
        </>
      )}
      <Refusal box error={form.refusal} />
      <Button type="submit" size="lg" wide busy={form.busy} disabled={pictures.busy}>
        {account ? t("submit.account") : t("submit")}
      </Button>
    </Form>
  );
}
