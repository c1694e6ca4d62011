import type { Res } from "#shared/api/client.ts";
import type { Right } from "#shared/api/contract.gen.ts";
import { paths } from "#shared/paths.ts";
import { queued } from "#shared/staff/status.ts";
import type { IconName } from "#shared/ui/icon.tsx";

/** The groups of the navigation, from top to bottom. */
export const groups = ["requests", "members", "money", "sports", "site", "team"] as const;

type Text =
  | "approvals"
  | "audit"
  | "blocks"
  | "content"
  | "depositAccounts"
  | "details"
  | "inquiries"
  | "levels"
  | "live"
  | "matches"
  | "members"
  | "notices"
  | "offer"
  | "online"
  | "parked"
  | "promos"
  | "requests"
  | "resets"
  | "settings"
  | "sportsOffer"
  | "staff"
  | "switches"
  | "today";

interface StaffPage {
  to: string;
  text: `nav.${Text}`;
  icon: IconName;
  group: (typeof groups)[number];
  /** The rights of which the page needs one; without them every member of staff may open it. */
  right?: readonly Right[];
  /** How many wait there for staff with these rights. */
  badge?(status: Res<"/api/admin/site/status">, rights: readonly Right[]): number;
}

/** The pages of the back office in the order of the navigation. */
const pages: readonly StaffPage[] = [
  { to: paths.adminToday, text: "nav.today", icon: "chart", group: "requests" },
  { to: paths.admin, text: "nav.live", icon: "bell", group: "requests", badge: queued },
  {
    to: paths.adminApprovals,
    text: "nav.approvals",
    icon: "check",
    group: "requests",
    badge: (status) => status.pendingApprovals,
  },
  {
    to: paths.adminResets,
    text: "nav.resets",
    icon: "question",
    group: "requests",
    right: ["reset"],
    badge: (status) => status.pendingResets,
  },
  {
    to: paths.adminDetails,
    text: "nav.details",
    icon: "edit",
    group: "requests",
    right: ["reset"],
    badge: (status) => status.pendingDetails,
  },
  { to: paths.adminInquiries, text: "nav.inquiries", icon: "talk", group: "requests", right: ["inquiry"] },
  { to: paths.adminMembers, text: "nav.members", icon: "people", group: "members", right: ["member"] },
  { to: paths.adminOnline, text: "nav.online", icon: "device", group: "members", right: ["member"] },
  { to: paths.adminBlocks, text: "nav.blocks", icon: "block", group: "members", right: ["block"] },
  { to: paths.adminRequests, text: "nav.requests", icon: "history", group: "money", right: ["cash"] },
  { to: paths.adminPromos, text: "nav.promos", icon: "gift", group: "money", right: ["gift", "promo"] },
  { to: paths.adminDepositAccounts, text: "nav.depositAccounts", icon: "wallet", group: "money", right: ["account"] },
  { to: paths.adminSports, text: "nav.matches", icon: "ball", group: "sports", right: ["sports"] },
  { to: paths.adminParked, text: "nav.parked", icon: "warning", group: "sports", right: ["sports"] },
  { to: paths.adminSportsOffer, text: "nav.sportsOffer", icon: "edit", group: "sports", right: ["sports"] },
  { to: paths.adminContent, text: "nav.content", icon: "page", group: "site", right: ["content"] },
  { to: paths.adminSettings, text: "nav.settings", icon: "settings", group: "site", right: ["settings"] },
  { to: paths.adminLevels, text: "nav.levels", icon: "people", group: "site", right: ["settings"] },
  { to: paths.adminOffer, text: "nav.offer", icon: "slots", group: "site", right: ["offer"] },
  { to: paths.adminSwitches, text: "nav.switches", icon: "pause", group: "site", right: ["maintenance"] },
  { to: paths.adminStaff, text: "nav.staff", icon: "lock", group: "team", right: ["staff"] },
  {
    to: paths.adminNotices,
    text: "nav.notices",
    icon: "bell",
    group: "team",
    right: ["staff"],
    badge: (status) => status.unseenNotices,
  },
  { to: paths.adminAudit, text: "nav.audit", icon: "history", group: "team", right: ["audit"] },
];

/** The pages that staff with these rights may open. */
export function pagesFor(rights: readonly Right[]): StaffPage[] {
  return pages.filter(({ right }) => !right || right.some((one) => rights.includes(one)));
}
