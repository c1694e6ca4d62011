import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import { useSportWords } from "#shared/sports/words.ts";
import { ReasonDialog } from "#shared/staff/reason-dialog.tsx";
import { useSaid } from "#shared/staff/use-said.ts";
import { type Market, useVoidMarket } from "./markets.ts";
import type { Match } from "./matches.ts";

interface VoidDialogProps {
  match: Match;
  market: Market;
  onClose(): void;
}

/** Asks for the reason before a market becomes void, or before that is taken back, and says what it does to its bets. */
export function VoidDialog({ match: { eventIdx, home, away }, market, onClose }: VoidDialogProps) {
  const { t } = useTranslation(["trading", "sports"]);
  const words = useSportWords();
  const said = useSaid();
  const { mutateAsync } = useVoidMarket();
  const name = words.named(market);
  const undo = market.voidedBy !== "";
  return (
    <ReasonDialog
      title={t(undo ? "unvoidTitle" : "voidTitle", { name, match: t("sports:match", { home, away }) })}
      text={t(undo ? "unvoidText" : "voidText")}
      confirm={t(undo ? "unvoid" : "void")}
      danger
      power="sports.void"
      words={(error) => (isCode(error, "C019") ? t("voidStale") : undefined)}
      run={(reason) => mutateAsync({ eventIdx, marketIdx: market.marketIdx, reason, ...(undo && { undo }) })}
      onDone={(answer) => {
        said(answer, t(undo ? "unvoidDone" : "voidDone", { name }));
        onClose();
      }}
      onClose={onClose}
    />
  );
}
