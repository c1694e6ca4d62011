import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { sports } from "#shared/sports/sports.ts";
import { useSportWords } from "#shared/sports/words.ts";
import { Button } from "#shared/ui/button.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { ErrorState } from "#shared/ui/error-state.tsx";
import { Field } from "#shared/ui/field.tsx";
import { Page } from "#shared/ui/page.tsx";
import { SearchField } from "#shared/ui/search-field.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { useRest } from "#shared/use-rest.ts";
import classes from "./results.module.css";
import { LONGEST, type ResultSearch, resultSearch, resultsQuery, resultsRequest, type View } from "./results.ts";
import { ResultsTable } from "./results-table.tsx";

interface ResultsPageProps {
  view: View;
  /** The ways to the other pages of results. */
  tabs: ReactNode;
  search: ResultSearch;
  onSearch(search: ResultSearch): void;
}

/** How matches ended, with all their scores and what won (product.txt, section 2). */
export function ResultsPage({ view, tabs, search, onSearch }: ResultsPageProps) {
  const { t } = useTranslation("sports");
  const words = useSportWords();
  const { language, timeZone } = useFormat();
  const asked = { ...search, q: useRest(search.q ?? "") };
  const query = useInfiniteQuery({
    ...resultsQuery(resultsRequest(asked, timeZone), language),
    placeholderData: keepPreviousData,
  });
  const set = (patch: Record<string, unknown>) => onSearch(resultSearch({ ...search, ...patch }));
  const list = query.data?.pages.flatMap((page) => page.list) ?? [];
  return (
    <Page title={t("results.title")} lead={t("results.lead")}>
      {tabs}
      <div className={classes.filters}>
        <SelectField
          label={t("chips")}
          value={search.sport ?? ""}
          onChange={(sport) => set({ sport, league: undefined })}
          options={[
            { value: "", label: t("all") },
            ...sports.map((sport) => ({ value: sport, label: words.sport(sport) })),
          ]}
        />
        <Field label={t("results.day")} type="date" value={search.day ?? ""} onChange={(day) => set({ day })} />
        <SearchField
          label={t("find")}
          hint={t("find.hint")}
          clear={t("find.clear")}
          longest={LONGEST}
          value={search.q ?? ""}
          onChange={(q) => set({ q })}
        />
      </div>
      {query.isPending && !query.isError && <Skeleton height="28rem" radius="var(--radius-l)" />}
      {list.length > 0 && <ResultsTable view={view} list={list} />}
      {query.isError && (
        <ErrorState error={query.error} compact={list.length > 0} onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && list.length === 0 && (
        <EmptyState
          art="winners"
          title={t("results.none")}
          action={
            <Button variant="quiet" onClick={() => onSearch({})}>
              {t("results.clear")}
            </Button>
          }
        >
          {t("results.noneText")}
        </EmptyState>
      )}
      {query.hasNextPage && (
        <Button variant="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t("more")}
        </Button>
      )}
    </Page>
  );
}
