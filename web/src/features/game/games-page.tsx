import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "#shared/api/error.ts";
import { useFaultText } from "#shared/i18n/fault.ts";
import { Button } from "#shared/ui/button.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { ErrorState } from "#shared/ui/error-state.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { Page } from "#shared/ui/page.tsx";
import { type CatalogGame, productsQuery, useCatalog } from "./catalog.ts";
import { GameGrid, GridSkeleton } from "./game-grid.tsx";
import { GameSearch } from "./game-search.tsx";
import { jackpotsQuery } from "./jackpots.ts";
import classes from "./picker.module.css";
import { findGames, type PickerSearch } from "./search.ts";
import { favouritesAtom, ownGames, recentsAtom, shelved } from "./shelf.ts";
import { StudioChips } from "./studio-chips.tsx";
import { useStudioNames } from "./studio-names.ts";

interface GamesPageProps {
  groupCode: string;
  title: string;
  lead: string;
  /** The code of the reason why the member may not bet now; null when betting is open. */
  lock: string | null;
  search: PickerSearch;
  onSearch(search: PickerSearch): void;
  onPlay(game: CatalogGame): void;
  /** Shown while the group has no games: what can be played meanwhile. */
  meanwhile?: ReactNode;
}

/** The games of a group, all at once: what the member plays first, studios as chips, and a search that answers with each letter. */
export function GamesPage({ groupCode, title, lead, lock, search, onSearch, onPlay, meanwhile }: GamesPageProps) {
  const { t } = useTranslation("game");
  const faultText = useFaultText();
  const products = useQuery(productsQuery(groupCode));
  const catalog = useCatalog(groupCode);
  useQuery({ ...jackpotsQuery, enabled: groupCode === "slot" }); // for the marks of the tiles
  const studioOf = useStudioNames(groupCode);
  const favourites = useAtomValue(favouritesAtom);
  const recents = useAtomValue(recentsAtom);
  // The order of when the page was opened: a tile does not move away from under the pointer that stars it.
  const [shelf] = useState({ favourites, recents });
  const { q = "", studio } = search;
  const grid = { studioOf, locked: lock !== null, onPlay };

  const studios = products.data ?? [];
  const named = studios.find((product) => product.procId === studio);
  const missing = studio !== undefined && products.isSuccess && named === undefined;
  const games = studio === undefined ? catalog.games : catalog.games.filter((game) => game.procId === studio);
  const mine = ownGames(games, shelf.favourites, shelf.recents).slice(0, 4);
  const found = q.trim() === "" ? games : findGames(games, studioOf, q);
  const failed = products.error ?? catalog.error;
  const waiting = !failed && catalog.loading && found.length === 0;
  const find = (query: string, procId: string | undefined) =>
    onSearch({ ...(query !== "" && { q: query }), ...(procId !== undefined && { studio: procId }) });

  if (products.isSuccess && !catalog.loading && !failed && catalog.games.length === 0 && studio === undefined) {
    return (
      <Page title={title} lead={lead}>
        <NoGames q="" missing={false} chosen={false} onAll={() => onSearch({})} />
        {meanwhile}
      </Page>
    );
  }
  return (
    <Page
      title={named?.name ?? title}
      lead={lead}
      actions={<GameSearch value={q} onChange={(next) => find(next, studio)} />}
    >
      {lock && (
        <p className={classes.lock}>
          <Icon name="lock" />
          {faultText(new ApiError(lock))}
        </p>
      )}
      <StudioChips studios={products.data} chosen={studio} onChoose={(next) => find(q, next)} />
      {q === "" && studio === undefined && mine.length > 0 && (
        <section className={classes.section}>
          <h2>{t("yours")}</h2>
          <GameGrid games={mine} {...grid} />
        </section>
      )}
      <section className={classes.section} aria-labelledby="games">
        <h2 id="games">
          {q.trim() === "" ? t("all") : t("found.of", { query: q.trim() })}{" "}
          <span className={classes.found} aria-live="polite">
            {!catalog.loading && !failed && t("found", { count: found.length })}
          </span>
        </h2>
        {waiting && <GridSkeleton />}
        {found.length > 0 && <GameGrid games={shelved(found, shelf.favourites, shelf.recents)} {...grid} />}
        {Boolean(failed) && (
          <ErrorState
            error={failed}
            compact={found.length > 0}
            onRetry={() => {
              if (products.isError) void products.refetch();
              catalog.retry();
            }}
          />
        )}
        {found.length === 0 && !failed && !catalog.loading && (
          <NoGames q={q} missing={missing} chosen={studio !== undefined} onAll={() => onSearch({})} />
        )}
      </section>
    </Page>
  );
}

/** Why no game is shown, and the way to those that there are. */
function NoGames(props: { q: string; missing: boolean; chosen: boolean; onAll(): void }) {
  const { t } = useTranslation(["game", "common"]);
  const { q, missing, chosen, onAll } = props;
  const back = (
    <Button variant="quiet" onClick={onAll}>
      {t("none.clear")}
    </Button>
  );
  if (q.trim() !== "") {
    return (
      <EmptyState art="games" title={t("none.title", { query: q.trim() })} action={back}>
        {t("none.text")}
      </EmptyState>
    );
  }
  if (!chosen) {
    return (
      <EmptyState art="games" title={t("common:front.header.inready")}>
        {t("group.empty.text")}
      </EmptyState>
    );
  }
  return (
    <EmptyState art="games" title={t(missing ? "studio.missing.title" : "studio.empty.title")} action={back}>
      {t("studio.empty.text")}
    </EmptyState>
  );
}
