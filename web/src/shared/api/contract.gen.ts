// The wire contract: every call of the product with what it takes and answers.
// Generated from the route table of the api by `go generate ./api`; edit the Go types, not this file.

type Empty = Record<string, never>;

interface AcceptAnswer {
  accept: string;
}

interface AcceptRequest {
  accept: string;
}

interface Account {
  bankName: string;
  accountNo: string;
  accountHolder: string;
  until: string;
}

interface AdminAccountAddRequest {
  bank: string;
  accountNo: string;
  accountHolder: string;
}

interface AdminAccountListAnswer {
  list: AdminAccountRow[];
}

interface AdminAccountMoveRequest {
  idx: number;
  version: number;
  forward: boolean;
}

interface AdminAccountRotateRequest {
  idx: number;
  version: number;
  offIdx: number;
  offVersion: number;
  reason: string;
}

interface AdminAccountRow {
  idx: number;
  bank: string;
  accountNo: string;
  accountHolder: string;
  active: boolean;
  version: number;
  since: string | null;
  shown: number;
  deposits: number;
  amount: number;
  open: number;
}

interface AdminAccountSwitchRequest {
  idx: number;
  version: number;
  active: boolean;
  noneLeft?: boolean;
  reason: string;
}

interface AdminAccountView {
  id: number;
  memId: string;
  idx: number;
  bank: string;
  accountNo: string;
  ip: string;
  at: string;
  until: string;
}

interface AdminAccountViewsAnswer {
  list: AdminAccountView[];
  pageInfo: Info;
}

interface AdminAccountViewsRequest {
  memId?: string;
  idx?: number;
  page?: number;
  count_per_list?: number;
}

interface AdminApprovalAccount {
  bank: string;
  accountNo: string;
  accountHolder: string;
}

interface AdminApprovalBonus {
  rule: string;
  unit: string;
  amount: number;
  turnover: number;
}

interface AdminApprovalCashFacts {
  idx: number;
  memName: string;
  depositor: string;
  bank: string;
  accountNo: string;
  accountHolder: string;
  nameDiffers: boolean;
  requestedAt: string;
  memberCash: number;
  turnover: number;
  reopened: number;
  owed: number;
  bonuses: AdminApprovalBonus[];
}

interface AdminApprovalCoupons {
  count: number;
  members: string[];
  amount: number;
  rolling: number;
  days: number;
}

interface AdminApprovalDetails {
  idx: number;
  kind: string;
  before: AdminCallerDetails;
  after: AdminCallerDetails;
}

interface AdminApprovalListAnswer {
  list: AdminApprovalRow[];
  pageInfo: Info;
}

interface AdminApprovalListRequest {
  over?: boolean;
  own?: boolean;
  page?: number;
  count_per_list?: number;
}

interface AdminApprovalProvider {
  act: string;
  vendor: string;
  family: string;
  networks: string[];
  key: string;
  kind: string;
  print: string;
  overlapHours: number;
}

interface AdminApprovalRefuseRequest {
  idx: number;
  version: number;
  reason: string;
}

interface AdminApprovalRequest {
  idx: number;
  version: number;
}

interface AdminApprovalReset {
  idx: number;
  secret: string;
}

interface AdminApprovalRow {
  idx: number;
  kind: string;
  target: string;
  memId: string;
  currency: string;
  unit: string;
  amount: number;
  reason: string;
  state: string;
  version: number;
  askedBy: string;
  askedAt: string;
  expiresAt: string;
  decidedBy: string;
  decidedAt: string | null;
  note: string;
  code: string;
  at: string | null;
  before: Values;
  after: Values;
  account: AdminApprovalAccount | null;
  replaces: AdminApprovalAccount | null;
  promo: Change | null;
  coupons: AdminApprovalCoupons | null;
  reset: AdminApprovalReset | null;
  details: AdminApprovalDetails | null;
  move: Move | null;
  power: AskedPower | null;
  result: EnteredResult | null;
  market: VoidedMarket | null;
  correction: Asked | null;
  win: Decision | null;
  provider: AdminApprovalProvider | null;
  debts: Debt[];
  cash: AdminApprovalCashFacts | null;
}

interface AdminApprovalRule {
  act: string;
  right: Right;
  kind: string;
  bound: string;
  one: boolean;
  from: number;
  done: number;
}

interface AdminApprovalRulesAnswer {
  list: AdminApprovalRule[];
}

interface AdminAuditExportRequest {
  actor?: string;
  action?: string;
  target?: string;
  memId?: string;
  startDate?: string;
  endDate?: string;
}

interface AdminAuditFault {
  idx: number;
  missing: boolean;
}

interface AdminAuditListAnswer {
  list: AdminAuditRow[];
  pageInfo: Info;
}

interface AdminAuditListRequest {
  actor?: string;
  action?: string;
  target?: string;
  memId?: string;
  startDate?: string;
  endDate?: string;
  page?: number;
  count_per_list?: number;
}

interface AdminAuditRow {
  idx: number;
  at: string;
  actor: string;
  ip: string;
  action: string;
  target: string;
  detail: Record<string, unknown>;
}

interface AdminAuditVerifyAnswer {
  from: number;
  to: number;
  since: string | null;
  complete: boolean;
  faults: AdminAuditFault[];
}

interface AdminAuditVerifyRequest {
  upTo?: number;
}

interface AdminBlockAddRequest {
  kind: string;
  value: string;
  reason: string;
  hours?: number;
}

interface AdminBlockClearAnswer {
  removed: number;
}

interface AdminBlockListAnswer {
  list: AdminBlockRow[];
  pageInfo: Info;
}

interface AdminBlockListRequest {
  kind?: string;
  search?: string;
  page?: number;
  count_per_list?: number;
}

interface AdminBlockRemoveRequest {
  id: number;
}

interface AdminBlockRow {
  id: number;
  kind: string;
  value: string;
  reason: string;
  blockedBy: string;
  at: string;
  until: string | null;
  over: boolean;
}

interface AdminBoardDecideRequest {
  idx: number;
  comment?: boolean;
  hide: boolean;
}

interface AdminBoardListAnswer {
  list: AdminBoardRow[];
  pageInfo: Info;
}

interface AdminBoardListRequest {
  boardType: string;
  searchValue?: string;
  page?: number;
  count_per_list?: number;
}

interface AdminBoardPublishRequest {
  idx: number;
  published: boolean;
}

interface AdminBoardReportedRow {
  idx: number;
  comment: boolean;
  postIdx: number;
  boardType: string;
  title: string;
  content: string;
  writer: string;
  memId: string;
  deleted: boolean;
  total: number;
  reports: AdminBoardSaid[];
}

interface AdminBoardReportsAnswer {
  list: AdminBoardReportedRow[];
  pageInfo: Info;
}

interface AdminBoardReportsRequest {
  page?: number;
  count_per_list?: number;
}

interface AdminBoardRow {
  idx: number;
  version: number;
  texts: AdminBoardText[];
  everyone: boolean;
  category: string;
  writer: string;
  memId: string;
  views: number;
  pinned: boolean;
  published: boolean;
  deleted: boolean;
  createdAt: string;
  since: string | null;
  until: string | null;
}

interface AdminBoardSaid {
  memId: string;
  reason: string;
  words: string;
  content: string;
  createdAt: string;
}

interface AdminBoardSaveRequest {
  idx?: number;
  boardType: string;
  version?: number;
  texts: AdminBoardText[];
  everyone: boolean;
  category?: string;
  pinned?: boolean;
  published: boolean;
  since?: string | null;
  until?: string | null;
}

interface AdminBoardSavedAnswer {
  idx: number;
}

interface AdminBoardText {
  lang?: string;
  title: string;
  content?: string;
  image?: string;
  draft?: boolean;
  checked?: boolean;
  status?: string;
}

interface AdminCallerDetails {
  memName: string;
  phone: string;
  bankName: string;
  accountNo: string;
  accountHolder: string;
}

interface AdminCashApproveRequest {
  idx: number;
  memId: string;
  amount: number;
  requestedAt: string;
  reason?: string;
}

interface AdminCashBackgroundAnswer {
  bonuses: AdminCashExpectedBonus[];
  deposits: AdminCashTotal;
  withdrawals: AdminCashTotal;
  net: number;
  first: boolean;
  reopened: number;
  second: boolean;
  owed: number;
  turnover: number;
  payoutRefusal: string;
  handledBy: string;
  askedBy: string;
  shared: AdminCashShared[];
  sharedMore: boolean;
  requests: AdminCashLastRequest[];
  bets: AdminCashLastBet[];
  language: string;
  reasons: AdminCashReason[];
}

interface AdminCashBackgroundRequest {
  idx: number;
}

interface AdminCashCursor {
  at: string;
  idx: number;
}

interface AdminCashExpectedBonus {
  rule: string;
  unit: string;
  amount: number;
  turnover: number;
}

interface AdminCashExportRequest {
  cashType?: string;
  status?: number[];
  minAmount?: number;
  maxAmount?: number;
  memId?: string;
  handledBy?: string;
  startDate?: string;
  endDate?: string;
}

interface AdminCashLastBet {
  idx: number;
  gameName: string;
  stake: number;
  payout: number;
  state: string;
  at: string;
}

interface AdminCashLastRequest {
  idx: number;
  cashType: string;
  amount: number;
  status: number;
  requestedAt: string;
  processedBy: string;
  memo: string;
}

interface AdminCashListAnswer {
  list: AdminCashRow[];
  pageInfo: Info;
}

interface AdminCashListRequest {
  cashType?: string;
  status?: number[];
  memId?: string;
  search?: string;
  row?: number;
  startDate?: string;
  endDate?: string;
  page?: number;
  count_per_list?: number;
}

interface AdminCashReason {
  template: string;
  text: string;
  memberText: string;
}

interface AdminCashRefuseRequest {
  idx: number;
  memId: string;
  amount: number;
  requestedAt: string;
  template?: string;
  memo?: string;
}

interface AdminCashRequest {
  idx: number;
  memId: string;
  amount: number;
  requestedAt: string;
}

interface AdminCashRequestRow {
  idx: number;
  cashType: string;
  memId: string;
  memNick: string;
  amount: number;
  status: number;
  depositor: string;
  bank: string;
  accountNo: string;
  accountHolder: string;
  requestedAt: string;
  processedAt: string | null;
  processedBy: string;
  memo: string;
}

interface AdminCashRequestsAnswer {
  list: AdminCashRequestRow[];
  totals: AdminCashStatusTotal[];
  next: AdminCashCursor | null;
}

interface AdminCashRequestsRequest {
  cashType?: string;
  status?: number[];
  minAmount?: number;
  maxAmount?: number;
  memId?: string;
  handledBy?: string;
  startDate?: string;
  endDate?: string;
  after?: AdminCashCursor | null;
  count?: number;
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
  nameDiffers: boolean;
  status: number;
  requestedAt: string;
  memo: string;
  processedAt: string | null;
  processedBy: string;
  memberCash: number;
  inBreak: boolean;
  turnoverOpen: number;
  forfeited: number;
  forfeitedPoints: number;
}

interface AdminCashShared {
  memId: string;
  memNick: string;
  status: string;
  address: boolean;
  device: boolean;
  account: boolean;
}

interface AdminCashStatusTotal {
  cashType: string;
  status: number;
  count: number;
  amount: number;
}

interface AdminCashTotal {
  count: number;
  amount: number;
}

interface AdminCommissionDay {
  day: string;
  statements: number;
  open: number;
  amount: number;
  paid: number;
  waiting: number;
  madeAt: string;
}

interface AdminCommissionDaysAnswer {
  list: AdminCommissionDay[];
  more: boolean;
  job: AdminCommissionJob | null;
}

interface AdminCommissionDaysRequest {
  before?: string;
}

interface AdminCommissionDecideRequest {
  memId: string;
  day: string;
  was?: string;
  becomes: string;
  amount: number | null;
  reason?: string;
}

interface AdminCommissionJob {
  settled: string;
  summedAt: string;
  unsettled: number;
  open: number;
}

interface AdminCommissionListAnswer {
  list: AdminCommissionStatement[];
  more: boolean;
}

interface AdminCommissionListRequest {
  day: string;
  state?: string;
  behind?: string;
}

interface AdminCommissionPayAnswer {
  paid: number;
  asked: number;
}

interface AdminCommissionPayRequest {
  day: string;
}

interface AdminCommissionStatement {
  memId: string;
  memNick: string;
  partnerLevel: number;
  no: number;
  bets: number;
  stake: number;
  payout: number;
  valid: number;
  bonus: number;
  rolling: number;
  losing: number;
  carriedIn: number;
  carriedOut: number;
  owedIn: number;
  repaid: number;
  owedOut: number;
  offset: number;
  amount: number;
  left: number;
  state: string;
  decidedBy: string;
  decidedAt: string | null;
  reason: string;
  debts: Debt[];
}

interface AdminContentBannerListAnswer {
  list: AdminContentBannerRow[];
  pageInfo: Info;
}

interface AdminContentBannerRow {
  idx?: number;
  version?: number;
  texts: AdminContentText[];
  everyone: boolean;
  link: string;
  ord: number;
  active: boolean;
  since: string | null;
  until: string | null;
}

interface AdminContentDeleteRequest {
  idx: number;
}

interface AdminContentPictureAnswer {
  image: string;
  width: number;
  height: number;
}

interface AdminContentPictureCursor {
  at: string;
  hash: string;
}

interface AdminContentPictureListAnswer {
  list: AdminContentPictureRow[];
  next: AdminContentPictureCursor | null;
}

interface AdminContentPictureListRequest {
  after?: AdminContentPictureCursor | null;
  count?: number;
}

interface AdminContentPictureRow {
  image: string;
  width: number;
  height: number;
  uploadedAt: string;
}

interface AdminContentPopupListAnswer {
  list: AdminContentPopupRow[];
  pageInfo: Info;
}

interface AdminContentPopupRow {
  idx?: number;
  popupType: string;
  version?: number;
  texts: AdminContentText[];
  everyone: boolean;
  link: string;
  ord: number;
  active: boolean;
  since: string | null;
  until: string | null;
}

interface AdminContentSavedAnswer {
  idx: number;
}

interface AdminContentText {
  lang: string;
  title: string;
  content?: string;
  image?: string;
  draft?: boolean;
  checked?: boolean;
  status?: string;
}

interface AdminCorrectionAnswer {
  cash: number;
  points: number;
}

interface AdminCorrectionRequest {
  requestId: string;
  memId: string;
  unit: string;
  take: boolean;
  amount: number;
  reason: string;
}

interface AdminCouponIssueAnswer {
  batch: number;
  coupons: number;
}

interface AdminCouponIssueRequest {
  requestId: string;
  memIds?: string[];
  count?: number;
  unit: string;
  amount: number;
  rolling: number;
  giftable?: boolean;
  days: number;
  note?: string;
}

interface AdminCouponListAnswer {
  list: AdminCouponRow[];
  pageInfo: Info;
}

interface AdminCouponListRequest {
  batch?: number;
  state?: string;
  memId?: string;
  startDate?: string;
  endDate?: string;
  page?: number;
  count_per_list?: number;
}

interface AdminCouponRevokeRequest {
  idx: number;
}

interface AdminCouponRow {
  idx: number;
  batch: number;
  code: string;
  memId: string;
  unit: string;
  amount: number;
  rolling: number;
  giftable: boolean;
  note: string;
  state: string;
  givenBy: string;
  issuedBy: string;
  issuedAt: string;
  expiresAt: string;
  closedAt: string | null;
}

interface AdminDetailsApproveRequest {
  idx: number;
}

interface AdminDetailsListAnswer {
  list: AdminDetailsRow[];
  pageInfo: Info;
}

interface AdminDetailsListRequest {
  all?: boolean;
  memId?: string;
  startDate?: string;
  endDate?: string;
  page?: number;
  count_per_list?: number;
}

interface AdminDetailsReason {
  template: string;
  text: string;
  memberText: string;
}

interface AdminDetailsReasonsAnswer {
  list: AdminDetailsReason[];
}

interface AdminDetailsReasonsRequest {
  lang: string;
  memberLang: string;
}

interface AdminDetailsRefuseRequest {
  idx: number;
  template?: string;
  memo?: string;
}

interface AdminDetailsRow {
  idx: number;
  kind: string;
  memId: string;
  memNick: string;
  lang: string;
  before: AdminCallerDetails;
  after: AdminCallerDetails;
  state: string;
  ip: string;
  ipKnown: boolean;
  userAgent: string;
  askedAt: string;
  expiresAt: string;
  joinedAt: string;
  lastLoginAt: string | null;
  lastLoginIp: string;
  changedAt: string | null;
  resetAt: string | null;
  heldUntil: string | null;
  others: number;
  openOut: number;
  decidedBy: string;
  closedAt: string | null;
  reason: string;
}

interface AdminDocumentConsent {
  kind: string;
  version: number;
  at: string;
}

interface AdminDocumentConsentsAnswer {
  list: AdminDocumentConsent[];
}

interface AdminDocumentConsentsRequest {
  memId: string;
}

interface AdminDocumentPublishRequest {
  kind: string;
  version: number;
  texts: AdminDocumentText[];
}

interface AdminDocumentText {
  lang: string;
  title: string;
  content: string;
}

interface AdminDocumentTextsAnswer {
  list: AdminDocumentText[];
}

interface AdminDocumentTextsRequest {
  kind: string;
  version: number;
}

interface AdminDocumentVersion {
  kind: string;
  version: number;
  publishedAt: string;
  publishedBy: string;
}

interface AdminDocumentVersionsAnswer {
  list: AdminDocumentVersion[];
}

interface AdminGiftListAnswer {
  list: AdminGiftRow[];
  pageInfo: Info;
}

interface AdminGiftListRequest {
  memId?: string;
  page?: number;
  count_per_list?: number;
}

interface AdminGiftRow {
  idx: number;
  byStaff: boolean;
  sender: string;
  memId: string;
  pointAmt: number;
  memo: string;
  state: string;
  sentAt: string;
  expiresAt: string;
  closedAt: string | null;
}

interface AdminGiftSendRequest {
  requestId: string;
  memId: string;
  pointAmt: number;
  memo?: string;
  days: number;
}

interface AdminInquiryAnswerRequest {
  idx: number;
  content: string;
}

interface AdminInquiryCloseRequest {
  idx: number;
  closed: boolean;
}

interface AdminInquiryGuest {
  contactKind: string;
  contact: string;
  account: string;
}

interface AdminInquiryIdxRequest {
  idx: number;
}

interface AdminInquiryImage {
  idx: number;
  width: number;
  height: number;
}

