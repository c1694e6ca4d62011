import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Button } from "#shared/ui/button.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { ErrorState } from "#shared/ui/error-state.tsx";
import { productsQuery, useCatalog } from "./catalog.ts";
import { GameGrid, GridSkeleton } from "./game-grid.tsx";
import classes from "./picker.module.css";
import type { PickerProps } from "./picker-props.ts";
import { findGames } from "./search.ts";
import { useStudioNames } from "./studio-names.ts";

/** The search results over all studios; they change with each letter typed. */
export function Found({ query, onClear, groupCode, lock, onPlay }: PickerProps & { query: string; onClear(): void }) {
  const { t } = useTranslation("game");
  const products = useQuery(productsQuery(groupCode));
  const catalog = useCatalog(groupCode);
  const studioOf = useStudioNames(groupCode);
  const found = findGames(catalog.games, studioOf, query);
  const failed = products.error ?? catalog.error;
  const retry = () => {
    if (products.isError) void products.refetch();
    catalog.retry();
  };
  const waiting = !failed && catalog.loading && found.length === 0;
  return (
    <section className={classes.section}>
      <p className={classes.found} aria-live="polite">
        {!catalog.loading && !failed && t("found", { count: found.length })}
      </p>
      {waiting && <GridSkeleton />}
      {found.length > 0 && <GameGrid games={found} studioOf={studioOf} locked={lock !== null} onPlay={onPlay} />}
      {Boolean(failed) && <ErrorState error={failed} compact={found.length > 0} onRetry={retry} />}
      {found.length === 0 && !failed && !catalog.loading && (
        <EmptyState
          art="games"
          title={t("none.title", { query: query.trim() })}
          action={
            <Button variant="quiet" onClick={onClear}>
              {t("none.clear")}
            </Button>
          }
        >
          {t("none.text")}
        </EmptyState>
      )}
    </section>
  );
}
