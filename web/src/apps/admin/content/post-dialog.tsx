import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFaultText } from "#shared/i18n/fault.ts";
import { Button } from "#shared/ui/button.tsx";
import { Checkbox } from "#shared/ui/checkbox.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Field } from "#shared/ui/field.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import classes from "../shell/desk.module.css";
import type { Board, PostRow } from "./content.ts";
import { useSavePost } from "./content.ts";
import { fromEdited, toEdited } from "./edited.ts";
import { LanguageField } from "./language-field.tsx";
import { PostComments } from "./post-comments.tsx";
import { RichEditor } from "./rich-editor.tsx";

const TITLE_MAX = 100;
const CATEGORY_MAX = 20;

interface PostDialogProps {
  boardType: Exclude<Board, "board">;
  /** undefined: a new one. */
  post: PostRow | undefined;
  onClose(): void;
}

/** A post of the site: written, or changed. */
export function PostDialog({ boardType, post, onClose }: PostDialogProps) {
  const { t } = useTranslation("admin");
  const faultText = useFaultText();
  const toast = useToast();
  const save = useSavePost();
  const [title, setTitle] = useState(post?.title ?? "");
  const [content, setContent] = useState(() => toEdited(post?.content ?? ""));
  const [lang, setLang] = useState(post?.lang ?? "");
  const [category, setCategory] = useState(post?.category ?? "");
  const [pinned, setPinned] = useState(post?.pinned ?? false);
  const [published, setPublished] = useState(post?.published ?? true);
  const [checked, setChecked] = useState(false);
  // The ticker is one line; all other boards say more than their title.
  const needsText = boardType !== "mq";
  const missing = (text: string) => (checked && text.trim() === "" ? t("content.missing") : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (title.trim() === "" || (needsText && content.trim() === "")) return;
    save.mutate(
      {
        ...(post ? { idx: post.idx } : {}),
        boardType,
        lang,
        category: category.trim(),
        title: title.trim(),
        content: fromEdited(content),
        pinned,
        published,
      },
      {
        onSuccess: () => {
          toast({ tone: "done", text: t("content.saved", { title: title.trim() }) });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog wide title={post ? t("content.editOf", { title: post.title }) : t("content.add.post")} onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <Field
          label={t("content.field.title")}
          name="title"
          value={title}
          maxLength={TITLE_MAX}
          onChange={setTitle}
          error={missing(title)}
        />
        {needsText && (
          <RichEditor value={content} onChange={setContent} error={needsText ? missing(content) : undefined} />
        )}
        <div className={classes.pair}>
          <LanguageField value={lang} onChange={setLang} />
          {boardType === "faq" && (
            <Field
              label={t("content.field.category")}
              name="category"
              value={category}
              maxLength={CATEGORY_MAX}
              onChange={setCategory}
            />
          )}
        </div>
        <div className={classes.pair}>
          <Checkbox name="published" label={t("content.field.published")} checked={published} onChange={setPublished} />
          <Checkbox name="pinned" label={t("content.field.pinned")} checked={pinned} onChange={setPinned} />
        </div>
        {save.error && (
          <p role="alert" className={classes.fault}>
            {faultText(save.error)}
          </p>
        )}
        <Button type="submit" busy={save.isPending}>
          {t("content.save")}
        </Button>
      </form>
      {post?.published && (boardType === "notice" || boardType === "event") && (
        <PostComments boardType={boardType} boardIdx={post.idx} />
      )}
    </Dialog>
  );
}
