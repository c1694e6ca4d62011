import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
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

const NOTE_MAX = 200;

interface ReviewDialogProps {
  settings: Settings;
  draft: DraftState;
  /** A refusal that belongs to a field, or a form that is stale: the form shows it. */
  onRefused(error: unknown): void;
  onClose(): void;
}

/** Shows what would change, before and after, and saves it; or asks a second person where the site wants one. */
export function ReviewDialog({ settings, draft, onRefused, onClose }: ReviewDialogProps) {
  const { t } = useTranslation("settings");
  const toast = useToast();
  const save = useSaveSettings();
  const [note, setNote] = useState("");
  const second = needsSecond(settings, draft.changes);
  const confirm = () => {
    const names = new Set(draft.changes.map(({ path }) => optionOf(path)));
    save.mutate(
      { version: draft.version, values: unflatten(draft.values, names), note: note.trim() },
      {
        onSuccess: (outcome) => {
          toast({ tone: outcome === "saved" ? "done" : "info", text: t(outcome) });
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
      confirm={second ? t("review.ask") : t("review.save")}
      busy={save.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <ChangeList changes={draft.changes} />
      {draft.changes.some(({ path }) => membersSee(path)) && <p className={staff.dim}>{t("review.members")}</p>}
      {second && <p>{t("review.second")}</p>}
      <Field label={t("review.note")} maxLength={NOTE_MAX} value={note} onChange={setNote} />
      <Refusal error={save.error} />
    </ConfirmDialog>
  );
}
