import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { languageKeys } from "#shared/i18n/languages.ts";
import { fromSiteTime, toSiteTime } from "#shared/staff/site-time.ts";
import classes from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormCheckbox, FormField, FormSelect } from "#shared/ui/form/form.tsx";
import { type Faults, useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import type { Board, PostRow } from "./content.ts";
import { useSavePost } from "./content.ts";
import { PostComments } from "./post-comments.tsx";
import { type EditedText, fromTexts, isEmpty, missingIn, OTHERS, type TextKey, titleOf, toTexts } from "./post-text.ts";
import { PostTexts } from "./post-texts.tsx";

/** The topics of questions, as the FAQ lists them (features/board/faq). */
const faqTopics = ["account", "deposit", "withdrawal", "game", "bonus", "other"] as const;
/** The kinds of events: each has a picture on the member's page (features/board/event-art). */
const eventKinds = ["news", "bonus", "contest", "gift", "draw"] as const;
const keys: readonly TextKey[] = [OTHERS, ...languageKeys];

interface PostDialogProps {
  boardType: Exclude<Board, "board">;
  /** undefined: a new one. */
  post: PostRow | undefined;
  onClose(): void;
}

export interface PostValues {
  texts: Record<TextKey, EditedText>;
  category: string;
  pinned: boolean;
  published: boolean;
  since: string;
  until: string;
}

/** The category that the form begins with: a question of before there were topics is among the others. */
function beginsAs(boardType: PostDialogProps["boardType"], category: string): string {
  if (boardType === "faq") return faqTopics.find((topic) => topic === category) ?? "other";
  return category || (boardType === "event" ? "news" : "");
}

/** A post of the site: written, or changed. */
export function PostDialog({ boardType, post, onClose }: PostDialogProps) {
  const { t } = useTranslation("admin");
  const toast = useToast();
  const save = useSavePost();
  const { language, timeZone } = useFormat();
  const [begin] = useState(() => toTexts(post));
  const [lang, setLang] = useState<TextKey>(() => {
    const written = keys.filter((key) => !isEmpty(begin[key]));
    return written.find((key) => key === language) ?? written[0] ?? OTHERS;
  });
  // An event that was written before there were kinds is news.
  const kinds = eventKinds.map((value) => ({ value: value as string, label: t(`content.kind.${value}`) }));
  const topics = faqTopics.map((value) => ({ value: value as string, label: t(`content.topic.${value}`) }));
  // The ticker is one line; all other boards say more than their title.
  const needsText = boardType !== "mq";
  const form = useAppForm<PostValues, string>({
    defaultValues: {
      texts: begin,
      category: beginsAs(boardType, post?.category ?? ""),
      pinned: post?.pinned ?? false,
      published: post?.published ?? true,
      since: toSiteTime(post?.since ?? null, timeZone),
      until: toSiteTime(post?.until ?? null, timeZone),
    },
    check: ({ texts, since, until }) => {
      const faults: Faults<PostValues> = {
        until: since !== "" && until !== "" && until <= since && t("content.order.wrong"),
      };
      for (const { lang: key, part } of missingIn(texts, lang, needsText))
        faults[`texts.${key}.${part}`] = t("content.missing");
      return faults;
    },
    onWrong: ([first]) => setLang((now) => keys.find((key) => first?.startsWith(`texts.${key}.`)) ?? now),
    onSubmit: async ({ texts, category, since, until, ...rest }) => {
      const sent = fromTexts(texts);
      await save.mutateAsync({
        ...(post ? { idx: post.idx } : {}),
        boardType,
        texts: sent,
        category: category.trim(),
        since: fromSiteTime(since, timeZone),
        until: fromSiteTime(until, timeZone),
        ...rest,
      });
      return (sent.find((text) => text.lang === language) ?? sent[0])?.title ?? "";
    },
    onDone: (title) => {
      toast({ tone: "done", text: t("content.saved", { title }) });
      onClose();
    },
  });
  const { control } = form;
  return (
    <Dialog
      wide
      title={post ? t("content.editOf", { title: titleOf(post, language) }) : t("content.add.post")}
      onClose={onClose}
    >
      <Form form={form} className={classes.form}>
        <PostTexts form={form} lang={lang} onLang={setLang} needsText={needsText} />
        {boardType === "faq" && (
          <FormSelect control={control} name="category" label={t("content.field.category")} options={topics} />
        )}
        {boardType === "event" && (
          <>
            <FormSelect control={control} name="category" label={t("content.field.category")} options={kinds} />
            <div className={classes.pair}>
              <FormField control={control} name="since" label={t("content.field.since")} type="datetime-local" />
              <FormField control={control} name="until" label={t("content.field.until")} type="datetime-local" />
            </div>
          </>
        )}
        <div className={classes.pair}>
          <FormCheckbox control={control} name="published" label={t("content.field.published")} />
          <FormCheckbox control={control} name="pinned" label={t("content.field.pinned")} />
        </div>
        <Refusal error={form.refusal} />
        <Button type="submit" busy={form.busy}>
          {t("content.save")}
        </Button>
      </Form>
      {post?.published && (boardType === "notice" || boardType === "event") && (
        <PostComments boardType={boardType} boardIdx={post.idx} />
      )}
    </Dialog>
  );
}