interface AdminInquiryListAnswer {
  list: AdminInquiryRow[];
  pageInfo: Info;
}

interface AdminInquiryListRequest {
  status?: string;
  guests?: boolean;
  page?: number;
  count_per_list?: number;
}

interface AdminInquiryMessage {
  staff: string;
  content: string;
  images: AdminInquiryImage[];
  createdAt: string;
}

interface AdminInquiryRow {
  idx: number;
  memId: string;
  guest: AdminInquiryGuest | null;
  category: string;
  lang: string;
  title: string;
  content: string;
  status: string;
  answer: string;
  answeredBy: string;
  answeredAt: string | null;
  createdAt: string;
}

interface AdminInquirySample {
  idx?: number;
  version?: number;
  name: string;
  texts: AdminInquirySampleText[];
}

interface AdminInquirySampleSaved {
  idx: number;
}

interface AdminInquirySampleText {
  lang: string;
  content: string;
}

interface AdminInquirySamplesAnswer {
  list: AdminInquirySample[];
}

interface AdminInquiryThreadAnswer {
  images: AdminInquiryImage[];
  messages: AdminInquiryMessage[];
}

interface AdminLevelListAnswer {
  list: AdminLevelRow[];
}

interface AdminLevelRow {
  level: number;
  members: number;
}

interface AdminMaintenanceListAnswer {
  list: AdminMaintenanceWindow[];
  pageInfo: Info;
}

interface AdminMaintenanceSaveAnswer {
  id: number;
}

interface AdminMaintenanceSaveRequest {
  id?: number;
  version?: number;
  name: string;
  begins: string;
  ends: string;
  announceMinutes?: number;
  texts?: AdminMaintenanceText[];
  reason: string;
}

interface AdminMaintenanceStepRequest {
  id: number;
  version: number;
  step: string;
}

interface AdminMaintenanceText {
  lang: string;
  text: string;
}

interface AdminMaintenanceWindow {
  id: number;
  name: string;
  name_KOR: string;
  name_ENG: string;
  state: string;
  begins: string;
  ends: string;
  announceMinutes: number;
  texts: AdminMaintenanceText[];
  reason: string;
  version: number;
  setBy: string;
  finished: string | null;
}

interface AdminMemberCardAnswer {
  memId: string;
  memNick: string;
  partner: boolean;
  recommender: string;
  status: string;
  statusAt: string;
  statusBy: string;
  statusReason: string;
  settings: AdminMemberSettings;
  version: number;
  testSince: string | null;
  testBy: string;
  testReason: string;
  notes: AdminMemberNote[];
}

interface AdminMemberLedgerAnswer {
  list: AdminMemberLedgerRow[];
  pageInfo: Info;
  totals: AdminMemberLedgerTotal[];
}

interface AdminMemberLedgerRow {
  no: number;
  at: string;
  unit: string;
  kind: string;
  amount: number;
  balance: number;
  ref: string;
  source: string;
}

interface AdminMemberLedgerTotal {
  unit: string;
  inAmt: number;
  outAmt: number;
}

interface AdminMemberListAnswer {
  list: AdminMemberRow[];
  pageInfo: Info;
}

interface AdminMemberListRequest {
  status?: string;
  level?: number;
  search?: string;
  page?: number;
  count_per_list?: number;
}

interface AdminMemberLockRequest {
  memId: string;
  locked: boolean;
  permitted: boolean;
}

interface AdminMemberLoginRow {
  at: string;
  ip: string;
  result: string;
}

interface AdminMemberLoginsAnswer {
  sessions: AdminMemberSessionRow[];
  list: AdminMemberLoginRow[];
  pageInfo: Info;
}

interface AdminMemberLoginsRequest {
  memId: string;
  startDate?: string;
  endDate?: string;
  page?: number;
  count_per_list?: number;
}

interface AdminMemberMoveRequest {
  memId: string;
  from: string;
  recommender: string;
  reason: string;
}

interface AdminMemberNote {
  by: string;
  content: string;
  at: string;
}

interface AdminMemberNoteRequest {
  memId: string;
  content: string;
}

interface AdminMemberPartnerRequest {
  memId: string;
  reason: string;
}

interface AdminMemberPersonRequest {
  memId: string;
  row?: number;
  startDate?: string;
  endDate?: string;
  page?: number;
  count_per_list?: number;
}

interface AdminMemberRefuseRequest {
  memId: string;
  memo?: string;
}

interface AdminMemberRequest {
  memId: string;
}

interface AdminMemberRoundRow {
  idx: number;
  gameName: string;
  roundId: string;
  slip: boolean;
  stake: number;
  payout: number;
  result: string;
  balanceBefore: number;
  balanceAfter: number;
  at: string;
}

interface AdminMemberRoundTotals {
  stake: number;
  payout: number;
  openStake: number;
}

interface AdminMemberRoundsAnswer {
  list: AdminMemberRoundRow[];
  pageInfo: Info;
  totals: AdminMemberRoundTotals;
  row: number;
}

interface AdminMemberRoundsRequest {
  memId: string;
  row?: number;
  startDate?: string;
  endDate?: string;
  page?: number;
  count_per_list?: number;
  move?: string;
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
  betLocked: boolean;
  betPermitted: boolean;
  locked: boolean;
  test: boolean;
}

interface AdminMemberSessionRow {
  since: string;
  seen: string;
  ip: string;
  userAgent: string;
}

interface AdminMemberSettings {
  level: number;
  login: boolean;
  withdraw: boolean;
  recommend: boolean;
}

interface AdminMemberSettingsRequest {
  memId: string;
  version: number;
  level: number;
  login: boolean;
  withdraw: boolean;
  recommend: boolean;
  reason: string;
}

interface AdminMemberStatusRequest {
  memId: string;
  status: string;
  reason: string;
}

interface AdminMemberTestRequest {
  memId: string;
  reason: string;
}

interface AdminMessageListAnswer {
  list: AdminMessageRow[];
  pageInfo: Info;
}

interface AdminMessageListRequest {
  memId: string;
  startDate?: string;
  endDate?: string;
  page?: number;
  count_per_list?: number;
}

interface AdminMessageRow {
  idx: number;
  title: string;
  content: string;
  sentAt: string;
  readAt: string | null;
  deletedAt: string | null;
}

interface AdminMessageSendRequest {
  memId: string;
  title: string;
  content: string;
}

interface AdminMinigameDay {
  day: string;
  game: string;
  bets: number;
  stakes: number;
  paid: number;
  voids: number;
  void: number;
}

interface AdminMinigamePerformanceAnswer {
  days: AdminMinigameDay[];
  returns: AdminMinigameReturn[];
}

interface AdminMinigamePerformanceRequest {
  days?: number;
}

interface AdminMinigameReturn {
  game: string;
  bets: number;
  paid: number;
  stated: number;
  deviation: number;
}

interface AdminMinigameRound {
  game: string;
  no: number;
  rules: number;
  chain: string;
  index: number;
  commitment: string;
  beaconChain: string;
  beaconRound: number;
  opensAt: string;
  closesAt: string;
  drawsAt: string;
  state: string;
  seed: string;
  signature: string;
  outcome: Outcome | null;
  endedAt: string | null;
  reason: string;
  endedBy: string;
  settledAt: string | null;
  bets: number;
  stakes: number;
  paid: number;
}

interface AdminMinigameRoundsAnswer {
  list: AdminMinigameRound[];
  pageInfo: Info;
}

interface AdminMinigameRoundsRequest {
  gameCode: string;
  page?: number;
  count_per_list?: number;
}

interface AdminMinigameVoidRequest {
  gameCode: string;
  no: number;
  reason: string;
}

interface AdminNoticeListAnswer {
  list: AdminNoticeRow[];
  pageInfo: Info;
}

interface AdminNoticeListRequest {
  page?: number;
  count_per_list?: number;
}

interface AdminNoticeRow {
  idx: number;
  kind: string;
  memId: string;
  about: string;
  ip: string;
  looks: number;
  at: string;
  seen: boolean;
}

interface AdminNoticeSeeRequest {
  idx: number;
  oldestIdx?: number;
}

interface AdminOfferAddGameRequest {
  code: string;
  procId: string;
  name_KOR: string;
  name_ENG: string;
  thumbnail: string;
}

interface AdminOfferAddProductRequest {
  procId: string;
  vendor: string;
  groupCode: string;
  name: string;
  image: string;
}

interface AdminOfferAddVendorRequest {
  id: string;
  family: string;
  networks: string[];
}

interface AdminOfferCallFigures {
  count: number;
  failed: number;
  rejected: number;
  p50: number;
  p95: number;
  failing: boolean;
}

interface AdminOfferChangeRequest {
  code: string;
  gameVersion: number;
  ord: number;
  isNew: boolean;
  isHot: boolean;
  thumbnail: string;
}

interface AdminOfferDebt {
  txId: string;
  memId: string;
  memNick: string;
  currency: string;
  amount: number;
  repaid: number;
  at: string;
  idx: number;
  gameName: string;
}

interface AdminOfferDebtCursor {
  at: string;
  txId: string;
}

interface AdminOfferDebtsAnswer {
  list: AdminOfferDebt[];
  next: AdminOfferDebtCursor | null;
}

interface AdminOfferDebtsRequest {
  vendor: string;
  after?: AdminOfferDebtCursor | null;
  count?: number;
}

interface AdminOfferDecideWinRequest {
  idx: number;
  pay: boolean;
  reason: string;
}

interface AdminOfferEndKeyRequest {
  vendor: string;
  id: string;
}

interface AdminOfferGame {
  code: string;
  name_KOR: string;
  name_ENG: string;
  thumbnail: string;
  isNew: boolean;
  isHot: boolean;
  ord: number;
  procId: string;
  product: string;
  vendor: string;
  groupCode: string;
  gameVersion: number;
  within: string;
  off: boolean;
  version: number;
  setBy: string;
  reason: string;
  setAt: string | null;
  withdrawn: boolean;
}

interface AdminOfferGamesAnswer {
  list: AdminOfferGame[];
  pageInfo: Info;
}

interface AdminOfferGamesRequest {
  text?: string;
  procId?: string;
  vendor?: string;
  onlyOff?: boolean;
  page?: number;
  count_per_list?: number;
}

interface AdminOfferGroup {
  code: string;
  products: number;
  off: boolean;
  version: number;
  setBy: string;
  reason: string;
  setAt: string | null;
  withdrawn: boolean;
}

interface AdminOfferKey {
  id: string;
  kind: string;
  from: string;
  until: string | null;
}

interface AdminOfferListAnswer {
  vendors: AdminOfferVendor[];
  groups: AdminOfferGroup[];
  products: AdminOfferProduct[];
  protocols: AdminOfferProtocol[];
  waits: AdminOfferWaiting[];
}

interface AdminOfferProduct {
  procId: string;
  vendor: string;
  groupCode: string;
  name: string;
  games: number;
  off: boolean;
  version: number;
  setBy: string;
  reason: string;
  setAt: string | null;
  withdrawn: boolean;
}

interface AdminOfferProtocol {
  family: string;
  listed: boolean;
}

interface AdminOfferRotateAnswer {
  made: string;
}

interface AdminOfferRotateRequest {
  vendor: string;
  id: string;
  kind: string;
  given?: string;
  overlapHours: number;
}

interface AdminOfferRound {
  idx: number;
  roundId: string;
  memId: string;
  memNick: string;
  gameName: string;
  currency: string;
  stake: number;
  since: string;
}

interface AdminOfferRoundCursor {
  at: string;
  idx: number;
}

interface AdminOfferRoundsAnswer {
  list: AdminOfferRound[];
  next: AdminOfferRoundCursor | null;
}

interface AdminOfferRoundsRequest {
  vendor: string;
  after?: AdminOfferRoundCursor | null;
  count?: number;
}

interface AdminOfferSwitchRequest {
  kind: string;
  key: string;
  off: boolean;
  version: number;
  reason: string;
}

interface AdminOfferTransfer {
  id: string;
  memId: string;
  memNick: string;
  currency: string;
  direction: string;
  amount: number;
  reason: string;
  asked: number;
  createdAt: string;
  askAt: string;
}

interface AdminOfferTransferCursor {
  at: string;
  id: string;
}

interface AdminOfferTransfersAnswer {
  list: AdminOfferTransfer[];
  next: AdminOfferTransferCursor | null;
}

interface AdminOfferTransfersRequest {
  vendor: string;
  after?: AdminOfferTransferCursor | null;
  count?: number;
}

interface AdminOfferVendor {
  id: string;
  family: string;
  products: number;
  keys: AdminOfferKey[];
  networks: string[];
  transfers: number;
  transferAmount: number;
  oldestTransfer: string | null;
  debts: number;
  debtAmount: number;
  wins: number;
  winAmount: number;
  oldestWin: string | null;
  rounds: number;
  roundStake: number;
  oldestRound: string | null;
  calls: AdminOfferVendorCalls | null;
  off: boolean;
  version: number;
  setBy: string;
  reason: string;
  setAt: string | null;
  withdrawn: boolean;
}

interface AdminOfferVendorCalls {
  ours: AdminOfferCallFigures;
  theirs: AdminOfferCallFigures;
}

interface AdminOfferWaiting {
  act: string;
  vendor: string;
  key: string;
  askedBy: string;
  askedAt: string;
}

interface AdminOfferWin {
  idx: number;
  txId: string;
  roundId: string;
  memId: string;
  memNick: string;
  gameName: string;
  currency: string;
  amount: number;
  why: string;
  since: string;
}

interface AdminOfferWinCursor {
  at: string;
  idx: number;
}

interface AdminOfferWinsAnswer {
  list: AdminOfferWin[];
  next: AdminOfferWinCursor | null;
}

interface AdminOfferWinsRequest {
  vendor: string;
  after?: AdminOfferWinCursor | null;
  count?: number;
}

interface AdminPartnerAnswer {
  pt: number;
}

interface AdminPartnerCardAnswer {
  memId: string;
  memNick: string;
  partnerLevel: number;
  upline: string[];
  rights: AdminPartnerRights;
  pt: number;
  owed: number;
  logins: AdminPartnerLogin[];
  current: AdminPartnerTerms;
  above: AdminPartnerTerms | null;
  history: AdminPartnerTerms[];
}

interface AdminPartnerCardRequest {
  memId: string;
}

interface AdminPartnerLogin {
  login: string;
  name: string;
  active: boolean;
  locked: boolean;
  enrolledAt: string | null;
  lastLoginAt: string | null;
}

interface AdminPartnerNode {
  memId: string;
  memNick: string;
  partner: boolean;
  partnerLevel: number;
  status: string;
  cashAmt: number;
  members: number;
  partners: number;
  cash: number;
  online: number;
}

interface AdminPartnerRatesRequest {
  memId: string;
  rates: RateForm;
  insuredFrom?: number;
  insuredPart?: number;
  reason: string;
}

interface AdminPartnerRequest {
  requestId: string;
  memId: string;
  amount: number;
  reason: string;
}

interface AdminPartnerResetRequest {
  memId: string;
  reason: string;
}

interface AdminPartnerRights {
  pay: boolean;
  dayMax: number;
  approve: boolean;
  version: number;
}

interface AdminPartnerRightsRequest {
  memId: string;
  pay: boolean;
  dayMax: number;
  approve: boolean;
  version: number;
  reason: string;
}

interface AdminPartnerTerms {
  rates: RateForm;
  insuredFrom: number;
  insuredPart: number;
  since: string | null;
  until: string | null;
  lockedUntil: string | null;
  by: string;
  byStaff: boolean;
  reason: string;
}

interface AdminPartnerTreeAnswer {
  list: AdminPartnerNode[];
  next: string;
}

interface AdminPartnerTreeRequest {
  node?: string;
  after?: string;
}

interface AdminPersonalShowAnswer {
  list: AdminPersonalValue[];
}

interface AdminPersonalShowRequest {
  subject: string;
  id: string;
  fields: string[];
  purpose?: string;
  words?: string;
}

interface AdminPersonalValue {
  field: string;
  value: string;
  before: string;
}

interface AdminPromoAttendanceSetting {
  version: number;
  active: boolean;
  points: number;
  streaks: AdminPromoStreakRow[];
}

interface AdminPromoBonusSetting {
  version: number;
  rule: string;
  active: boolean;
  unit: string;
  rates: number[];
  cap: number;
  minDeposit: number;
  turnover: number;
}

interface AdminPromoPrizeRow {
  label: string;
  points: number;
  weight: number;
}

interface AdminPromoSaveAttendanceRequest {
  version: number;
  active: boolean;
  points: number;
  streaks: AdminPromoStreakRow[];
  reason?: string;
}

interface AdminPromoSaveBonusRequest {
  version: number;
  rule: string;
  active: boolean;
  unit: string;
  rates: number[];
  cap: number;
  minDeposit: number;
  turnover: number;
  reason?: string;
}

interface AdminPromoSaveWheelRequest {
  version: number;
  active: boolean;
  prizes: AdminPromoPrizeRow[];
  reason?: string;
}

interface AdminPromoSettingsAnswer {
  bonuses: AdminPromoBonusSetting[];
  attendance: AdminPromoAttendanceSetting;
  wheel: AdminPromoWheelSetting;
  stamps: Record<string, AdminPromoStamped>;
  secondPerson: boolean;
  waiting: AdminPromoWaiting[];
}

interface AdminPromoStamped {
  setBy: string;
  setAt: string | null;
}

interface AdminPromoStreakRow {
  days: number;
  points: number;
}

interface AdminPromoWaiting {
  idx: number;
  change: Change;
  reason: string;
  askedBy: string;
  askedAt: string;
  expiresAt: string;
}

interface AdminPromoWheelSetting {
  version: number;
  active: boolean;
  prizes: AdminPromoPrizeRow[];
}

interface AdminProtectionAnswer {
  limits: AdminProtectionLimit[];
  timeoutUntil: string | null;
  excludedUntil: string | null;
  excluded: boolean;
  minutes: number;
  inBreak: boolean;
  timeouts: number[];
  changes: AdminProtectionChange[];
}

interface AdminProtectionChange {
  at: string;
  action: string;
  kind: string;
  days: number;
  before: number | null;
  after: number | null;
  until: string | null;
  staff: string;
  reason: string;
}

interface AdminProtectionLimit {
  kind: string;
  days: number;
  amount: number;
  used: number;
  setAt: string;
  pendingAmount: number | null;
  pendingFrom: string | null;
  pendingUntil: string | null;
}

interface AdminProtectionLimitRequest {
  memId: string;
  kind: string;
  days: number;
  amount: number;
  reason: string;
}

interface AdminProtectionRequest {
  memId: string;
}

