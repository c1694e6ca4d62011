import { useTranslation } from "react-i18next";
import { richOf } from "#shared/rich.ts";
import { Button } from "#shared/ui/button.tsx";
import { Form, FormField, FormTextArea } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import classes from "./board.module.css";
import { useWritePost } from "./board.ts";

const TITLE_MAX = 100;
const CONTENT_MAX = 10_000;

/** A new post of the free board. */
export function PostForm({ onDone }: { onDone(boardIdx: number): void }) {
  const { t } = useTranslation("board");
  const toast = useToast();
  const write = useWritePost();
  const form = useAppForm({
    defaultValues: { title: "", content: "" },
    check: ({ title, content }) => ({
      title: title.trim() === "" && t("write.missing.title"),
      content: content.trim() === "" && t("write.missing.content"),
    }),
    onSubmit: ({ title, content }) => write.mutateAsync({ title: title.trim(), content: richOf(content) }),
    onDone: ({ idx }) => {
      toast({ tone: "done", text: t("write.done") });
      onDone(idx);
    },
  });
  return (
    <Form form={form} className={classes.form}>
      <FormField control={form.control} name="title" label={t("write.field.title")} maxLength={TITLE_MAX} />
      <FormTextArea
        control={form.control}
        name="content"
        label={t("write.field.content")}
        rows={10}
        maxLength={CONTENT_MAX}
        hint={t("write.hint")}
      />
      <Refusal box error={form.refusal} />
      <Button type="submit" size="lg" wide busy={form.busy}>
        {t("write.submit")}
      </Button>
    </Form>
  );
}
