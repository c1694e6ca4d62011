import { useTranslation } from "react-i18next";
import { richOf } from "#shared/rich.ts";
import { Button } from "#shared/ui/button.tsx";
import { Form, FormTextArea } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Panel } from "#shared/ui/page.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useFollowUp } from "./inquiries.ts";
import classes from "./inquiry.module.css";
import { PicturePicker, usePictures } from "./picture-picker.tsx";

const CONTENT_MAX = 10_000;

/** One more message of the member in the same inquiry. */
export function FollowUp({ boardIdx }: { boardIdx: number }) {
  const { t } = useTranslation("inquiry");
  const send = useFollowUp();
  const pictures = usePictures();
  const form = useAppForm({
    defaultValues: { content: "" },
    check: ({ content }) => ({ content: content.trim() === "" && t("follow.missing") }),
    onSubmit: ({ content }) => send.mutateAsync({ boardIdx, content: richOf(content), imageIdx: pictures.ids }),
    onDone: () => {
      form.reset();
      pictures.clear();
    },
  });
  return (
    <Panel title={t("follow.title")}>
      <Form form={form} className={classes.form}>
        <FormTextArea
          control={form.control}
          name="content"
          label={t("follow.field")}
          rows={4}
          maxLength={CONTENT_MAX}
          hint={t("field.contentHint")}
        />
        <PicturePicker pictures={pictures} />
        <Refusal box error={form.refusal} />
        <Button type="submit" busy={form.busy} disabled={pictures.busy}>
          {t("follow.submit")}
        </Button>
      </Form>
    </Panel>
  );
}