interface AdminProtectionTimeoutRequest {
  memId: string;
  days: number;
  reason: string;
}

interface AdminResetConfirmRequest {
  idx: number;
}

interface AdminResetListAnswer {
  list: AdminResetRow[];
  pageInfo: Info;
}

interface AdminResetListRequest {
  all?: boolean;
  page?: number;
  count_per_list?: number;
}

interface AdminResetRefuseRequest {
  idx: number;
  reason: string;
}

interface AdminResetRow {
  idx: number;
  memId: string;
  memNick: string;
  memName: string;
  phone: string;
  accountNo: string;
  secret: string;
  bySecret: boolean;
  state: string;
  ip: string;
  ipKnown: boolean;
  userAgent: string;
  askedAt: string;
  expiresAt: string;
  joinedAt: string;
  lastLoginAt: string | null;
  lastLoginIp: string;
  decidedBy: string;
  decidedAt: string | null;
  note: string;
  doneAt: string | null;
}

interface AdminSessionAdmin {
  memId: string;
  name: string;
  siteId: string;
  rights: Right[];
}

interface AdminSessionBeginAnswer {
  secret: string;
  address: string;
}

interface AdminSessionBeginRequest {
  memId: string;
  memPass: string;
}

interface AdminSessionConfirmAnswer {
  until: string;
}

interface AdminSessionConfirmRequest {
  otp: string;
}

interface AdminSessionEnrolAnswer {
  token: string;
  expiresAt: string;
  topic: string;
  hubKey: string;
  shard: string;
  sid: string;
  admin: AdminSessionAdmin;
  enrol?: boolean;
  recoveryCodes: string[];
}

interface AdminSessionEnrolRequest {
  memId: string;
  memPass: string;
  newPass: string;
  otp: string;
}

interface AdminSessionLoginRequest {
  memId: string;
  memPass: string;
  otp: string;
}

interface AdminSessionRenewRequest {
  force?: boolean;
}

interface AdminSessionSession {
  token: string;
  expiresAt: string;
  topic: string;
  hubKey: string;
  shard: string;
  sid: string;
  admin: AdminSessionAdmin;
  enrol?: boolean;
}

interface AdminSettingsAnswer {
  version: number;
  values: Values;
  defaults: Values;
  limits: AdminSettingsLimit[];
  secondPerson: string[];
  fixed: AdminSettingsFixed;
}

interface AdminSettingsCancelRequest {
  idx: number;
  reason: string;
}

interface AdminSettingsFixed {
  currency: string;
  timeZone: string;
  country: string;
  pinLength: number;
}

interface AdminSettingsHistoryAnswer {
  list: AdminSettingsRow[];
  pageInfo: Info;
}

interface AdminSettingsHistoryRequest {
  option?: string;
  page?: number;
  count_per_list?: number;
}

interface AdminSettingsLimit {
  option: string;
  min: number;
  max: number;
}

interface AdminSettingsPlan {
  idx: number;
  state: string;
  at: string;
  setBy: string;
  approvedBy: string;
  setAt: string;
  before: Values;
  after: Values;
  note: string;
  finished: string | null;
  finishedBy: string;
  reason: string;
  version: number | null;
  code: string;
  params: Record<string, string>;
}

interface AdminSettingsPlansAnswer {
  list: AdminSettingsPlan[];
  pageInfo: Info;
}

interface AdminSettingsRestoreRequest {
  version: number;
  restore: number;
  option?: string;
  note?: string;
}

interface AdminSettingsRow {
  version: number;
  setBy: string;
  approvedBy: string;
  setAt: string;
  before: Values;
  after: Values;
  note: string;
  restores: number | null;
}

interface AdminSettingsSaveRequest {
  version: number;
  values: Values;
  note?: string;
  at?: string | null;
}

interface AdminSiteMaintenanceAnswer {
  inspect: boolean;
}

interface AdminSiteMaintenanceRequest {
  on: boolean;
  reason?: string;
}

interface AdminSitePauseAnswer {
  paused: string[];
}

interface AdminSitePauseRequest {
  function: string;
  on: boolean;
  reason?: string;
}

interface AdminSiteStatusAnswer {
  inspect: boolean;
  paused: string[];
  ready: boolean;
  online: number;
  pendingSignups: number;
  pendingIn: number;
  pendingOut: number;
  pendingPt: number;
  pendingResets: number;
  pendingDetails: number;
  pendingApprovals: number;
  unseenNotices: number;
}

interface AdminSiteSwitchRow {
  name: string;
  code: string;
  on: boolean;
  setBy: string;
  reason: string;
  setAt: string | null;
}

interface AdminSiteSwitchesAnswer {
  list: AdminSiteSwitchRow[];
}

interface AdminSportsAfter {
  startsAt: string;
  eventIdx: number;
}

interface AdminSportsCorrectRequest {
  eventIdx?: number;
  betIdx?: number;
  undo?: boolean;
  aged?: boolean;
  version: number;
  bets: number;
  gain: number;
  loss: number;
  reason: string;
}

interface AdminSportsCorrectionRequest {
  eventIdx?: number;
  betIdx?: number;
  undo?: boolean;
  aged?: boolean;
}

interface AdminSportsFeed {
  feed: string;
  refused: number;
  stored: number;
  seen: number;
  lastAt: string;
}

interface AdminSportsFeedsAnswer {
  list: AdminSportsFeed[];
}

interface AdminSportsHoldRequest {
  eventIdx: number;
  hold: boolean;
  reason: string;
}

interface AdminSportsMarket {
  marketIdx: number;
  kind: string;
  period: string;
  unit: string;
  line: number;
  state: string;
  bets: number;
  stakes: number;
  voidedBy: string;
  voidReason: string;
  voidedAt: string | null;
}

interface AdminSportsMarketsAnswer {
  list: AdminSportsMarket[];
}

interface AdminSportsMarketsRequest {
  eventIdx: number;
}

interface AdminSportsMatch {
  eventIdx: number;
  sport: string;
  unit: string;
  innerUnit: string;
  parts: string[];
  halves: boolean;
  overtime: boolean;
  leagueIdx: number;
  leagueName: string;
  country: string;
  home: string;
  away: string;
  progress: Progress;
  feed: string;
  feedId: string;
  heldBy: string;
  off: boolean;
  margin: number;
  parked: number;
  voided: number;
  result: AdminSportsResult | null;
  open: AdminSportsOpen;
  otherwise: AdminSportsOtherwise;
}

interface AdminSportsMatchesAnswer {
  list: AdminSportsMatch[];
  next: AdminSportsAfter | null;
}

interface AdminSportsMatchesRequest {
  state: string;
  sport?: string;
  leagueIdx?: number;
  search?: string;
  after?: AdminSportsAfter | null;
  count?: number;
}

interface AdminSportsName {
  idx: number;
  name: string;
  country: string;
  off: boolean;
  sportOff: boolean;
  margin: number;
}

interface AdminSportsNamesAnswer {
  list: AdminSportsName[];
  sportOff: boolean;
}

interface AdminSportsNamesRequest {
  kind: string;
  sport: string;
  search?: string;
}

interface AdminSportsOfferRequest {
  sport: string;
  leagueIdx: number;
  off: boolean;
  margin?: number | null;
  reason: string;
}

interface AdminSportsOpen {
  bets: number;
  stakes: number;
  pays: number;
  winner: AdminSportsOutcome[];
}

interface AdminSportsOtherwise {
  voids: number;
  late: number;
  others: number;
}

interface AdminSportsOutcome {
  key: string;
  bets: number;
  stakes: number;
  pays: number;
  worst: number;
}

interface AdminSportsParked {
  idx: number;
  feed: string;
  kind: string;
  feedId: string;
  reason: string;
  times: number;
  firstAt: string;
  lastAt: string;
  body: string;
  sport: string;
  league: string;
  home: string;
  away: string;
  unknown: Unknown[];
}

interface AdminSportsParkedAfter {
  lastAt: string;
  idx: number;
}

interface AdminSportsParkedAnswer {
  list: AdminSportsParked[];
  next: AdminSportsParkedAfter | null;
}

interface AdminSportsParkedRequest {
  reason?: string;
  after?: AdminSportsParkedAfter | null;
  count?: number;
}

interface AdminSportsPattern {
  idx: number;
  kind: string;
  eventIdx: number;
  home: string;
  away: string;
  selection: PatternSelection | null;
  memId: string;
  bets: number;
  members: number;
  stakes: number;
  firstAt: string;
  lastAt: string;
}

interface AdminSportsPatternAfter {
  lastAt: string;
  idx: number;
}

interface AdminSportsPatternsAnswer {
  list: AdminSportsPattern[];
  next: AdminSportsPatternAfter | null;
}

interface AdminSportsPatternsRequest {
  kind?: string;
  after?: AdminSportsPatternAfter | null;
  count?: number;
}

interface AdminSportsPlacedRequest {
  eventIdx: number;
  marketIdx: number;
  from: string;
  to: string;
}

interface AdminSportsRestartFeedRequest {
  feed: string;
  reason: string;
}

interface AdminSportsResult {
  void: string;
  full: Score;
  half: Score | null;
  halfOpen?: boolean;
  scores?: Record<string, Score>;
  version: number;
  source: string;
  setBy: string;
  endedAt: string;
}

interface AdminSportsResultRequest {
  eventIdx: number;
  version: number;
  full: Score;
  half: Score | null;
  void?: string;
  halfOpen?: boolean;
  scores?: Record<string, Score>;
  source: string;
  reason: string;
}

interface AdminSportsSettlePatternRequest {
  idx: number;
  note: string;
}

interface AdminSportsSettleRequest {
  idx: number;
  how: string;
  name?: string;
  teamIdx?: number;
  leagueIdx?: number;
}

interface AdminSportsUndoPlacedRequest {
  idx: number;
  reason: string;
}

interface AdminSportsVoidPlacedRequest {
  eventIdx: number;
  marketIdx: number;
  from: string;
  to: string;
  version: number;
  bets: number;
  gain: number;
  loss: number;
  stakes: number;
  paid: number;
  goOn: number;
  reason: string;
}

interface AdminSportsVoidRequest {
  eventIdx: number;
  marketIdx: number;
  undo?: boolean;
  reason: string;
}

interface AdminStaffAccount {
  memId: string;
  name: string;
  title?: string;
  rights: Right[];
  active: boolean;
  version: number;
  oneTimeUntil: string | null;
  otpLocked: boolean;
  recoveryCodes: number;
  createdAt: string;
  passChangedAt: string | null;
  lastLoginAt: string | null;
  lastLoginIp: string;
  reviewedAt: string | null;
  reviewedBy: string;
  looks: number;
}

interface AdminStaffActiveRequest {
  memId: string;
  active: boolean;
  reason: string;
}

interface AdminStaffAddRequest {
  memId: string;
  name: string;
  title?: string;
  rights: Right[];
}

interface AdminStaffChangeRequest {
  memId: string;
  version: number;
  name: string;
  title?: string;
  rights: Right[];
}

interface AdminStaffListAnswer {
  list: AdminStaffAccount[];
}

interface AdminStaffOneRequest {
  memId: string;
}

interface AdminStaffOneTimeAnswer {
  password: string;
  until: string;
}

interface AdminStaffRecoverRequest {
  memId: string;
  reason: string;
}

interface AdminTodayAnswer {
  asOf: string;
  online: number;
  waiting: AdminTodayQueue[];
  figures: AdminTodayFigures | null;
  start: AdminTodayStart | null;
}

interface AdminTodayCompared {
  now: number;
  earlier: number;
}

interface AdminTodayDay {
  day: string;
  in: number;
  out: number;
  stake: number;
  payout: number;
  ggr: number;
  open: number;
}

interface AdminTodayFigures {
  began: string;
  in: AdminTodayCompared;
  out: AdminTodayCompared;
  inCount: number;
  outCount: number;
  joined: AdminTodayCompared;
  stake: AdminTodayCompared;
  payout: AdminTodayCompared;
  ggr: AdminTodayCompared;
  open: AdminTodayCompared;
  products: AdminTodayProduct[];
  days: AdminTodayDay[];
}

interface AdminTodayProduct {
  procId: string;
  name: string;
  groupCode: string;
  bets: number;
  stake: AdminTodayCompared;
  payout: number;
  ggr: number;
  open: number;
}

interface AdminTodayQueue {
  kind: string;
  count: number;
  oldest: string;
}

interface AdminTodayStart {
  hosts: string[];
  currency: string;
  timeZone: string;
  languages: string[];
  steps: AdminTodayStep[];
}

interface AdminTodayStep {
  step: string;
  done: boolean;
}

interface AdminTransferListAnswer {
  list: AdminTransferRow[];
  pageInfo: Info;
}

interface AdminTransferRow {
  id: string;
  memId: string;
  vendor: string;
  direction: string;
  amount: number;
  reason: string;
  asked: number;
  createdAt: string;
  askAt: string;
}

interface AdminViewDeleteRequest {
  idx: number;
}

interface AdminViewListAnswer {
  list: AdminViewView[];
}

interface AdminViewListRequest {
  list: string;
}

interface AdminViewLook {
  columns: Record<string, boolean>;
  density: string;
}

interface AdminViewRenameRequest {
  idx: number;
  name: string;
}

interface AdminViewReplaceRequest {
  idx: number;
  search: string;
  look: AdminViewLook;
}

interface AdminViewSaveAnswer {
  idx: number;
}

interface AdminViewSaveRequest {
  list: string;
  name: string;
  search: string;
  look: AdminViewLook;
}

interface AdminViewView {
  idx: number;
  name: string;
  search: string;
  look: AdminViewLook;
}

interface After {
  startsAt: string;
  eventIdx: number;
}

interface AgreeRequest {
  documents: Agreement[];
}

interface Agreement {
  kind: string;
  version: number;
}

interface Answer {
  token: Token;
}

interface ApprovalRule {
  off?: boolean;
  from: number;
}

interface Approvals {
  payout: ApprovalRule;
  deposit: ApprovalRule;
  correction: ApprovalRule;
  settings: ApprovalRule;
  account: ApprovalRule;
  promo: ApprovalRule;
  gift: ApprovalRule;
  reset: ApprovalRule;
  details: ApprovalRule;
  move: ApprovalRule;
  head: ApprovalRule;
  partner: ApprovalRule;
  result: ApprovalRule;
  bets: ApprovalRule;
  commission: ApprovalRule;
}

interface AskRequest {
  boardType?: string;
  title: string;
  content: string;
  category?: string;
  cashPin?: string;
  imageIdx?: number[];
}

interface Asked {
  eventIdx?: number;
  bet: string;
  undo?: boolean;
  placed?: SettlePlaced | null;
  window?: number;
  aged?: boolean;
  home: string;
  away: string;
  version: number;
  bets: number;
  gain: number;
  loss: number;
  debt: number;
  stakes?: number;
  moves?: number;
}

interface AskedPower {
  before: Power;
  after: Power;
}

interface Attendance {
  active: boolean;
  points: number;
  streaks: Streak[];
}

interface AttendanceAnswer {
  today: string;
  checked: boolean;
  next: VisitRow;
  pointAmt: number;
  streaks: StreakRow[];
  list: VisitRow[];
}

interface AttendanceRequest {
  month?: string;
}

interface Balance {
  cashAmt: number;
  pointAmt: number;
  version: number;
}

interface Bank {
  code: string;
  name: string;
}

interface BankAnswer {
  list: Bank[];
}

interface Banner {
  bannerIdx: number;
  title: string;
  image: string;
  link: string;
  ord: number;
}

interface BannerAnswer {
  list: Banner[];
}

interface Beacon {
  chain: string;
  publicKey: string;
  genesis: number;
  period: number;
  public: boolean;
}

interface BelowRequest {
  memId: string;
  betIdx: number;
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
  betStatus: string;
  legs: number;
  odds: number;
  win: number;
  turnoverRate: number;
  balanceBefore: number;
  balanceAfter: number;
  betAt: string;
  closedAt: string | null;
}

interface BetListAnswer {
  list: Bet[];
  pageInfo: Info;
  totals: BetTotals;
}

interface BetListRequest {
  gameType?: string;
  vendorCode?: string;
  oldYn?: string;
  betStatus?: string;
  sinceAt?: string;
  page?: number;
  count_per_list?: number;
  startDate?: string;
  endDate?: string;
}

interface BetOpenAnswer {
  list: OpenBet[];
}

interface BetTotals {
  betAmt: number;
  betWinAmt: number;
  openAmt: number;
}

interface BetsAnswer {
  list: MinigameBet[];
}

interface BoardAccount {
  bankName: string;
  accountNo: string;
  accountHolder: string;
  until: string;
}

interface BoardListAnswer {
  list: Post[];
  pageInfo: Info;
  idxList: number[];
}

interface BoardListRequest {
  category?: string;
  state?: string;
  page?: number;
  count_per_list?: number;
  startDate?: string;
  endDate?: string;
  searchValue?: string;
  userPageType?: string;
}

interface Bonus {
  legs: number;
  factor: number;
  minPrice: number;
}

interface BonusChooseRequest {
  wanted: boolean;
}

interface BonusInfoAnswer {
  wanted: boolean;
  list: BonusTerm[];
}

interface BonusListAnswer {
  list: BonusRow[];
  pageInfo: Info;
}

interface BonusListRequest {
  page?: number;
  count_per_list?: number;
  startDate?: string;
  endDate?: string;
}

interface BonusRow {
  rule: string;
  day: string;
  deposit: number;
  rate: number;
  unit: string;
  amount: number;
  turnover: number;
  createdAt: string;
}

interface BonusTerm {
  rule: string;
  rate: number;
  unit: string;
  cap: number;
  minDeposit: number;
  turnover: number;
  state: string;
}

interface Branch {
  memId: string;
  online: number;
}

interface BringBackAnswer {
  outAmt: number;
  status: string;
}

interface BringBackRequest {
  vendor?: string;
}

interface CancelRequest {
  betIdx: number;
}

interface CancelRule {
  withinSeconds: number;
  beforeSeconds: number;
  perDay: number;
  left: number;
}

interface Cancelled {
  betId: string;
}

interface CashListAnswer {
  in: Line[];
  out: Line[];
}

interface CashOutOffer {
  amount: number;
  why: string;
  asked: number;
  dueAt: string | null;
  refused: string;
  refusedAmount: number;
}

interface CashOutRequest {
  betIdx: number;
  amount: number;
  accept?: string;
}

interface CashedOut {
  betId: string;
  amount: number;
  dueAt: string | null;
}

interface Change {
  name: string;
  version: number;
  before: PromoValues;
  after: PromoValues;
}

interface ChangeCommentRequest {
  idx: number;
  content: string;
}

