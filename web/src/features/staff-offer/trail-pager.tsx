import { useTranslation } from "react-i18next";
import { Button } from "#shared/ui/button.tsx";
import classes from "#shared/ui/list/list.module.css";

interface TrailPagerProps<Cursor> {
  trail: { after: Cursor | undefined; go(next: Cursor): void; back(): void };
  /** The last row of the page, where there is another one behind it. */
  next: Cursor | null;
}

/** The way forward and back through a list that is paged by key; nothing where the first page is all of it. */
export function TrailPager<Cursor>({ trail, next }: TrailPagerProps<Cursor>) {
  const { t } = useTranslation();
  if (trail.after === undefined && next === null) return null;
  return (
    <nav aria-label={t("pager.label")} className={classes.trail}>
      <Button variant="quiet" disabled={trail.after === undefined} onClick={trail.back}>
        {t("pager.previous")}
      </Button>
      <Button variant="quiet" disabled={next === null} onClick={() => next !== null && trail.go(next)}>
        {t("pager.next")}
      </Button>
    </nav>
  );
}
