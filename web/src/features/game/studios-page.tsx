import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { type CatalogGame, productsQuery, useCatalog } from "./catalog.ts";
import { GameGrid, GridSkeleton } from "./game-grid.tsx";
import classes from "./picker.module.css";
import { PickerPage } from "./picker-page.tsx";
import type { PickerProps } from "./picker-props.ts";
import type { PickerSearch } from "./search.ts";
import { favouritesAtom, ownGames, recentsAtom } from "./shelf.ts";
import { StudioGrid } from "./studio-grid.tsx";
import { useStudioNames } from "./studio-names.ts";

interface StudiosPageProps extends PickerProps {
  search: PickerSearch;
  onSearch(search: PickerSearch): void;
}

/** The slot picker: what the member plays, then the studios in a grid of four. */
export function StudiosPage({ search, onSearch, ...picker }: StudiosPageProps) {
  const { t } = useTranslation("game");
  const products = useQuery(productsQuery(picker.groupCode));
  return (
    <PickerPage
      {...picker}
      title={t("slots.title")}
      lead={t("slots.lead")}
      query={search.q ?? ""}
      onQuery={(q) => onSearch(q === "" ? {} : { q })}
    >
      <Yours {...picker} />
      <section className={classes.section}>
        <h2>{t("studios")}</h2>
        <QueryView query={products} skeleton={<GridSkeleton />}>
          {(list) =>
            list.length === 0 ? (
              <EmptyState art="games" title={t("studios.empty.title")}>
                {t("studios.empty.text")}
              </EmptyState>
            ) : (
              <StudioGrid studios={list} />
            )
          }
        </QueryView>
      </section>
    </PickerPage>
  );
}

/** Favourites and what was played last, if there are any. A star that is taken away leaves the tile where it is. */
function Yours({ groupCode, lock, onPlay }: PickerProps) {
  const { t } = useTranslation("game");
  const favourites = useAtomValue(favouritesAtom);
  const recents = useAtomValue(recentsAtom);
  const [shelf] = useState({ favourites, recents });
  const catalog = useCatalog(groupCode);
  const studioOf = useStudioNames(groupCode);
  const mine: CatalogGame[] = ownGames(catalog.games, shelf.favourites, shelf.recents).slice(0, 8);
  if (mine.length === 0) return null;
  return (
    <section className={classes.section}>
      <h2>{t("yours")}</h2>
      <GameGrid games={mine} studioOf={studioOf} locked={lock !== null} onPlay={onPlay} />
    </section>
  );
}
