import { useTranslation } from "react-i18next";
import classes from "#shared/staff/staff.module.css";
import { RichText } from "#shared/ui/rich-text.tsx";
import { TextArea } from "#shared/ui/text-area.tsx";
import { fromEdited } from "./edited.ts";

const CONTENT_MAX = 10_000;

interface RichEditorProps {
  value: string;
  onChange(value: string): void;
  error?: string | undefined;
}

/** Text as it is typed or with marks, and what readers will see of it. */
export function RichEditor({ value, onChange, error }: RichEditorProps) {
  const { t } = useTranslation("admin");
  return (
    <>
      <TextArea
        label={t("content.field.text")}
        name="content"
        rows={7}
        maxLength={CONTENT_MAX}
        value={value}
        onChange={onChange}
        hint={t("content.field.textHint")}
        error={error}
      />
      {value.trim() !== "" && (
        <section className={classes.quote} aria-label={t("content.preview")}>
          <RichText html={fromEdited(value)} />
        </section>
      )}
    </>
  );
}
