import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { useSportWords } from "#shared/sports/words.ts";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Facts } from "#shared/ui/facts.tsx";
import { scrollStop } from "#shared/ui/scroll-stop.ts";
import type { Parked } from "./parked.ts";
import classes from "./staff-sports.module.css";
import { UnknownName } from "./unknown-name.tsx";
import { useParkedWords } from "./use-parked-words.ts";

interface ParkedDialogProps {
  parked: Parked;
  onClose(): void;
  /** Missing without the right to trade: nothing can be done then but read. */
  onDismiss?(): void;
}

/** A change of a feed in full, with the names that are not known, each of which is given its team or league here. */
export function ParkedDialog({ parked, onClose, onDismiss }: ParkedDialogProps) {
  const { t } = useTranslation(["trading", "sports"]);
  const format = useFormat();
  const sportWords = useSportWords();
  const words = useParkedWords();
  const { home, away, league, sport } = parked;
  const facts = [
    { name: t("whyParked"), value: words.why(parked.reason) },
    { name: t("feed"), value: `${parked.feed} ${parked.feedId}` },
    { name: t("times"), value: format.number(parked.times) },
    { name: t("first"), value: format.moment(parked.firstAt) },
    { name: t("last"), value: format.moment(parked.lastAt) },
  ];
  if (sport !== "") facts.unshift({ name: t("sport"), value: sportWords.sport(sport) });
  if (league !== "") facts.push({ name: t("league"), value: league });
  if (home !== "" || away !== "") facts.push({ name: t("match"), value: t("sports:match", { home, away }) });
  return (
    <Dialog kind="sheet" title={words.about(parked)} onClose={onClose}>
      <div className={staff.form}>
        <Facts facts={facts} />
        <section className={classes.unknown} aria-label={t("said")}>
          <h3>{t("said")}</h3>
          <pre ref={scrollStop} className={classes.body}>
            {parked.body}
          </pre>
        </section>
        {onDismiss && (
          <>
            {parked.sport !== "" &&
              parked.unknown.map((unknown) => (
                <UnknownName
                  key={`${unknown.kind} ${unknown.name}`}
                  parked={parked}
                  unknown={unknown}
                  onDone={onClose}
                />
              ))}
            <Button variant="quiet" aria-haspopup="dialog" onClick={onDismiss}>
              {t("dismiss")}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}
