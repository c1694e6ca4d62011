import { getRouteApi } from "@tanstack/react-router";
import { viewNames } from "#features/results/results.ts";
import { ResultsPage } from "#features/results/results-page.tsx";
import { paths } from "#shared/paths.ts";
import { ResultTabs } from "./result-tabs.tsx";

const route = getRouteApi(`/shell/member${paths.sportResults}`);

export function ResultsRoute() {
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const { view } = route.useParams();
  return (
    <ResultsPage
      view={viewNames.find((one) => one === view) ?? "winloose"}
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      tabs={<ResultTabs search={search} />}
    />
  );
}
