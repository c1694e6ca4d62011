import { createRoute } from "@tanstack/react-router";
import { drawSearch } from "#features/minigame/search.ts";
import { addPlayTexts } from "#shared/i18n/play-texts.ts";
import { addSportsTexts } from "#shared/i18n/sports-texts.ts";
import { lazyPage } from "#shared/lazy.ts";
import { paths } from "#shared/paths.ts";
import { bareMemberRoute, memberRoute, openRoute } from "./base.tsx";

// The pages read for themselves: what would ask ahead of them is no part of the first page.
const page = (name: keyof typeof import("../pages/minigame-pages.tsx")) =>
  lazyPage(async () => {
    await addPlayTexts();
    return import("../pages/minigame-pages.tsx");
  }, name);
const proofPage = (name: keyof typeof import("../pages/draw-pages.tsx")) =>
  lazyPage(async () => {
    await addSportsTexts();
    return import("../pages/draw-pages.tsx");
  }, name);

const member = { getParentRoute: () => memberRoute };
const open = { getParentRoute: () => openRoute, validateSearch: drawSearch };
const game = { ...member, component: page("MinigameRoute") };

/** All games at both of the product's addresses, each at its name or code (product.txt, section 2), and the results. */
export const minigameRoutes = [
  createRoute({ ...member, path: paths.minigames, component: page("MinigamesRoute") }),
  createRoute({ ...game, path: "/member/minigame/$game" }),
  createRoute({ ...game, path: "/winner/mini/play/$gameCode" }),
  createRoute({
    ...member,
    path: paths.drawResults,
    validateSearch: drawSearch,
    component: proofPage("DrawResultsRoute"),
  }),
] as const;

/** How draws come about, and what they pay, are for everybody (S-57). */
export const openMinigameRoutes = [
  createRoute({ ...open, path: paths.minigameFair, component: proofPage("FairRoute") }),
  createRoute({ ...open, path: paths.payTable, component: proofPage("PayTableRoute") }),
] as const;

/** The window of a game. */
export const minigameViewerRoute = createRoute({
  getParentRoute: () => bareMemberRoute,
  path: "/minigameViewer/$gameCode",
  component: page("MinigameViewerRoute"),
});
