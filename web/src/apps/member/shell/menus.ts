import { paths } from "#shared/paths.ts";
import type { IconName } from "#shared/ui/icon.tsx";

/** The games of the header; `code` is the product's group. A group without a page yet says so when it is pressed. */
export const gameGroups = [
  { code: "casino", text: "nav.casino", icon: "cards" },
  { code: "slot", text: "nav.slots", icon: "slots", to: paths.slots },
  { code: "sports", text: "nav.sports", icon: "ball" },
  { code: "minigame", text: "nav.minigame", icon: "dice" },
  { code: "esport", text: "nav.esports", icon: "pad" },
  { code: "virtual", text: "nav.virtual", icon: "screen" },
  { code: "fishing", text: "nav.fishing", icon: "fish" },
] as const satisfies readonly { code: string; text: string; icon: IconName; to?: string }[];

/** The member's own menu at the left. */
export const memberMenu = [
  { to: paths.deposit, text: "nav.deposit", icon: "deposit" },
  { to: paths.withdraw, text: "nav.withdraw", icon: "withdraw" },
  { to: paths.bets, text: "nav.bets", icon: "history" },
  { to: paths.winlose, text: "nav.winlose", icon: "chart" },
  { to: paths.point, text: "nav.points", icon: "swap" },
  { to: paths.messages, text: "nav.messages", icon: "mail" },
  { to: paths.inquiries, text: "nav.qna", icon: "question" },
  { to: paths.notices, text: "nav.notices", icon: "bell" },
  { to: paths.events, text: "nav.events", icon: "gift" },
  { to: paths.board, text: "nav.board", icon: "talk" },
  { to: paths.mypage, text: "nav.mypage", icon: "user" },
] as const satisfies readonly { to: string; text: string; icon: IconName }[];

/** Besides, for partners. */
export const partnerMenu = { to: paths.distributor, text: "nav.distributor", icon: "people" } as const;

/** Under the thumb on a phone. */
export const thumbMenu = [
  { to: paths.deposit, text: "nav.deposit", icon: "deposit" },
  { to: paths.withdraw, text: "nav.withdraw", icon: "withdraw" },
  { to: paths.home, text: "nav.home", icon: "home" },
  { to: paths.inquiries, text: "nav.qna", icon: "question" },
  { to: paths.notices, text: "nav.notices", icon: "bell" },
] as const satisfies readonly { to: string; text: string; icon: IconName }[];