interface ChangePostRequest {
  idx: number;
  title: string;
  content: string;
  category?: string;
}

interface Check {
  inspect: boolean;
  code: string;
  text: string;
  functions: Paused[];
  windows: Window[];
  now: string;
  build: string;
}

interface CheckAnswer {
  again: boolean;
  day: string;
  streak: number;
  pointAmt: number;
}

interface CheckRequest {
  kind: string;
  value: string;
  recommender: string;
}

interface ClaimsAnswer {
  visitPointAmt: number;
  turn: boolean;
  coupons: number;
  gifts: number;
}

interface CloseAccountRequest {
  memPass: string;
  cashAmt: number;
  pointAmt: number;
}

interface CodeAnswer {
  list: CommonCode[];
}

interface CodeRequest {
  masterCode: string;
}

interface Comment {
  idx: number;
  writer: string;
  content: string;
  text: string;
  createdAt: string;
  editedAt: string | null;
  mine: boolean;
  reported: boolean;
}

interface CommentRequest {
  boardIdx: number;
  content: string;
}

interface CommonCode {
  code: string;
  codeName: string;
  groupCode: string;
  groupCodeNameEN: string;
  ord: number;
}

interface ContactCase {
  idx: number;
  category: string;
  content: string;
  status: string;
  answer: string;
  answeredAt: string | null;
  createdAt: string;
}

interface ContactCaseRequest {
  idx: number;
  secret: string;
}

interface ContactReceipt {
  idx: number;
  secret: string;
  createdAt: string;
}

interface ContactRequest {
  category: string;
  content: string;
  contactKind: string;
  contact: string;
  account?: string;
}

interface ConvertRequest {
  pointAmt: number;
}

interface Corrected {
  was: string;
  wasPaid: number;
  wasAt: string | null;
  is: string;
  paid: number;
  reason: string;
  at: string;
}

interface CouponGiftRequest {
  code: string;
  memId: string;
}

interface CouponListAnswer {
  list: CouponRow[];
  pageInfo: Info;
}

interface CouponListRequest {
  state?: string;
  page?: number;
  count_per_list?: number;
}

interface CouponRow {
  idx: number;
  code: string;
  unit: string;
  amount: number;
  rolling: number;
  giftable: boolean;
  note: string;
  state: string;
  givenBy: string;
  issuedAt: string;
  expiresAt: string;
  closedAt: string | null;
}

interface CouponUseAnswer {
  amount: number;
  cashAmt: number;
  pointAmt: number;
  version: number;
}

interface CouponUseRequest {
  code: string;
}

interface DayRow {
  date: string;
  stake: number;
  payout: number;
}

interface Debt {
  partner: string;
  owed: number;
}

interface Decision {
  id: number;
  pay: boolean;
  vendor: string;
  txId: string;
  roundId: string;
  why: string;
}

interface DepositRequest {
  amount: number;
  depositor?: string;
  bank?: string;
}

interface DetailAnswer {
  idx: number;
  gameType: string;
  vendorCode: string;
  gameName: string;
  roundId: string;
  betAmt: number;
  betWinAmt: number;
  result: string;
  betStatus: string;
  legs: number;
  odds: number;
  win: number;
  turnoverRate: number;
  balanceBefore: number;
  balanceAfter: number;
  betAt: string;
  closedAt: string | null;
  slip: Slip | null;
  draw: Draw | null;
}

interface DetailRequest {
  betIdx?: number;
}

interface DetailsAnswer {
  idx: number;
}

interface DetailsChange {
  idx: number;
  kind: string;
  after: DetailsValues;
  state: string;
  askedAt: string;
  expiresAt: string;
  closedAt: string | null;
  reason: string;
}

interface DetailsListAnswer {
  list: DetailsChange[];
}

interface DetailsRequest {
  kind: string;
  phone?: string;
  memName?: string;
  bankName?: string;
  accountNo?: string;
  accountHolder?: string;
  memPass: string;
  cashPin?: string;
}

interface DetailsValues {
  memName: string;
  phone: string;
  bankName: string;
  accountNo: string;
  accountHolder: string;
}

interface DetailsWithdrawRequest {
  idx: number;
}

interface Device {
  sid: string;
  current: boolean;
  since: string;
  seenAt: string;
  ip: string;
  userAgent: string;
}

interface DeviceRequest {
  sid: string;
}

interface DevicesAnswer {
  list: Device[];
}

interface Document {
  kind: string;
  version: number;
  title: string;
  publishedAt: string;
  lang: string;
  content: string;
  amounts: Record<string, number>;
  words: Record<string, string>;
}

interface DocumentLine {
  kind: string;
  version: number;
  title: string;
  publishedAt: string;
}

interface DocumentRequest {
  kind: string;
  version?: number;
}

interface DocumentsAnswer {
  list: DocumentLine[];
}

interface Draw {
  game: string;
  no: number;
  selection: string;
  price: number;
  win: number;
  paidAt: number;
  state: string;
  rules: number;
  drawsAt: string;
  round: string;
  outcome: Outcome | null;
  reason: string;
}

interface DrawPick {
  game: string;
  no: number;
  selection: string;
  price: number;
}

interface Ended {
  void: string;
  full: Score;
  half: Score | null;
  halfOpen?: boolean;
  scores?: Record<string, Score>;
}

interface EndedAnswer {
  ended: number;
}

interface EnteredResult {
  eventIdx: number;
  home: string;
  away: string;
  version: number;
  was: Ended | null;
  void: string;
  full: Score;
  half: Score | null;
  halfOpen?: boolean;
  scores?: Record<string, Score>;
  source: string;
}

interface Entry {
  idx: number;
  kind: string;
  kindText: string;
  percent: string;
  amount: number;
  balance: number;
  createdAt: string;
}

interface ExcludeRequest {
  months: number;
  agree: boolean;
  memPass: string;
}

interface FinalScore {
  full: Score;
  half: Score | null;
}

interface Folder {
  eventIdx: number;
  marketIdx: number;
  sport: string;
  kind: string;
  period: string;
  line: number;
  key: string;
  price: number;
  outcome: string;
  startsAt: string;
  home: string;
  away: string;
  leagueName: string;
  country: string;
  progress: FolderProgress;
  score: FinalScore | null;
  voidReason: string;
  late: string;
}

interface FolderProgress {
  state: string;
  period: string;
  home: number;
  away: number;
}

interface FollowRequest {
  boardIdx: number;
  content: string;
  imageIdx?: number[];
}

interface FreeListRequest {
  boardType?: string;
  page?: number;
  count_per_list?: number;
  startDate?: string;
  endDate?: string;
  searchValue?: string;
  userPageType?: string;
  category?: string;
}

interface Game {
  code: string;
  procId: string;
  groupCode: string;
  name_KOR: string;
  name_ENG: string;
  thumbnail: string;
  isNew: boolean;
  isHot: boolean;
  ownWallet: boolean;
  rtp: number;
  lines: number;
  volatility: number;
}

interface GameGame {
  code: string;
  name_KOR: string;
  name_ENG: string;
  thumbnail: string;
  isNew: boolean;
  isHot: boolean;
  ownWallet: boolean;
  rtp: number;
  lines: number;
  volatility: number;
}

interface GameListAnswer {
  gameList: GameGame[];
}

interface GameListRequest {
  vendorKey?: string;
  gameType?: string;
}

interface GameMoney {
  vendor: string;
  name: string;
  amt: number;
  saidAt: string;
  toGame: number;
  fromGame: number;
  open: boolean;
  old: boolean;
}

interface GameMoneyAnswer {
  list: GameMoney[];
}

interface GameRequest {
  gameCode: string;
}

interface GamesAnswer {
  now: string;
  beacon: Beacon | null;
  games: MinigameGame[];
}

interface GiftRow {
  idx: number;
  byStaff: boolean;
  sender: string;
  memId: string;
  pointAmt: number;
  memo: string;
  state: string;
  sentAt: string;
  expiresAt: string;
  closedAt: string | null;
}

interface GiveListAnswer {
  list: GiftRow[];
  pageInfo: Info;
}

interface GiveListRequest {
  sent?: boolean;
  page?: number;
  count_per_list?: number;
}

interface GiveSendAnswer {
  gift: GiftRow;
  cashAmt: number;
  pointAmt: number;
  version: number;
}

interface GiveSendRequest {
  requestId: string;
  memId: string;
  pointAmt: number;
  memo?: string;
}

interface GiveTakeRequest {
  idx: number;
}

interface Group {
  code: string;
  name: string;
}

interface GroupAnswer {
  list: Group[];
}

interface GuestAnswer {
  token: string;
  expiresAt: string;
  hubKey: string;
  sid: string;
  shard: string;
}

interface HasAnswer {
  hasToken: boolean;
  provider: string;
  clientId: string;
  licenceId: string;
  windowUrl: string;
}

interface HistoryAnswer {
  list: Entry[];
  pageInfo: Info;
  totals: PointTotals;
}

interface HistoryRequest {
  page?: number;
  count_per_list?: number;
  startDate?: string;
  endDate?: string;
}

interface Image {
  idx: number;
  width: number;
  height: number;
}

interface ImageRequest {
  idx: number;
}

interface Info {
  page: number;
  countPerList: number;
  total: number;
  pages: number;
}

interface InquiriesAnswer {
  list: Inquiry[];
  pageInfo: Info;
  idxList: number[];
}

interface Inquiry {
  idx: number;
  category: string;
  title: string;
  content: string;
  text: string;
  status: string;
  answer: string;
  answerText: string;
  answeredAt: string | null;
  createdAt: string;
  account: BoardAccount | null;
  images: Image[];
  messages: Message[];
}

interface IntervalRequest {
  minutes: number;
}

interface Jackpot {
  level: string;
  amount: number;
  wins: Line[];
}

interface JackpotGroup {
  code: string;
  games: Game[];
  levels: Jackpot[];
}

interface JackpotsAnswer {
  list: JackpotGroup[];
}

interface LastLogin {
  at: string;
  ip: string;
}

interface League {
  leagueIdx: number;
  name: string;
  country: string;
  live: number;
  upcoming: number;
}

interface Leg {
  marketIdx: number;
  key: string;
  price: number;
  version: number;
}

interface Level {
  depositMin?: number;
  depositMax?: number;
  withdrawMin?: number;
  withdrawMax?: number;
  maxStake?: number;
  sportsMinStake?: number;
  sportsMaxWin?: number;
}

interface Limit {
  kind: string;
  days: number;
  amount: number;
  used: number;
  setAt: string;
  pending: Pending | null;
}

interface LimitRequest {
  kind: string;
  days: number;
}

interface LimitSetRequest {
  kind: string;
  days: number;
  amount: number;
}

interface LimitsAnswer {
  minStake: number;
  maxStake: number;
  maxWin: number;
  minPrice: number;
  maxPrice: number;
  maxLegs: number;
  bonuses: Bonus[];
  pairs: string[];
  accept: string;
  delaySeconds: number;
  cancel: CancelRule;
  quick: number[];
}

interface Line {
  memIdMasked: string;
  amount: number;
  at: string;
}

interface ListAnswer {
  list: Row[];
  pageInfo: Info;
  totals: Totals;
}

interface ListRequest {
  cashType?: string;
  page?: number;
  count_per_list?: number;
  startDate?: string;
  endDate?: string;
}

interface LivechatRequest {
  clientId?: string;
  licenceId?: string;
  redirectUri?: string;
}

interface LoginAnswer {
  token: string;
  expiresAt: string;
  topic: string;
  hubKey: string;
  shard: string;
  sid: string;
  member: Member;
  msgInfo: MsgInfo;
  documents: Agreement[];
  lastLogin: LastLogin | null;
}

interface LoginRequest {
  memId: string;
  memPass: string;
}

interface LoginRow {
  at: string;
  ip: string;
  result: string;
}

interface LoginsAnswer {
  list: LoginRow[];
  pageInfo: Info;
}

interface MainAnswer {
  winners: Winner[];
  newGames: Game[];
  popularGames: Game[];
  ranking: Game[];
  bestToday: Line[];
  bestWeek: Line[];
  offers: Offer[];
  notices: SitePost[];
  jackpots: JackpotGroup[];
}

interface MainInfoAnswer {
  cashListIn: Line[];
  cashListOut: Line[];
  eventList: SitePost[];
  boardList: SitePost[];
}

interface MainInfoRequest {
  userPageType?: string;
}

interface Market {
  key: string;
  rtp: number;
  selections: Selection[];
  spots: Spots[];
}

interface Match {
  eventIdx: number;
  sport: string;
  leagueIdx: number;
  leagueName: string;
  country: string;
  home: string;
  away: string;
  progress: Progress;
  markets: SportsMarket[];
  count: number;
}

interface MatchRequest {
  eventIdx: number;
}

interface MatchResult {
  eventIdx: number;
  sport: string;
  leagueIdx: number;
  leagueName: string;
  country: string;
  home: string;
  away: string;
  startsAt: string;
  endedAt: string;
  source: string;
  void: string;
  full: Score;
  half: Score | null;
  scores: Record<string, Score>;
  markets: SettledMarket[];
}

interface MatchesAnswer {
  list: Match[];
  next: After | null;
}

interface MatchesRequest {
  sport?: string;
  leagueIdx?: number;
  live?: boolean;
  fromAt?: string;
  toAt?: string;
  eventIdxs?: number[];
  search?: string;
  after?: After | null;
  count?: number;
}

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
  inBreak: boolean;
  breakUntil: string | null;
}

interface Message {
  staff: boolean;
  content: string;
  text: string;
  images: Image[];
  createdAt: string;
}

interface MessageListAnswer {
  list: MessageMessage[];
  pageInfo: Info;
}

interface MessageMessage {
  idx: number;
  title: string;
  content: string;
  sentAt: string;
  read: boolean;
}

interface MessageUpdateRequest {
  idxList?: number[];
  action: string;
}

interface MinigameBet {
  betId: string;
  game: string;
  no: number;
  selection: string;
  price: number;
  stake: number;
  pays: number;
  state: string;
  paid: number;
  paidAt: number;
  placedAt: string;
}

interface MinigameGame {
  code: string;
  kind: string;
  every: number;
  drawn: number;
  pool: number;
  off: boolean;
  stands: Standing;
}

interface MinigameNamedRequest {
  gameCode?: string;
  siteName?: string;
  id?: string;
  isMobile?: number;
  lang?: string;
}

interface MinigameOpenAnswer {
  gameUrl: string;
  gameurl: string;
}

interface MinigameOpenRequest {
  gameCode?: string;
  siteName?: string;
  id?: string;
  isMobile?: number;
  lang?: string;
}

interface Move {
  from: string;
  to: string;
  below: number;
}

interface MsgInfo {
  newMsg: number;
}

interface NamedRequest {
  gameGroup?: string;
  vendorKey?: string;
  gameKey?: string;
  takeAmt?: number;
  isMobile?: number;
  lang?: string;
}

interface NetDeposits {
  depositAmt: number;
  withdrawAmt: number;
  netAmt: number;
}

interface NoticesAnswer {
  list: SitePost[];
}

interface Offer {
  rule: string;
  rate: number;
  unit: string;
  cap: number;
  minDeposit: number;
  turnover: number;
}

interface OnlineListAnswer {
  list: OnlineMember[];
  branches: Branch[];
  pageInfo: Info;
}

interface OnlineListRequest {
  partner?: string;
  page?: number;
  count_per_list?: number;
}

interface OnlineMember {
  memId: string;
  memNick: string;
  memLevel: number;
  partner: boolean;
  recommender: string;
  lastLoginAt: string | null;
  seenAt: string;
}

interface OpenAccountRequest {
  cashPin: string;
}

interface OpenAnswer {
  gameUrl: string;
  gameurl: string;
}

interface OpenBet {
  betIdx: number;
  betId: string;
  betStatus: string;
  live: boolean;
  stake: number;
  odds: number;
  bonus: number;
  win: number;
  placedAt: string;
  dueAt: string | null;
  cancelUntil: string | null;
  cashOut: CashOutOffer | null;
  folders: Folder[];
}

interface OpenRequest {
  gameGroup?: string;
  vendorKey?: string;
  gameKey?: string;
  takeAmt?: number;
  isMobile?: number;
  lang?: string;
}

interface Options {
  siteId: string;
  name: string;
  currency: string;
  languages: string[];
  recommendYn: string;
  needsReferrer: boolean;
  sns1: string;
  sns1Link: string;
  sns1Id: string;
  sns2: string;
  sns2Link: string;
  sns2Id: string;
  sns3: string;
  sns3Link: string;
  sns3Id: string;
  liveVideo: string;
  pointGiving: boolean;
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
  partnerOtp: boolean;
}

interface Ordered {
  idx: number;
  by: string;
  reason: string;
  at: string;
  doneAt: string | null;
  bets: number;
}

interface Outcome {
  balls?: number[];
  power?: number | null;
  start?: string;
  lines?: number;
  end?: string;
  coins?: string[];
}

interface OwnListRequest {
  boardType?: string;
  page?: number;
  count_per_list?: number;
  startDate?: string;
  endDate?: string;
  searchValue?: string;
  userPageType?: string;
}

interface OwnPostRequest {
  boardType?: string;
  boardIdx: number;
}

interface OwnRequest {
  idx: number;
}

interface PageRequest {
  page?: number;
  count_per_list?: number;
  startDate?: string;
  endDate?: string;
}

interface PartnerAgentsAccount {
  agentId: string;
  name: string;
  rights: PartnerRight[];
  active: boolean;
  version: number;
  oneTimeUntil: string | null;
  locked: boolean;
  recoveryCodes: number;
  createdBy: string;
  createdAt: string;
  lastLoginAt: string | null;
  lastLoginIp: string;
}

interface PartnerAgentsActiveRequest {
  agentId: string;
  active: boolean;
  reason: string;
}

interface PartnerAgentsAddAnswer {
  agentId: string;
  password: string;
  until: string;
}

interface PartnerAgentsAddRequest {
  suffix: string;
  name: string;
  rights: PartnerRight[];
}

interface PartnerAgentsChangeRequest {
  agentId: string;
  version: number;
  name: string;
  rights: PartnerRight[];
}

interface PartnerAgentsListAnswer {
  list: PartnerAgentsAccount[];
  most: number;
}

interface PartnerAgentsOneTime {
  password: string;
  until: string;
}

interface PartnerAgentsResetRequest {
  agentId: string;
  reason: string;
}

interface PartnerLowerBranch {
  members: number;
  partners: number;
  cash: number | null;
  online: number;
}

