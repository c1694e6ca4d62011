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
import { digits, Form, FormCheckbox, FormField, FormSelect } from "#shared/ui/form/form.tsx";
import { type AppForm, type Faults, useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { type ScheduledKind, type ScheduledRow, useSaveBanner, useSavePopup } from "./content.ts";
import { wrongIn } from "./text-check.ts";
import { TextPreview } from "./text-preview.tsx";
import { TextTabs } from "./text-tabs.tsx";
import { fromTexts, sourceOf, type TextValues, titleOf, toTexts } from "./text-values.ts";

interface CampaignDialogProps {
  kind: ScheduledKind;
  /** undefined: a new one. */
  row: ScheduledRow | undefined;
  onClose(): void;
}

interface CampaignValues extends TextValues {
  audience: string;
  link: string;
  order: string;
  since: string;
  until: string;
  active: boolean;
}

/** A banner or a popup: what it shows in each language, to whom, and when. */
export function CampaignDialog({ kind, row, onClose }: CampaignDialogProps) {
  const { t } = useTranslation("admin");
  const { language, timeZone } = useFormat();
  const toast = useToast();
  const saveBanner = useSaveBanner();
  const savePopup = useSavePopup();
  const spoken = (useQuery(siteQuery).data?.languages ?? languageKeys).filter(isLanguage);
  const [fallback = "en"] = spoken;
  const [lang, setLang] = useState<Language>(() => {
    const source = row?.texts[0]?.lang;
    return isLanguage(source) ? source : fallback;
  });
  const popup = row && "popupType" in row ? row : undefined;
  const words = (error: unknown) => (isCode(error, "C019") ? t("content.stale") : undefined);
  const form = useAppForm<CampaignValues, string>({
    defaultValues: {
      texts: toTexts(row),
      everyone: row?.everyone ?? true,
      audience: popup?.popupType ?? "before",
      link: row?.link ?? "",
      order: String(row?.ord ?? 0),
      since: toSiteTime(row?.since ?? null, timeZone),
      until: toSiteTime(row?.until ?? null, timeZone),
      active: row?.active ?? true,
    },
    check: ({ texts, everyone, since, until }) => {
      const faults: Faults<CampaignValues> = {
        until: since !== "" && until !== "" && until <= since && t("content.order.wrong"),
      };
      for (const { lang: key, part, why } of wrongIn(kind, { texts, everyone }, spoken))
        faults[`texts.${key}.${part}`] = why === "image" ? t("content.picture.wrong") : t("content.missing");
      return faults;
    },
    onWrong: ([first]) => setLang((now) => spoken.find((key) => first?.startsWith(`texts.${key}.`)) ?? now),
    onSubmit: async ({ texts, everyone, audience, link, order, since, until, active }) => {
      const source = sourceOf(texts, everyone, spoken);
      const body = {
        ...(row && { idx: row.idx, version: row.version }),
        texts: fromTexts(kind, { texts, everyone }, spoken),
        everyone,
        link: link.trim(),
        ord: Number(order) || 0,
        active,
        since: fromSiteTime(since, timeZone),
        until: fromSiteTime(until, timeZone),
      };
      await (kind === "banners"
        ? saveBanner.mutateAsync(body)
        : savePopup.mutateAsync({ ...body, popupType: audience }));
      return (texts[source].title || texts[fallback].title).trim();
    },
    words,
    onDone: (title) => {
      toast({ tone: "done", text: t("content.saved", { title }) });
      onClose();
    },
  });
  const { control } = form;
  const written = form as unknown as AppForm<TextValues>;
  const add = kind === "banners" ? t("content.add.banner") : t("content.add.popup");
  return (
    <Dialog wide title={row ? t("content.editOf", { title: titleOf(row, language) }) : add} onClose={onClose}>
      <Form form={form} className={classes.form}>
        <TextTabs form={written} kind={kind} row={row} spoken={spoken} lang={lang} onLang={setLang} />
        <TextPreview form={written} kind={kind} lang={lang} spoken={spoken} />
        <FormCheckbox
          control={control}
          name="everyone"
          label={t("content.field.everyone", { language: languages[fallback].name })}
        />
        <FormField control={control} name="link" label={t("content.field.link")} hint={t("content.field.linkHint")} />
        <div className={classes.pair}>
          {kind === "popups" && (
            <FormSelect
              control={control}
              name="audience"
              label={t("content.field.audience")}
              options={(["before", "after"] as const).map((value) => ({
                value,
                label: t(`content.audience.${value}`),
              }))}
            />
          )}
          <FormField
            control={control}
            name="order"
            label={t("content.field.order")}
            inputMode="numeric"
            clean={(text) => digits(text).slice(0, 4)}
          />
        </div>
        <div className={classes.pair}>
          <FormField control={control} name="since" label={t("content.field.since")} type="datetime-local" />
          <FormField control={control} name="until" label={t("content.field.until")} type="datetime-local" />
        </div>
        <FormCheckbox control={control} name="active" label={t("content.field.published")} />
        <Refusal error={form.refusal} words={words} />
        <Button type="submit" busy={form.busy}>
          {t("content.save")}
        </Button>
      </Form>
    </Dialog>
  );
}
