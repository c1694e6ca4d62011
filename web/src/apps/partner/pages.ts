import type { PartnerRight } from "#shared/api/contract.gen.ts";
import type partner from "#shared/i18n/locales/vn/partner.json";
import { lazyPage } from "#shared/lazy.ts";
import { partnerPaths } from "#shared/partner/paths.ts";
import type { IconName } from "#shared/ui/icon.tsx";

/** The groups of the navigation, from top to bottom. */
export const groups = ["own", "lower", "play", "reports", "settlement", "team"] as const;

/** The names of pages in partner.json. */
type Name = Extract<keyof typeof partner, `nav.${string}`>;

interface PartnerPage {
  path: (typeof partnerPaths)[keyof typeof partnerPaths];
  component: ReturnType<typeof lazyPage>;
  /** The place in the navigation; pages without one are opened from others. */
  nav?: { text: Name; icon: IconName; group: (typeof groups)[number] };
  /** The rights of which the page needs one; without them every person of the area may open it. */
  rights?: readonly PartnerRight[];
}

/** The pages of the partner area in the order of the navigation: the one place where a page is added. */
export const pages: readonly PartnerPage[] = [
  {
    path: partnerPaths.home,
    component: lazyPage(() => import("./home.tsx"), "Home"),
    nav: { text: "nav.home", icon: "home", group: "own" },
  },
  {
    path: partnerPaths.ratesCs,
    component: lazyPage(() => import("#features/partner-rates/rates-page.tsx"), "RatesCsPage"),
    nav: { text: "nav.ratesCs", icon: "chart", group: "own" },
    rights: ["lower.read"],
  },
  {
    path: partnerPaths.ratesSm,
    component: lazyPage(() => import("#features/partner-rates/rates-page.tsx"), "RatesSmPage"),
    nav: { text: "nav.ratesSm", icon: "chart", group: "own" },
    rights: ["lower.read"],
  },
  {
    path: partnerPaths.lowerList,
    component: lazyPage(() => import("#features/partner-lower/list-page.tsx"), "LowerListPage"),
    nav: { text: "nav.lowerList", icon: "people", group: "lower" },
    rights: ["lower.read"],
  },
  {
    path: partnerPaths.lowerTree,
    component: lazyPage(() => import("#features/partner-lower/tree-page.tsx"), "LowerTreePage"),
    nav: { text: "nav.lowerTree", icon: "people", group: "lower" },
    rights: ["lower.read"],
  },
  {
    path: partnerPaths.lowerCreate,
    component: lazyPage(() => import("#features/partner-lower/create-page.tsx"), "CreatePage"),
    nav: { text: "nav.lowerCreate", icon: "edit", group: "lower" },
    rights: ["lower.write"],
  },
  {
    path: partnerPaths.lowerOnline,
    component: lazyPage(() => import("./online.tsx"), "Online"),
    nav: { text: "nav.lowerOnline", icon: "device", group: "lower" },
    rights: ["lower.read"],
  },
  {
    path: partnerPaths.lowerJoin,
    component: lazyPage(() => import("#features/partner-lower/join-page.tsx"), "JoinPage"),
    nav: { text: "nav.lowerJoin", icon: "check", group: "lower" },
    rights: ["lower.read"],
  },
  {
    path: partnerPaths.betCasino,
    component: lazyPage(() => import("#features/partner-bets/bets-page.tsx"), "BetsCasinoPage"),
    nav: { text: "nav.betCasino", icon: "cards", group: "play" },
    rights: ["play.read"],
  },
  {
    path: partnerPaths.betSlot,
    component: lazyPage(() => import("#features/partner-bets/bets-page.tsx"), "BetsSlotPage"),
    nav: { text: "nav.betSlot", icon: "slots", group: "play" },
    rights: ["play.read"],
  },
  {
    path: partnerPaths.betMinigame,
    component: lazyPage(() => import("#features/partner-bets/bets-page.tsx"), "BetsMinigamePage"),
    nav: { text: "nav.betMinigame", icon: "dice", group: "play" },
    rights: ["play.read"],
  },
  {
    path: partnerPaths.betSports,
    component: lazyPage(() => import("#features/partner-bets/bets-page.tsx"), "BetsSportsPage"),
    nav: { text: "nav.betSports", icon: "ball", group: "play" },
    rights: ["play.read"],
  },
  {
    path: partnerPaths.deposits,
    component: lazyPage(() => import("#features/partner-reports/cash-page.tsx"), "DepositsPage"),
    nav: { text: "nav.deposits", icon: "deposit", group: "reports" },
    rights: ["money.read"],
  },
  {
    path: partnerPaths.withdrawals,
    component: lazyPage(() => import("#features/partner-reports/cash-page.tsx"), "WithdrawalsPage"),
    nav: { text: "nav.withdrawals", icon: "withdraw", group: "reports" },
    rights: ["money.read"],
  },
  {
    path: partnerPaths.sends,
    component: lazyPage(() => import("#features/partner-money/sends-page.tsx"), "SendsPage"),
    nav: { text: "nav.sends", icon: "gift", group: "reports" },
    rights: ["money.read", "money.write"],
  },
  {
    path: partnerPaths.payouts,
    component: lazyPage(() => import("#features/partner-money/payouts-page.tsx"), "PayoutsPage"),
    nav: { text: "nav.payouts", icon: "withdraw", group: "reports" },
    rights: ["money.read"],
  },
  {
    path: partnerPaths.withdraw,
    component: lazyPage(() => import("#features/partner-money/withdraw-page.tsx"), "WithdrawPage"),
    nav: { text: "nav.withdraw", icon: "withdraw", group: "reports" },
    rights: ["money.read"],
  },
  {
    path: partnerPaths.summary,
    component: lazyPage(() => import("#features/partner-reports/summary-page.tsx"), "SummaryPage"),
    nav: { text: "nav.summary", icon: "chart", group: "reports" },
    rights: ["play.read"],
  },
  {
    path: partnerPaths.points,
    component: lazyPage(() => import("#features/partner-reports/points-page.tsx"), "PointsPage"),
    nav: { text: "nav.points", icon: "star", group: "reports" },
    rights: ["money.read"],
  },
  {
    path: partnerPaths.access,
    component: lazyPage(() => import("#features/partner-reports/access-page.tsx"), "AccessPage"),
    nav: { text: "nav.access", icon: "history", group: "reports" },
    rights: ["lower.read"],
  },
  {
    path: partnerPaths.sameAddress,
    component: lazyPage(() => import("#features/partner-reports/addresses-page.tsx"), "AddressesPage"),
    nav: { text: "nav.sameAddress", icon: "globe", group: "reports" },
    rights: ["lower.read"],
  },
  {
    path: partnerPaths.statements,
    component: lazyPage(() => import("#features/partner-settlement/statements-page.tsx"), "StatementsPage"),
    nav: { text: "nav.statements", icon: "history", group: "settlement" },
    rights: ["commission.read"],
  },
  {
    path: partnerPaths.ptLedger,
    component: lazyPage(() => import("#features/partner-money/pt-page.tsx"), "PTPage"),
    nav: { text: "nav.ptLedger", icon: "history", group: "settlement" },
    rights: ["money.read"],
  },
  {
    path: partnerPaths.security,
    component: lazyPage(() => import("#features/partner-security/security-page.tsx"), "SecurityPage"),
    nav: { text: "nav.security", icon: "lock", group: "own" },
  },
  {
    path: partnerPaths.messages,
    component: lazyPage(() => import("#features/partner-messages/messages-page.tsx"), "MessagesPage"),
    nav: { text: "nav.messages", icon: "mail", group: "team" },
    rights: ["message.write"],
  },
  {
    path: partnerPaths.agents,
    component: lazyPage(() => import("#features/partner-agents/agents-page.tsx"), "AgentsPage"),
    nav: { text: "nav.agents", icon: "people", group: "team" },
    rights: ["agent.modify"],
  },
];

/** The pages that a person with these rights may open. */
export function pagesFor(rights: readonly PartnerRight[]): PartnerPage[] {
  return pages.filter((page) => !page.rights || page.rights.some((one) => rights.includes(one)));
}