interface PartnerLowerCardAnswer {
  memId: string;
  memNick: string;
  memName: string;
  phone: string;
  partner: boolean;
  partnerLevel: number;
  memLevel: number;
  recommender: string;
  status: string;
  login: boolean;
  bet: boolean;
  recommend: boolean;
  casino: boolean;
  slot: boolean;
  cashAmt: number | null;
  pointAmt: number | null;
  deposits: number | null;
  withdrawals: number | null;
  joinedAt: string;
  joinIp: string;
  lastLoginAt: string | null;
  lastLoginIp: string;
  online: boolean;
  bankName: string;
  accountNo: string;
  upline: string[];
  switched: PartnerLowerSwitchedOff[];
  money: PartnerLowerMoney | null;
  rounds: PartnerLowerRound[];
  logins: PartnerLowerLogin[];
  shared: PartnerLowerRow[];
  sharedMore: boolean;
}

interface PartnerLowerCeilingsAnswer {
  levels: number[];
  rates: RateForm;
  insuredFrom: number;
  insuredPart: number;
  approve: boolean;
}

interface PartnerLowerCheckRequest {
  kind?: string;
  value?: string;
  code?: string;
}

interface PartnerLowerCreateAnswer {
  memId: string;
  recommender: string;
  status: string;
}

interface PartnerLowerCreateRequest {
  memId: string;
  memPass: string;
  cashPin: string;
  memNick: string;
  memName: string;
  phone: string;
  bankName: string;
  accountNo: string;
  accountHolder: string;
  code?: string;
  lang: string;
  level?: number;
  rates?: RateForm;
  insuredFrom?: number;
  insuredPart?: number;
}

interface PartnerLowerListAnswer {
  list: PartnerLowerRow[];
  totals: PartnerLowerTotals | null;
  next: string;
}

interface PartnerLowerListFileRequest {
  search?: string;
  kind?: string;
  level?: number;
  status?: string;
  off?: string;
  under?: string;
  online?: boolean;
  sort?: string;
}

interface PartnerLowerListRequest {
  search?: string;
  kind?: string;
  level?: number;
  status?: string;
  off?: string;
  under?: string;
  online?: boolean;
  sort?: string;
  after?: string;
  count_per_list?: number;
}

interface PartnerLowerLogin {
  result: string;
  ip: string;
  at: string;
}

interface PartnerLowerMemberRequest {
  memId: string;
}

interface PartnerLowerMoney {
  held: number;
  depositCount: number;
  withdrawalCount: number;
  lastDepositAt: string | null;
}

interface PartnerLowerNode {
  memId: string;
  memNick: string;
  memName: string;
  phone: string;
  partner: boolean;
  partnerLevel: number;
  memLevel: number;
  recommender: string;
  status: string;
  login: boolean;
  bet: boolean;
  recommend: boolean;
  casino: boolean;
  slot: boolean;
  cashAmt: number | null;
  pointAmt: number | null;
  deposits: number | null;
  withdrawals: number | null;
  joinedAt: string;
  joinIp: string;
  lastLoginAt: string | null;
  lastLoginIp: string;
  online: boolean;
  branch: PartnerLowerBranch;
}

interface PartnerLowerRefuseRequest {
  memId: string;
  reason: string;
}

interface PartnerLowerRequestsAnswer {
  list: PartnerLowerRow[];
  totals: PartnerLowerTotals | null;
  next: string;
  may: boolean;
}

interface PartnerLowerRequestsRequest {
  after?: string;
}

interface PartnerLowerRound {
  id: number;
  gameCode: string;
  name_KOR: string;
  name_ENG: string;
  stake: number;
  payout: number;
  state: string;
  at: string;
}

interface PartnerLowerRow {
  memId: string;
  memNick: string;
  memName: string;
  phone: string;
  partner: boolean;
  partnerLevel: number;
  memLevel: number;
  recommender: string;
  status: string;
  login: boolean;
  bet: boolean;
  recommend: boolean;
  casino: boolean;
  slot: boolean;
  cashAmt: number | null;
  pointAmt: number | null;
  deposits: number | null;
  withdrawals: number | null;
  joinedAt: string;
  joinIp: string;
  lastLoginAt: string | null;
  lastLoginIp: string;
  online: boolean;
}

interface PartnerLowerSubtreeAnswer {
  changed: number;
  same: number;
  kept: number;
  after: string;
}

interface PartnerLowerSubtreeRequest {
  memId: string;
  switch: string;
  off: boolean;
  reason: string;
  after?: string;
}

interface PartnerLowerSwitchAnswer {
  changed: boolean;
}

interface PartnerLowerSwitchRequest {
  memId: string;
  switch: string;
  off: boolean;
  reason: string;
}

interface PartnerLowerSwitchedOff {
  part: string;
  partner: string;
  reason: string;
  at: string;
  own: boolean;
}

interface PartnerLowerTotals {
  members: number;
  partners: number;
  cash: number | null;
  points: number | null;
}

interface PartnerLowerTreeAnswer {
  self: PartnerLowerBranch;
  list: PartnerLowerNode[];
  next: string;
}

interface PartnerLowerTreeRequest {
  node?: string;
  after?: string;
}

interface PartnerMessageSendAnswer {
  sent: number;
  after: string;
}

interface PartnerMessageSendRequest {
  to: string;
  memId?: string;
  title: string;
  content: string;
  after?: string;
}

interface PartnerMoneyLedgerAnswer {
  list: PartnerMoneyMove[];
  count: number;
  in: number;
  out: number;
  next: number;
}

interface PartnerMoneyLedgerFileRequest {
  startDate?: string;
  endDate?: string;
}

interface PartnerMoneyLedgerRequest {
  before?: number;
  count_per_list?: number;
  startDate?: string;
  endDate?: string;
}

interface PartnerMoneyMove {
  no: number;
  kind: string;
  other: string;
  reason: string;
  day: string;
  amount: number;
  after: number;
  at: string;
}

interface PartnerMoneyPayout {
  id: number;
  memId: string;
  amount: number;
  status: number;
  requestedAt: string;
  processedAt: string | null;
  processedBy: string;
  memo: string;
}

interface PartnerMoneyPayoutRefusal {
  id: number;
  memId: string;
  amount: number;
  requestedAt: string;
  reason: string;
}

interface PartnerMoneyPayoutRequest {
  id: number;
  memId: string;
  amount: number;
  requestedAt: string;
}

interface PartnerMoneyPayoutsAnswer {
  list: PartnerMoneyPayout[];
  next: number;
}

interface PartnerMoneyPayoutsRequest {
  all?: boolean;
  before?: number;
  count_per_list?: number;
}

interface PartnerMoneyPurse {
  pt: number;
  version: number;
  may: boolean;
  dayMax: number;
  today: number;
  left: number;
  recallLeft: number;
  payoutLeft: number;
}

interface PartnerMoneyRefusal {
  code: string;
  params: Record<string, string>;
}

interface PartnerMoneyReverseRequest {
  id: number;
  reason: string;
}

interface PartnerMoneySend {
  id: number;
  kind: string;
  memId: string;
  toPartner: boolean;
  gains: boolean;
  amount: number;
  reason: string;
  agent: string;
  reverses: number;
  reversedBy: number;
  back: number;
  request: number;
  pt: number | null;
  at: string;
  reversibleUntil: string | null;
}

interface PartnerMoneySendRequest {
  memId: string;
  amount: number;
  reason: string;
}

interface PartnerMoneySendTotals {
  count: number;
  paid: number;
  recalled: number;
  paidOut: number;
  reversed: number;
}

interface PartnerMoneySendsAnswer {
  list: PartnerMoneySend[];
  totals: PartnerMoneySendTotals;
  next: number;
  now: string;
}

interface PartnerMoneySendsFileRequest {
  kind?: string;
  memId?: string;
  startDate?: string;
  endDate?: string;
}

interface PartnerMoneySendsRequest {
  kind?: string;
  memId?: string;
  startDate?: string;
  endDate?: string;
  before?: number;
  count_per_list?: number;
}

interface PartnerMoneyTarget {
  memId: string;
  nick: string;
  partner: boolean;
  balance: number | null;
  recallable: number | null;
}

interface PartnerMoneyTargetsAnswer {
  list: PartnerMoneyTarget[];
}

interface PartnerMoneyTargetsRequest {
  query: string;
}

interface PartnerMoneyTerms {
  own: boolean;
  bank: string;
  accountNo: string;
  pt: number;
  held: number;
  owed: number;
  min: number;
  max: number;
  dayMax: number;
  left: number;
  refusal: PartnerMoneyRefusal | null;
}

interface PartnerMoneyWithdrawRequest {
  amount: number;
  cashPin?: string;
}

interface PartnerMoneyWithdrawal {
  id: number;
  amount: number;
  status: number;
  bank: string;
  accountNo: string;
  requestedAt: string;
  processedAt: string | null;
  memo: string;
}

interface PartnerMoneyWithdrawalID {
  id: number;
}

interface PartnerMoneyWithdrawalsAnswer {
  list: PartnerMoneyWithdrawal[];
  next: number;
}

interface PartnerMoneyWithdrawalsRequest {
  before?: number;
  count_per_list?: number;
}

interface PartnerPlayBet {
  line: number;
  betIdx: number;
  turn: number;
  memId: string;
  memNick: string;
  product: string;
  gameCode: string;
  gameName: string;
  folders: number;
  day: string;
  betAt: string;
  endedAt: string;
  betAmt: number;
  betWinAmt: number;
  valid: number;
  why: string;
  result: string;
}

interface PartnerPlayBetTotals {
  bets: number;
  betAmt: number;
  betWinAmt: number;
  valid: number;
}

interface PartnerPlayBetsAnswer {
  list: PartnerPlayBet[];
  totals: PartnerPlayBetTotals | null;
  next: string;
  searched: string | null;
  asOf: string | null;
}

interface PartnerPlayBetsFileRequest {
  product?: string;
  procId?: string;
  game?: string;
  memId?: string;
  result?: string;
  least?: number;
  most?: number;
  startDate?: string;
  endDate?: string;
}

interface PartnerPlayBetsRequest {
  product?: string;
  procId?: string;
  game?: string;
  memId?: string;
  result?: string;
  least?: number;
  most?: number;
  startDate?: string;
  endDate?: string;
  after?: string;
  count_per_list?: number;
}

interface PartnerPlayCommission {
  rolling: number;
  losing: number;
}

interface PartnerPlayOpenAnswer {
  list: PartnerPlayOpenBet[];
  totals: PartnerPlayOpenTotals | null;
  next: string;
}

interface PartnerPlayOpenBet {
  betIdx: number;
  memId: string;
  memNick: string;
  product: string;
  gameCode: string;
  gameName: string;
  betAt: string;
  betAmt: number;
}

interface PartnerPlayOpenFileRequest {
  product?: string;
  procId?: string;
  game?: string;
  memId?: string;
  least?: number;
  most?: number;
}

interface PartnerPlayOpenRequest {
  product?: string;
  procId?: string;
  game?: string;
  memId?: string;
  least?: number;
  most?: number;
  after?: string;
  count_per_list?: number;
}

interface PartnerPlayOpenTotals {
  bets: number;
  betAmt: number;
}

interface PartnerPlaySummaryAnswer {
  asOf: string | null;
  first: string;
  last: string;
  total: PartnerPlaySummaryDay;
  days: PartnerPlaySummaryDay[];
  products: PartnerPlaySummaryProduct[];
  branches: PartnerPlaySummaryBranch[];
}

interface PartnerPlaySummaryBranch {
  kind: string;
  memId: string;
  memNick: string;
  level: number;
  members: number;
  bets: number;
  betAmt: number;
  betWinAmt: number;
  valid: number;
  ggr: number;
  commission: PartnerPlayCommission | null;
}

interface PartnerPlaySummaryCash {
  deposits: PartnerPlaySummarySum;
  withdrawals: PartnerPlaySummarySum;
  joined: number;
}

interface PartnerPlaySummaryDay {
  day: string;
  bets: number;
  betAmt: number;
  betWinAmt: number;
  valid: number;
  ggr: number;
  cash: PartnerPlaySummaryCash | null;
  commission: PartnerPlayCommission | null;
}

interface PartnerPlaySummaryFileRequest {
  product?: string;
  startDate?: string;
  endDate?: string;
}

interface PartnerPlaySummaryProduct {
  procId: string;
  name: string;
  product: string;
  bets: number;
  betAmt: number;
  betWinAmt: number;
  valid: number;
  ggr: number;
  commission: PartnerPlayCommission | null;
}

interface PartnerPlaySummaryRequest {
  product?: string;
  startDate?: string;
  endDate?: string;
}

interface PartnerPlaySummarySum {
  count: number;
  amount: number;
}

interface PartnerRateChild {
  memId: string;
  memNick: string;
  partnerLevel: number;
  rates: RateForm;
  insuredFrom: number;
  insuredPart: number;
  since: string | null;
  until: string | null;
  lockedUntil: string | null;
  by: string;
  reason: string;
}

interface PartnerRateChildrenAnswer {
  list: PartnerRateChild[];
  more: boolean;
}

interface PartnerRateChildrenRequest {
  after?: string;
  count_per_list?: number;
}

interface PartnerRateHistoryAnswer {
  list: PartnerRateTerms[];
  more: boolean;
}

interface PartnerRateHistoryRequest {
  memId: string;
  before?: string | null;
}

interface PartnerRateSetRequest {
  memId: string;
  rates: RateForm;
  insuredFrom?: number;
  insuredPart?: number;
  reason?: string;
}

interface PartnerRateTerms {
  rates: RateForm;
  insuredFrom: number;
  insuredPart: number;
  since: string | null;
  until: string | null;
  lockedUntil: string | null;
  by: string;
  reason: string;
}

interface PartnerReportsAccessAnswer {
  list: PartnerReportsAccessRow[];
  next: string;
}

interface PartnerReportsAccessFileRequest {
  memId?: string;
  ip?: string;
  failed?: boolean | null;
  startDate?: string;
  endDate?: string;
}

interface PartnerReportsAccessRequest {
  memId?: string;
  ip?: string;
  failed?: boolean | null;
  startDate?: string;
  endDate?: string;
  after?: string;
  count_per_list?: number;
}

interface PartnerReportsAccessRow {
  id: number;
  at: string;
  memId: string;
  memNick: string;
  result: string;
  ip: string;
  device: string;
}

interface PartnerReportsAddressMember {
  memId: string;
  memNick: string;
  recommender: string;
  partner: boolean;
  joinedHere: boolean;
  lastLoginAt: string;
}

interface PartnerReportsAddressRow {
  ip: string;
  accounts: number;
  deposits: number | null;
  lastLoginAt: string;
  members: PartnerReportsAddressMember[];
}

interface PartnerReportsAddressesAnswer {
  list: PartnerReportsAddressRow[];
}

interface PartnerReportsAddressesFileRequest {
  within?: number;
}

interface PartnerReportsAddressesRequest {
  within?: number;
}

interface PartnerReportsAffiliateAnswer {
  since: string;
  until: string;
  at: string;
  lower: PartnerReportsAffiliateMembers | null;
  money: PartnerReportsHomeMoney | null;
  play: PartnerReportsAffiliateRow[] | null;
}

interface PartnerReportsAffiliateMembers {
  members: number;
  partners: number;
  joined: number;
}

interface PartnerReportsAffiliateRequest {
  startDate?: string;
  endDate?: string;
}

interface PartnerReportsAffiliateRow {
  groupCode: string;
  rounds: number;
  members: number;
  stake: number;
  payout: number;
}

interface PartnerReportsCashAnswer {
  list: PartnerReportsCashRow[];
  totals: PartnerReportsCashTotals | null;
  next: string;
}

interface PartnerReportsCashFileRequest {
  kind: string;
  state?: string;
  memId?: string;
  least?: number;
  most?: number;
  startDate?: string;
  endDate?: string;
}

interface PartnerReportsCashRequest {
  kind: string;
  state?: string;
  memId?: string;
  least?: number;
  most?: number;
  startDate?: string;
  endDate?: string;
  after?: string;
  count_per_list?: number;
}

interface PartnerReportsCashRow {
  id: number;
  memId: string;
  memNick: string;
  amount: number;
  state: string;
  requestedAt: string;
  decidedAt: string | null;
}

interface PartnerReportsCashTotals {
  waiting: PartnerReportsSum;
  done: PartnerReportsSum;
  cancelled: PartnerReportsSum;
}

interface PartnerReportsHomeAnswer {
  asOf: string | null;
  today: PartnerReportsHomeFigures;
  month: PartnerReportsHomeFigures;
  days: PartnerReportsHomeDay[];
  live: PartnerReportsHomeLive;
}

interface PartnerReportsHomeCommission {
  rolling: number;
  losing: number;
}

interface PartnerReportsHomeDay {
  day: string;
  money: PartnerReportsHomeMoney | null;
  play: PartnerReportsHomePlay | null;
  commission: PartnerReportsHomeCommission | null;
  joined: number | null;
}

interface PartnerReportsHomeFigures {
  money: PartnerReportsHomeMoney | null;
  play: PartnerReportsHomePlay | null;
  commission: PartnerReportsHomeCommission | null;
  joined: number | null;
}

interface PartnerReportsHomeLive {
  now: string;
  online: number | null;
  deposits: PartnerReportsSum | null;
  withdrawals: PartnerReportsSum | null;
  openBets: PartnerReportsSum | null;
}

interface PartnerReportsHomeMoney {
  deposits: PartnerReportsSum;
  withdrawals: PartnerReportsSum;
}

interface PartnerReportsHomePlay {
  bets: number;
  betAmt: number;
  betWinAmt: number;
  ggr: number;
}

interface PartnerReportsPointRow {
  no: number;
  createdAt: string;
  kind: string;
  amount: number;
  balance: number;
}

interface PartnerReportsPointsAnswer {
  list: PartnerReportsPointRow[];
  pageInfo: Info;
  in: number;
  out: number;
}

interface PartnerReportsPointsFileRequest {
  memId: string;
  startDate?: string;
  endDate?: string;
}

interface PartnerReportsPointsRequest {
  memId: string;
  startDate?: string;
  endDate?: string;
  page?: number;
  count_per_list?: number;
}

interface PartnerReportsSum {
  count: number;
  amount: number;
}

interface PartnerSessionBeginAnswer {
  secret: string;
  address: string;
  newPass: boolean;
}

interface PartnerSessionBeginRequest {
  memId: string;
  memPass: string;
}

interface PartnerSessionCodesAnswer {
  recoveryCodes: string[];
}

interface PartnerSessionCodesRequest {
  otp: string;
}

interface PartnerSessionDevice {
  sid: string;
  current: boolean;
  since: string;
  seenAt: string;
  ip: string;
  userAgent: string;
}

interface PartnerSessionEndRequest {
  sid: string;
}

