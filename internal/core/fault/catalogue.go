package fault

// The list of codes. A line is: the variable's own name, the wire code, the meaning, the placeholders. `final` wants the
// member to change something or to wait for staff; `again` may be repeated as it is.
//
// Placeholders are the numbers that a site may set (decisions.md), so that no text spells one: what is
// given is the value of the option, not what is left of it, except C015's `remaining`.

// The answer that is no refusal, and the request that got no answer.
var (
	Success      = final("Success", "200", "success: the envelope's code, never returned as an error")
	NetworkError = again("NetworkError", "9999", "network error: raised by the client, nothing was received")
)

// Maintenance of the site or of one function (D-46).
var (
	SiteMaintenance            = final("SiteMaintenance", "S001", "site maintenance")
	SignUpMaintenance          = final("SignUpMaintenance", "S002", "sign-up under maintenance")
	LogInMaintenance           = final("LogInMaintenance", "S003", "log-in under maintenance")
	BettingMaintenance         = final("BettingMaintenance", "S004", "betting under maintenance")
	DepositMaintenance         = final("DepositMaintenance", "S005", "deposit under maintenance")
	WithdrawalMaintenance      = final("WithdrawalMaintenance", "S006", "withdrawal under maintenance")
	PointConversionMaintenance = final("PointConversionMaintenance", "S007", "point conversion under maintenance")
	BetsSettling               = again("BetsSettling", "S009", "bets are being settled (D-47)", number("minutes"))
)

