import { useTranslation } from "react-i18next";
import { Button } from "#shared/ui/button.tsx";
import classes from "#shared/ui/list/list.module.css";

interface TrailPagerProps<Cursor> {
  trail: { after: Cursor | undefined; go(next: Cursor): void; back(): void };
  /** Where the next page begins; null, empty or 0 on the last page. */
  next: Cursor | null | undefined;
}

/** The way forward and back through a list that is paged by key; nothing where the first page is all of it. */
export function TrailPager<Cursor>({ trail, next }: TrailPagerProps<Cursor>) {
  const { t } = useTranslation();
  if (trail.after === undefined && !next) return null;
  return (
    <nav aria-label={t("pager.label")} className={classes.trail}>
      <Button variant="quiet" disabled={trail.after === undefined} onClick={trail.back}>
        {t("pager.previous")}
      </Button>
      <Button variant="quiet" disabled={!next} onClick={() => next && trail.go(next)}>
        {t("pager.next")}
      </Button>
    </nav>
  );
}
