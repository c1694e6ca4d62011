import { QueryClient } from "@tanstack/react-query";
import { createMemoryHistory } from "@tanstack/react-router";
import { expect, test, vi } from "vitest";
import { sessionKey } from "#features/session/session.ts";
import { store } from "#shared/store.ts";
import { toastAtom } from "#shared/ui/toast.tsx";
import { newRouter } from "../routes.tsx";

/** Where an address leads a member, and whether the way there was replaced in the history. */
async function follow(address: string) {
  const client = new QueryClient();
  client.setQueryData(sessionKey, { member: { memId: "golden7", recommendYn: "Y" } });
  const history = createMemoryHistory({ initialEntries: ["/", address] });
  const router = newRouter(client, history);
  await router.load();
  const known = router.state.matches.length > 1;
  return { to: known ? router.state.location.href : "/", steps: history.length };
}

const slotsOf = (studio: string) => `/member/kplayslot?studio=%22${studio}%22`;

/* Every address of the product's two sets and of the partner area (D-59), and where it leads a partner. */
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
  ["/member/pragslot", slotsOf("212")],
  ["/member/habanero", slotsOf("213")],
  ["/member/slot_elle", slotsOf("214")],
  ["/member/slot_quick", slotsOf("215")],
  ["/member/slot_spade", slotsOf("216")],
  ["/member/slot_playandgo", slotsOf("217")],
  ["/member/slot_worldmath", slotsOf("218")],
  ["/member/slot_microgaming", slotsOf("219")],
  ["/member/slot_ylgaming", slotsOf("220")],
  ["/member/gameway", "/member/gameway"],
  ["/member/cscenter/bettingguide", "/member/cscenter/bettingguide"],
  ["/member/cscenter/gameguide", "/member/cscenter/gameguide"],
  ["/member/rule", "/member/rule"],
  ["/member/kplayslot/201", slotsOf("201")],
  ["/member/bet/slot", "/member/kplayslot"],
  ["/member/bet/casino", "/member/live"],
  ["/member/slot/game?url=https%3A%2F%2Fgames.example%2F1", "/member/slot/game?url=https%3A%2F%2Fgames.example%2F1"],
  ["/member/live", "/member/live"],
  ["/member/esport", "/member/esport"],
  ["/member/virtualgame", "/member/virtualgame"],
  ["/member/phishinggame", "/member/phishinggame"],
  ["/member/fishinggame", "/member/phishinggame"],
  // Pages that come with the sportsbook, the minigames and the partner area.
  ["/sportsViewer/301/soccer", "/sportsViewer/301/soccer"],
  ["/minigameViewer/eos3", "/minigameViewer/eos3"],
  ["/winner/mini/play/eos3", "/winner/mini/play/eos3"],
  ["/member/bet/minigame", "/member/bet/minigame"],
  ["/member/minigame/powerball", "/member/minigame/powerball"],
  ["/member/minigame/powerladder", "/member/minigame/powerladder"],
  ["/member/minigame/speedkino", "/member/minigame/speedkino"],
  ["/member/minigame/speedkeno", "/member/minigame/speedkino"],
  ["/member/minigame/kinoladder", "/member/minigame/kinoladder"],
  ["/member/minigame/kenoladder", "/member/minigame/kinoladder"],
  ["/member/result", "/member/result"],
  ["/member/result/sport/winloose", "/member/result/sport/winloose"],
  ["/member/result/sport/handy", "/member/result/sport/handy"],
  ["/member/result/sport/underover", "/member/result/sport/underover"],
  ["/member/result/sport/special", "/member/result/sport/special"],
  ["/member/result/mini", "/member/result/mini"],
  ["/member/partner", "/member/partner"],
  ["/partner", "/partner"],
  ["/partner/mypage/rateInfo/cs", "/partner/mypage/rateInfo/cs"],
  ["/partner/mypage/rateInfo/sm", "/partner/mypage/rateInfo/sm"],
  ["/partner/lower/list", "/partner/lower/list"],
  ["/partner/lower/create", "/partner/lower/create"],
  ["/partner/bet/casino", "/partner/bet/casino"],
  ["/partner/bet/slot", "/partner/bet/slot"],
  ["/partner/bet/minigame", "/partner/bet/minigame"],
  ["/partner/reports/cash/deposit", "/partner/reports/cash/deposit"],
  ["/partner/reports/cash/withdraw", "/partner/reports/cash/withdraw"],
  ["/partner/reports/cash/send", "/partner/reports/cash/send"],
  ["/partner/reports/summary", "/partner/reports/summary"],
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
  ["/member/nothing/here", "/"],
])("%s leads to %s", async (address, page) => {
  const { to, steps } = await follow(address);
  expect(to).toBe(page);
  // Going back must not meet the old address again.
  expect(steps).toBe(2);
});

test("a member who is no partner is told so and led home from the partner area (product.txt, section 5)", async () => {
  const client = new QueryClient();
  client.setQueryData(sessionKey, { member: { memId: "golden7", recommendYn: "N" } });
  const router = newRouter(client, createMemoryHistory({ initialEntries: ["/partner/lower/list"] }));
  const told = vi.spyOn(store, "set");
  await router.load();
  expect(router.state.location.pathname).toBe("/");
  expect(told.mock.calls).toEqual([[toastAtom, { tone: "warning", text: expect.any(String) }]]);
});
