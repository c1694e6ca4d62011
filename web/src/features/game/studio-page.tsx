import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "#shared/paths.ts";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { gamesQuery, productsQuery } from "./catalog.ts";
import { GameGrid, GridSkeleton } from "./game-grid.tsx";
import classes from "./picker.module.css";
import { PickerPage } from "./picker-page.tsx";
import type { PickerProps } from "./picker-props.ts";
import type { PickerSearch } from "./search.ts";
import { favouritesAtom, recentsAtom, shelved } from "./shelf.ts";
import { StudioGrid } from "./studio-grid.tsx";
import { StudioMark } from "./studio-mark.tsx";
import { useStudioNames } from "./studio-names.ts";

const MOST_OTHERS = 8;

interface StudioPageProps extends PickerProps {
  procId: string;
  search: PickerSearch;
  onSearch(search: PickerSearch): void;
}

/** One studio's games: favourites first, then what was played. */
export function StudioPage({ procId, search, onSearch, ...picker }: StudioPageProps) {
  const { t } = useTranslation("game");
  const studios = useQuery(productsQuery(picker.groupCode)).data ?? [];
  const studio = studios.find((product) => product.procId === procId);
  const others = studios.filter((product) => product.procId !== procId).slice(0, MOST_OTHERS);
  const games = useQuery(gamesQuery(procId, picker.groupCode));
  const studioOf = useStudioNames(picker.groupCode);
  const favourites = useAtomValue(favouritesAtom);
  const recents = useAtomValue(recentsAtom);
  // The order of when the page was opened: a tile does not move away from under the pointer that stars it.
  const [order] = useState({ favourites, recents });
  const name = studio?.name ?? t("slots.title");
  return (
    <PickerPage
      {...picker}
      tab={name}
      title={
        <span className={classes.title}>
          {studio && <StudioMark symbol={studio.lobbySymbol} name={studio.name} size={40} />}
          {name}
        </span>
      }
      lead={
        <Link to={paths.slots} className={classes.back}>
          <Icon name="back" size={18} />
          {t("studio.back")}
        </Link>
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
      {others.length > 0 && (
        <section className={classes.section}>
          <h2>{t("studio.others")}</h2>
          <StudioGrid studios={others} />
        </section>
      )}
    </PickerPage>
  );
}
