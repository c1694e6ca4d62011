import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { richOf } from "#shared/rich.ts";
import { Button } from "#shared/ui/button.tsx";
import { Field } from "#shared/ui/field.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { TextArea } from "#shared/ui/text-area.tsx";
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
  const [title, setTitle] = useState("");
  const [content, setContent] = useState("");
  const [checked, setChecked] = useState(false);
  const titleField = useRef<HTMLInputElement>(null);
  const contentField = useRef<HTMLTextAreaElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (title.trim() === "") return titleField.current?.focus();
    if (content.trim() === "") return contentField.current?.focus();
    write.mutate(
      { title: title.trim(), content: richOf(content) },
      {
        onSuccess: ({ idx }) => {
          toast({ tone: "done", text: t("write.done") });
          onDone(idx);
        },
      },
    );
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Field
        ref={titleField}
        label={t("write.field.title")}
        name="title"
        value={title}
        maxLength={TITLE_MAX}
        onChange={setTitle}
        error={checked && title.trim() === "" && t("write.missing.title")}
      />
      <TextArea
        ref={contentField}
        label={t("write.field.content")}
        name="content"
        rows={10}
        value={content}
        maxLength={CONTENT_MAX}
        onChange={setContent}
        hint={t("write.hint")}
        error={checked && content.trim() === "" && t("write.missing.content")}
      />
      <Refusal box error={write.error} />
      <Button type="submit" size="lg" wide busy={write.isPending}>
        {t("write.submit")}
      </Button>
    </form>
  );
}
