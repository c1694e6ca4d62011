import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Res } from "#shared/api/client.ts";
import { type DocumentKind, isGuide, useDocumentName } from "#shared/documents.ts";
import { isLanguage, languageKeys, languages } from "#shared/i18n/languages.ts";
import { siteQuery } from "#shared/site.ts";
import classes from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Field } from "#shared/ui/field.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Fault, Refusal } from "#shared/ui/refusal.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { documentTextsQuery, usePublishDocument } from "./content.ts";
import { fromEdited, toEdited } from "./edited.ts";
import { RichEditor } from "./rich-editor.tsx";

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

function DocumentForm({ kind, version, before, onClose }: DocumentFormProps) {
  const { t } = useTranslation("admin");
  const toast = useToast();
  const name = useDocumentName();
  const publish = usePublishDocument();
  const spoken = (useQuery(siteQuery).data?.languages ?? languageKeys).filter(isLanguage);
  const [written, setWritten] = useState(
    () => new Map(before.map(({ lang, title, content }) => [lang, { title, content: toEdited(content) }])),
  );
  const [lang, setLang] = useState<string>(spoken[0] ?? "en");
  const [checked, setChecked] = useState(false);
  const text = written.get(lang) ?? { title: "", content: "" };
  const change = (part: Partial<typeof text>) => {
    setWritten(new Map(written).set(lang, { ...text, ...part }));
    publish.reset();
  };
  const missing = spoken.filter((key) => {
    const one = written.get(key);
    return one === undefined || one.title.trim() === "" || one.content.trim() === "";
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const [first] = missing;
    if (first !== undefined) return setLang(first);
    const texts = spoken.map((key) => ({
      lang: key,
      title: written.get(key)?.title.trim() ?? "",
      content: fromEdited(written.get(key)?.content ?? ""),
    }));
    publish.mutate(
      { kind, version, texts },
      {
        onSuccess: () => {
          toast({ tone: "done", text: t("document.done", { kind: name(kind), version }) });
          onClose();
        },
      },
    );
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.dim}>{t(isGuide(kind) ? "document.hintGuide" : "document.hint")}</p>
      <SelectField
        label={t("content.field.lang")}
        name="lang"
        value={lang}
        onChange={setLang}
        options={spoken.map((key) => ({ value: key, label: languages[key].name }))}
      />
      <Field
        label={t("content.field.title")}
        name="title"
        value={text.title}
        maxLength={TITLE_MAX}
        onChange={(title) => change({ title })}
      />
      <RichEditor key={lang} value={text.content} onChange={(content) => change({ content })} />
      {checked && missing.length > 0 && (
        <Fault>{t("document.missing", { languages: missing.map((key) => languages[key].name).join(", ") })}</Fault>
      )}
      <Refusal error={publish.error} />
      <Button type="submit" busy={publish.isPending}>
        {t("document.publish", { kind: name(kind), version })}
      </Button>
    </form>
  );
}
