import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "./icon.tsx";
import classes from "./pager.module.css";

/** How many rows a page may have. */
const SIZES = [10, 20, 50];

interface PagerProps {
  page: number;
  pages: number;
  onPage(page: number): void;
  /** How many rows a page has, where the reader may change it. */
  size?: number;
  onSize?(size: number): void;
}

/** Back and on through a list, to a page by its number, and how many rows a page has. Nothing when there is nothing to turn or choose. */
export function Pager({ page, pages, onPage, size = 10, onSize }: PagerProps) {
  const { t } = useTranslation();
  const turns = pages > 1;
  // A short list is the same with every size but the smallest ones.
  const sizes = onSize !== undefined && (turns || size > 10);
  if (!turns && !sizes) return null;
  return (
    <nav className={classes.pager} aria-label={t("pager.label")}>
      {turns && (
        <div className={classes.turn}>
          <button type="button" aria-label={t("pager.previous")} disabled={page <= 1} onClick={() => onPage(page - 1)}>
            <Icon name="back" />
          </button>
          {pages > 2 ? (
            <Jump page={page} pages={pages} onPage={onPage} />
          ) : (
            <span>{t("pager.position", { page, pages })}</span>
          )}
          <button type="button" aria-label={t("pager.next")} disabled={page >= pages} onClick={() => onPage(page + 1)}>
            <Icon name="next" />
          </button>
        </div>
      )}
      {sizes && (
        <label className={classes.size}>
          {t("pager.size")}
          <select value={size} onChange={(event) => onSize?.(Number(event.currentTarget.value))}>
            {SIZES.map((value) => (
              <option key={value} value={value}>
                {value}
              </option>
            ))}
          </select>
        </label>
      )}
    </nav>
  );
}

/** The number of the page, which can be typed; Enter or leaving the field turns to it. */
function Jump({ page, pages, onPage }: PagerProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(String(page));
  useEffect(() => setTyped(String(page)), [page]);
  const go = () => {
    const asked = Math.min(Math.max(Math.trunc(Number(typed)) || page, 1), pages);
    setTyped(String(asked));
    if (asked !== page) onPage(asked);
  };
  return (
    <span className={classes.jump}>
      <input
        inputMode="numeric"
        size={3}
        aria-label={t("pager.jump")}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value.replace(/\D/g, "").slice(0, 6))}
        onKeyDown={(event) => event.key === "Enter" && go()}
        onBlur={go}
      />
      {t("pager.of", { pages })}
    </span>
  );
}