interface PartnerSessionEnrolAnswer {
  token: string;
  expiresAt: string;
  topic: string;
  hubKey: string;
  shard: string;
  sid: string;
  agent: PartnerSessionPerson;
  enrol?: boolean;
  recoveryCodes: string[];
}

interface PartnerSessionEnrolRequest {
  memId: string;
  memPass: string;
  newPass?: string;
  otp: string;
}

interface PartnerSessionLoginRequest {
  memId: string;
  memPass: string;
  otp: string;
}

interface PartnerSessionPerson {
  agentId: string;
  name: string;
  memId: string;
  partnerLevel: number;
  siteId: string;
  timeZone: string;
  currency: string;
  rights: PartnerRight[];
}

interface PartnerSessionRenewRequest {
  force?: boolean;
}

interface PartnerSessionSecurityAnswer {
  enrolledAt: string | null;
  recoveryCodes: number;
  sessions: PartnerSessionDevice[];
}

interface PartnerSessionSession {
  token: string;
  expiresAt: string;
  topic: string;
  hubKey: string;
  shard: string;
  sid: string;
  agent: PartnerSessionPerson;
  enrol?: boolean;
}

interface PartnerSettlementDiffersRequest {
  day: string;
  line: number;
}

interface PartnerSettlementFileAnswer {
  text: string;
  next: string;
}

interface PartnerSettlementFileRequest {
  day: string;
  at?: string;
}

interface PartnerSettlementListAnswer {
  list: PartnerSettlementStatement[];
  count: number;
  paid: number;
  waiting: number;
  kept: number;
  owed: number;
  more: boolean;
}

interface PartnerSettlementListRequest {
  before?: string;
}

interface PartnerSettlementStatement {
  day: string;
  no: number;
  bets: number;
  stake: number;
  payout: number;
  valid: number;
  bonus: number;
  rolling: number;
  losing: number;
  carriedIn: number;
  carriedOut: number;
  owedIn: number;
  repaid: number;
  owedOut: number;
  offset: number;
  amount: number;
  left: number;
  hash: string;
  before: string;
  key: string;
  madeAt: string;
  state: string;
  decidedAt: string | null;
  reason: string;
}

interface PatternSelection {
  kind: string;
  period: string;
  line: number;
  key: string;
}

interface Paused {
  name: string;
  code: string;
  text: string;
}

interface Pending {
  amount: number | null;
  from: string;
  until: string;
}

interface PlaceRequest {
  legs: Leg[];
  stake: number;
  accept?: string;
  draw?: DrawPick | null;
}

interface Placed {
  betId: string;
  betStatus: string;
  stake: number;
  odds: number;
  bonus: number;
  win: number;
  balance: number;
  legs: number[];
}

interface PlacedPreview {
  version: number;
  bets: number;
  gain: number;
  loss: number;
  stakes: number;
  paid: number;
  goOn: number;
  members: number;
  debtors: number;
  debt: number;
  busy: boolean;
  list: SettleChange[];
  windows: SettleWindow[];
}

interface PlayedRow {
  groupCode: string;
  procId: string;
  name: string;
  rounds: number;
  stake: number;
  payout: number;
  open: number;
  result: number;
}

interface PointBalance {
  cashAmt: number;
  pointAmt: number;
  version: number;
}

interface PointTotals {
  inAmt: number;
  outAmt: number;
}

interface Popup {
  bannerIdx: number;
  isClose: boolean;
  title: string;
  content: string;
  text: string;
  image: string;
  link: string;
}

interface PopupAnswer {
  list: Popup[];
}

interface PopupRequest {
  popupType?: string;
}

interface Post {
  idx: number;
  title: string;
  content: string;
  text: string;
  image: string;
  category: string;
  writer: string;
  createdAt: string;
  views: number;
  cmtCount: number;
  editedAt: string | null;
  since: string | null;
  until: string | null;
  state: string;
}

interface PostAnswer {
  idx: number;
  title: string;
  content: string;
  text: string;
  image: string;
  category: string;
  writer: string;
  createdAt: string;
  views: number;
  cmtCount: number;
  editedAt: string | null;
  since: string | null;
  until: string | null;
  state: string;
  cmtList: Comment[];
  mine: boolean;
  reported: boolean;
}

interface PostRequest {
  boardIdx: number;
}

interface Power {
  rates?: RateForm | null;
  insuredFrom?: number;
  insuredPart?: number;
  rights?: Rights | null;
}

interface Preview {
  version: number;
  bets: number;
  gain: number;
  loss: number;
  members: number;
  undecided: number;
  debtors: number;
  debt: number;
  busy: boolean;
  list: SettleChange[];
  orders: Ordered[];
}

interface Price {
  key: string;
  price: number;
  version: number;
  active: boolean;
}

interface Prize {
  label: string;
  points: number;
  weight: number;
}

interface PrizeRow {
  label: string;
  pointAmt: number;
  weight: number;
}

interface ProbeRequest {
  nonce: string;
}

interface Product {
  procId: string;
  groupCode: string;
  name: string;
  lobbySymbol: string;
  image: string;
}

interface ProductAnswer {
  list: Product[];
}

interface ProductRequest {
  groupCode?: string;
}

interface ProductTurnover {
  product: string;
  weight: number;
  staked: number;
  counted: number;
  remaining: number;
}

interface Progress {
  state: string;
  startsAt: string;
  period: string;
  clock: number;
  clockAt: string;
  home: number;
  away: number;
  suspended: boolean;
  reason: string;
  version: number;
  scores?: Record<string, Score>;
  cards?: Record<string, Score>;
}

interface PromoBalance {
  cashAmt: number;
  pointAmt: number;
  version: number;
}

interface PromoBonus {
  active: boolean;
  unit: string;
  rates: number[];
  cap: number;
  minDeposit: number;
  turnover: number;
}

interface PromoValues {
  bonus?: PromoBonus | null;
  attendance?: Attendance | null;
  wheel?: Wheel | null;
}

interface ProtectionInfo {
  limits: Limit[];
  timeoutUntil: string | null;
  excludedUntil: string | null;
  excluded: boolean;
  minutes: number;
}

interface Published {
  game: string;
  no: number;
  rules: number;
  chain: string;
  index: number;
  commitment: string;
  beaconChain: string;
  beaconRound: number;
  opensAt: string;
  closesAt: string;
  drawsAt: string;
  state: string;
  seed: string;
  signature: string;
  outcome: Outcome | null;
  endedAt: string | null;
  reason: string;
}

interface RateForm {
  casinoRolling: number;
  slotRolling: number;
  minigameRolling: number;
  casinoLosing: number;
  slotLosing: number;
  minigameLosing: number;
  sports1: number;
  sports2: number;
  sports3: number;
  sports4: number;
  sports5: number;
  sports6: number;
  sportsMore: number;
}

interface ReadRequest {
  boardIdx: number;
}

interface RemoveAnswer {
  changed: number;
}

interface RemoveRequest {
  idx?: number;
  idxList?: number[];
}

interface RenewRequest {
  force?: boolean;
}

interface ReportRequest {
  idx: number;
  reason: string;
  words?: string;
}

interface Request {
  page?: number;
  count_per_list?: number;
}

interface ResetAnswer {
  idx: number;
  code: string;
  expiresAt: string;
}

interface ResetCode {
  idx: number;
  code: string;
}

interface ResetFinishRequest {
  idx: number;
  code: string;
  newSecret: string;
}

interface ResetRequest {
  memId: string;
  secret: string;
  other?: string;
  phone?: string;
  accountNo?: string;
}

interface ResetStateAnswer {
  secret: string;
  state: string;
  expiresAt: string;
}

interface ResultsAnswer {
  list: MatchResult[];
  next: After | null;
}

interface ResultsRequest {
  sport?: string;
  leagueIdx?: number;
  fromAt?: string;
  toAt?: string;
  search?: string;
  after?: After | null;
  count?: number;
}

interface Rights {
  pay: boolean;
  dayMax: number;
  approve: boolean;
  version: number;
}

interface RotaryAnswer {
  prizes: PrizeRow[];
  turn: TurnRow;
}

interface RotaryListAnswer {
  list: RotaryAnswer[];
  pageInfo: Info;
}

interface RoundAnswer {
  game: string;
  no: number;
  rules: number;
  chain: string;
  index: number;
  commitment: string;
  beaconChain: string;
  beaconRound: number;
  opensAt: string;
  closesAt: string;
  drawsAt: string;
  state: string;
  seed: string;
  signature: string;
  outcome: Outcome | null;
  endedAt: string | null;
  reason: string;
  previousSeed: string;
}

interface RoundRequest {
  game: string;
  no: number;
}

interface RoundsAnswer {
  list: Published[];
  pageInfo: Info;
}

interface RoundsRequest {
  gameCode: string;
  page?: number;
  count_per_list?: number;
  startDate?: string;
  endDate?: string;
}

