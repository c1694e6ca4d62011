// The wire contract: every call of the product with what it takes and answers.
// Generated from the route table of the api; edit the Go types, not this file.

interface Member {
  memId: string;
  memNick: string;
  memName: string;
  siteId: string;
  memLevel: number;
  cashAmt: number;
  pointAmt: number;
  recommendYn: string;
  currency: string;
  phoneMasked: string;
  bankName: string;
  accountMasked: string;
  accountHolder: string;
  joinedAt: string;
  betLocked: boolean;
  betPermitted: boolean;
  balanceVersion: number;
}

interface PageInfo {
  page: number;
  countPerList: number;
  total: number;
  pages: number;
}

interface Session {
  token: string;
  expiresAt: string;
  topic: string;
  hubKey: string;
  shard: string;
  sid: string;
  member: Member;
  msgInfo: { newMsg: number };
}

interface AdminSession {
  token: string;
  expiresAt: string;
  topic: string;
  hubKey: string;
  shard: string;
  sid: string;
  admin: { memId: string; name: string; siteId: string; rights: string[] };
}

interface CashRow {
  idx: number;
  cashType: string;
  amount: number;
  status: number;
  depositor: string;
  bank: string;
  accountMasked: string;
  requestedAt: string;
  processedAt: string | null;
  memo: string;
  undoUntil: string | null;
}

interface AdminCashRow {
  idx: number;
  cashType: string;
  memId: string;
  memNick: string;
  memName: string;
  memLevel: number;
  amount: number;
  depositor: string;
  bank: string;
  accountNo: string;
  accountHolder: string;
  status: number;
  requestedAt: string;
  memo: string;
  memberCash: number;
}

interface AdminMemberRow {
  memId: string;
  memNick: string;
  memName: string;
  phone: string;
  bankName: string;
  accountNo: string;
  accountHolder: string;
  recommender: string;
  status: string;
  joinedAt: string;
  joinIp: string;
  lastLoginAt: string | null;
  cashAmt: number;
}

interface Balance {
  cashAmt: number;
  pointAmt: number;
  version: number;
}

interface Post {
  idx: number;
  title: string;
  content: string;
  writer: string;
  createdAt: string;
  views: number;
}

interface BoardLine {
  memIdMasked: string;
  amount: number;
  at: string;
}

interface Game {
  code: string;
  name_KOR: string;
  name_ENG: string;
  thumbnail: string;
  isNew: boolean;
  isHot: boolean;
}

interface Product {
  procId: string;
  groupCode: string;
  name: string;
  lobbySymbol: string;
  image: string;
}

interface Bet {
  idx: number;
  gameType: string;
  vendorCode: string;
  gameName: string;
  roundId: string;
  betAmt: number;
  betWinAmt: number;
  result: string;
  balanceBefore: number;
  balanceAfter: number;
  betAt: string;
}

interface Launch {
  gameGroup: string;
  vendorKey: string;
  gameKey: string;
  isMobile: number;
  lang: string;
}

interface Launched {
  gameUrl: string;
  gameurl: string;
}

interface SiteOption {
  siteId: string;
  name: string;
  currency: string;
  languages: string[];
  recommendYn: string;
  sns1: string;
  sns1Link: string;
  sns1Id: string;
  sns2: string;
  sns2Link: string;
  sns2Id: string;
  sns3: string;
  sns3Link: string;
  sns3Id: string;
  pointChangeAmtLimit: number;
  pointChangeAmtUnit: number;
  depositMin: number;
  depositMax: number;
  depositUnit: number;
  withdrawMin: number;
  withdrawMax: number;
  withdrawUnit: number;
  pinLength: number;
  exchangeClosedFrom: string;
  exchangeClosedTo: string;
  timeZone: string;
  autoLogoutMinutes: number;
  idMin: number;
  idMax: number;
  nickMin: number;
  nickMax: number;
  passMin: number;
  passMax: number;
}

type Empty = Record<string, never>;

