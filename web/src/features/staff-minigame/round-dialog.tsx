import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { ResultLine } from "#shared/minigame/result-line.tsx";
import { paths } from "#shared/paths.ts";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { type Fact, Facts } from "#shared/ui/facts.tsx";
import { Money } from "#shared/ui/money.tsx";
import type { Round } from "./rounds.ts";
import classes from "./staff-minigame.module.css";
import { useRoundWords } from "./use-round-words.tsx";

interface RoundDialogProps {
  round: Round;
  onClose(): void;
  /** Missing where the round cannot be voided, or staff has no right to. */
  onVoid?(): void;
}

/** A round in full, and the way to compute it again once it has ended. */
export function RoundDialog({ round, onClose, onVoid }: RoundDialogProps) {
  const { t } = useTranslation(["trading", "admin", "minigame"]);
  const format = useFormat();
  const words = useRoundWords();
  const code = (text: string) => <code className={classes.code}>{text}</code>;
  const why = words.why(round);
  const facts: Fact[] = [
    { name: t("admin:column.status"), value: words.state(round) },
    ...(why === undefined ? [] : [{ name: t("draws.why"), value: why }]),
    ...(round.endedBy === "" ? [] : [{ name: t("voidedBy"), value: round.endedBy }]),
    { name: t("draws.bets"), value: format.number(round.bets) },
    { name: t("stakes"), value: <Money amount={round.stakes} /> },
    { name: t("draws.paid"), value: <Money amount={round.paid} /> },
    ...(round.outcome
      ? [{ name: t("minigame:rounds.result"), value: <ResultLine game={round.game} outcome={round.outcome} /> }]
      : []),
    { name: t("draws.opensAt"), value: format.moment(round.opensAt) },
    { name: t("draws.closesAt"), value: format.moment(round.closesAt) },
    { name: t("draws.drawsAt"), value: format.moment(round.drawsAt) },
    ...(round.settledAt === null ? [] : [{ name: t("draws.settledAt"), value: format.moment(round.settledAt) }]),
    { name: t("minigame:fair.fact.commitment"), value: code(round.commitment) },
    { name: t("minigame:fair.fact.head"), value: code(round.chain) },
    { name: t("minigame:fair.fact.index"), value: format.number(round.index) },
    ...(round.beaconChain === ""
      ? []
      : [{ name: t("minigame:fair.fact.beacon"), value: format.number(round.beaconRound) }]),
    ...(round.seed === "" ? [] : [{ name: t("minigame:fair.fact.seed"), value: code(round.seed) }]),
    ...(round.signature === "" ? [] : [{ name: t("minigame:fair.fact.signature"), value: code(round.signature) }]),
  ];
  return (
    <Dialog kind="sheet" title={words.name(round)} onClose={onClose}>
      <div className={staff.form}>
        <Facts facts={facts} />
        {round.endedAt !== null && (
          <a href={`${paths.minigameFair}?game=${round.game}&no=${round.no}`} target="_blank" rel="noopener">
            {t("minigame:fair.checkDraw")}
          </a>
        )}
        {onVoid && (
          <Button variant="danger" aria-haspopup="dialog" onClick={onVoid}>
            {t("draws.void")}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
