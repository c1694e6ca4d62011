import { type Control, type FieldPathByValue, type FieldValues, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import classes from "#shared/staff/staff.module.css";
import { FormTextArea } from "#shared/ui/form/form.tsx";
import { RichText } from "#shared/ui/rich-text.tsx";
import { fromEdited } from "./edited.ts";

const CONTENT_MAX = 10_000;

interface RichEditorProps<Values extends FieldValues, Name> {
  control: Control<Values>;
  name: Name;
}

/** Text as it is typed or with marks, and what readers will see of it. */
export function RichEditor<Values extends FieldValues, Name extends FieldPathByValue<Values, string>>({
  control,
  name,
}: RichEditorProps<Values, Name>) {
  const { t } = useTranslation("admin");
  const value = String(useWatch({ control, name }));
  return (
    <>
      <FormTextArea
        control={control}
        name={name}
        label={t("content.field.text")}
        rows={7}
        maxLength={CONTENT_MAX}
        hint={t("content.field.textHint")}
      />
      {value.trim() !== "" && (
        <section className={classes.quote} aria-label={t("content.preview")}>
          <RichText html={fromEdited(value)} />
        </section>
      )}
    </>
  );
}
