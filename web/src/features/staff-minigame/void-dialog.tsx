import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { ReasonDialog } from "#shared/staff/reason-dialog.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { type Round, useVoidRound } from "./rounds.ts";

interface VoidDialogProps {
  round: Round;
  /** The name of the round: its game and number. */
  name: string;
  onClose(): void;
}

/** Asks for the reason before a round is voided for good, and says what that does to its bets. Everyone can read the reason. */
export function VoidDialog({ round, name, onClose }: VoidDialogProps) {
  const { t } = useTranslation("trading");
  const format = useFormat();
  const toast = useToast();
  const { mutateAsync } = useVoidRound();
  return (
    <ReasonDialog
      title={t("draws.voidTitle", { name })}
      text={t("draws.voidText", { bets: round.bets, stakes: format.money(round.stakes) })}
      label={t("draws.reason")}
      confirm={t("draws.void")}
      danger
      power="minigame.void"
      words={(error) => (isCode(error, "C019") ? t("draws.stale") : undefined)}
      run={(reason) => mutateAsync({ gameCode: round.game, no: round.no, reason })}
      onDone={() => {
        toast({ tone: "done", text: t("draws.voidDone", { name }) });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
