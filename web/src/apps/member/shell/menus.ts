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

/** The links that stand in several menus. */
const links = {
  bets: { to: paths.bets, text: "nav.bets", icon: "history" },
  inquiries: { to: paths.inquiries, text: "nav.qna", icon: "question" },
  messages: { to: paths.messages, text: "nav.messages", icon: "mail" },
  notices: { to: paths.notices, text: "nav.notices", icon: "bell" },
  events: { to: paths.events, text: "nav.events", icon: "gift" },
  point: { to: paths.point, text: "nav.points", icon: "swap" },
  mypage: { to: paths.mypage, text: "nav.mypage", icon: "user" },
  deposit: { to: paths.deposit, text: "nav.deposit", icon: "deposit" },
  withdraw: { to: paths.withdraw, text: "nav.withdraw", icon: "withdraw" },
  faq: { to: paths.faq, text: "nav.faq", icon: "info" },
} as const;

const [casino, slots] = gameGroups;

/** The pickers that the desktop's left menu begins with (product.txt, section 2). */
export const pickers = [casino, slots] as const;

/** The rest of the desktop's left menu, in the product's order. */
export const memberMenu = [
  links.bets,
  links.inquiries,
  links.messages,
  links.notices,
  links.events,
  links.point,
  links.mypage,
  links.deposit,
  links.withdraw,
] as const satisfies readonly { to: string; text: string; icon: IconName }[];

/** Under the thumb on a phone. */
export const thumbMenu = [
  links.deposit,
  links.withdraw,
  { to: paths.home, text: "nav.home", icon: "home" },
  links.inquiries,
  links.notices,
] as const satisfies readonly { to: string; text: string; icon: IconName }[];

/** All that a member can go to, by what it is about: the sheet of the mobile shell and of a narrow window. */
export const allPages = [
  {
    name: "menu.money",
    links: [
      links.deposit,
      links.withdraw,
      { to: paths.deposits, text: "nav.deposits", icon: "history" },
      { to: paths.withdrawals, text: "nav.withdrawals", icon: "history" },
      links.point,
      { to: paths.statement, text: "nav.statement", icon: "page" },
    ],
  },
  {
    name: "menu.play",
    links: [
      links.bets,
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
      links.messages,
      links.inquiries,
      links.notices,
      links.events,
      { to: paths.board, text: "nav.board", icon: "talk" },
      links.faq,
    ],
  },
  {
    name: "menu.account",
    links: [
      links.mypage,
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
  links.faq,
  { to: paths.contact, text: "nav.contact", icon: "question" },
  { to: paths.protection, text: "care.title", icon: "pause" },
] as const satisfies readonly { to: string; text: string; icon: IconName }[];

/** For members with recommendYn Y. */
export const affiliate = { to: paths.distributor, text: "nav.distributor", icon: "people" } as const;
