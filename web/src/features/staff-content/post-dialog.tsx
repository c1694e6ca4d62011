import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import classes from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Checkbox } from "#shared/ui/checkbox.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Field } from "#shared/ui/field.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import type { Board, PostRow } from "./content.ts";
import { useSavePost } from "./content.ts";
import { PostComments } from "./post-comments.tsx";
import { type EditedText, fromTexts, incomplete, isEmpty, titleOf, toTexts } from "./post-text.ts";
import { PostTexts } from "./post-texts.tsx";

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
  const toast = useToast();
  const save = useSavePost();
  const { language } = useFormat();
  const [texts, setTexts] = useState<Record<string, EditedText>>(() => toTexts(post));
  const [lang, setLang] = useState(() => {
    const written = Object.keys(texts);
    return written.includes(language) ? language : (written[0] ?? "");
  });
  const [category, setCategory] = useState(post?.category ?? "");
  const [pinned, setPinned] = useState(post?.pinned ?? false);
  const [published, setPublished] = useState(post?.published ?? true);
  const [checked, setChecked] = useState(false);
  // The ticker is one line; all other boards say more than their title.
  const needsText = boardType !== "mq";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const sent = fromTexts(texts);
    const unfinished = incomplete(texts, needsText);
    if (unfinished !== undefined) setLang(unfinished);
    if (sent.length === 0 || unfinished !== undefined) return;
    const title = (sent.find((text) => text.lang === language) ?? sent[0])?.title ?? "";
    save.mutate(
      {
        ...(post ? { idx: post.idx } : {}),
        boardType,
        texts: sent,
        category: category.trim(),
        pinned,
        published,
      },
      {
        onSuccess: () => {
          toast({ tone: "done", text: t("content.saved", { title }) });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      wide
      title={post ? t("content.editOf", { title: titleOf(post, language) }) : t("content.add.post")}
      onClose={onClose}
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        <PostTexts
          texts={texts}
          lang={lang}
          onLang={setLang}
          onChange={(changed, text) => setTexts((before) => ({ ...before, [changed]: text }))}
          needsText={needsText}
          checked={checked && (!isEmpty(texts[lang]) || Object.values(texts).every(isEmpty))}
        />
        {boardType === "faq" && (
          <Field
            label={t("content.field.category")}
            name="category"
            value={category}
            maxLength={CATEGORY_MAX}
            onChange={setCategory}
          />
        )}
        <div className={classes.pair}>
          <Checkbox name="published" label={t("content.field.published")} checked={published} onChange={setPublished} />
          <Checkbox name="pinned" label={t("content.field.pinned")} checked={pinned} onChange={setPinned} />
        </div>
        <Refusal error={save.error} />
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
