import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import { ReasonDialog } from "#shared/staff/reason-dialog.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { type OfferKind, type Switch, useSwitchOffer } from "./offers.ts";

/** A part of the offer whose switch is about to be turned. */
export interface Asked {
  kind: OfferKind;
  /** Its ID in the catalogue. */
  id: string;
  name: string;
  now: Switch;
}

/** Returns the words for a refusal because of a change by other staff; undefined for other refusals. */
export function useStale(): (error: unknown) => string | undefined {
  const { t } = useTranslation("offer");
  return (error) => (isCode(error, "C019") ? t("stale") : undefined);
}

/** Asks for the reason before a part of the offer is switched, and says what members will notice. */
export function OfferSwitch({ asked, onClose }: { asked: Asked; onClose(): void }) {
  const { t } = useTranslation("offer");
  const toast = useToast();
  const stale = useStale();
  const { mutateAsync: turn } = useSwitchOffer();
  const { kind, id, name, now } = asked;
  const off = !now.off;
  return (
    <ReasonDialog
      title={t(off ? "offTitle" : "onTitle", { name })}
      text={t(off ? "offText" : "onText")}
      confirm={t(off ? "offOf" : "onOf", { name })}
      danger={off}
      words={stale}
      run={(reason) => turn({ kind, key: id, off, version: now.version, reason })}
      onDone={() => {
        toast({ tone: "done", text: t(off ? "done.off" : "done.on", { name }) });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
