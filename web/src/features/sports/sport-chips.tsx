import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import type { SportNode } from "#shared/sports/book.ts";
import { SportIcon } from "#shared/sports/sport-icon.tsx";
import { isSport } from "#shared/sports/sports.ts";
import { useSportWords } from "#shared/sports/words.ts";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import type { SportsSearch } from "./search.ts";
import classes from "./sports.module.css";

interface SportChipsProps {
  /** undefined while they are not known. */
  sports: readonly SportNode[] | undefined;
  chosen: SportsSearch["sport"];
  onChoose(sport: SportsSearch["sport"]): void;
}

/** The sports with their matches counted, those in play beside them; one line that scrolls sideways where it is too long. */
export function SportChips({ sports, chosen, onChoose }: SportChipsProps) {
  const { t } = useTranslation("sports");
  const words = useSportWords();
  const format = useFormat();
  if (!sports) return <Skeleton height="var(--target)" radius="var(--radius-round)" />;
  return (
    <fieldset className={classes.chips}>
      <legend className="visually-hidden">{t("chips")}</legend>
      <button type="button" className={classes.chip} aria-pressed={!chosen} onClick={() => onChoose(undefined)}>
        {t("all")}
      </button>
      {sports.map(({ sport, live, upcoming }) =>
        isSport(sport) ? (
          <button
            key={sport}
            type="button"
            className={classes.chip}
            aria-pressed={sport === chosen}
            onClick={() => onChoose(sport)}
          >
            <SportIcon sport={sport} />
            {words.sport(sport)}
            <span className={classes.count}>{format.number(live + upcoming)}</span>
            {live > 0 && (
              <span className={classes.live}>
                <span className="visually-hidden">{t("view.live")}</span> {format.number(live)}
              </span>
            )}
          </button>
        ) : null,
      )}
    </fieldset>
  );
}
