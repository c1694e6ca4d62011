import { paths } from "#shared/paths.ts";
import type { IconName } from "#shared/ui/icon.tsx";

/** A place of the site, which has a colour of its own (tokens.css). */
export type Place = "casino" | "slots" | "sports" | "minigame" | "money";

/** The groups of games, in the product's order. */
export const gameGroups = [
  { to: paths.casino, text: "nav.casino", icon: "cards", place: "casino" },
  { to: paths.slots, text: "nav.slots", icon: "slots", place: "slots" },
  { to: paths.sports, text: "nav.sports", icon: "ball", place: "sports" },
  { to: paths.minigames, text: "nav.minigame", icon: "dice", place: "minigame" },
  { to: paths.esport, text: "nav.esports", icon: "pad", place: "sports" },
  { to: paths.virtual, text: "nav.virtual", icon: "screen", place: "sports" },
  { to: paths.fishing, text: "nav.fishing", icon: "fish", place: "slots" },
] as const satisfies readonly { to: string; text: string; icon: IconName; place: Place }[];

/** The pickers that the desktop's left menu begins with (product.txt, section 2). */
export const pickers = [
  { to: paths.casino, text: "nav.casino", icon: "cards", place: "casino" },
  { to: paths.slots, text: "nav.slots", icon: "slots", place: "slots" },
] as const satisfies readonly { to: string; text: string; icon: IconName; place: Place }[];

/** The rest of the desktop's left menu, in the product's order. */
export const memberMenu = [
  { to: paths.bets, text: "nav.bets", icon: "history" },
  { to: paths.inquiries, text: "nav.qna", icon: "question" },
  { to: paths.messages, text: "nav.messages", icon: "mail" },
  { to: paths.notices, text: "nav.notices", icon: "bell" },
  { to: paths.events, text: "nav.events", icon: "gift" },
  { to: paths.point, text: "nav.points", icon: "swap" },
  { to: paths.mypage, text: "nav.mypage", icon: "user" },
  { to: paths.deposit, text: "nav.deposit", icon: "deposit" },
  { to: paths.withdraw, text: "nav.withdraw", icon: "withdraw" },
] as const satisfies readonly { to: string; text: string; icon: IconName }[];

/** Under the thumb on a phone. */
export const thumbMenu = [
  { to: paths.deposit, text: "nav.deposit", icon: "deposit" },
  { to: paths.withdraw, text: "nav.withdraw", icon: "withdraw" },
  { to: paths.home, text: "nav.home", icon: "home" },
  { to: paths.inquiries, text: "nav.qna", icon: "question" },
  { to: paths.notices, text: "nav.notices", icon: "bell" },
] as const satisfies readonly { to: string; text: string; icon: IconName }[];

/** All that a member can go to, by what it is about: the sheet of the mobile shell and of a narrow window. */
export const allPages = [
  {
    name: "menu.money",
    links: [
      { to: paths.deposit, text: "nav.deposit", icon: "deposit" },
      { to: paths.withdraw, text: "nav.withdraw", icon: "withdraw" },
      { to: paths.deposits, text: "nav.deposits", icon: "history" },
      { to: paths.withdrawals, text: "nav.withdrawals", icon: "history" },
      { to: paths.point, text: "nav.points", icon: "swap" },
      { to: paths.statement, text: "nav.statement", icon: "page" },
    ],
  },
  {
    name: "menu.play",
    links: [
      { to: paths.bets, text: "nav.bets", icon: "history" },
      { to: paths.sportsHistory, text: "nav.sports.history", icon: "ball" },
      { to: paths.winlose, text: "nav.winlose", icon: "chart" },
      { to: paths.attendance, text: "nav.attendance", icon: "check" },
      { to: paths.wheel, text: "nav.wheel", icon: "dice" },
      { to: paths.coupons, text: "nav.coupons", icon: "gift" },
      { to: paths.gifts, text: "nav.gifts", icon: "star" },
    ],
  },
  {
    name: "menu.talk",
    links: [
      { to: paths.messages, text: "nav.messages", icon: "mail" },
      { to: paths.inquiries, text: "nav.qna", icon: "question" },
      { to: paths.notices, text: "nav.notices", icon: "bell" },
      { to: paths.events, text: "nav.events", icon: "gift" },
      { to: paths.board, text: "nav.board", icon: "talk" },
      { to: paths.faq, text: "nav.faq", icon: "info" },
    ],
  },
  {
    name: "menu.account",
    links: [
      { to: paths.mypage, text: "nav.mypage", icon: "user" },
      { to: paths.account, text: "nav.account", icon: "lock" },
      { to: paths.protection, text: "care.limits", icon: "pause" },
    ],
  },
] as const satisfies readonly {
  name: string;
  links: readonly { to: string; text: string; icon: IconName }[];
}[];

/** The pages for guests. */
export const guestPages = [
  { to: paths.faq, text: "nav.faq", icon: "info" },
  { to: paths.contact, text: "nav.contact", icon: "question" },
  { to: paths.protection, text: "care.title", icon: "pause" },
] as const satisfies readonly { to: string; text: string; icon: IconName }[];

/** For members with recommendYn Y. */
export const affiliate = { to: paths.distributor, text: "nav.distributor", icon: "people" } as const;
