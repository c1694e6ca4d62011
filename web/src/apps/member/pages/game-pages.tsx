import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { GamesPage } from "#features/game/games-page.tsx";
import { betLock } from "#features/game/lock.ts";
import { useMember } from "#features/session/session.ts";
import { paths } from "#shared/paths.ts";
import { usePlay } from "../play.ts";
import { Meanwhile } from "./later-pages.tsx";

const routes = {
  slot: getRouteApi(`/shell/member${paths.slots}`),
  casino: getRouteApi(`/shell/member${paths.casino}`),
  virtual: getRouteApi(`/shell/member${paths.virtual}`),
  fishing: getRouteApi(`/shell/member${paths.fishing}`),
} as const;

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
