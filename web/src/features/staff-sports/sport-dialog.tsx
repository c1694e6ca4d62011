import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import type { Sport } from "#shared/sports/sports.ts";
import { useSportWords } from "#shared/sports/words.ts";
import { ReasonDialog } from "#shared/staff/reason-dialog.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { useChangeOffer } from "./offer.ts";

/** Asks for the reason before a whole sport is switched, and says what members will notice. */
export function SportDialog({ sport, off, onClose }: { sport: Sport; off: boolean; onClose(): void }) {
  const { t } = useTranslation("trading");
  const toast = useToast();
  const name = useSportWords().sport(sport);
  const { mutateAsync: change } = useChangeOffer();
  return (
    <ReasonDialog
      title={t(off ? "offTitle" : "onTitle", { name })}
      text={t(off ? "sportOffText" : "sportOnText")}
      confirm={t(off ? "offOf" : "onOf", { name })}
      danger={off}
      power="sports.offer"
      words={(error) => (isCode(error, "C019") ? t("offerStale") : undefined)}
      run={(reason) => change({ sport, leagueIdx: 0, off, reason })}
      onDone={() => {
        toast({ tone: "done", text: t(off ? "offDone" : "onDone", { name }) });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
