import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import classes from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Checkbox } from "#shared/ui/checkbox.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Field } from "#shared/ui/field.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import own from "./content.module.css";
import { type ScheduledKind, type ScheduledRow, useSaveBanner, useSavePopup } from "./content.ts";
import { fromEdited, toEdited } from "./edited.ts";
import { LanguageField } from "./language-field.tsx";
import { RichEditor } from "./rich-editor.tsx";
import { fromSiteTime, toSiteTime } from "./site-time.ts";

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
  const save = kind === "banners" ? saveBanner : savePopup;
  const popup = row && "popupType" in row ? row : undefined;
  const [form, setForm] = useState(() => ({
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
  }));
  const [checked, setChecked] = useState(false);
  const set =
    <K extends keyof typeof form>(name: K) =>
    (value: (typeof form)[K]) => {
      setForm((before) => ({ ...before, [name]: value }));
      save.reset();
    };

  const picture = form.image.trim();
  const wrong = {
    title: form.title.trim() === "" ? t("content.missing") : undefined,
    // A popup says something or shows something; a banner is its picture.
    image:
      (kind === "banners" && picture === "") || (picture !== "" && !PICTURE.test(picture))
        ? t("content.field.imageHint")
        : undefined,
    content: kind === "popups" && picture === "" && form.content.trim() === "" ? t("content.missing") : undefined,
    until: form.since !== "" && form.until !== "" && form.until <= form.since ? t("content.order.wrong") : undefined,
  };
  const error = (name: keyof typeof wrong) => (checked ? wrong[name] : undefined);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (Object.values(wrong).some(Boolean)) return;
    const title = form.title.trim();
    const common = {
      ...(row?.idx === undefined ? {} : { idx: row.idx }),
      title,
      lang: form.lang,
      image: picture,
      link: form.link.trim(),
      ord: Number(form.order) || 0,
      active: form.active,
      since: fromSiteTime(form.since, timeZone),
      until: fromSiteTime(form.until, timeZone),
    };
    const done = {
      onSuccess: () => {
        toast({ tone: "done", text: t("content.saved", { title }) });
        onClose();
      },
    };
    if (kind === "banners") saveBanner.mutate(common, done);
    else savePopup.mutate({ ...common, popupType: form.audience, content: fromEdited(form.content) }, done);
  };

  const add = kind === "banners" ? t("content.add.banner") : t("content.add.popup");
  return (
    <Dialog wide title={row ? t("content.editOf", { title: row.title }) : add} onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <Field
          label={t("content.field.title")}
          name="title"
          value={form.title}
          maxLength={TITLE_MAX}
          onChange={set("title")}
          error={error("title")}
        />
        {kind === "popups" && <RichEditor value={form.content} onChange={set("content")} error={error("content")} />}
        <Field
          label={t("content.field.image")}
          name="image"
          value={form.image}
          hint={t("content.field.imageHint")}
          onChange={set("image")}
          error={error("image")}
        />
        {PICTURE.test(picture) && <img className={own.picture} src={picture} alt={t("content.preview")} />}
        <Field
          label={t("content.field.link")}
          name="link"
          value={form.link}
          hint={t("content.field.linkHint")}
          onChange={set("link")}
        />
        <div className={classes.pair}>
          {kind === "popups" && (
            <SelectField
              label={t("content.field.audience")}
              name="audience"
              value={form.audience}
              onChange={set("audience")}
              options={(["before", "after"] as const).map((value) => ({
                value,
                label: t(`content.audience.${value}`),
              }))}
            />
          )}
          <LanguageField value={form.lang} onChange={set("lang")} />
          <Field
            label={t("content.field.order")}
            name="order"
            inputMode="numeric"
            value={form.order}
            onChange={(next) => set("order")(next.replace(/\D/g, "").slice(0, 4))}
          />
        </div>
        <div className={classes.pair}>
          <Field
            label={t("content.field.since")}
            name="since"
            type="datetime-local"
            value={form.since}
            onChange={set("since")}
          />
          <Field
            label={t("content.field.until")}
            name="until"
            type="datetime-local"
            value={form.until}
            onChange={set("until")}
            error={error("until")}
          />
        </div>
        <Checkbox name="active" label={t("content.field.published")} checked={form.active} onChange={set("active")} />
        <Refusal error={save.error} />
        <Button type="submit" busy={save.isPending}>
          {t("content.save")}
        </Button>
      </form>
    </Dialog>
  );
}
