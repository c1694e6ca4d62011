import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormState } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { Res } from "#shared/api/client.ts";
import { type DocumentKind, isGuide, useDocumentName } from "#shared/documents.ts";
import { isLanguage, type Language, languageKeys, languages } from "#shared/i18n/languages.ts";
import { siteQuery } from "#shared/site.ts";
import classes from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormField } from "#shared/ui/form/form.tsx";
import { type Faults, useAppForm } from "#shared/ui/form/use-app-form.ts";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Fault, Refusal } from "#shared/ui/refusal.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { documentTextsQuery, usePublishDocument } from "./content.ts";
import { fromEdited, toEdited } from "./edited.ts";
import { RichEditor } from "./rich-editor.tsx";

/** A document in a language while it is edited. */
interface EditedText {
  title: string;
  content: string;
}

const none: EditedText = { title: "", content: "" };
const noTexts: Record<Language, EditedText> = { vn: none, ko: none, en: none, th: none, cn: none, jp: none };

const TITLE_MAX = 100;

interface DocumentDialogProps {
  kind: DocumentKind;
  /** The newest version, from which the next one is written; 0: there is none. */
  newest: number;
  onClose(): void;
}

/** A new version of a document, in each language of the site. */
export function DocumentDialog({ kind, newest, onClose }: DocumentDialogProps) {
  const { t } = useTranslation("admin");
  const name = useDocumentName();
  const query = useQuery(documentTextsQuery(kind, newest));
  return (
    <Dialog wide title={t("document.publish", { kind: name(kind), version: newest + 1 })} onClose={onClose}>
      <QueryView query={query} compact skeleton={<Skeleton height="24rem" radius="var(--radius-m)" />}>
        {({ list }) => <DocumentForm kind={kind} version={newest + 1} before={list} onClose={onClose} />}
      </QueryView>
    </Dialog>
  );
}

interface DocumentFormProps {
  kind: DocumentKind;
  version: number;
  before: Res<"/api/admin/document/texts">["list"];
  onClose(): void;
}

interface Values {
  texts: Record<Language, EditedText>;
}

function DocumentForm({ kind, version, before, onClose }: DocumentFormProps) {
  const { t } = useTranslation("admin");
  const toast = useToast();
  const name = useDocumentName();
  const publish = usePublishDocument();
  const spoken = (useQuery(siteQuery).data?.languages ?? languageKeys).filter(isLanguage);
  const [lang, setLang] = useState<Language>(spoken[0] ?? "en");
  const [begin] = useState(() => {
    const texts = { ...noTexts };
    for (const { lang: key, title, content } of before)
      if (isLanguage(key)) texts[key] = { title, content: toEdited(content) };
    return texts;
  });
  const form = useAppForm<Values>({
    defaultValues: { texts: begin },
    check: ({ texts }) => {
      const faults: Faults<Values> = {};
      for (const key of spoken)
        for (const part of ["title", "content"] as const)
          faults[`texts.${key}.${part}`] = texts[key][part].trim() === "" && t("content.missing");
      return faults;
    },
    onWrong: ([first]) => setLang((now) => spoken.find((key) => first?.startsWith(`texts.${key}.`)) ?? now),
    onSubmit: ({ texts }) =>
      publish.mutateAsync({
        kind,
        version,
        texts: spoken.map((key) => ({
          lang: key,
          title: texts[key].title.trim(),
          content: fromEdited(texts[key].content),
        })),
      }),
    onDone: () => {
      toast({ tone: "done", text: t("document.done", { kind: name(kind), version }) });
      onClose();
    },
  });
  const { control } = form;
  const { errors } = useFormState({ control });
  const missing = spoken.filter((key) => errors.texts?.[key]);
  return (
    <Form form={form} className={classes.form}>
      <p className={classes.dim}>{t(isGuide(kind) ? "document.hintGuide" : "document.hint")}</p>
      <SelectField
        label={t("content.field.lang")}
        name="lang"
        value={lang}
        onChange={(next) => isLanguage(next) && setLang(next)}
        options={spoken.map((key) => ({ value: key, label: languages[key].name }))}
      />
      <FormField
        key={`title-${lang}`}
        control={control}
        name={`texts.${lang}.title`}
        label={t("content.field.title")}
        maxLength={TITLE_MAX}
      />
      <RichEditor key={`text-${lang}`} control={control} name={`texts.${lang}.content`} />
      {missing.length > 0 && (
        <Fault>{t("document.missing", { languages: missing.map((key) => languages[key].name).join(", ") })}</Fault>
      )}
      <Refusal error={form.refusal} />
      <Button type="submit" busy={form.busy}>
        {t("document.publish", { kind: name(kind), version })}
      </Button>
    </Form>
  );
}
