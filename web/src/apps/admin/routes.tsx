import { createRootRoute, createRoute, createRouter, type RouterHistory, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { CrashPage, RouteError } from "#shared/app/crash-page.tsx";
import { addAccountsTexts } from "#shared/i18n/accounts-texts.ts";
import { addAuditTexts } from "#shared/i18n/audit-texts.ts";
import { addCorrectionsTexts } from "#shared/i18n/corrections-texts.ts";
import { addDetailsTexts } from "#shared/i18n/details-texts.ts";
import { addNoticesTexts } from "#shared/i18n/notices-texts.ts";
import { addOfferTexts } from "#shared/i18n/offer-texts.ts";
import { addPersonTexts } from "#shared/i18n/person-texts.ts";
import { addRequestsTexts } from "#shared/i18n/requests-texts.ts";
import { addScheduleTexts } from "#shared/i18n/schedule-texts.ts";
import { addSettingsTexts } from "#shared/i18n/settings-texts.ts";
import { addTodayTexts } from "#shared/i18n/today-texts.ts";
import { addTradingTexts } from "#shared/i18n/trading-texts.ts";
import { lazyPage } from "#shared/lazy.ts";
import { paths } from "#shared/paths.ts";
import { Shell } from "./shell/shell.tsx";

/** Unknown addresses lead to the queues. */
function Unknown() {
  const router = useRouter();
  useEffect(() => void router.navigate({ href: paths.admin, replace: true }), [router]);
  return null;
}

/**
 * The back office's pages. Its router is not the registered one (that is the member site's, and there is one in a program's
 * types), so pages read their search by useSearch of shared/.
 */
const rootRoute = createRootRoute({
  component: Shell,
  errorComponent: CrashPage,
  notFoundComponent: Unknown,
});

const pages = [
  { path: paths.admin, component: lazyPage(() => import("./live-route.tsx"), "LiveRoute") },
  {
    path: paths.adminToday,
    component: lazyPage(async () => {
      await addTodayTexts();
      return import("#features/staff-today/today-page.tsx");
    }, "TodayPage"),
  },
  {
    path: paths.adminMembers,
    component: lazyPage(() => import("#features/staff-members/members-page.tsx"), "MembersPage"),
  },
  {
    path: paths.adminMember,
    component: lazyPage(async () => {
      await Promise.all([addPersonTexts(), addAuditTexts(), addDetailsTexts(), addCorrectionsTexts()]);
      return import("#features/staff-members/member-page.tsx");
    }, "MemberPage"),
  },
  {
    path: paths.adminRequests,
    component: lazyPage(async () => {
      await addRequestsTexts();
      return import("#features/staff-requests/requests-page.tsx");
    }, "RequestsPage"),
  },
  {
    path: paths.adminInquiries,
    component: lazyPage(() => import("#features/staff-inquiries/inquiries-page.tsx"), "InquiriesPage"),
  },
  {
    path: paths.adminOnline,
    component: lazyPage(() => import("#features/staff-online/online-page.tsx"), "OnlinePage"),
  },
  {
    path: paths.adminBlocks,
    component: lazyPage(() => import("#features/staff-blocks/blocks-page.tsx"), "BlocksPage"),
  },
  {
    path: paths.adminPromos,
    component: lazyPage(() => import("#features/staff-promos/promos-page.tsx"), "PromosPage"),
  },
  {
    path: paths.adminSettings,
    component: lazyPage(async () => {
      await addSettingsTexts();
      return import("#features/staff-settings/settings-page.tsx");
    }, "SettingsPage"),
  },
  {
    path: paths.adminLevels,
    component: lazyPage(async () => {
      await addSettingsTexts();
      return import("#features/staff-settings/levels-page.tsx");
    }, "LevelsPage"),
  },
  {
    path: paths.adminDepositAccounts,
    component: lazyPage(async () => {
      await addAccountsTexts();
      return import("#features/staff-deposit-accounts/deposit-accounts-page.tsx");
    }, "DepositAccountsPage"),
  },
  {
    path: paths.adminOffer,
    component: lazyPage(async () => {
      await addOfferTexts();
      return import("#features/staff-offer/offer-page.tsx");
    }, "OfferPage"),
  },
  {
    path: paths.adminSports,
    component: lazyPage(async () => {
      await Promise.all([addTradingTexts(), addCorrectionsTexts()]);
      return import("#features/staff-sports/matches-page.tsx");
    }, "MatchesPage"),
  },
  {
    path: paths.adminParked,
    component: lazyPage(async () => {
      await addTradingTexts();
      return import("#features/staff-sports/parked-page.tsx");
    }, "ParkedPage"),
  },
  {
    path: paths.adminSportsOffer,
    component: lazyPage(async () => {
      await addTradingTexts();
      return import("#features/staff-sports/offer-page.tsx");
    }, "SportsOfferPage"),
  },
  {
    path: paths.adminSwitches,
    component: lazyPage(async () => {
      await addScheduleTexts();
      return import("#features/staff-site/switches-page.tsx");
    }, "SwitchesPage"),
  },
  {
    path: paths.adminStaff,
    component: lazyPage(() => import("#features/staff-accounts/accounts-page.tsx"), "AccountsPage"),
  },
  {
    path: paths.adminApprovals,
    component: lazyPage(() => import("#features/staff-approvals/approvals-page.tsx"), "ApprovalsPage"),
  },
  {
    path: paths.adminAudit,
    component: lazyPage(async () => {
      await addAuditTexts();
      return import("#features/staff-audit/audit-page.tsx");
    }, "AuditPage"),
  },
  {
    path: paths.adminResets,
    component: lazyPage(() => import("#features/staff-resets/resets-page.tsx"), "ResetsPage"),
  },
  {
    path: paths.adminDetails,
    component: lazyPage(async () => {
      await addDetailsTexts();
      return import("#features/staff-details/details-page.tsx");
    }, "StaffDetailsPage"),
  },
  {
    path: paths.adminNotices,
    component: lazyPage(async () => {
      await addNoticesTexts();
      return import("#features/staff-notices/notices-page.tsx");
    }, "NoticesPage"),
  },
  {
    path: paths.adminContent,
    component: lazyPage(() => import("#features/staff-content/content-page.tsx"), "ContentPage"),
  },
] as const;

const routeTree = rootRoute.addChildren(pages.map((page) => createRoute({ getParentRoute: () => rootRoute, ...page })));

/** The router of the back office. Tests give a history of their own instead of the browser's. */
export function newRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history ? { history } : {}),
    defaultErrorComponent: RouteError,
    defaultPendingMs: 500,
  });
}
