package provider

// Status is the answer to an operation (money.md, "The vendor wallet API").
type Status string

// Statuses. All but OK leave the member's money as it was.
const (
	OK                Status = "OK"
	Duplicate         Status = "DUPLICATE_TRANSACTION" // the id is taken by another content
	InsufficientFunds Status = "INSUFFICIENT_FUNDS"
	NotFound          Status = "TRANSACTION_NOT_FOUND"   // a win of no accepted bet, a rollback of another member's transaction
	RolledBack        Status = "TRANSACTION_ROLLED_BACK" // the bet was undone, perhaps before it came
	AlreadySettled    Status = "BET_ALREADY_SETTLED"     // rollback of a bet that has a win; second closing win of a bet
	TokenExpired      Status = "TOKEN_EXPIRED"           // the launch is closed, expired or another member's: bet and balance only
	WrongCurrency     Status = "WRONG_CURRENCY"
	BadAmount         Status = "BAD_AMOUNT" // not an amount, a bet of 0 without campaign, above the limit (D-22)
	RoundClosed       Status = "ROUND_CLOSED"
	MemberNotFound    Status = "MEMBER_NOT_FOUND"
	BettingLocked     Status = "BETTING_LOCKED" // the member may not bet (D-34, D-45, U033)
	LimitReached      Status = "LIMIT_REACHED"  // the member's own limit of stakes, losses or session time (U034): bets only
	Maintenance       Status = "MAINTENANCE"    // site under maintenance, betting paused (S001, S004), or provider, product or game switched off: bets only
	BatchRefused      Status = "BATCH_REFUSED"  // another item of an atomic batch was refused
)

// Statuses lists all of them, for protocols that map each to a word of their own.
var Statuses = []Status{
	OK, Duplicate, InsufficientFunds, NotFound, RolledBack, AlreadySettled, TokenExpired, WrongCurrency, BadAmount, RoundClosed,
	MemberNotFound, BettingLocked, LimitReached, Maintenance, BatchRefused,
}
