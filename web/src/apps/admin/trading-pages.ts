import { addCorrectionsTexts } from "#shared/i18n/corrections-texts.ts";
import { addTradingTexts } from "#shared/i18n/trading-texts.ts";
import { lazyPage } from "#shared/lazy.ts";
import { staffPaths } from "#shared/staff/paths.ts";

/** The pages of the sportsbook and of the draws. */
export const tradingPages = [
  {
    path: staffPaths.sports,
    component: lazyPage(async () => {
      await Promise.all([addTradingTexts(), addCorrectionsTexts()]);
      return import("#features/staff-sports/matches-page.tsx");
    }, "MatchesPage"),
  },
  {
    path: staffPaths.parked,
    component: lazyPage(async () => {
      await addTradingTexts();
      return import("#features/staff-sports/parked-page.tsx");
    }, "ParkedPage"),
  },
  {
    path: staffPaths.patterns,
    component: lazyPage(async () => {
      await addTradingTexts();
      return import("#features/staff-sports/patterns-page.tsx");
    }, "PatternsPage"),
  },
  {
    path: staffPaths.sportsOffer,
    component: lazyPage(async () => {
      await addTradingTexts();
      return import("#features/staff-sports/offer-page.tsx");
    }, "SportsOfferPage"),
  },
  {
    path: staffPaths.minigame,
    component: lazyPage(async () => {
      await addTradingTexts();
      return import("#features/staff-minigame/minigame-page.tsx");
    }, "MinigamePage"),
  },
] as const;
