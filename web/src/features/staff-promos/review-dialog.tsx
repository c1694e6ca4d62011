import { useState } from "react";
import { useTranslation } from "react-i18next";
import { changesNothing, type PromoChange, switchesOff } from "#shared/staff/promo/change.ts";
import { PromoChanges } from "#shared/staff/promo/promo-changes.tsx";
import { useSaid } from "#shared/staff/use-said.ts";
import { ConfirmDialog } from "#shared/ui/confirm-dialog.tsx";
import { Field } from "#shared/ui/field.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useSaveSetting } from "./promos.ts";
import { useRefusal } from "./refusal.ts";

const REASON_MAX = 200;

interface ReviewDialogProps {
  change: PromoChange;
  /** Changes need a second person on this site, except those that only switch off. */
  secondPerson: boolean;
  onSaved(): void;
  onRefused?(error: unknown): void;
  onClose(): void;
}

/** Shows what would change, before and after, and saves it, or asks a second person where the site wants one. */
export function ReviewDialog({ change, secondPerson, onSaved, onRefused, onClose }: ReviewDialogProps) {
  const { t } = useTranslation("admin");
  const said = useSaid();
  const refusal = useRefusal();
  const save = useSaveSetting();
  const [reason, setReason] = useState("");
  const { before, after } = change;
  const nothing = changesNothing(before, after);
  const second = secondPerson && !nothing && !switchesOff(before, after);
  const confirm = () =>
    save.mutate(
      { ...change, reason: reason.trim() },
      {
        onSuccess: (outcome) => {
          said(outcome, t("promos.saved"));
          onSaved();
        },
        onError: (error) => onRefused?.(error),
      },
    );
  return (
    <ConfirmDialog
      title={t("promos.review")}
      confirm={t(second ? "promos.ask" : "promos.save")}
      keep={t("promos.back")}
      busy={save.isPending}
      onConfirm={nothing ? onSaved : confirm}
      onClose={onClose}
    >
      {nothing ? <p>{t("promos.nothing")}</p> : <PromoChanges change={change} />}
      {second && <p>{t("promos.second")}</p>}
      <Field label={t("promos.reason")} maxLength={REASON_MAX} value={reason} onChange={setReason} />
      <Refusal error={save.error} words={refusal} />
    </ConfirmDialog>
  );
}
