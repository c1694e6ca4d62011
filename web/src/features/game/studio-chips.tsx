import { useTranslation } from "react-i18next";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import type { Product } from "./catalog.ts";
import classes from "./picker.module.css";
import { StudioMark } from "./studio-mark.tsx";

interface StudioChipsProps {
  /** undefined while they are not known. */
  studios: Product[] | undefined;
  chosen: string | undefined;
  onChoose(procId: string | undefined): void;
}

/** The studios of a group as filters, one line that scrolls sideways where it is too long. */
export function StudioChips({ studios, chosen, onChoose }: StudioChipsProps) {
  const { t } = useTranslation("game");
  if (studios === undefined)
    return <Skeleton height="var(--target)" width="min(24rem, 100%)" radius="var(--radius-round)" />;
  if (studios.length === 0) return null;
  return (
    <fieldset className={classes.chips}>
      <legend className="visually-hidden">{t("studios")}</legend>
      <button
        type="button"
        className={classes.chip}
        aria-pressed={chosen === undefined}
        onClick={() => onChoose(undefined)}
      >
        {t("studios.all")}
      </button>
      {studios.map((studio) => (
        <button
          key={studio.procId}
          type="button"
          className={classes.chip}
          aria-pressed={chosen === studio.procId}
          onClick={() => onChoose(studio.procId)}
        >
          <StudioMark symbol={studio.lobbySymbol} name={studio.name} size={22} />
          {studio.name}
        </button>
      ))}
    </fieldset>
  );
}
