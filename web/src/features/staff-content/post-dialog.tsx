import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { isLanguage, type Language, languageKeys, languages } from "#shared/i18n/languages.ts";
import { siteQuery } from "#shared/site.ts";
import { fromSiteTime, toSiteTime } from "#shared/staff/site-time.ts";
import classes from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormCheckbox, FormField, FormSelect } from "#shared/ui/form/form.tsx";
import { type AppForm, type Faults, useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import type { Board, PostRow } from "./content.ts";
import { useSavePost } from "./content.ts";
import { PostComments } from "./post-comments.tsx";
import { wrongIn } from "./text-check.ts";
import { TextPreview } from "./text-preview.tsx";
import { TextTabs } from "./text-tabs.tsx";
import { fromTexts, sourceOf, type TextValues, titleOf, toTexts } from "./text-values.ts";

/** The topics of questions, as the FAQ lists them (features/board/faq). */
const faqTopics = ["account", "deposit", "withdrawal", "game", "bonus", "other"] as const;
/** The kinds of events: each has a picture on the member's page (features/board/event-art). */
const eventKinds = ["news", "bonus", "contest", "gift", "draw"] as const;

interface PostDialogProps {
  boardType: Exclude<Board, "board">;
  /** undefined: a new one. */
  post: PostRow | undefined;
  onClose(): void;
}

interface PostValues extends TextValues {
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

/** A post of the site in the languages of its readers: written, or changed. */
export function PostDialog({ boardType, post, onClose }: PostDialogProps) {
  const { t } = useTranslation("admin");
  const toast = useToast();
  const save = useSavePost();
  const { language, timeZone } = useFormat();
  const spoken = (useQuery(siteQuery).data?.languages ?? languageKeys).filter(isLanguage);
  const [fallback = "en"] = spoken;
  const [lang, setLang] = useState<Language>(() => {
    const source = post?.texts[0]?.lang;
    return isLanguage(source) ? source : fallback;
  });
  // An event that was written before there were kinds is news.
  const kinds = eventKinds.map((value) => ({ value: value as string, label: t(`content.kind.${value}`) }));
  const topics = faqTopics.map((value) => ({ value: value as string, label: t(`content.topic.${value}`) }));
  const words = (error: unknown) => (isCode(error, "C019") ? t("content.stale") : undefined);
  const form = useAppForm<PostValues, string>({
    defaultValues: {
      texts: toTexts(post),
      everyone: post?.everyone ?? true,
      category: beginsAs(boardType, post?.category ?? ""),
      pinned: post?.pinned ?? false,
      published: post?.published ?? true,
      since: toSiteTime(post?.since ?? null, timeZone),
      until: toSiteTime(post?.until ?? null, timeZone),
    },
    check: ({ texts, everyone, since, until }) => {
      const faults: Faults<PostValues> = {
        until: since !== "" && until !== "" && until <= since && t("content.order.wrong"),
      };
      for (const { lang: key, part, why } of wrongIn(boardType, { texts, everyone }, spoken))
        faults[`texts.${key}.${part}`] = why === "image" ? t("content.picture.wrong") : t("content.missing");
      return faults;
    },
    onWrong: ([first]) => setLang((now) => spoken.find((key) => first?.startsWith(`texts.${key}.`)) ?? now),
    onSubmit: async ({ texts, everyone, category, since, until, ...rest }) => {
      await save.mutateAsync({
        ...(post && { idx: post.idx, version: post.version }),
        boardType,
        texts: fromTexts(boardType, { texts, everyone }, spoken),
        everyone,
        category: category.trim(),
        since: fromSiteTime(since, timeZone),
        until: fromSiteTime(until, timeZone),
        ...rest,
      });
      return (texts[language].title || texts[sourceOf(texts, everyone, spoken)].title).trim();
    },
    words,
    onDone: (title) => {
      toast({ tone: "done", text: t("content.saved", { title }) });
      onClose();
    },
  });
  const { control } = form;
  const written = form as unknown as AppForm<TextValues>;
  return (
    <Dialog
      wide
      title={post ? t("content.editOf", { title: titleOf(post, language) }) : t("content.add.post")}
      onClose={onClose}
    >
      <Form form={form} className={classes.form}>
        <TextTabs form={written} kind={boardType} row={post} spoken={spoken} lang={lang} onLang={setLang} />
        <TextPreview form={written} kind={boardType} lang={lang} spoken={spoken} />
        <FormCheckbox
          control={control}
          name="everyone"
          label={t("content.field.everyone", { language: languages[fallback].name })}
        />
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
        <Refusal error={form.refusal} words={words} />
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
