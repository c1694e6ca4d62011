import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import classes from "#features/results/results.module.css";
import { viewNames } from "#features/results/results.ts";
import { ResultsPage } from "#features/results/results-page.tsx";
import { paths } from "#shared/paths.ts";

const route = getRouteApi(`/shell/member${paths.sportResults}`);

export function ResultsRoute() {
  const { t } = useTranslation("sports");
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const { view } = route.useParams();
  return (
    <ResultsPage
      view={viewNames.find((one) => one === view) ?? "winloose"}
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      tabs={
        <nav className={classes.tabs} aria-label={t("results.tabs")}>
          {viewNames.map((one) => (
            <Link key={one} to={paths.sportResults} params={{ view: one }} search={search} resetScroll={false}>
              {t(`results.${one}`)}
            </Link>
          ))}
        </nav>
      }
    />
  );
}
