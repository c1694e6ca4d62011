import { QueryClient } from "@tanstack/react-query";
import { createMemoryHistory } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { sessionKey } from "#features/session/session.ts";
import { newRouter } from "../routes.tsx";

/** Where an address leads a member, and whether the way there was replaced in the history. */
async function follow(address: string) {
  const client = new QueryClient();
  client.setQueryData(sessionKey, { member: { memId: "golden7" } });
  const history = createMemoryHistory({ initialEntries: ["/", address] });
  const router = newRouter(client, history);
  await router.load();
  const known = router.state.matches.length > 1;
  return { to: known ? router.state.location.href : "/", steps: history.length };
}

/*
 * Every address of the product's two sets (D-59) whose page exists, and where it leads. The addresses of pages that do not exist
 * yet (live casino, e-sport, virtual, fishing, minigames, sports viewers, results, guides, the partner area) lead home.
 */
test.each([
  ["/", "/"],
  ["/preload", "/preload"],
  ["/warning", "/warning"],
  ["/winner/mypage", "/winner/mypage"],
  ["/winner/point", "/winner/point"],
  ["/winner/qnaList", "/winner/qnaList"],
  ["/winner/qnadetail/7", "/winner/qnadetail/7"],
  ["/winner/qnawrite", "/winner/qnawrite"],
  ["/winner/noticelist", "/winner/noticelist"],
  ["/winner/noticedetail/7", "/winner/noticedetail/7"],
  ["/winner/eventlist", "/winner/eventlist"],
  ["/winner/eventdetail/7", "/winner/eventdetail/7"],
  ["/winner/betlist", "/winner/betlist"],
  ["/winner/messagelist", "/winner/messagelist"],
  ["/winner/cash/deposit", "/winner/cash/deposit"],
  ["/winner/cash/withdraw", "/winner/cash/withdraw"],
  ["/member/stributor", "/member/stributor"],
  ["/member/distributor", "/member/stributor"],
  ["/member/attendendance", "/member/attendendance"],
  ["/member/attendance", "/member/attendendance"],
  ["/member/rotary", "/member/rotary"],
  ["/member/kplayslot", "/member/kplayslot"],
  ["/member/pragslot", "/member/kplayslot"],
  ["/member/habanero", "/member/kplayslot"],
  ["/member/slot_elle", "/member/kplayslot"],
  ["/member/slot_quick", "/member/kplayslot"],
  ["/member/slot_spade", "/member/kplayslot"],
  ["/member/slot_playandgo", "/member/kplayslot"],
  ["/member/slot_worldmath", "/member/kplayslot"],
  ["/member/slot_microgaming", "/member/kplayslot"],
  ["/member/slot_ylgaming", "/member/kplayslot"],
  ["/member/bet/slot", "/member/kplayslot"],
  ["/member/board", "/member/board"],
  ["/member/board/read/7", "/member/board/read/7"],
  ["/member/board/write", "/member/board/write"],
  ["/member/cscenter/notice", "/winner/noticelist"],
  ["/member/cscenter/notice/read/7", "/winner/noticedetail/7"],
  ["/member/cscenter/qna", "/winner/qnaList"],
  ["/member/cscenter/qna/write", "/winner/qnawrite"],
  ["/member/cscenter/qna/read/7", "/winner/qnadetail/7"],
  ["/member/cscenter/faq", "/member/cscenter/faq"],
  ["/member/mypage/betting/list", "/winner/betlist"],
  ["/member/mypage/charge/list", "/member/mypage/charge/list"],
  ["/member/mypage/exchange/list", "/member/mypage/exchange/list"],
  ["/member/mypage/stributor_mypage", "/member/stributor"],
  ["/member/mypage/winlose", "/member/mypage/winlose"],
  ["/member/mypage/coupon/use", "/member/mypage/coupon/list"],
  ["/member/mypage/coupon/gift", "/member/mypage/coupon/list"],
  ["/member/mypage/coupon/list", "/member/mypage/coupon/list"],
  ["/member/mypage/point/use", "/winner/point"],
  ["/member/mypage/point/list", "/winner/point"],
  ["/member/mypage/point/change", "/winner/point"],
  ["/member/mypage/message/list", "/winner/messagelist"],
  ["/member/mypage/message/read?boardIdx=7", "/winner/messagelist?boardIdx=7&read=7"],
  ["/member/mypage/info", "/member/mypage/info"],
  ["/member/mypage/give", "/member/mypage/give"],
  // The mobile set.
  ["/member/betList/casino", "/winner/betlist?gameType=casino"],
  ["/member/betList/slot", "/winner/betlist?gameType=slot"],
  ["/member/betList/minigame", "/winner/betlist?gameType=minigame"],
  ["/member/sports/history", "/winner/betlist?gameType=sports"],
  ["/member/chargeMain/charge", "/winner/cash/deposit"],
  ["/member/chargeMain/charge/list", "/member/mypage/charge/list"],
  ["/member/exchangeMain/exchange", "/winner/cash/withdraw"],
  ["/member/exchangeMain/exchange/list", "/member/mypage/exchange/list"],
  ["/member/point", "/winner/point"],
  ["/member/coupon", "/member/mypage/coupon/list"],
  ["/member/msg", "/winner/messagelist"],
  ["/member/msgRead?boardIdx=7", "/winner/messagelist?boardIdx=7&read=7"],
  ["/member/qnaList", "/winner/qnaList"],
  ["/member/qna/read/7", "/winner/qnadetail/7"],
  ["/member/qnaWrite", "/winner/qnawrite"],
  ["/member/noticeList", "/winner/noticelist"],
  ["/member/notice/read/7", "/winner/noticedetail/7"],
  ["/member/eventList", "/winner/eventlist"],
  ["/member/event/read/7", "/winner/eventdetail/7"],
  ["/member/faq", "/member/cscenter/faq"],
  ["/member/winlose", "/member/mypage/winlose"],
  ["/member/info", "/member/mypage/info"],
  ["/member/myinfo", "/winner/mypage"],
  ["/member/give", "/member/mypage/give"],
  // Signup and login are for guests: a member is led home.
  ["/signup", "/"],
  ["/login", "/"],
  // The query is kept.
  ["/member/noticeList?page=3", "/winner/noticelist?page=3"],
  ["/member/chargeMain/charge/list?page=2", "/member/mypage/charge/list?page=2"],
  ["/member/betList/slot?period=week", "/winner/betlist?period=week&gameType=slot"],
  // Unknown.
  ["/member/live", "/"],
  ["/member/nothing/here", "/"],
])("%s leads to %s", async (address, page) => {
  const { to, steps } = await follow(address);
  expect(to).toBe(page);
  // Going back must not meet the old address again.
  expect(steps).toBe(2);
});
