import { createRoute, redirect } from "@tanstack/react-router";
import { codeOf, spelled } from "#features/minigame/addresses.ts";
import { gamesQuery, rulesQuery } from "#features/minigame/games.ts";
import { addPlayTexts } from "#shared/i18n/play-texts.ts";
import { lazyPage } from "#shared/lazy.ts";
import { paths } from "#shared/paths.ts";
import { ask, bareMemberRoute, memberRoute, type RouterContext } from "./base.tsx";

const page = (name: keyof typeof import("../pages/minigame-pages.tsx")) =>
  lazyPage(async () => {
    await addPlayTexts();
    return import("../pages/minigame-pages.tsx");
  }, name);

/** Asks for what a game's page begins with. */
function begin(context: RouterContext, name: string): void {
  ask(context, gamesQuery);
  const code = codeOf(name);
  if (code) ask(context, rulesQuery(code));
}

/** A name that no game has leads to all games. */
function known(name: string): void {
  if (codeOf(name) === undefined) throw redirect({ to: paths.minigames, replace: true });
}

/** All games, at both of the product's addresses. */
const pickerRoutes = ([paths.minigames, "/member/bet/minigame"] as const).map((path) =>
  createRoute({
    getParentRoute: () => memberRoute,
    path,
    loader: ({ context }) => ask(context, gamesQuery),
    component: lazyPage(() => import("#features/minigame/picker-page.tsx"), "MinigamesPage"),
  }),
);

/** The games with an address of their own in the product. */
const spelledRoutes = Object.values(spelled).map((name) =>
  createRoute({
    getParentRoute: () => memberRoute,
    path: `/member/minigame/${name}` as const,
    loader: ({ context }) => begin(context, name),
    component: page("MinigameRoute"),
  }),
);

const gameRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.minigame,
  beforeLoad: ({ params: { game } }) => known(game),
  loader: ({ context, params: { game } }) => begin(context, game),
  component: page("MinigameRoute"),
});

const playRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.minigamePlay,
  beforeLoad: ({ params: { gameCode } }) => known(gameCode),
  loader: ({ context, params: { gameCode } }) => begin(context, gameCode),
  component: page("MinigameRoute"),
});

/** The window of a game. */
export const minigameViewerRoute = createRoute({
  getParentRoute: () => bareMemberRoute,
  path: paths.minigameViewer,
  beforeLoad: ({ params: { gameCode } }) => known(gameCode),
  loader: ({ context, params: { gameCode } }) => begin(context, gameCode),
  component: page("MinigameViewerRoute"),
});

export const minigameRoutes = [...pickerRoutes, ...spelledRoutes, gameRoute, playRoute] as const;
