import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import type { Language } from "#shared/i18n/languages.ts";
import { fromSiteTime, toSiteTime } from "#shared/staff/site-time.ts";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormField, FormSelect } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { nameFrom, WindowPart, wholeSite } from "./window-part.tsx";
import { fromWindowTexts, toWindowTexts, useSpoken, WindowTexts } from "./window-texts.tsx";
import { useSaveWindow, useStaleWindow, useWindowName, type WindowRow } from "./windows.ts";

const REASON_MAX = 200;

/** The minutes beforehand that members can be told in. */
const ANNOUNCE = [0, 15, 30, 60, 180, 1_440, 4_320] as const;
const ANNOUNCE_FIRST = 60;

interface WindowDialogProps {
  /** undefined: a new one. */
  row: WindowRow | undefined;
  onClose(): void;
}

/** Schedules maintenance, or changes what is scheduled: of one that runs only the end, the texts and the reason. */
export function WindowDialog({ row, onClose }: WindowDialogProps) {
  const { t } = useTranslation("schedule");
  const { t: admin } = useTranslation("admin");
  const { timeZone } = useFormat();
  const toast = useToast();
  const save = useSaveWindow();
  const stale = useStaleWindow();
  const nameOf = useWindowName();
  const spoken = useSpoken();
  const [lang, setLang] = useState<Language>(spoken[0] ?? "en");
  const [opened] = useState(() => toSiteTime(new Date().toISOString(), timeZone));
  const running = row?.state === "running";
  const form = useAppForm({
    defaultValues: {
      ...wholeSite,
      begins: toSiteTime(row?.begins ?? null, timeZone),
      ends: toSiteTime(row?.ends ?? null, timeZone),
      announce: String(row?.announceMinutes ?? ANNOUNCE_FIRST),
      texts: toWindowTexts(row?.texts ?? []),
      reason: row?.reason ?? "",
    },
    check: ({ begins, ends, reason, ...part }) => ({
      vendor: part.kind === "vendor" && part.vendor === "" && t("missingPart"),
      product: part.kind === "product" && part.product === "" && t("missingPart"),
      game: part.kind === "game" && part.game === "" && t("missingPart"),
      begins: !running && (begins === "" ? t("missingTime") : begins <= opened && t("past")),
      ends: ends === "" ? t("missingTime") : ends <= begins && t("order"),
      reason: reason.trim() === "" && admin("refuse.missing"),
    }),
    onSubmit: ({ begins, ends, announce, texts, reason, ...part }) =>
      save.mutateAsync({
        ...(row ? { id: row.id, version: row.version } : {}),
        name: row?.name ?? nameFrom(part),
        begins: running ? row.begins : (fromSiteTime(begins, timeZone) ?? ""),
        ends: fromSiteTime(ends, timeZone) ?? "",
        announceMinutes: Number(announce),
        texts: fromWindowTexts(texts),
        reason: reason.trim(),
      }),
    onDone: () => {
      toast({ tone: "done", text: t("saved") });
      onClose();
    },
    words: stale,
  });
  const { control } = form;
  const minutes = [...new Set([...ANNOUNCE, row?.announceMinutes ?? 0])].sort((a, b) => a - b);
  return (
    <Dialog wide title={row ? t("changeOf", { name: nameOf(row) }) : t("add")} onClose={onClose}>
      <Form form={form} className={staff.form} autoComplete="off">
        {row ? running && <p className={staff.dim}>{t("runs")}</p> : <WindowPart form={form} />}
        <div className={staff.pair}>
          {!running && (
            <FormField
              control={control}
              name="begins"
              label={t("begins")}
              type="datetime-local"
              hint={t("clock", { zone: timeZone })}
            />
          )}
          <FormField
            control={control}
            name="ends"
            label={t("ends")}
            type="datetime-local"
            hint={t("clock", { zone: timeZone })}
          />
        </div>
        {!running && (
          <FormSelect
            control={control}
            name="announce"
            label={t("announce")}
            options={minutes.map((value) => ({
              value: String(value),
              label:
                value === 0
                  ? t("announceNot")
                  : value % 60 === 0
                    ? t("announceHours", { count: value / 60 })
                    : t("announceMinutes", { count: value }),
            }))}
          />
        )}
        <WindowTexts form={form} lang={lang} onLang={setLang} />
        <FormField control={control} name="reason" label={admin("switch.reason")} maxLength={REASON_MAX} />
        <Refusal box error={form.refusal} words={stale} />
        <Button type="submit" busy={form.busy}>
          {row ? t("save") : t("add")}
        </Button>
      </Form>
    </Dialog>
  );
}
