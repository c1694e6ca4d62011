// Package hub88 is the seamless wallet of Hub88's Operator API, as https://docs.hub88.io (Operator API Reference, Wallet API
// and Games API) gives it: JSON whose raw body is signed with RSA-SHA256, amounts as integers of five decimals, statuses that
// begin with RS_, every answer with HTTP 200 and the request's request_uuid.
//
// The protocol has no timestamp and no nonce. A copy of a call gets the stored answer and has no effect; the allow-list of
// addresses keeps strangers out.
package hub88

import (
	"errors"
	"math"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"hubstake/internal/core/money"
	"hubstake/internal/play/provider"
)

const (
	// Family is the name of the protocol.
	Family = "hub88"
	// HeaderSignature is the base64 of RSA-SHA256 over the raw body.
	HeaderSignature = "X-Hub88-Signature"

	// decimals of every amount: 3.56 is 356000, in every currency.
	decimals = 5
)

// Calls of the wallet, by their paths.
const (
	Info     = "user/info"
	Balance  = "user/balance"
	Bet      = "transaction/bet"
	Win      = "transaction/win"
	Rollback = "transaction/rollback"
)

// Request is the body of any call; a call has some of the fields. Fields that we do not use are
// not listed, and are accepted, because the protocol gains fields.
type Request struct {
	User        string `json:"user"`
	Token       string `json:"token"`
	RequestUUID string `json:"request_uuid"`
	GameCode    string `json:"game_code"`
	Currency    string `json:"currency"`
	Amount      *int64 `json:"amount"`

	TransactionUUID string `json:"transaction_uuid"`
	ReferenceUUID   string `json:"reference_transaction_uuid"`
	Round           string `json:"round"`
	RoundClosed     bool   `json:"round_closed"`
	IsFree          bool   `json:"is_free"`
	IsPromo         bool   `json:"is_supplier_promo"`
	RewardUUID      string `json:"reward_uuid"`
}

// Answer is the body of every answer. Balance and currency are there when the member is known.
type Answer struct {
	User        string `json:"user,omitzero"`
	Status      Status `json:"status"`
	RequestUUID string `json:"request_uuid"`
	Currency    string `json:"currency,omitzero"`
	Balance     *int64 `json:"balance,omitzero"`
}

const maxText = 128

// Read reads the body of a call. The status is OK, WrongSyntax (not an object, a needed field is missing or too long) or
// WrongTypes; the request has at least its request_uuid, if there is one.
func Read(path string, body []byte) (Request, Status) {
	var r Request
	if err := json.Unmarshal(body, &r); err != nil {
		var id struct {
			RequestUUID string `json:"request_uuid"`
		}
		_ = json.Unmarshal(body, &id) // for the echo only
		var types *json.SemanticError
		if errors.As(err, &types) && jsontext.Value(body).IsValid() && jsontext.Value(body).Kind() == '{' {
			return Request{RequestUUID: short(id.RequestUUID)}, WrongTypes
		}
		return Request{RequestUUID: short(id.RequestUUID)}, WrongSyntax
	}
	needed := []string{r.RequestUUID, r.User}
	switch path {
	case Balance:
		needed = append(needed, r.Token)
	case Bet:
		needed = append(needed, r.Token, r.TransactionUUID, r.Currency, r.GameCode)
	case Win: // without token and game when it is booked after the session, as wins of free spins are; of a reward there need be no bet
		if needed = append(needed, r.TransactionUUID, r.Currency); !r.free() {
			needed = append(needed, r.ReferenceUUID)
		}
	case Rollback: // the user and the transaction name all that it needs
		needed = append(needed, r.TransactionUUID, r.ReferenceUUID)
	}
	for _, s := range needed {
		if s == "" {
			return Request{RequestUUID: short(r.RequestUUID)}, WrongSyntax
		}
	}
	if len(r.RequestUUID) > maxText || ((path == Bet || path == Win) && r.Amount == nil) {
		return Request{RequestUUID: short(r.RequestUUID)}, WrongSyntax
	}
	return r, StatusOK
}

// free reports whether a campaign pays the transaction. A win that names a reward and no bet is one, too.
func (r Request) free() bool {
	return r.IsFree || r.IsPromo || r.RewardUUID != "" && r.ReferenceUUID == "" && r.Amount != nil
}

// short is a text that may be echoed, or nothing.
func short(s string) string {
	if len(s) > maxText {
		return ""
	}
	return s
}

// Proof gathers what a call shows.
func Proof(vendor string, header func(name string) string, body []byte) provider.Proof {
	return provider.Proof{Vendor: vendor, Family: Family, Kind: provider.RSA, Message: body, Signature: header(HeaderSignature)}
}

// Operation is what a transaction asks for, in our terms. The status is OK, WrongCurrency, or WrongTypes for an amount that is
// negative, and for that of a bet which is not a whole number of minor units. That of a win is passed on as it is, because it must not be refused (D-71).
func (r Request) Operation(kind provider.Kind) (provider.Operation, Status) {
	o := provider.Operation{
		Kind: kind, TxID: r.TransactionUUID, RefTxID: r.ReferenceUUID, RoundID: r.Round, Token: r.Token, Member: r.User, Game: r.GameCode,
		Currency: r.Currency, Closes: kind == provider.Win && r.RoundClosed,
	}
	if o.RoundID == "" { // some games have none: the bet is its own round
		if o.RoundID = r.TransactionUUID; kind != provider.Bet && r.ReferenceUUID != "" {
			o.RoundID = r.ReferenceUUID
		}
	}
	if r.free() {
		if o.Campaign = r.RewardUUID; o.Campaign == "" {
			o.Campaign = "promo"
		}
	}
	if kind == provider.Rollback {
		o.Campaign = ""
		return o, StatusOK
	}
	c, ok := money.ByCode(r.Currency)
	if !ok {
		return o, WrongCurrency
	}
	step := unit(c)
	switch whole := *r.Amount%step == 0; {
	case *r.Amount < 0 || kind == provider.Bet && !whole:
		return o, WrongTypes
	case whole:
		o.Amount = c.Format(money.Amount(*r.Amount / step))
	default:
		o.Amount = money.Currency{Exponent: decimals}.Format(money.Amount(*r.Amount))
	}
	if kind == provider.Bet && r.IsFree { // the campaign pays: the member's balance stays
		o.Amount = "0"
	}
	return o, StatusOK
}

// Amount is an amount of ours in theirs; ok is false when it has no room there.
func Amount(a money.Amount, c money.Currency) (n int64, ok bool) {
	step := unit(c)
	if int64(a) > math.MaxInt64/step || int64(a) < math.MinInt64/step {
		return 0, false
	}
	return int64(a) * step, true
}

// unit is one minor unit of a currency in the amounts of the protocol.
func unit(c money.Currency) int64 {
	n := int64(1)
	for range decimals - c.Exponent {
		n *= 10
	}
	return n
}
