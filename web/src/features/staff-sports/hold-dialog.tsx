import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import { ReasonDialog } from "#shared/staff/reason-dialog.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { type Match, useHold } from "./matches.ts";

/** Asks for the reason before a match is suspended or released, and says what members will notice. */
export function HoldDialog({ match, onClose }: { match: Match; onClose(): void }) {
  const { t } = useTranslation(["trading", "sports"]);
  const toast = useToast();
  const { mutateAsync } = useHold();
  const { eventIdx, home, away } = match;
  const hold = match.heldBy === "";
  const name = t("sports:match", { home, away });
  return (
    <ReasonDialog
      title={t(hold ? "holdTitle" : "releaseTitle", { name })}
      text={t(hold ? "holdText" : "releaseText")}
      confirm={t(hold ? "hold" : "release")}
      danger={hold}
      words={(error) => (isCode(error, "C019") ? t("stale") : undefined)}
      run={(reason) => mutateAsync({ eventIdx, hold, reason })}
      onDone={() => {
        toast({ tone: "done", text: t(hold ? "held" : "released", { name }) });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
