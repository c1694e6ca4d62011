import { createRoute } from "@tanstack/react-router";
import { addPlayTexts } from "#shared/i18n/play-texts.ts";
import { lazyPage } from "#shared/lazy.ts";
import { paths } from "#shared/paths.ts";
import { bareMemberRoute, memberRoute } from "./base.tsx";

const page = (name: keyof typeof import("../pages/minigame-pages.tsx")) =>
  lazyPage(async () => {
    await addPlayTexts();
    return import("../pages/minigame-pages.tsx");
  }, name);

/** All games, at both of the product's addresses. */
const pickerRoutes = ([paths.minigames, "/member/bet/minigame"] as const).map((path) =>
  createRoute({ getParentRoute: () => memberRoute, path, component: page("MinigamesRoute") }),
);

const game = { getParentRoute: () => memberRoute, component: page("MinigameRoute") };
/** The games that have an address with a name of their own (product.txt, section 2), and those that have it with their code. */
export const minigameRoutes = [
  ...pickerRoutes,
  ...(["powerball", "powerladder", "speedkino", "kinoladder"] as const).map((name) =>
    createRoute({ ...game, path: `/member/minigame/${name}` }),
  ),
  createRoute({ ...game, path: "/member/minigame/$game" }),
  createRoute({ ...game, path: "/winner/mini/play/$gameCode" }),
] as const;

/** The window of a game. */
export const minigameViewerRoute = createRoute({
  getParentRoute: () => bareMemberRoute,
  path: "/minigameViewer/$gameCode",
  component: page("MinigameViewerRoute"),
});
