package hub88

import "hubstake/internal/play/provider"

// Status is a word of the protocol.
type Status string

// The protocol's statuses.
const (
	StatusOK         Status = "RS_OK"
	Unknown          Status = "RS_ERROR_UNKNOWN"
	InvalidPartner   Status = "RS_ERROR_INVALID_PARTNER"
	InvalidToken     Status = "RS_ERROR_INVALID_TOKEN" //nolint:gosec // a word of the protocol
	InvalidGame      Status = "RS_ERROR_INVALID_GAME"
	WrongCurrency    Status = "RS_ERROR_WRONG_CURRENCY"
	NotEnoughMoney   Status = "RS_ERROR_NOT_ENOUGH_MONEY"
	UserDisabled     Status = "RS_ERROR_USER_DISABLED"
	InvalidSignature Status = "RS_ERROR_INVALID_SIGNATURE"
	TokenExpired     Status = "RS_ERROR_TOKEN_EXPIRED" //nolint:gosec // a word of the protocol
	WrongSyntax      Status = "RS_ERROR_WRONG_SYNTAX"
	WrongTypes       Status = "RS_ERROR_WRONG_TYPES"
	Duplicate        Status = "RS_ERROR_DUPLICATE_TRANSACTION"
	NotFound         Status = "RS_ERROR_TRANSACTION_DOES_NOT_EXIST"
	RolledBack       Status = "RS_ERROR_TRANSACTION_ROLLED_BACK"
	LimitReached     Status = "RS_ERROR_LIMIT_REACHED"
)

var words = map[provider.Status]Status{
	provider.OK: StatusOK, provider.Duplicate: Duplicate, provider.InsufficientFunds: NotEnoughMoney, provider.NotFound: NotFound,
	provider.RolledBack: RolledBack, provider.TokenExpired: TokenExpired, provider.WrongCurrency: WrongCurrency, provider.BettingLocked: UserDisabled,
	provider.Maintenance: InvalidPartner, provider.AlreadySettled: Duplicate, provider.LimitReached: LimitReached, provider.RoundClosed: Unknown, provider.MemberNotFound: Unknown,
	provider.BatchRefused: Unknown,
}

// Say returns the protocol's word for an answer of ours. stored reports whether the answer is kept under the id: it is for an amount
// that was understood and is above a limit, and it is not for text that is not an amount.
func Say(s provider.Status, stored bool) Status {
	if s == provider.BadAmount {
		if stored {
			return LimitReached
		}
		return WrongTypes
	}
	if w, ok := words[s]; ok {
		return w
	}
	return Unknown
}