interface Row {
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

interface RulesAnswer {
  version: number;
  markets: Market[];
}

interface SNS {
  name: string;
  link: string;
  id: string;
}

interface SaveRequest {
  title: string;
  content: string;
  category?: string;
}

interface Score {
  home: number;
  away: number;
}

interface Selection {
  key: string;
  price: number;
  ways: number;
  of: number;
  rtp: number;
  from: number;
  to: number;
}

interface Session {
  token: string;
  expiresAt: string;
  topic: string;
  hubKey: string;
  shard: string;
  sid: string;
  member: Member;
  msgInfo: MsgInfo;
  documents: Agreement[];
}

interface SessionAnswer {
  startedAt: string;
  now: string;
  staked: number;
  won: number;
  openStake: number;
  minutes: number;
  open: boolean;
}

interface SettleChange {
  bet: string;
  memId: string;
  stake: number;
  from: string;
  paid: number;
  to: string;
  pays: number;
  change: number;
}

interface SettlePlaced {
  eventIdx: number;
  marketIdx: number;
  from: string;
  to: string;
}

interface SettleWindow {
  idx: number;
  from: string;
  to: string;
  by: string;
  reason: string;
  at: string;
  undoneAt: string | null;
}

interface SettledMarket {
  kind: string;
  period: string;
  line: number;
  winners: SportsWinner[];
}

interface SignUpAnswer {
  memId: string;
  status: string;
}

interface SignUpRequest {
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
  documents?: Agreement[];
}

interface SitePost {
  idx: number;
  title: string;
  content: string;
  text: string;
  writer: string;
  createdAt: string;
  views: number;
}

interface Slip {
  betStatus: string;
  state: string;
  reason: string;
  live: boolean;
  odds: number;
  bonus: number;
  win: number;
  placedAt: string;
  dueAt: string | null;
  endedAt: string | null;
  rules: number;
  folders: Folder[];
  corrections: Corrected[];
}

interface SpinAnswer {
  again: boolean;
  prizes: PrizeRow[];
  turn: TurnRow;
}

interface SpinRequest {
  clientSeed?: string;
}

interface Sport {
  sport: string;
  live: number;
  upcoming: number;
  leagues: League[];
}

interface SportsBonus {
  legs: number;
  factor: number;
}

interface SportsMarket {
  id: number;
  kind: string;
  period: string;
  unit?: string;
  line: number;
  main: boolean;
  state: string;
  version: number;
  prices: Price[];
}

interface SportsWinner {
  key: string;
  outcome: string;
}

interface Spots {
  picks: number;
  rtp: number;
  pays: number[];
}

interface Standing {
  game: string;
  version: number;
  rounds: Published[];
  last: Published | null;
}

interface StatementAnswer {
  list: StatementRow[];
  pageInfo: Info;
  totals: UnitTotals[];
}

interface StatementFileRequest {
  startDate?: string;
  endDate?: string;
}

interface StatementRequest {
  page?: number;
  count_per_list?: number;
  startDate?: string;
  endDate?: string;
}

interface StatementRow {
  no: number;
  createdAt: string;
  unit: string;
  kind: string;
  contra: string;
  amount: number;
  balance: number;
  ref: string;
}

interface Streak {
  days: number;
  points: number;
}

interface StreakRow {
  days: number;
  pointAmt: number;
}

interface TimeoutRequest {
  days: number;
}

interface Token {
  accessToken: string;
  tokenType: string;
  customerId: string;
  clientId: string;
  licenceId: string;
  issuedAt: string;
  expiresAt: string;
  expiresIn: number;
}

interface Totals {
  depositAmt: number;
  depositOpenAmt: number;
  withdrawAmt: number;
  withdrawOpenAmt: number;
}

interface TreeAnswer {
  sports: Sport[];
}

interface TurnRow {
  day: string;
  version: number;
  commit: string;
  done: boolean;
  spunAt: string | null;
  seed: string;
  clientSeed: string;
  roll: number;
  total: number;
  prize: number;
  pointAmt: number;
}

interface Turnover {
  needed: number;
  done: number;
  remaining: number;
  products: ProductTurnover[];
  inBreak: boolean;
  forfeitCash: number;
  forfeitPoints: number;
  keptPartner: number;
  owed: number;
  throughPartner: boolean;
}

interface UnitTotals {
  unit: string;
  inAmt: number;
  outAmt: number;
}

interface Unknown {
  kind: string;
  name: string;
}

interface UpdateAnswer {
  changed: number;
}

interface UpdateRequest {
  memPass: string;
  newMemPass?: string;
  cashPin?: string;
  newCashPin?: string;
  memNick?: string;
  lang?: string;
}

interface Values {
  signUpOpen?: boolean | null;
  idMin?: number | null;
  idMax?: number | null;
  nickMin?: number | null;
  nickMax?: number | null;
  passMin?: number | null;
  passMax?: number | null;
  passTries?: number | null;
  pinTries?: number | null;
  pinLockMinutes?: number | null;
  multiLogin?: string | null;
  autoLogoutMinutes?: number | null;
  sessionHours?: number | null;
  staffSessionHours?: number | null;
  depositMin?: number | null;
  depositMax?: number | null;
  depositUnit?: number | null;
  depositWaitMinutes?: number | null;
  withdrawMin?: number | null;
  withdrawMax?: number | null;
  withdrawUnit?: number | null;
  withdrawWaitMinutes?: number | null;
  withdrawUndoSeconds?: number | null;
  exchangeClosedFrom?: string | null;
  exchangeClosedTo?: string | null;
  partnerPayout?: boolean | null;
  ptWithdrawMin?: number | null;
  ptWithdrawMax?: number | null;
  ptWithdrawDayMax?: number | null;
  rollingBasisPoints?: number | null;
  pointRollingBasisPoints?: number | null;
  freeWinRollingBasisPoints?: number | null;
  rollingWeights?: Weights | null;
  smallestBet?: number | null;
  gameTokenMinutes?: number | null;
  maxStake?: number | null;
  maxWin?: number | null;
  debtFromWins?: boolean | null;
  freeWinMax?: number | null;
  freeWinDayMax?: number | null;
  providerDayMax?: number | null;
  newProviderDayMax?: number | null;
  sportsMinStake?: number | null;
  sportsMaxWin?: number | null;
  sportsMaxPayout?: number | null;
  sportsMinOdds?: number | null;
  sportsMaxOdds?: number | null;
  sportsMaxLegs?: number | null;
  sportsBonusMinOdds?: number | null;
  sportsBonuses?: SportsBonus[] | null;
  sportsPairs?: string[];
  sportsDelaySeconds?: number | null;
  sportsCancelMinutes?: number | null;
  sportsCancelAheadMinutes?: number | null;
  sportsCancelsPerDay?: number | null;
  sportsCashOut?: boolean | null;
  sportsCashOutBasisPoints?: number | null;
  bookSite?: string | null;
  pointChangeOpen?: boolean | null;
  pointChangeAmtLimit?: number | null;
  pointChangeAmtUnit?: number | null;
  pointGiving?: boolean | null;
  pointGivingDayMax?: number | null;
  commissionCarry?: boolean | null;
  partnerOtp?: boolean | null;
  postsPerDay?: number | null;
  commentsPerDay?: number | null;
  boardDelaySeconds?: number | null;
  boardRounding?: number | null;
  recommendYn?: string | null;
  approvals?: Approvals | null;
  approvalHours?: number | null;
  payoutCodeFrom?: number | null;
  levels?: Record<string, Level>;
  languages?: string[];
  sns?: SNS[] | null;
  liveVideo?: string | null;
}

interface VisitRow {
  day: string;
  streak: number;
  pointAmt: number;
}

interface VoidedMarket {
  eventIdx: number;
  marketIdx: number;
  home: string;
  away: string;
  kind: string;
  period: string;
  unit?: string;
  line: number;
  undo?: boolean;
}

interface Weights {
  sports: number;
  casino: number;
  slot: number;
  minigame: number;
  fishing?: number | null;
  virtual?: number | null;
  other: number;
}

interface Wheel {
  active: boolean;
  prizes: Prize[];
}

interface WinLoseAnswer {
  since: string;
  until: string;
  list: PlayedRow[];
  total: PlayedRow;
  dayList: DayRow[];
  netDeposits: NetDeposits;
}

interface WinLoseRequest {
  startDate?: string;
  endDate?: string;
}

interface Window {
  id: number;
  name: string;
  name_KOR: string;
  name_ENG: string;
  running: boolean;
  begins: string;
  ends: string;
  text: string;
}

interface Winner {
  memIdMasked: string;
  game: string;
  amount: number;
  at: string;
}

interface WithdrawalRequest {
  amount: number;
  cashPin?: string;
  bank?: string;
  forfeit?: number;
  through?: boolean;
}

export interface Api {
  "/api/member/guest": { req: Empty; res: GuestAnswer };
  "/api/member/check": { req: CheckRequest; res: Empty };
  "/api/member/signup": { req: SignUpRequest; res: SignUpAnswer };
  "/api/member/login": { req: LoginRequest; res: LoginAnswer };
  "/api/member/reset/ask": { req: ResetRequest; res: ResetAnswer };
  "/api/member/reset/state": { req: ResetCode; res: ResetStateAnswer };
  "/api/member/reset/finish": { req: ResetFinishRequest; res: Empty };
  "/api/getToken": { req: RenewRequest; res: Session };
  "/api/member/info": { req: Empty; res: Member };
  "/api/member/update": { req: UpdateRequest; res: Member };
  "/api/member/details/ask": { req: DetailsRequest; res: DetailsAnswer };
  "/api/member/details/list": { req: Empty; res: DetailsListAnswer };
  "/api/member/details/withdraw": { req: DetailsWithdrawRequest; res: Empty };
  "/api/member/agree": { req: AgreeRequest; res: Empty };
  "/api/member/sessions": { req: Empty; res: DevicesAnswer };
  "/api/member/sessions/end": { req: DeviceRequest; res: EndedAnswer };
  "/api/member/sessions/endOthers": { req: Empty; res: EndedAnswer };
  "/api/member/logins": { req: Request; res: LoginsAnswer };
  "/api/member/logout": { req: Empty; res: Empty };
  "/api/member/probe": { req: ProbeRequest; res: Empty };
  "/api/cash/getUserCash": { req: Empty; res: Balance };
  "/api/cash/rolling/remain": { req: Empty; res: Turnover };
  "/api/cash/getAcc": { req: Empty; res: Account };
  "/api/cash/openAcc": { req: OpenAccountRequest; res: Account };
  "/api/cash/in": { req: DepositRequest; res: Row };
  "/api/cash/out": { req: WithdrawalRequest; res: Row };
  "/api/cash/closeAccount": { req: CloseAccountRequest; res: Empty };
  "/api/cash/list/": { req: ListRequest; res: ListAnswer };
  "/api/cash/list": { req: ListRequest; res: ListAnswer };
  "/api/cash/del": { req: RemoveRequest; res: RemoveAnswer };
  "/api/cash/pointChg": { req: ConvertRequest; res: PointBalance };
  "/api/cash/pointList": { req: HistoryRequest; res: HistoryAnswer };
  "/api/promo/claims": { req: Empty; res: ClaimsAnswer };
  "/api/bonus/info": { req: Empty; res: BonusInfoAnswer };
  "/api/bonus/choose": { req: BonusChooseRequest; res: BonusChooseRequest };
  "/api/bonus/list": { req: BonusListRequest; res: BonusListAnswer };
  "/api/coupon/list": { req: CouponListRequest; res: CouponListAnswer };
  "/api/coupon/use": { req: CouponUseRequest; res: CouponUseAnswer };
  "/api/coupon/gift": { req: CouponGiftRequest; res: Empty };
  "/api/give/list": { req: GiveListRequest; res: GiveListAnswer };
  "/api/give/take": { req: GiveTakeRequest; res: PromoBalance };
  "/api/give/send": { req: GiveSendRequest; res: GiveSendAnswer };
  "/api/attendendance/info": { req: AttendanceRequest; res: AttendanceAnswer };
  "/api/attendance/info": { req: AttendanceRequest; res: AttendanceAnswer };
  "/api/attendendance/check": { req: Empty; res: CheckAnswer };
  "/api/attendance/check": { req: Empty; res: CheckAnswer };
  "/api/rotary/info": { req: Empty; res: RotaryAnswer };
  "/api/rotary/spin": { req: SpinRequest; res: SpinAnswer };
  "/api/rotary/list": { req: Request; res: RotaryListAnswer };
  "/api/report/winlose": { req: WinLoseRequest; res: WinLoseAnswer };
  "/api/report/statement": { req: StatementRequest; res: StatementAnswer };
  "/api/report/statement.csv": { req: StatementFileRequest; res: Blob };
  "/api/protection/info": { req: Empty; res: ProtectionInfo };
  "/api/protection/limit/set": { req: LimitSetRequest; res: ProtectionInfo };
  "/api/protection/limit/remove": { req: LimitRequest; res: ProtectionInfo };
  "/api/protection/limit/confirm": { req: LimitRequest; res: ProtectionInfo };
  "/api/protection/limit/cancel": { req: LimitRequest; res: ProtectionInfo };
  "/api/protection/timeout": { req: TimeoutRequest; res: ProtectionInfo };
  "/api/protection/exclude": { req: ExcludeRequest; res: ProtectionInfo };
  "/api/protection/reminder/set": { req: IntervalRequest; res: ProtectionInfo };
  "/api/protection/reminder/answer": { req: Empty; res: Empty };
  "/api/protection/session": { req: Empty; res: SessionAnswer };
  "/api/board/qna/list": { req: OwnListRequest; res: InquiriesAnswer };
  "/api/board/qna/datail": { req: OwnPostRequest; res: Inquiry };
  "/api/board/qna/detail": { req: OwnPostRequest; res: Inquiry };
  "/api/board/qna/save": { req: AskRequest; res: Inquiry };
  "/api/board/qna/follow": { req: FollowRequest; res: Inquiry };
  "/api/board/qna/image/save": { req: Blob; res: Image };
  "/api/board/qna/image": { req: ImageRequest; res: Blob };
  "/api/contact/save": { req: ContactRequest; res: ContactReceipt };
  "/api/contact/case": { req: ContactCaseRequest; res: ContactCase };
  "/api/board/board/list": { req: FreeListRequest; res: BoardListAnswer };
  "/api/board/board/datail": { req: OwnPostRequest; res: PostAnswer };
  "/api/board/board/detail": { req: OwnPostRequest; res: PostAnswer };
  "/api/board/{boardType}/list": { req: BoardListRequest; res: BoardListAnswer };
  "/api/board/{boardType}/datail": { req: PostRequest; res: PostAnswer };
  "/api/board/{boardType}/detail": { req: PostRequest; res: PostAnswer };
  "/api/board/{boardType}/save": { req: SaveRequest; res: Post };
  "/api/board/board/change": { req: ChangePostRequest; res: Empty };
  "/api/board/board/delete": { req: OwnRequest; res: Empty };
  "/api/board/board/report": { req: ReportRequest; res: Empty };
  "/api/board/comment/change": { req: ChangeCommentRequest; res: Empty };
  "/api/board/comment/delete": { req: OwnRequest; res: Empty };
  "/api/board/comment/report": { req: ReportRequest; res: Empty };
  "/api/board/cmtSave": { req: CommentRequest; res: Comment };
  "/api/board/commentSave": { req: CommentRequest; res: Comment };
  "/api/board/msgList": { req: Request; res: MessageListAnswer };
  "/api/board/msgRead": { req: ReadRequest; res: MessageMessage };
  "/api/board/msgUpdate": { req: MessageUpdateRequest; res: UpdateAnswer };
  "/api/etc/siteOption": { req: Empty; res: Options };
  "/api/etc/bank": { req: Empty; res: BankAnswer };
  "/api/etc/banner": { req: Empty; res: BannerAnswer };
  "/api/etc/popupList": { req: PopupRequest; res: PopupAnswer };
  "/api/etc/mainInfo": { req: MainInfoRequest; res: MainInfoAnswer };
  "/api/etc/documents": { req: Empty; res: DocumentsAnswer };
  "/api/etc/document": { req: DocumentRequest; res: Document };
  "/api/main": { req: Empty; res: MainAnswer };
  "/api/main/cashList": { req: Empty; res: CashListAnswer };
  "/api/main/jackpots": { req: Empty; res: JackpotsAnswer };
  "/api/main/popupList": { req: PopupRequest; res: PopupAnswer };
  "/api/main/nt/list": { req: Empty; res: NoticesAnswer };
  "/api/common/siteCheckInfo": { req: Empty; res: Check };
  "/api/common/code": { req: CodeRequest; res: CodeAnswer };
  "/api/common/gameCodes": { req: Empty; res: CodeAnswer };
  "/api/common/productList": { req: ProductRequest; res: ProductAnswer };
  "/api/common/gameGroupCodes": { req: Empty; res: GroupAnswer };
  "/api/game/gamelist": { req: GameListRequest; res: GameListAnswer };
  "/api/game/slot": { req: OpenRequest; res: OpenAnswer };
  "/api/game/casino": { req: OpenRequest; res: OpenAnswer };
  "/api/game/crownSports": { req: OpenRequest; res: OpenAnswer };
  "/api/game/getGame/{name}": { req: NamedRequest; res: OpenAnswer };
  "/api/game/close": { req: Empty; res: Empty };
  "/api/cash/outGameMoney": { req: BringBackRequest; res: BringBackAnswer };
  "/api/cash/bringBack": { req: BringBackRequest; res: BringBackAnswer };
  "/api/cash/gameMoney": { req: Empty; res: GameMoneyAnswer };
  "/api/bet/betlist": { req: BetListRequest; res: BetListAnswer };
  "/api/bet/detail": { req: DetailRequest; res: DetailAnswer };
  "/api/bet/betProc": { req: PlaceRequest; res: Placed };
  "/api/bet/sports/cancel": { req: CancelRequest; res: Cancelled };
  "/api/bet/sports/cashout": { req: CashOutRequest; res: CashedOut };
  "/api/bet/sports/open": { req: Empty; res: BetOpenAnswer };
  "/api/bet/sports/limits": { req: Empty; res: LimitsAnswer };
  "/api/bet/sports/accept": { req: AcceptRequest; res: AcceptAnswer };
  "/api/partner/play/detail": { req: BelowRequest; res: DetailAnswer };
  "/api/minigame/getGame": { req: MinigameOpenRequest; res: MinigameOpenAnswer };
  "/api/minigame/getGame/{name}": { req: MinigameNamedRequest; res: MinigameOpenAnswer };
  "/api/minigame/powerballResult": { req: PageRequest; res: RoundsAnswer };
  "/api/minigame/games": { req: Empty; res: GamesAnswer };
  "/api/minigame/rules": { req: GameRequest; res: RulesAnswer };
  "/api/minigame/rounds": { req: RoundsRequest; res: RoundsAnswer };
  "/api/minigame/round": { req: RoundRequest; res: RoundAnswer };
  "/api/minigame/bets": { req: GameRequest; res: BetsAnswer };
  "/api/sports/tree": { req: Empty; res: TreeAnswer };
  "/api/sports/matches": { req: MatchesRequest; res: MatchesAnswer };
  "/api/sports/match": { req: MatchRequest; res: Match };
  "/api/sports/results": { req: ResultsRequest; res: ResultsAnswer };
  "/api/livechat/get-token": { req: LivechatRequest; res: Answer };
  "/api/livechat/get-refresh-token": { req: LivechatRequest; res: Answer };
  "/api/livechat/has-token": { req: LivechatRequest; res: HasAnswer };
  "/api/admin/login": { req: AdminSessionLoginRequest; res: AdminSessionSession };
  "/api/admin/enrol/begin": { req: AdminSessionBeginRequest; res: AdminSessionBeginAnswer };
  "/api/admin/enrol": { req: AdminSessionEnrolRequest; res: AdminSessionEnrolAnswer };
  "/api/admin/confirm": { req: AdminSessionConfirmRequest; res: AdminSessionConfirmAnswer };
  "/api/admin/getToken": { req: AdminSessionRenewRequest; res: AdminSessionSession };
  "/api/admin/logout": { req: Empty; res: Empty };
  "/api/admin/member/list": { req: AdminMemberListRequest; res: AdminMemberListAnswer };
  "/api/admin/member/approve": { req: AdminMemberRequest; res: Empty };
  "/api/admin/member/refuse": { req: AdminMemberRefuseRequest; res: Empty };
  "/api/admin/member/lock": { req: AdminMemberLockRequest; res: Empty };
  "/api/admin/member/unlock": { req: AdminMemberRequest; res: Empty };
  "/api/admin/member/logout": { req: AdminMemberRequest; res: Empty };
  "/api/admin/member/status": { req: AdminMemberStatusRequest; res: Empty };
  "/api/admin/member/card": { req: AdminMemberRequest; res: AdminMemberCardAnswer };
  "/api/admin/member/settings": { req: AdminMemberSettingsRequest; res: Empty };
  "/api/admin/member/move": { req: AdminMemberMoveRequest; res: Empty };
  "/api/admin/member/test": { req: AdminMemberTestRequest; res: Empty };
  "/api/admin/member/partner": { req: AdminMemberPartnerRequest; res: Empty };
  "/api/admin/member/note": { req: AdminMemberNoteRequest; res: Empty };
  "/api/admin/member/logins": { req: AdminMemberLoginsRequest; res: AdminMemberLoginsAnswer };
  "/api/admin/member/ledger": { req: AdminMemberPersonRequest; res: AdminMemberLedgerAnswer };
  "/api/admin/member/points": { req: AdminMemberPersonRequest; res: AdminMemberLedgerAnswer };
  "/api/admin/member/rounds": { req: AdminMemberRoundsRequest; res: AdminMemberRoundsAnswer };
  "/api/admin/reset/list": { req: AdminResetListRequest; res: AdminResetListAnswer };
  "/api/admin/reset/confirm": { req: AdminResetConfirmRequest; res: Empty };
  "/api/admin/reset/refuse": { req: AdminResetRefuseRequest; res: Empty };
  "/api/admin/details/list": { req: AdminDetailsListRequest; res: AdminDetailsListAnswer };
  "/api/admin/details/reasons": { req: AdminDetailsReasonsRequest; res: AdminDetailsReasonsAnswer };
  "/api/admin/details/approve": { req: AdminDetailsApproveRequest; res: Empty };
  "/api/admin/details/refuse": { req: AdminDetailsRefuseRequest; res: Empty };
  "/api/admin/personal/show": { req: AdminPersonalShowRequest; res: AdminPersonalShowAnswer };
  "/api/admin/staff/list": { req: Empty; res: AdminStaffListAnswer };
  "/api/admin/staff/add": { req: AdminStaffAddRequest; res: AdminStaffOneTimeAnswer };
  "/api/admin/staff/change": { req: AdminStaffChangeRequest; res: Empty };
  "/api/admin/staff/active": { req: AdminStaffActiveRequest; res: Empty };
  "/api/admin/staff/recover": { req: AdminStaffRecoverRequest; res: AdminStaffOneTimeAnswer };
  "/api/admin/staff/review": { req: AdminStaffOneRequest; res: Empty };
  "/api/admin/staff/unlock": { req: AdminStaffOneRequest; res: Empty };
  "/api/admin/view/list": { req: AdminViewListRequest; res: AdminViewListAnswer };
  "/api/admin/view/save": { req: AdminViewSaveRequest; res: AdminViewSaveAnswer };
  "/api/admin/view/rename": { req: AdminViewRenameRequest; res: Empty };
  "/api/admin/view/replace": { req: AdminViewReplaceRequest; res: Empty };
  "/api/admin/view/delete": { req: AdminViewDeleteRequest; res: Empty };
  "/api/admin/audit/list": { req: AdminAuditListRequest; res: AdminAuditListAnswer };
  "/api/admin/audit/verify": { req: AdminAuditVerifyRequest; res: AdminAuditVerifyAnswer };
  "/api/admin/audit/export.csv": { req: AdminAuditExportRequest; res: Blob };
  "/api/admin/member/protection": { req: AdminProtectionRequest; res: AdminProtectionAnswer };
  "/api/admin/member/protection/limit": { req: AdminProtectionLimitRequest; res: AdminProtectionAnswer };
  "/api/admin/member/protection/timeout": { req: AdminProtectionTimeoutRequest; res: AdminProtectionAnswer };
  "/api/admin/block/list": { req: AdminBlockListRequest; res: AdminBlockListAnswer };
  "/api/admin/block/add": { req: AdminBlockAddRequest; res: Empty };
  "/api/admin/block/clear": { req: Empty; res: AdminBlockClearAnswer };
  "/api/admin/block/remove": { req: AdminBlockRemoveRequest; res: Empty };
  "/api/admin/cash/list": { req: AdminCashListRequest; res: AdminCashListAnswer };
  "/api/admin/cash/requests": { req: AdminCashRequestsRequest; res: AdminCashRequestsAnswer };
  "/api/admin/cash/requests.csv": { req: AdminCashExportRequest; res: Blob };
  "/api/admin/cash/background": { req: AdminCashBackgroundRequest; res: AdminCashBackgroundAnswer };
  "/api/admin/cash/hold": { req: AdminCashRequest; res: AdminCashRow };
  "/api/admin/cash/approve": { req: AdminCashApproveRequest; res: AdminCashRow };
  "/api/admin/cash/refuse": { req: AdminCashRefuseRequest; res: AdminCashRow };
  "/api/admin/account/list": { req: Empty; res: AdminAccountListAnswer };
  "/api/admin/account/add": { req: AdminAccountAddRequest; res: AdminAccountListAnswer };
  "/api/admin/account/move": { req: AdminAccountMoveRequest; res: AdminAccountListAnswer };
  "/api/admin/account/switch": { req: AdminAccountSwitchRequest; res: AdminAccountListAnswer };
  "/api/admin/account/rotate": { req: AdminAccountRotateRequest; res: AdminAccountListAnswer };
  "/api/admin/account/views": { req: AdminAccountViewsRequest; res: AdminAccountViewsAnswer };
  "/api/admin/approval/list": { req: AdminApprovalListRequest; res: AdminApprovalListAnswer };
  "/api/admin/approval/approve": { req: AdminApprovalRequest; res: Empty };
  "/api/admin/approval/refuse": { req: AdminApprovalRefuseRequest; res: Empty };
  "/api/admin/approval/cancel": { req: AdminApprovalRequest; res: Empty };
  "/api/admin/approval/rules": { req: Empty; res: AdminApprovalRulesAnswer };
  "/api/admin/cash/correct": { req: AdminCorrectionRequest; res: AdminCorrectionAnswer };
  "/api/admin/partner/tree": { req: AdminPartnerTreeRequest; res: AdminPartnerTreeAnswer };
  "/api/admin/partner/card": { req: AdminPartnerCardRequest; res: AdminPartnerCardAnswer };
  "/api/admin/partner/rates": { req: AdminPartnerRatesRequest; res: AdminPartnerTerms };
  "/api/admin/partner/rights": { req: AdminPartnerRightsRequest; res: Empty };
  "/api/admin/partner/pt/credit": { req: AdminPartnerRequest; res: AdminPartnerAnswer };
  "/api/admin/partner/pt/debit": { req: AdminPartnerRequest; res: AdminPartnerAnswer };
  "/api/admin/partner/reset": { req: AdminPartnerResetRequest; res: Empty };
  "/api/admin/commission/days": { req: AdminCommissionDaysRequest; res: AdminCommissionDaysAnswer };
  "/api/admin/commission/list": { req: AdminCommissionListRequest; res: AdminCommissionListAnswer };
  "/api/admin/commission/decide": { req: AdminCommissionDecideRequest; res: Empty };
  "/api/admin/commission/pay": { req: AdminCommissionPayRequest; res: AdminCommissionPayAnswer };
  "/api/admin/transfer/list": { req: Request; res: AdminTransferListAnswer };
  "/api/admin/message/send": { req: AdminMessageSendRequest; res: Empty };
  "/api/admin/message/list": { req: AdminMessageListRequest; res: AdminMessageListAnswer };
  "/api/admin/notice/list": { req: AdminNoticeListRequest; res: AdminNoticeListAnswer };
  "/api/admin/notice/see": { req: AdminNoticeSeeRequest; res: Empty };
  "/api/admin/today": { req: Empty; res: AdminTodayAnswer };
  "/api/admin/site/inspect": { req: AdminSiteMaintenanceRequest; res: AdminSiteMaintenanceAnswer };
  "/api/admin/site/pause": { req: AdminSitePauseRequest; res: AdminSitePauseAnswer };
  "/api/admin/site/switches": { req: Empty; res: AdminSiteSwitchesAnswer };
  "/api/admin/site/status": { req: Empty; res: AdminSiteStatusAnswer };
  "/api/admin/maintenance/list": { req: Request; res: AdminMaintenanceListAnswer };
  "/api/admin/maintenance/save": { req: AdminMaintenanceSaveRequest; res: AdminMaintenanceSaveAnswer };
  "/api/admin/maintenance/step": { req: AdminMaintenanceStepRequest; res: Empty };
  "/api/admin/offer/list": { req: Empty; res: AdminOfferListAnswer };
  "/api/admin/offer/games": { req: AdminOfferGamesRequest; res: AdminOfferGamesAnswer };
  "/api/admin/offer/switch": { req: AdminOfferSwitchRequest; res: Empty };
  "/api/admin/offer/change": { req: AdminOfferChangeRequest; res: Empty };
  "/api/admin/offer/transfers": { req: AdminOfferTransfersRequest; res: AdminOfferTransfersAnswer };
  "/api/admin/offer/rounds": { req: AdminOfferRoundsRequest; res: AdminOfferRoundsAnswer };
  "/api/admin/offer/debts": { req: AdminOfferDebtsRequest; res: AdminOfferDebtsAnswer };
  "/api/admin/offer/wins": { req: AdminOfferWinsRequest; res: AdminOfferWinsAnswer };
  "/api/admin/offer/win/decide": { req: AdminOfferDecideWinRequest; res: Empty };
  "/api/admin/offer/key/rotate": { req: AdminOfferRotateRequest; res: AdminOfferRotateAnswer };
  "/api/admin/offer/key/end": { req: AdminOfferEndKeyRequest; res: Empty };
  "/api/admin/offer/vendor/add": { req: AdminOfferAddVendorRequest; res: Empty };
  "/api/admin/offer/product/add": { req: AdminOfferAddProductRequest; res: Empty };
  "/api/admin/offer/game/add": { req: AdminOfferAddGameRequest; res: Empty };
  "/api/admin/minigame/rounds": { req: AdminMinigameRoundsRequest; res: AdminMinigameRoundsAnswer };
  "/api/admin/minigame/void": { req: AdminMinigameVoidRequest; res: Empty };
  "/api/admin/minigame/performance": { req: AdminMinigamePerformanceRequest; res: AdminMinigamePerformanceAnswer };
  "/api/admin/sports/matches": { req: AdminSportsMatchesRequest; res: AdminSportsMatchesAnswer };
  "/api/admin/sports/hold": { req: AdminSportsHoldRequest; res: Empty };
  "/api/admin/sports/parked": { req: AdminSportsParkedRequest; res: AdminSportsParkedAnswer };
  "/api/admin/sports/parked/settle": { req: AdminSportsSettleRequest; res: Empty };
  "/api/admin/sports/feeds": { req: Empty; res: AdminSportsFeedsAnswer };
  "/api/admin/sports/feeds/restart": { req: AdminSportsRestartFeedRequest; res: Empty };
  "/api/admin/sports/names": { req: AdminSportsNamesRequest; res: AdminSportsNamesAnswer };
  "/api/admin/sports/offer": { req: AdminSportsOfferRequest; res: Empty };
  "/api/admin/sports/result": { req: AdminSportsResultRequest; res: Empty };
  "/api/admin/sports/markets": { req: AdminSportsMarketsRequest; res: AdminSportsMarketsAnswer };
  "/api/admin/sports/markets/void": { req: AdminSportsVoidRequest; res: Empty };
  "/api/admin/sports/placed": { req: AdminSportsPlacedRequest; res: PlacedPreview };
  "/api/admin/sports/placed/void": { req: AdminSportsVoidPlacedRequest; res: Empty };
  "/api/admin/sports/placed/undo": { req: AdminSportsUndoPlacedRequest; res: Empty };
  "/api/admin/sports/correction": { req: AdminSportsCorrectionRequest; res: Preview };
  "/api/admin/sports/correct": { req: AdminSportsCorrectRequest; res: Empty };
  "/api/admin/sports/patterns": { req: AdminSportsPatternsRequest; res: AdminSportsPatternsAnswer };
  "/api/admin/sports/patterns/settle": { req: AdminSportsSettlePatternRequest; res: Empty };
  "/api/admin/site/settings": { req: Empty; res: AdminSettingsAnswer };
  "/api/admin/site/settings/save": { req: AdminSettingsSaveRequest; res: AdminSettingsAnswer };
  "/api/admin/site/settings/history": { req: AdminSettingsHistoryRequest; res: AdminSettingsHistoryAnswer };
  "/api/admin/site/settings/restore": { req: AdminSettingsRestoreRequest; res: AdminSettingsAnswer };
  "/api/admin/site/settings/plans": { req: Request; res: AdminSettingsPlansAnswer };
  "/api/admin/site/settings/plans/cancel": { req: AdminSettingsCancelRequest; res: Empty };
  "/api/admin/board/list": { req: AdminBoardListRequest; res: AdminBoardListAnswer };
  "/api/admin/board/save": { req: AdminBoardSaveRequest; res: AdminBoardSavedAnswer };
  "/api/admin/board/publish": { req: AdminBoardPublishRequest; res: Empty };
  "/api/admin/board/comment": { req: AdminBoardPublishRequest; res: Empty };
  "/api/admin/board/report/list": { req: AdminBoardReportsRequest; res: AdminBoardReportsAnswer };
  "/api/admin/board/report/decide": { req: AdminBoardDecideRequest; res: Empty };
  "/api/admin/qna/list": { req: AdminInquiryListRequest; res: AdminInquiryListAnswer };
  "/api/admin/qna/answer": { req: AdminInquiryAnswerRequest; res: Empty };
  "/api/admin/qna/thread": { req: AdminInquiryIdxRequest; res: AdminInquiryThreadAnswer };
  "/api/admin/qna/image": { req: AdminInquiryIdxRequest; res: Blob };
  "/api/admin/qna/close": { req: AdminInquiryCloseRequest; res: Empty };
  "/api/admin/qna/sample/list": { req: Empty; res: AdminInquirySamplesAnswer };
  "/api/admin/qna/sample/save": { req: AdminInquirySample; res: AdminInquirySampleSaved };
  "/api/admin/qna/sample/delete": { req: AdminInquiryIdxRequest; res: Empty };
  "/api/admin/banner/list": { req: Request; res: AdminContentBannerListAnswer };
  "/api/admin/banner/save": { req: AdminContentBannerRow; res: AdminContentSavedAnswer };
  "/api/admin/banner/delete": { req: AdminContentDeleteRequest; res: Empty };
  "/api/admin/popup/list": { req: Request; res: AdminContentPopupListAnswer };
  "/api/admin/popup/save": { req: AdminContentPopupRow; res: AdminContentSavedAnswer };
  "/api/admin/popup/delete": { req: AdminContentDeleteRequest; res: Empty };
  "/api/admin/picture/list": { req: AdminContentPictureListRequest; res: AdminContentPictureListAnswer };
  "/api/admin/picture/save": { req: Blob; res: AdminContentPictureAnswer };
  "/api/admin/document/list": { req: Empty; res: AdminDocumentVersionsAnswer };
  "/api/admin/document/texts": { req: AdminDocumentTextsRequest; res: AdminDocumentTextsAnswer };
  "/api/admin/document/publish": { req: AdminDocumentPublishRequest; res: Empty };
  "/api/admin/member/documents": { req: AdminDocumentConsentsRequest; res: AdminDocumentConsentsAnswer };
  "/api/admin/promo/settings": { req: Empty; res: AdminPromoSettingsAnswer };
  "/api/admin/promo/bonus/save": { req: AdminPromoSaveBonusRequest; res: AdminPromoSettingsAnswer };
  "/api/admin/promo/attendance/save": { req: AdminPromoSaveAttendanceRequest; res: AdminPromoSettingsAnswer };
  "/api/admin/promo/wheel/save": { req: AdminPromoSaveWheelRequest; res: AdminPromoSettingsAnswer };
  "/api/admin/level/list": { req: Empty; res: AdminLevelListAnswer };
  "/api/admin/coupon/issue": { req: AdminCouponIssueRequest; res: AdminCouponIssueAnswer };
  "/api/admin/coupon/revoke": { req: AdminCouponRevokeRequest; res: Empty };
  "/api/admin/coupon/list": { req: AdminCouponListRequest; res: AdminCouponListAnswer };
  "/api/admin/gift/send": { req: AdminGiftSendRequest; res: AdminGiftRow };
  "/api/admin/gift/list": { req: AdminGiftListRequest; res: AdminGiftListAnswer };
  "/api/admin/online/list": { req: OnlineListRequest; res: OnlineListAnswer };
  "/api/partner/online": { req: OnlineListRequest; res: OnlineListAnswer };
  "/api/partner/login": { req: PartnerSessionLoginRequest; res: PartnerSessionSession };
  "/api/partner/enrol/begin": { req: PartnerSessionBeginRequest; res: PartnerSessionBeginAnswer };
  "/api/partner/enrol": { req: PartnerSessionEnrolRequest; res: PartnerSessionEnrolAnswer };
  "/api/partner/getToken": { req: PartnerSessionRenewRequest; res: PartnerSessionSession };
  "/api/partner/logout": { req: Empty; res: Empty };
  "/api/partner/security": { req: Empty; res: PartnerSessionSecurityAnswer };
  "/api/partner/security/codes": { req: PartnerSessionCodesRequest; res: PartnerSessionCodesAnswer };
  "/api/partner/session/end": { req: PartnerSessionEndRequest; res: Empty };
  "/api/partner/agent/list": { req: Empty; res: PartnerAgentsListAnswer };
  "/api/partner/agent/add": { req: PartnerAgentsAddRequest; res: PartnerAgentsAddAnswer };
  "/api/partner/agent/change": { req: PartnerAgentsChangeRequest; res: Empty };
  "/api/partner/agent/active": { req: PartnerAgentsActiveRequest; res: Empty };
  "/api/partner/agent/reset": { req: PartnerAgentsResetRequest; res: PartnerAgentsOneTime };
  "/api/partner/lower/list": { req: PartnerLowerListRequest; res: PartnerLowerListAnswer };
  "/api/partner/lower/list/csv": { req: PartnerLowerListFileRequest; res: Blob };
  "/api/partner/lower/tree": { req: PartnerLowerTreeRequest; res: PartnerLowerTreeAnswer };
  "/api/partner/lower/card": { req: PartnerLowerMemberRequest; res: PartnerLowerCardAnswer };
  "/api/partner/lower/ceilings": { req: Empty; res: PartnerLowerCeilingsAnswer };
  "/api/partner/lower/check": { req: PartnerLowerCheckRequest; res: Empty };
  "/api/partner/lower/create": { req: PartnerLowerCreateRequest; res: PartnerLowerCreateAnswer };
  "/api/partner/lower/switch": { req: PartnerLowerSwitchRequest; res: PartnerLowerSwitchAnswer };
  "/api/partner/lower/subtree": { req: PartnerLowerSubtreeRequest; res: PartnerLowerSubtreeAnswer };
  "/api/partner/lower/requests": { req: PartnerLowerRequestsRequest; res: PartnerLowerRequestsAnswer };
  "/api/partner/lower/approve": { req: PartnerLowerMemberRequest; res: Empty };
  "/api/partner/lower/refuse": { req: PartnerLowerRefuseRequest; res: Empty };
  "/api/partner/rate/info": { req: Empty; res: PartnerRateTerms };
  "/api/partner/rate/children": { req: PartnerRateChildrenRequest; res: PartnerRateChildrenAnswer };
  "/api/partner/rate/history": { req: PartnerRateHistoryRequest; res: PartnerRateHistoryAnswer };
  "/api/partner/rate/set": { req: PartnerRateSetRequest; res: PartnerRateTerms };
  "/api/partner/money/purse": { req: Empty; res: PartnerMoneyPurse };
  "/api/partner/money/targets": { req: PartnerMoneyTargetsRequest; res: PartnerMoneyTargetsAnswer };
  "/api/partner/money/pay": { req: PartnerMoneySendRequest; res: PartnerMoneySend };
  "/api/partner/money/recall": { req: PartnerMoneySendRequest; res: PartnerMoneySend };
  "/api/partner/money/reverse": { req: PartnerMoneyReverseRequest; res: PartnerMoneySend };
  "/api/partner/money/payouts": { req: PartnerMoneyPayoutsRequest; res: PartnerMoneyPayoutsAnswer };
  "/api/partner/money/payouts/accept": { req: PartnerMoneyPayoutRequest; res: PartnerMoneySend };
  "/api/partner/money/payouts/refuse": { req: PartnerMoneyPayoutRefusal; res: Empty };
  "/api/partner/money/withdrawal": { req: Empty; res: PartnerMoneyTerms };
  "/api/partner/money/withdrawals": { req: PartnerMoneyWithdrawalsRequest; res: PartnerMoneyWithdrawalsAnswer };
  "/api/partner/money/withdraw": { req: PartnerMoneyWithdrawRequest; res: PartnerMoneyWithdrawal };
  "/api/partner/money/withdraw/cancel": { req: PartnerMoneyWithdrawalID; res: Empty };
  "/api/partner/money/sends": { req: PartnerMoneySendsRequest; res: PartnerMoneySendsAnswer };
  "/api/partner/money/sends/csv": { req: PartnerMoneySendsFileRequest; res: Blob };
  "/api/partner/money/pt": { req: PartnerMoneyLedgerRequest; res: PartnerMoneyLedgerAnswer };
  "/api/partner/money/pt/csv": { req: PartnerMoneyLedgerFileRequest; res: Blob };
  "/api/partner/settlement/list": { req: PartnerSettlementListRequest; res: PartnerSettlementListAnswer };
  "/api/partner/settlement/file": { req: PartnerSettlementFileRequest; res: PartnerSettlementFileAnswer };
  "/api/partner/settlement/differs": { req: PartnerSettlementDiffersRequest; res: Empty };
  "/api/partner/play/bets": { req: PartnerPlayBetsRequest; res: PartnerPlayBetsAnswer };
  "/api/partner/play/bets/csv": { req: PartnerPlayBetsFileRequest; res: Blob };
  "/api/partner/play/open": { req: PartnerPlayOpenRequest; res: PartnerPlayOpenAnswer };
  "/api/partner/play/open/csv": { req: PartnerPlayOpenFileRequest; res: Blob };
  "/api/partner/play/summary": { req: PartnerPlaySummaryRequest; res: PartnerPlaySummaryAnswer };
  "/api/partner/play/summary/csv": { req: PartnerPlaySummaryFileRequest; res: Blob };
  "/api/partner/reports/home": { req: Empty; res: PartnerReportsHomeAnswer };
  "/api/partner/reports/cash": { req: PartnerReportsCashRequest; res: PartnerReportsCashAnswer };
  "/api/partner/reports/cash/csv": { req: PartnerReportsCashFileRequest; res: Blob };
  "/api/partner/reports/points": { req: PartnerReportsPointsRequest; res: PartnerReportsPointsAnswer };
  "/api/partner/reports/points/csv": { req: PartnerReportsPointsFileRequest; res: Blob };
  "/api/partner/reports/access": { req: PartnerReportsAccessRequest; res: PartnerReportsAccessAnswer };
  "/api/partner/reports/access/csv": { req: PartnerReportsAccessFileRequest; res: Blob };
  "/api/partner/reports/addresses": { req: PartnerReportsAddressesRequest; res: PartnerReportsAddressesAnswer };
  "/api/partner/reports/addresses/csv": { req: PartnerReportsAddressesFileRequest; res: Blob };
  "/api/stributor/summary": { req: PartnerReportsAffiliateRequest; res: PartnerReportsAffiliateAnswer };
  "/api/distributor/summary": { req: PartnerReportsAffiliateRequest; res: PartnerReportsAffiliateAnswer };
  "/api/partner/message/send": { req: PartnerMessageSendRequest; res: PartnerMessageSendAnswer };
}

/** Calls that may be named by a key: sent again under the same one, they have one effect. */
export const keyed: ReadonlySet<string> = new Set([
  "/api/cash/in",
  "/api/cash/out",
  "/api/cash/pointChg",
  "/api/coupon/use",
  "/api/coupon/gift",
  "/api/give/take",
  "/api/give/send",
  "/api/bet/betProc",
  "/api/partner/money/pay",
  "/api/partner/money/recall",
  "/api/partner/money/reverse",
  "/api/partner/money/payouts/accept",
  "/api/partner/money/withdraw",
  "/api/partner/message/send",
]);

export type Right =
  | "member"
  | "signup"
  | "standing"
  | "block"
  | "reset"
  | "personal"
  | "cash"
  | "correct"
  | "gift"
  | "account"
  | "approve"
  | "message"
  | "inquiry"
  | "settings"
  | "promo"
  | "offer"
  | "catalogue"
  | "sports"
  | "trade"
  | "maintenance"
  | "content"
  | "partners"
  | "staff"
  | "audit";

export type PartnerRight =
  | "lower.read"
  | "lower.write"
  | "lower.modify"
  | "rate.modify"
  | "money.read"
  | "money.write"
  | "play.read"
  | "commission.read"
  | "message.write"
  | "agent.modify";

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
  | "U033"
  | "U034"
  | "U035"
  | "U036"
  | "U037"
  | "U038"
  | "U039"
  | "U040"
  | "U041"
  | "U042"
  | "U043"
  | "U044"
  | "U045"
  | "U046"
  | "U047"
  | "U050"
  | "U051"
  | "U055"
  | "U056"
  | "U060"
  | "U061"
  | "U062"
  | "U063"
  | "U064"
  | "U065"
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
  | "B6006"
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
  | "C029"
  | "C030"
  | "C031"
  | "C032"
  | "C033"
  | "C034"
  | "C035"
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
  | "WIN_LIMIT_MAX";

export type EventCmd =
  | "CASH"
  | "MSG"
  | "LOCK_BET_YN"
  | "LOGOUT"
  | "U017"
  | "TK999"
  | "INSPECT"
  | "MARQUEE"
  | "CASHLIST"
  | "ODDS"
  | "SCORE"
  | "SPORT"
  | "ROUND"
  | "QUEUE"
  | "JOIN"
  | "LOGIN"
  | "LEAVE"
  | "CASHREQ"
  | "BET"
  | "PT"
  | "PROBE"
  | "REALITY"
  | "RESYNC";