// Account and login. D-45 gives the order of the checks at login.
var (
	MemberNotFound           = final("MemberNotFound", "U001", "member not found: back office only, at log-in it is U003 (D-08)")
	PendingApproval          = final("PendingApproval", "U002", "pending approval")
	WrongPassword            = final("WrongPassword", "U003", "wrong password or unknown ID, not told apart (D-08)")
	AccountLocked            = final("AccountLocked", "U004", "locked after too many wrong passwords (D-07)", number("max"))
	DuplicateID              = final("DuplicateID", "U005", "duplicate ID")
	DuplicateNickname        = final("DuplicateNickname", "U006", "duplicate nickname")
	DuplicatePhone           = final("DuplicatePhone", "U007", "duplicate phone")
	DuplicateAccount         = final("DuplicateAccount", "U008", "duplicate bank account")
	UnknownRegistrationCode  = final("UnknownRegistrationCode", "U009", "check the registration code: unknown")
	UnusableRegistrationCode = final("UnusableRegistrationCode", "U010", "check the registration code: no longer valid")
	BlockedMember            = final("BlockedMember", "U011", "black member")
	BlockedIP                = final("BlockedIP", "U012", "blocked IP")
	BlockedPhone             = final("BlockedPhone", "U013", "blocked phone")
	BlockedAccount           = final("BlockedAccount", "U014", "blocked bank account")
	SignUpClosed             = final("SignUpClosed", "U015", "sign-up closed on the site")
	AlreadyLoggedIn          = final("AlreadyLoggedIn", "U016", "already logged in (D-10, deny)")
	LoggedInElsewhere        = final("LoggedInElsewhere", "U017", "logged in elsewhere, signs out (D-10, kick)")
	Suspended                = final("Suspended", "U018", "suspended")
	LogInRestricted          = final("LogInRestricted", "U019", "login restricted")
	ContactAdmin             = final("ContactAdmin", "U020", "contact admin")
	NoPayPermission          = final("NoPayPermission", "U021", "no permission to pay or recall")
	WithdrawalSuspended      = final("WithdrawalSuspended", "U022", "withdrawal suspended")
	NoRegisteredAccount      = final("NoRegisteredAccount", "U023", "no registered bank account")
	IDRequired               = final("IDRequired", "U025", "required: ID")
	ReferrerRequired         = final("ReferrerRequired", "U026", "required: referral")
	NicknameRequired         = final("NicknameRequired", "U027", "required: nickname")
	NameRequired             = final("NameRequired", "U028", "required: name")
	NoAccess                 = final("NoAccess", "U029", "no access: no session, or one without the right")
	SiteIDRequired           = final("SiteIDRequired", "U030", "required: site ID, the one of the session (D-39)")
	PasswordRequired         = final("PasswordRequired", "U031", "required: password")
	IPRequired               = final("IPRequired", "U032", "required: IP")
	SelfExcluded             = final("SelfExcluded", "U033", "self-excluded or in a time-out (D-64)")
	LimitReached             = final("LimitReached", "U034", "the member's own limit is reached (D-64)")
	SecondPersonNeeded       = final("SecondPersonNeeded", "U035", "waits for a second person: the request was made (S-84)")
	OwnRequest               = final("OwnRequest", "U036", "staff cannot decide about their own request, nor about one of an account that the same person may hold (S-84)")
	AskerNotAllowed          = final("AskerNotAllowed", "U037", "who asked may not do this any more (S-84)")
	SettingOutOfRange        = final("SettingOutOfRange", "U038", "a setting is outside its limits (S-101)", text("option"), number("min"), number("max"))
	SettingInvalid           = final("SettingInvalid", "U039", "a setting has a value that it cannot have (S-101)", text("option"))
	SettingsContradict       = final("SettingsContradict", "U040", "two settings do not fit (S-101)", text("option"), text("other"))
	ResetMismatch            = final("ResetMismatch", "U041", "no such member, or the details do not fit (S-04)")
	WithdrawalHeld           = final("WithdrawalHeld", "U042", "withdrawals are held after a new secret or new details (S-04)", number("hours"))
	ScheduleInvalid          = final("ScheduleInvalid", "U043", "the times of scheduled maintenance cannot be kept (D-46)", number("days"))
	ScheduleOverlaps         = final("ScheduleOverlaps", "U044", "maintenance of the same part is scheduled for that time already (D-46)")
	FreshCodeNeeded          = final("FreshCodeNeeded", "U045", "staff must give a one-time code again first (S-85)")
	WrongCode                = final("WrongCode", "U046", "a one-time code of staff is wrong, used or locked (S-85)")
	SettingTimeInvalid       = final("SettingTimeInvalid", "U047", "settings can be scheduled for the coming year only (S-101)")
	DetailsWaiting           = final("DetailsWaiting", "U050", "a change of these details waits already (S-04)")
	TestAccount              = final("TestAccount", "U051", "real money and test accounts do not mix (S-103)")
	PictureRefused           = final("PictureRefused", "U055", "the file is no picture that may be shown", number("megabytes"), number("megapixels"))
	PicturesFull             = final("PicturesFull", "U056", "the site keeps as many pictures as it may")
	ViewNameInvalid          = final("ViewNameInvalid", "U060", "the name of a saved view cannot be: empty, too long or no plain text", number("max"))
	ViewNameTaken            = final("ViewNameTaken", "U061", "a saved view of the list has this name already")
	ViewsFull                = final("ViewsFull", "U062", "the list has as many saved views as it may", number("max"))
	SetFromAbove             = final("SetFromAbove", "U063", "staff, the member or a partner above has set this: a partner below cannot change it")
	RatesLocked              = final("RatesLocked", "U064", "the rates were changed less than a day ago (D-29)", number("hours"))
	RateBelowChild           = final("RateBelowChild", "U065", "a partner below has a higher rate (D-30)", text("msg"))
)

// The signup form (D-01 to D-06) and the referrer.
var (
	BadID                = final("BadID", "U101", "format: ID, letters and digits", number("min"), number("max"))
	BadPassword          = final("BadPassword", "U102", "format: password, letters plus digits, not a common one", number("min"), number("max"))
	BadCashPIN           = final("BadCashPIN", "U103", "format: withdrawal password, digits", number("length"))
	BadNickname          = final("BadNickname", "U104", "format: nickname", number("min"), number("max"))
	BadPhone             = final("BadPhone", "U105", "format: phone, digits and '-'")
	BadAccount           = final("BadAccount", "U106", "format: account holder or number")
	UnknownReferrer      = final("UnknownReferrer", "U112", "referrer missing")
	ReferrerNotPartner   = final("ReferrerNotPartner", "U113", "only partners can be referrers")
	ReferrerNotAllowed   = final("ReferrerNotAllowed", "U114", "this account cannot be a referrer")
	ReferrerSignUpClosed = final("ReferrerSignUpClosed", "U115", "sign-up closed for this referrer or code")
	IDInUse              = final("IDInUse", "U116", "ID already in use")
	NicknameInUse        = final("NicknameInUse", "U117", "nickname already in use")
	PhoneInUse           = final("PhoneInUse", "U118", "phone already in use")
	AccountInUse         = final("AccountInUse", "U119", "bank account already in use")
)

