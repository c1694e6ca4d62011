import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Figures } from "#shared/staff/corrections/figures.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Facts } from "#shared/ui/facts.tsx";
import { Money } from "#shared/ui/money.tsx";
import type { PlacedPreview } from "./placed.ts";

/** The figures of the bets of a time that become void. */
export function PlacedFigures({ shown }: { shown: PlacedPreview }) {
  const { t } = useTranslation("trading");
  const format = useFormat();
  return (
    <Figures
      shown={shown}
      bets={[
        { name: t("placedBets"), value: format.number(shown.bets) },
        ...(shown.goOn === 0 ? [] : [{ name: t("placedGoOn"), value: format.number(shown.goOn) }]),
      ]}
      money={[
        { name: t("stakes"), value: <Money amount={shown.stakes} /> },
        { name: t("placedPaid"), value: <Money amount={shown.paid} /> },
      ]}
    />
  );
}

interface WindowsProps {
  windows: PlacedPreview["windows"];
  onUndo(idx: number): void;
}

/** The times whose bets on the market were voided so far; one that holds can be taken back. */
export function Windows({ windows, onUndo }: WindowsProps) {
  const { t } = useTranslation("trading");
  const format = useFormat();
  if (windows.length === 0) return null;
  return (
    <section>
      <h3>{t("placedSoFar")}</h3>
      <Facts
        facts={windows.map(({ idx, from, to, by, reason, undoneAt }) => {
          const name = `${format.moment(from)} – ${format.moment(to)}`;
          return {
            name,
            value: (
              <>
                {by} · {reason}{" "}
                {undoneAt ? (
                  t("placedUndone", { at: format.moment(undoneAt) })
                ) : (
                  <Button
                    variant="quiet"
                    size="sm"
                    aria-haspopup="dialog"
                    aria-label={t("placedUndoOf", { name })}
                    onClick={() => onUndo(idx)}
                  >
                    {t("unvoid")}
                  </Button>
                )}
              </>
            ),
          };
        })}
      />
    </section>
  );
}
