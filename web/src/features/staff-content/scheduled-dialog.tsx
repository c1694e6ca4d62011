import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { fromSiteTime, toSiteTime } from "#shared/staff/site-time.ts";
import classes from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { digits, Form, FormCheckbox, FormField, FormSelect } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import own from "./content.module.css";
import { type ScheduledKind, type ScheduledRow, useSaveBanner, useSavePopup } from "./content.ts";
import { fromEdited, toEdited } from "./edited.ts";
import { useReaderOptions } from "./language-field.tsx";
import { RichEditor } from "./rich-editor.tsx";

const TITLE_MAX = 100;
const PICTURE = /^\/art\/[\w/-]+\.(svg|png|webp|jpg)$/;

interface ScheduledDialogProps {
  kind: ScheduledKind;
  /** undefined: a new one. */
  row: ScheduledRow | undefined;
  onClose(): void;
}

/** A banner or a popup: what it shows, to whom, and when. */
export function ScheduledDialog({ kind, row, onClose }: ScheduledDialogProps) {
  const { t } = useTranslation("admin");
  const { timeZone } = useFormat();
  const toast = useToast();
  const saveBanner = useSaveBanner();
  const savePopup = useSavePopup();
  const readers = useReaderOptions();
  const popup = row && "popupType" in row ? row : undefined;
  const form = useAppForm({
    defaultValues: {
      title: row?.title ?? "",
      content: toEdited(popup?.content ?? ""),
      audience: popup?.popupType ?? "before",
      lang: row?.lang ?? "",
      image: row?.image ?? "",
      link: row?.link ?? "",
      order: String(row?.ord ?? 0),
      since: toSiteTime(row?.since ?? null, timeZone),
      until: toSiteTime(row?.until ?? null, timeZone),
      active: row?.active ?? true,
    },
    check: ({ title, image, content, since, until }) => {
      const picture = image.trim();
      return {
        title: title.trim() === "" && t("content.missing"),
        // A popup says something or shows something; a banner is its picture.
        image: (picture === "" ? kind === "banners" : !PICTURE.test(picture)) && t("content.field.imageHint"),
        content: kind === "popups" && picture === "" && content.trim() === "" && t("content.missing"),
        until: since !== "" && until !== "" && until <= since && t("content.order.wrong"),
      };
    },
    onSubmit: ({ title, content, audience, lang, image, link, order, since, until, active }) => {
      const common = {
        ...(row?.idx === undefined ? {} : { idx: row.idx }),
        title: title.trim(),
        lang,
        image: image.trim(),
        link: link.trim(),
        ord: Number(order) || 0,
        active,
        since: fromSiteTime(since, timeZone),
        until: fromSiteTime(until, timeZone),
      };
      return kind === "banners"
        ? saveBanner.mutateAsync(common)
        : savePopup.mutateAsync({ ...common, popupType: audience, content: fromEdited(content) });
    },
    onDone: (_, { title }) => {
      toast({ tone: "done", text: t("content.saved", { title: title.trim() }) });
      onClose();
    },
  });
  const { control } = form;
  const picture = useWatch({ control, name: "image" }).trim();

  const add = kind === "banners" ? t("content.add.banner") : t("content.add.popup");
  return (
    <Dialog wide title={row ? t("content.editOf", { title: row.title }) : add} onClose={onClose}>
      <Form form={form} className={classes.form}>
        <FormField control={control} name="title" label={t("content.field.title")} maxLength={TITLE_MAX} />
        {kind === "popups" && <RichEditor control={control} name="content" />}
        <FormField
          control={control}
          name="image"
          label={t("content.field.image")}
          hint={t("content.field.imageHint")}
        />
        {PICTURE.test(picture) && <img className={own.picture} src={picture} alt={t("content.preview")} />}
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
          <FormSelect control={control} name="lang" label={t("content.field.lang")} options={readers} />
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
        <Refusal error={form.refusal} />
        <Button type="submit" busy={form.busy}>
          {t("content.save")}
        </Button>
      </Form>
    </Dialog>
  );
}