export interface Api {
  "/api/member/guest": { req: Empty; res: { token: string; expiresAt: string; hubKey: string; sid: string; shard: string } };
  "/api/member/check": { req: { kind: string; value: string }; res: Empty };
  "/api/member/signup": {
    req: {
      memId: string;
      memPass: string;
      cashPin: string;
      memNick: string;
      memName: string;
      phone: string;
      bankName: string;
      accountNo: string;
      accountHolder: string;
      recommender: string;
      lang: string;
      agreeTerms: boolean;
    };
    res: { memId: string; status: string };
  };
  "/api/member/login": {
    req: { memId: string; memPass: string };
    res: Session & { lastLogin: { at: string; ip: string } | null };
  };
  "/api/getToken": { req: { force?: boolean }; res: Session };
  "/api/member/info": { req: Empty; res: Member };
  "/api/member/logout": { req: Empty; res: Empty };
  "/api/cash/in": { req: { amount: number; depositor: string; bank: string }; res: CashRow };
  "/api/cash/out": { req: { amount: number; cashPin: string; bank?: string }; res: CashRow };
  "/api/cash/list/": {
    req: { cashType: string; page: number; count_per_list?: number; startDate?: string; endDate?: string };
    res: { list: CashRow[]; pageInfo: PageInfo };
  };
  "/api/cash/del": { req: { idx?: number; idxList?: number[] }; res: { changed: number } };
  "/api/cash/getUserCash": { req: Empty; res: Balance };
  "/api/cash/getAcc": { req: Empty; res: { bankName: string; accountNo: string; accountHolder: string } };
  "/api/cash/rolling/remain": { req: Empty; res: { needed: number; done: number; remaining: number } };
  "/api/cash/pointChg": { req: { pointAmt: number }; res: Balance };
  "/api/cash/pointList": {
    req: { page: number; count_per_list?: number; startDate?: string; endDate?: string };
    res: {
      list: { idx: number; kind: string; amount: number; balance: number; createdAt: string }[];
      pageInfo: PageInfo;
    };
  };
  "/api/etc/siteOption": { req: Empty; res: SiteOption };
  "/api/etc/bank": { req: Empty; res: { list: { code: string; name: string }[] } };
  "/api/etc/mainInfo": {
    req: { userPageType: string };
    res: { cashListIn: BoardLine[]; cashListOut: BoardLine[]; eventList: Post[]; boardList: Post[] };
  };
  "/api/main": {
    req: Empty;
    res: {
      winners: { memIdMasked: string; game: string; amount: number; at: string }[];
      newGames: Game[];
      popularGames: Game[];
      notices: Post[];
    };
  };
  "/api/main/cashList": { req: Empty; res: { in: BoardLine[]; out: BoardLine[] } };
  "/api/main/nt/list": { req: Empty; res: { list: Post[] } };
  "/api/common/siteCheckInfo": { req: Empty; res: { inspect: boolean; code: string; text: string } };
  "/api/common/productList": { req: { groupCode: string }; res: { list: Product[] } };
  "/api/common/gameGroupCodes": { req: Empty; res: { list: { code: string; name: string }[] } };
  "/api/board/{boardType}/list": {
    req: {
      page: number;
      count_per_list?: number;
      startDate?: string;
      endDate?: string;
      searchValue?: string;
      userPageType?: string;
    };
    res: { list: Post[]; pageInfo: PageInfo; idxList: number[] };
  };
  "/api/board/{boardType}/detail": { req: { boardIdx: number }; res: Post };
  "/api/board/msgList": {
    req: { page: number; count_per_list?: number };
    res: { list: { idx: number; title: string; content: string; sentAt: string; read: boolean }[]; pageInfo: PageInfo };
  };
  "/api/board/msgRead": {
    req: { boardIdx: number };
    res: { idx: number; title: string; content: string; sentAt: string; read: boolean };
  };
  "/api/board/msgUpdate": { req: { idxList: number[]; action: string }; res: { changed: number } };
  "/api/game/gamelist": { req: { vendorKey: string; gameType: string }; res: { gameList: Game[] } };
  "/api/game/slot": { req: Launch; res: Launched };
  "/api/game/casino": { req: Launch; res: Launched };
  "/api/game/getGame/{name}": { req: Launch; res: Launched };
  "/api/game/close": { req: Empty; res: Empty };
  "/api/bet/betlist": {
    req: {
      gameType: string;
      vendorCode?: string;
      startDate?: string;
      endDate?: string;
      page: number;
      count_per_list?: number;
      oldYn?: string;
    };
    res: { list: Bet[]; pageInfo: PageInfo };
  };
  "/api/admin/login": { req: { memId: string; memPass: string; otp: string }; res: AdminSession };
  "/api/admin/getToken": { req: { force?: boolean }; res: AdminSession };
  "/api/admin/logout": { req: Empty; res: Empty };
  "/api/admin/cash/list": {
    req: { cashType: string; status: number[]; page: number; count_per_list?: number };
    res: { list: AdminCashRow[]; pageInfo: PageInfo };
  };
  "/api/admin/cash/hold": { req: { idx: number }; res: AdminCashRow };
  "/api/admin/cash/approve": { req: { idx: number }; res: AdminCashRow };
  "/api/admin/cash/refuse": { req: { idx: number; memo: string }; res: AdminCashRow };
  "/api/admin/member/list": {
    req: { status: string; search: string; page: number; count_per_list?: number };
    res: { list: AdminMemberRow[]; pageInfo: PageInfo };
  };
  "/api/admin/member/approve": { req: { memId: string }; res: Empty };
  "/api/admin/member/refuse": { req: { memId: string; memo: string }; res: Empty };
  "/api/admin/member/lock": { req: { memId: string; locked: boolean; permitted: boolean }; res: Empty };
  "/api/admin/member/logout": { req: { memId: string }; res: Empty };
  "/api/admin/message/send": { req: { memId: string; title: string; content: string }; res: Empty };
  "/api/admin/site/inspect": { req: { on: boolean }; res: { inspect: boolean } };
  "/api/admin/site/status": {
    req: Empty;
    res: { inspect: boolean; online: number; pendingSignups: number; pendingIn: number; pendingOut: number };
  };
}

