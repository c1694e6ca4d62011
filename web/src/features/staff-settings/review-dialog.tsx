import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { unflatten } from "#shared/staff/settings/flat.ts";
import { membersSee, optionOf } from "#shared/staff/settings/options.ts";
import { ChangeList } from "#shared/staff/settings/setting-changes.tsx";
import staff from "#shared/staff/staff.module.css";
import { ConfirmDialog } from "#shared/ui/confirm-dialog.tsx";
import { Field } from "#shared/ui/field.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { needsSecond } from "./draft.ts";
import { type Settings, useSaveSettings } from "./settings.ts";
import type { DraftState } from "./use-draft.ts";
import { instantOf, type When, WhenFields } from "./when-fields.tsx";

const NOTE_MAX = 200;

interface ReviewDialogProps {
  settings: Settings;
  draft: DraftState;
  /** A refusal that belongs to a field, or a form that is stale: the form shows it. */
  onRefused(error: unknown): void;
  onClose(): void;
}

/** Shows what would change, before and after, and saves it now or for later; or asks a second person where the site wants one. */
export function ReviewDialog({ settings, draft, onRefused, onClose }: ReviewDialogProps) {
  const { t } = useTranslation("settings");
  const toast = useToast();
  const save = useSaveSettings();
  const format = useFormat();
  const [note, setNote] = useState("");
  const [when, setWhen] = useState<When>({ later: false, time: "" });
  const [asked, setAsked] = useState(false);
  const at = instantOf(when, format.timeZone);
  const wrong = typeof at === "object" ? at.wrong : undefined;
  const second = needsSecond(settings, draft.changes);
  const confirm = () => {
    setAsked(true);
    if (typeof at === "object") return;
    const names = new Set(draft.changes.map(({ path }) => optionOf(path)));
    save.mutate(
      { version: draft.version, values: unflatten(draft.values, names), note: note.trim(), ...(at && { at }) },
      {
        onSuccess: (outcome) => {
          const text = at && outcome === "saved" ? t("planned", { time: format.dateTime(at) }) : t(outcome);
          toast({ tone: outcome === "saved" ? "done" : "info", text });
          draft.discard();
          onClose();
        },
        onError: (error) => {
          if (isCode(error, "C019", "U038", "U039", "U040")) onRefused(error);
        },
      },
    );
  };
  return (
    <ConfirmDialog
      title={t("review.title")}
      confirm={t(second ? "review.ask" : when.later ? "review.plan" : "review.save")}
      busy={save.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <ChangeList changes={draft.changes} />
      {!when.later && draft.changes.some(({ path }) => membersSee(path)) && (
        <p className={staff.dim}>{t("review.members")}</p>
      )}
      {second && <p>{t("review.second")}</p>}
      <WhenFields when={when} wrong={asked ? wrong : undefined} onChange={setWhen} />
      <Field label={t("review.note")} maxLength={NOTE_MAX} value={note} onChange={setNote} />
      <Refusal error={save.error} />
    </ConfirmDialog>
  );
}
