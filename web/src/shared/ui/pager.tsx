import { useTranslation } from "react-i18next";
import { Icon } from "./icon.tsx";
import classes from "./pager.module.css";

interface PagerProps {
  page: number;
  pages: number;
  onPage(page: number): void;
}

/** Back and on through a list; nothing when there is one page. */
export function Pager({ page, pages, onPage }: PagerProps) {
  const { t } = useTranslation();
  if (pages <= 1) return null;
  return (
    <nav className={classes.pager} aria-label={t("pager.label")}>
      <button type="button" aria-label={t("pager.previous")} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <Icon name="back" />
      </button>
      <span>{t("pager.position", { page, pages })}</span>
      <button type="button" aria-label={t("pager.next")} disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <Icon name="next" />
      </button>
    </nav>
  );
}