// Messages, and the two answers of last resort.
var (
	NewMessage    = final("NewMessage", "M001", "new message: a notice, not a refusal")
	MessageUnread = final("MessageUnread", "M002", "unread messages cannot be deleted (D-56)")
	Failed        = again("Failed", "E001", "error, retry: malformed requests and everything unexpected")
	TryLater      = again("TryLater", "E002", "try later: rate limit or overload")
)

// Bets.
var (
	MarketSettling       = again("MarketSettling", "B001", "settlement in progress: market (D-47)")
	RoundSettling        = again("RoundSettling", "B002", "settlement in progress: round (D-47)")
	BetNotFound          = final("BetNotFound", "B003", "bet not found")
	NoBetPermission      = final("NoBetPermission", "B1001", "no bet permission")
	BettingLocked        = final("BettingLocked", "B1002", "betting locked")
	NoMoney              = final("NoMoney", "B6000", "no money for the bet")
	StakeBelowLevel      = final("StakeBelowLevel", "B6001", "below the level's minimum bet (D-22)", amount("min"))
	StakeAboveLevel      = final("StakeAboveLevel", "B6002", "above the level's maximum bet (D-22)", amount("max"))
	WinAboveLevel        = final("WinAboveLevel", "B6003", "above the level's maximum win amount (D-22)", amount("max"))
	DuplicateBet         = final("DuplicateBet", "B6005", "duplicate bet (D-48)")
	TooManyLegs          = final("TooManyLegs", "B6006", "more selections than a folder may have on the site", number("max"))
	GameUnavailable      = final("GameUnavailable", "B0099", "game unavailable")
	PreviousBetsSettling = again("PreviousBetsSettling", "B9999", "previous bets are settling (D-47)", number("seconds"))
)

// Cash: deposits, withdrawals, payments and recalls.
var (
	NotEnoughCash            = final("NotEnoughCash", "C001", "insufficient cash")
	DepositAboveMax          = final("DepositAboveMax", "C003", "above the deposit maximum (D-18)", amount("max"))
	DepositBelowMin          = final("DepositBelowMin", "C004", "below the deposit minimum (D-18)", amount("min"))
	DepositNotUnit           = final("DepositNotUnit", "C005", "not a multiple of the deposit unit (D-18)", amount("unit"))
	DepositTooSoon           = final("DepositTooSoon", "C006", "deposit re-application time not passed (D-14)", number("minutes"))
	RequestPending           = final("RequestPending", "C007", "a request is pending (D-14)")
	WithdrawalTooSoon        = final("WithdrawalTooSoon", "C008", "one hour between withdrawals (D-14)", number("minutes"))
	AmountRequired           = final("AmountRequired", "C009", "enter the amount")
	GameCategoryRequired     = final("GameCategoryRequired", "C010", "enter the game category")
	WithdrawalClosed         = final("WithdrawalClosed", "C011", "no exchange at this time of day (D-17)", clock("from"), clock("to"))
	WithdrawalNotUnit        = final("WithdrawalNotUnit", "C012", "not a multiple of the withdrawal unit (D-18)", amount("unit"))
	WithdrawalAboveMax       = final("WithdrawalAboveMax", "C013", "above the withdrawal maximum (D-18)", amount("max"))
	WithdrawalBelowMin       = final("WithdrawalBelowMin", "C014", "below the withdrawal minimum (D-18)", amount("min"))
	TurnoverUnmet            = final("TurnoverUnmet", "C015", "betting total (rolling) requirement unmet (D-20)", amount("remaining"))
	CashPINNotSet            = final("CashPINNotSet", "C016", "withdrawal password not set")
	WrongCashPIN             = final("WrongCashPIN", "C017", "withdrawal password wrong, or locked after too many (D-04)", number("max"), number("minutes"))
	PointConversionSuspended = final("PointConversionSuspended", "C018", "point conversion suspended")
	PaymentProblem           = final("PaymentProblem", "C019", "payment problem")
	RecallProblem            = final("RecallProblem", "C020", "recovery problem")
	CashPINRequired          = final("CashPINRequired", "C028", "enter the withdrawal password")
	PayDayLimit              = final("PayDayLimit", "C029", "above what the partner may still pay today (D-53)", amount("left"))
	ReversalOver             = final("ReversalOver", "C030", "a payment or recall can be reversed for ten minutes, once and as a whole (D-27)")
	RecallAbovePaid          = final("RecallAbovePaid", "C031", "above what the partner paid this account and has not recalled (D-28)", amount("left"))
	DebtFirst                = final("DebtFirst", "C032", "what the member owes is taken before a withdrawal (D-74)", amount("owed"))
	TurnoverReopened         = final("TurnoverReopened", "C033", "turnover is open again since the withdrawal was asked for: paying needs a reason", amount("remaining"))
	PTDebtFirst              = final("PTDebtFirst", "C034", "a partner's PT stands for what it owes (D-30, D-73)", amount("owed"))
	PTDayLimit               = final("PTDayLimit", "C035", "above what a partner may still withdraw of its PT today (D-73)", amount("left"))
)