export type Code =
  | "200"
  | "9999"
  | "S001"
  | "S002"
  | "S003"
  | "S004"
  | "S005"
  | "S006"
  | "S007"
  | "S009"
  | "U001"
  | "U002"
  | "U003"
  | "U004"
  | "U005"
  | "U006"
  | "U007"
  | "U008"
  | "U009"
  | "U010"
  | "U011"
  | "U012"
  | "U013"
  | "U014"
  | "U015"
  | "U016"
  | "U017"
  | "U018"
  | "U019"
  | "U020"
  | "U021"
  | "U022"
  | "U023"
  | "U025"
  | "U026"
  | "U027"
  | "U028"
  | "U029"
  | "U030"
  | "U031"
  | "U032"
  | "U101"
  | "U102"
  | "U103"
  | "U104"
  | "U105"
  | "U106"
  | "U112"
  | "U113"
  | "U114"
  | "U115"
  | "U116"
  | "U117"
  | "U118"
  | "U119"
  | "M001"
  | "M002"
  | "E001"
  | "E002"
  | "B001"
  | "B002"
  | "B003"
  | "B1001"
  | "B1002"
  | "B6000"
  | "B6001"
  | "B6002"
  | "B6003"
  | "B6005"
  | "B0099"
  | "B9999"
  | "C001"
  | "C003"
  | "C004"
  | "C005"
  | "C006"
  | "C007"
  | "C008"
  | "C009"
  | "C010"
  | "C011"
  | "C012"
  | "C013"
  | "C014"
  | "C015"
  | "C016"
  | "C017"
  | "C018"
  | "C019"
  | "C020"
  | "C028"
  | "P001"
  | "P002"
  | "P003"
  | "G001"
  | "G002"
  | "G003"
  | "G004"
  | "G005"
  | "G006"
  | "G007"
  | "G008"
  | "G009"
  | "G010"
  | "G012"
  | "G9999"
  | "TK999"
  | "RATE_LIMIT_MAX"
  | "RATE_LIMIT_MIN"
  | "RATE_LIMIT_EXCEPTION"
  | "BET_LIMIT_MIN"
  | "BET_LIMIT_MAX"
  | "WIN_LIMIT_MAX"
  | "U033"
  | "U034";

export type EventCmd =
  | "CASH"
  | "MSG"
  | "LOCK_BET_YN"
  | "LOGOUT"
  | "INSPECT"
  | "TK999"
  | "U017"
  | "RESYNC"
  | "MARQUEE"
  | "CASHLIST"
  | "QUEUE"
  | "JOIN"
  | "LOGIN"
  | "LEAVE"
  | "CASHREQ";
