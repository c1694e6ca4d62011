import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import classes from "./change-rows.module.css";

export interface ChangeRow {
  key: string;
  name: ReactNode;
  /** A value that stays is the same as the new one, and is shown once. */
  was: string;
  is: string;
}

/** Values before and after a change. */
export function ChangeRows({ rows }: { rows: readonly ChangeRow[] }) {
  const { t } = useTranslation("admin");
  return (
    <ul className={classes.list}>
      {rows.map(({ key, name, was, is }) => (
        <li key={key}>
          <span className={classes.name}>{name}</span>
          <span className={classes.values}>
            {was !== is && (
              <>
                <span className="visually-hidden">{t("change.was")}</span>
                <del>{was}</del>
                <span aria-hidden="true">→</span>
                <span className="visually-hidden">{t("change.willBe")}</span>
              </>
            )}
            <ins>{is}</ins>
          </span>
        </li>
      ))}
    </ul>
  );
}
