import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { gamesQuery, productsQuery } from "./catalog.ts";
import { GameGrid, GridSkeleton } from "./game-grid.tsx";
import classes from "./picker.module.css";
import { PickerPage } from "./picker-page.tsx";
import type { PickerProps } from "./picker-props.ts";
import type { PickerSearch } from "./search.ts";
import { favouritesAtom, recentsAtom, shelved } from "./shelf.ts";
import { StudioMark } from "./studio-mark.tsx";
import { useStudioNames } from "./studio-names.ts";

interface StudioPageProps extends PickerProps {
  procId: string;
  search: PickerSearch;
  onSearch(search: PickerSearch): void;
}

/** One studio's games: favourites first, then what was played. */
export function StudioPage({ procId, search, onSearch, ...picker }: StudioPageProps) {
  const { t } = useTranslation("game");
  const studio = useQuery(productsQuery(picker.groupCode)).data?.find((product) => product.procId === procId);
  const games = useQuery(gamesQuery(procId, picker.groupCode));
  const studioOf = useStudioNames(picker.groupCode);
  const favourites = useAtomValue(favouritesAtom);
  const recents = useAtomValue(recentsAtom);
  // The order of when the page was opened: a tile does not move away from under the pointer that stars it.
  const [order] = useState({ favourites, recents });
  return (
    <PickerPage
      {...picker}
      back
      title={
        <span className={classes.title}>
          {studio && <StudioMark symbol={studio.lobbySymbol} name={studio.name} size={40} />}
          {studio?.name ?? t("slots.title")}
        </span>
      }
      query={search.q ?? ""}
      onQuery={(q) => onSearch(q === "" ? {} : { q })}
    >
      <QueryView query={games} skeleton={<GridSkeleton />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState art="games" title={t("studio.empty.title")}>
              {t("studio.empty.text")}
            </EmptyState>
          ) : (
            <GameGrid
              games={shelved(list, order.favourites, order.recents)}
              studioOf={studioOf}
              locked={picker.lock !== null}
              onPlay={picker.onPlay}
            />
          )
        }
      </QueryView>
    </PickerPage>
  );
}
