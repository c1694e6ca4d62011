import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { GamesPage } from "#features/game/games-page.tsx";
import { betLock } from "#features/game/lock.ts";
import { mainQuery } from "#features/main/main.ts";
import { useMember } from "#features/session/session.ts";
import { paths } from "#shared/paths.ts";
import { usePlay } from "../play.ts";
import { MainGames } from "./main-games.tsx";

const routes = {
  slot: getRouteApi(`/shell/member${paths.slots}`),
  casino: getRouteApi(`/shell/member${paths.casino}`),
  virtual: getRouteApi(`/shell/member${paths.virtual}`),
  fishing: getRouteApi(`/shell/member${paths.fishing}`),
} as const;

/** Games that can be played while a group of games has none. */
function Meanwhile() {
  const { t } = useTranslation("main");
  const main = useQuery(mainQuery);
  return main.isError ? null : <MainGames id="popular" title={t("games.popular")} games={main.data?.popularGames} />;
}

function GroupRoute({ group }: { group: keyof typeof routes }) {
  const { t } = useTranslation(["game"]);
  const navigate = routes[group].useNavigate();
  return (
    <GamesPage
      groupCode={group}
      title={t(`group.${group}.title`)}
      lead={t(`group.${group}.lead`)}
      meanwhile={<Meanwhile />}
      lock={betLock(useMember())}
      onPlay={usePlay()}
      search={routes[group].useSearch()}
      // Each letter is not a step back.
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}

export const SlotsRoute = () => <GroupRoute group="slot" />;
export const CasinoRoute = () => <GroupRoute group="casino" />;
export const VirtualRoute = () => <GroupRoute group="virtual" />;
export const FishingRoute = () => <GroupRoute group="fishing" />;
