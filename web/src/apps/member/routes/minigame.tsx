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

/** All games at both of the product's addresses, and each at its own; those with a name of their own are spelled out (product.txt, section 2). */
const pages = {
  MinigamesRoute: [paths.minigames, "/member/bet/minigame"],
  MinigameRoute: [
    "/member/minigame/powerball",
    "/member/minigame/powerladder",
    "/member/minigame/speedkino",
    "/member/minigame/kinoladder",
    paths.minigame,
    paths.minigamePlay,
  ],
} as const;

export const minigameRoutes = (["MinigamesRoute", "MinigameRoute"] as const).flatMap((name) =>
  pages[name].map((path) => createRoute({ getParentRoute: () => memberRoute, path, component: page(name) })),
);

/** The window of a game. */
export const minigameViewerRoute = createRoute({
  getParentRoute: () => bareMemberRoute,
  path: paths.minigameViewer,
  component: page("MinigameViewerRoute"),
});
