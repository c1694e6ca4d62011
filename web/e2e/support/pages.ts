import { paths } from "../../src/shared/paths.ts";

/** The pages that a guest may open. */
export const guestPages = [
  paths.home,
  paths.signup,
  paths.login,
  paths.faq,
  paths.contact,
  paths.reset,
  paths.protection,
  paths.terms,
  paths.privacy,
  paths.cookies,
  paths.howToGuide,
  paths.bettingGuide,
  paths.gameGuide,
  paths.houseRules,
] as const;

/** The pages that a member may open; those of one post, one inquiry or one studio are found by the test that needs them. */
export const memberPages = [
  paths.home,
  paths.deposit,
  paths.withdraw,
  paths.deposits,
  paths.withdrawals,
  paths.point,
  paths.messages,
  paths.notices,
  paths.events,
  paths.faq,
  paths.bets,
  paths.mypage,
  paths.inquiries,
  paths.inquiryNew,
  paths.board,
  paths.boardNew,
  paths.account,
  paths.coupons,
  paths.gifts,
  paths.attendance,
  paths.wheel,
  paths.winlose,
  paths.statement,
  paths.distributor,
  paths.protection,
  paths.slots,
  paths.casino,
  paths.sports,
] as const;

/** The pages of the back office, each tab of promotions included. */
export const staffPages = [
  paths.admin,
  paths.adminMembers,
  paths.adminRequests,
  ...["overview", "ledger", "logins", "audit"].map(
    (part) => `${paths.adminMember.replace("$memId", "demomember")}?part=${part}`,
  ),
  paths.adminInquiries,
  paths.adminOnline,
  paths.adminBlocks,
  paths.adminStaff,
  paths.adminAudit,
  paths.adminApprovals,
  `${paths.adminApprovals}?part=over`,
  paths.adminResets,
  `${paths.adminResets}?part=all`,
  paths.adminDetails,
  `${paths.adminDetails}?part=all`,
  paths.adminContent,
  `${paths.adminContent}?part=banners`,
  ...["coupons", "gifts", "bonuses", "attendance", "wheel", "levels"].map(
    (part) => `${paths.adminPromos}?part=${part}`,
  ),
  ...["account", "cash", "play", "points", "approvals", "site", "history"].map(
    (part) => `${paths.adminSettings}?part=${part}`,
  ),
  paths.adminDepositAccounts,
  `${paths.adminDepositAccounts}?part=views`,
  ...["vendors", "groups", "products", "games"].map((part) => `${paths.adminOffer}?part=${part}`),
  paths.adminSwitches,
] as const;
