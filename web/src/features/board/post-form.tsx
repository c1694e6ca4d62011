import { useTranslation } from "react-i18next";
import { richOf } from "#shared/rich.ts";
import { Button } from "#shared/ui/button.tsx";
import { Form, FormChoice, FormField, FormTextArea } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import classes from "./board.module.css";
import { type Category, categories, categoryOf, type Post, useWritePost } from "./board.ts";

const TITLE_MAX = 100;
const CONTENT_MAX = 10_000;

interface PostFormProps {
  /** A post of the member's own, to be changed; without one a new one is written. */
  post?: Post;
  onDone(boardIdx: number): void;
  onCancel?(): void;
}

interface Values {
  category: Category;
  title: string;
  content: string;
}

/** A post of the free board: a new one, or one of the member's own that is changed. */
export function PostForm({ post, onDone, onCancel }: PostFormProps) {
  const { t } = useTranslation("board");
  const toast = useToast();
  const write = useWritePost();
  const form = useAppForm<Values, number>({
    defaultValues: {
      category: categoryOf(post?.category ?? "") ?? "talk",
      title: post?.title ?? "",
      content: post?.text ?? "",
    },
    check: ({ title, content }) => ({
      title: title.trim() === "" && t("write.missing.title"),
      content: content.trim() === "" && t("write.missing.content"),
    }),
    onSubmit: ({ category, title, content }) =>
      write.mutateAsync({ idx: post?.idx, category, title: title.trim(), content: richOf(content) }),
    onDone: (idx) => {
      toast({ tone: "done", text: t(post ? "change.done" : "write.done") });
      onDone(idx);
    },
  });
  return (
    <Form form={form} className={classes.form}>
      <FormChoice
        control={form.control}
        name="category"
        label={t("column.category")}
        options={categories.map((value) => ({ value, label: t(`category.${value}`) }))}
      />
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
      {post ? (
        <div className={classes.send}>
          <Button variant="quiet" {...(onCancel && { onClick: onCancel })}>
            {t("change.cancel")}
          </Button>
          <Button type="submit" busy={form.busy}>
            {t("change.submit")}
          </Button>
        </div>
      ) : (
        <Button type="submit" size="lg" wide busy={form.busy}>
          {t("write.submit")}
        </Button>
      )}
    </Form>
  );
}