// Points, in the order of the checks P001, P003, P002 (D-19).
var (
	NotEnoughPoints = final("NotEnoughPoints", "P001", "not enough points")
	PointsNotUnit   = final("PointsNotUnit", "P002", "not a multiple of the point unit", number("pointUnit"))
	PointsBelowMin  = final("PointsBelowMin", "P003", "below the point minimum", number("pointLimit"))
)

// Games and their vendors.
var (
	VendorKeyRequired         = final("VendorKeyRequired", "G001", "vendor key empty")
	SlotApprovalFailed        = again("SlotApprovalFailed", "G002", "slot approval failed")
	GameApprovalFailed        = again("GameApprovalFailed", "G003", "approval failed")
	MinigameCredentialsFailed = again("MinigameCredentialsFailed", "G004", "minigame credential update failed")
	MinigameAddressFailed     = again("MinigameAddressFailed", "G005", "minigame address request failed")
	InvalidGameType           = final("InvalidGameType", "G006", "invalid game type")
	VendorRequired            = final("VendorRequired", "G007", "vendor empty")
	UnknownVendor             = final("UnknownVendor", "G008", "vendor missing")
	VendorMemberMissing       = final("VendorMemberMissing", "G009", "vendor member missing")
	RateAboveParent           = final("RateAboveParent", "G010", "rate above the parent's (D-30)")
	VendorError               = again("VendorError", "G012", "vendor or game error")
	GameNotLoaded             = again("GameNotLoaded", "G9999", "game failed to load")
	GameTokenExpired          = final("GameTokenExpired", "TK999", "game token expired: closes the game window")
)

// The sports slip. `msg` names the selection, or the two legs of D-25: the product text's {msg}.
var (
	OddsAboveMax  = final("OddsAboveMax", "RATE_LIMIT_MAX", "total odds above the maximum (D-22)", odds("max"))
	OddsBelowMin  = final("OddsBelowMin", "RATE_LIMIT_MIN", "total odds below the minimum (D-22)", odds("min"))
	OddsChanged   = final("OddsChanged", "RATE_LIMIT_EXCEPTION", "odds changed or not allowed (D-25, D-26)", text("msg"))
	StakeBelowMin = final("StakeBelowMin", "BET_LIMIT_MIN", "bet below the minimum (D-22)", amount("min"))
	StakeAboveMax = final("StakeAboveMax", "BET_LIMIT_MAX", "bet above the maximum (D-22)", amount("max"))
	WinAboveMax   = final("WinAboveMax", "WIN_LIMIT_MAX", "win above the maximum (D-22)", amount("max"))
)

// defined is filled while the variables above are initialised, in their order, and only read afterwards.
var defined []*Entry

func final(name, code, meaning string, needs ...Placeholder) *Fault {
	return define(Entry{Name: name, Code: code, Meaning: meaning, Placeholders: needs})
}

func again(name, code, meaning string, needs ...Placeholder) *Fault {
	return define(Entry{Name: name, Code: code, Meaning: meaning, Placeholders: needs, Retryable: true})
}

func define(e Entry) *Fault {
	defined = append(defined, &e)
	return &Fault{entry: &e}
}
