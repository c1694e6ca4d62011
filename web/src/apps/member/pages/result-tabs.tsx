import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import classes from "#features/results/results.module.css";
import { type ResultSearch, viewNames } from "#features/results/results.ts";
import { paths } from "#shared/paths.ts";

/** The pages of results: those of matches by kind of market, and those of draws. `search` is kept among matches. */
export function ResultTabs({ search }: { search: ResultSearch }) {
  const { t } = useTranslation(["sports", "minigame"]);
  return (
    <nav className={classes.tabs} aria-label={t("sports:results.tabs")}>
      {viewNames.map((one) => (
        <Link key={one} to={paths.sportResults} params={{ view: one }} search={search} resetScroll={false}>
          {t(`sports:results.${one}`)}
        </Link>
      ))}
      <Link to={paths.drawResults} resetScroll={false} activeOptions={{ includeSearch: false }}>
        {t("minigame:results.tab")}
      </Link>
    </nav>
  );
}
