import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import { isLanguage, type Language, languageKeys, languages } from "#shared/i18n/languages.ts";
import { siteQuery } from "#shared/site.ts";
import classes from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Choice } from "#shared/ui/choice.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormField, FormTextArea } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { fromTexts, type Sample, toTexts, useSaveSample } from "./samples.ts";

const NAME_MAX = 100;
const TEXT_MAX = 4000;

interface SampleFormProps {
  /** undefined: a new one. */
  sample: Sample | undefined;
  onClose(): void;
}

interface Values {
  name: string;
  texts: Record<Language, string>;
}

/** A prepared answer, a tab for each language of the site. */
export function SampleForm({ sample, onClose }: SampleFormProps) {
  const { t } = useTranslation("admin");
  const toast = useToast();
  const save = useSaveSample();
  const spoken = (useQuery(siteQuery).data?.languages ?? languageKeys).filter(isLanguage);
  const [lang, setLang] = useState<Language>(spoken[0] ?? "en");
  const words = (error: unknown) => (isCode(error, "C019") ? t("content.stale") : undefined);
  const form = useAppForm<Values>({
    defaultValues: { name: sample?.name ?? "", texts: toTexts(sample) },
    check: ({ name, texts }) => ({
      name: name.trim() === "" && t("content.missing"),
      [`texts.${lang}`]: fromTexts(texts, spoken).length === 0 && t("content.missing"),
    }),
    onSubmit: async ({ name, texts }) => {
      const body = { name: name.trim(), texts: fromTexts(texts, spoken) };
      await save.mutateAsync(sample ? { ...body, idx: sample.idx ?? 0, version: sample.version ?? 0 } : body);
    },
    words,
    onDone: (_, { name }) => {
      toast({ tone: "done", text: t("content.saved", { title: name.trim() }) });
      onClose();
    },
  });
  const { control } = form;
  const texts = useWatch({ control, name: "texts" });
  return (
    <Dialog wide title={sample ? t("content.editOf", { title: sample.name }) : t("sample.add")} onClose={onClose}>
      <Form form={form} className={classes.form}>
        <FormField control={control} name="name" label={t("sample.name")} maxLength={NAME_MAX} />
        <Choice<Language>
          label={t("content.field.lang")}
          value={lang}
          onChange={setLang}
          options={spoken.map((key) => ({
            value: key,
            label:
              texts[key].trim() === "" ? (
                languages[key].name
              ) : (
                <>
                  {languages[key].name} <span aria-hidden="true">●</span>
                  <span className="visually-hidden">{t("content.written")}</span>
                </>
              ),
          }))}
        />
        <FormTextArea
          key={lang}
          control={control}
          name={`texts.${lang}`}
          label={t("content.field.text")}
          rows={8}
          maxLength={TEXT_MAX}
        />
        <Refusal error={form.refusal} words={words} />
        <Button type="submit" busy={form.busy}>
          {t("content.save")}
        </Button>
      </Form>
    </Dialog>
  );
}
