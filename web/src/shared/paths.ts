/**
 * Every page address, once. The spellings are the product's (D-40). Routes are mounted from these, links lead to these.
 */
export const paths = {
  home: "/",
  signup: "/signup",
  login: "/login",
  warning: "/warning",
  preload: "/preload",
  deposit: "/winner/cash/deposit",
  withdraw: "/winner/cash/withdraw",
  deposits: "/member/mypage/charge/list",
  withdrawals: "/member/mypage/exchange/list",
  point: "/winner/point",
  pointHistory: "/member/mypage/point/list",
  messages: "/winner/messagelist",
  notices: "/winner/noticelist",
  notice: "/winner/noticedetail/$boardIdx",
  events: "/winner/eventlist",
  event: "/winner/eventdetail/$boardIdx",
  bets: "/winner/betlist",
  mypage: "/winner/mypage",
  slots: "/member/kplayslot",
  casino: "/member/live",
  game: "/member/slot/game",
  admin: "/admin",
} as const;
