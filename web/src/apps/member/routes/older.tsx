import { createRoute, redirect } from "@tanstack/react-router";
import { paths } from "#shared/paths.ts";
import { rootRoute } from "./base.tsx";

/** The product's other addresses of a page, desktop and mobile, and where it is. */
const lists = {
  "/member/chargeMain/charge": paths.deposit,
  "/member/chargeMain/charge/list": paths.deposits,
  "/member/exchangeMain/exchange": paths.withdraw,
  "/member/exchangeMain/exchange/list": paths.withdrawals,
  "/member/point": paths.point,
  "/member/mypage/point/use": paths.point,
  "/member/msg": paths.messages,
  "/member/msgRead": paths.messages,
  "/member/bet/casino": paths.casino,
  "/member/bet/slot": paths.slots,
  "/member/fishinggame": paths.fishing,
  "/member/bet/minigame": paths.minigames,
  "/member/cscenter/notice": paths.notices,
  "/member/noticeList": paths.notices,
  "/member/eventList": paths.events,
  "/member/cscenter/qna": paths.inquiries,
  "/member/qnaList": paths.inquiries,
  "/member/cscenter/qna/write": paths.inquiryNew,
  "/member/qnaWrite": paths.inquiryNew,
  "/member/faq": paths.faq,
  "/member/mypage/coupon/use": paths.coupons,
  "/member/mypage/coupon/gift": paths.coupons,
  "/member/coupon": paths.coupons,
  "/member/give": paths.gifts,
  "/member/attendance": paths.attendance,
  "/member/info": paths.account,
  "/member/myinfo": paths.mypage,
  "/member/winlose": paths.winlose,
  "/member/mypage/stributor_mypage": paths.distributor,
  "/member/distributor": paths.distributor,
} as const;

/** The mobile set has a bet history for each group; here the group is a filter of the one history. */
const betLists = {
  "/member/betList/casino": "casino",
  "/member/betList/slot": "slot",
  "/member/betList/minigame": "minigame",
  [paths.sportsHistory]: "sports",
} as const;

const posts = {
  "/member/cscenter/notice/read/$boardIdx": paths.notice,
  "/member/notice/read/$boardIdx": paths.notice,
  "/member/event/read/$boardIdx": paths.event,
  "/member/cscenter/qna/read/$boardIdx": paths.inquiry,
  "/member/qna/read/$boardIdx": paths.inquiry,
} as const;

/** The redirects do not check access: the pages that they lead to do. */
export const olderRoutes = [
  ...Object.entries(lists).map(([path, to]) =>
    createRoute({
      getParentRoute: () => rootRoute,
      path,
      beforeLoad: ({ search }) => {
        throw redirect({ to, search, replace: true });
      },
    }),
  ),
  ...Object.entries(betLists).map(([path, gameType]) =>
    createRoute({
      getParentRoute: () => rootRoute,
      path,
      beforeLoad: ({ search }) => {
        throw redirect({ to: paths.bets, search: { ...search, gameType }, replace: true });
      },
    }),
  ),
  ...Object.entries(posts).map(([path, to]) =>
    createRoute({
      getParentRoute: () => rootRoute,
      path,
      beforeLoad: ({ params, search }) => {
        const { boardIdx = "" }: Record<string, string> = params;
        throw redirect({ to, params: { boardIdx }, search, replace: true });
      },
    }),
  ),
] as const;
