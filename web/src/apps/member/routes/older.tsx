import { createRoute, redirect } from "@tanstack/react-router";
import { paths } from "#shared/paths.ts";
import { rootRoute } from "./base.tsx";

/** The product's other addresses of a page, desktop and mobile, and where it is. */
const lists = {
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
} as const;

const posts = {
  "/member/cscenter/notice/read/$boardIdx": paths.notice,
  "/member/notice/read/$boardIdx": paths.notice,
  "/member/event/read/$boardIdx": paths.event,
  "/member/cscenter/qna/read/$boardIdx": paths.inquiry,
  "/member/qna/read/$boardIdx": paths.inquiry,
} as const;

/** Who may come in is the business of the page that they lead to. */
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
  ...Object.entries(posts).map(([path, to]) =>
    createRoute({
      getParentRoute: () => rootRoute,
      path,
      beforeLoad: ({ params }) => {
        const { boardIdx = "" }: Record<string, string> = params;
        throw redirect({ to, params: { boardIdx }, replace: true });
      },
    }),
  ),
] as const;
