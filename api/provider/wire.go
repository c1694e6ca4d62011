package provider

import (
	"strconv"

	"hubstake/internal/play/provider"
)

// balanceRequest asks for a member's balance, by the token of a launch or by the member's id.
type balanceRequest struct {
	Token    string `json:"token,omitzero"`
	MemberID string `json:"member_id,omitzero"`
	Currency string `json:"currency"`
}

// operation is the body of bet, win and rollback, and an item of a batch. Amount is a decimal text.
type operation struct {
	TxID       string `json:"tx_id"`
	RefTxID    string `json:"ref_tx_id,omitzero"`
	RoundID    string `json:"round_id,omitzero"`
	Token      string `json:"token,omitzero"`
	MemberID   string `json:"member_id,omitzero"`
	Game       string `json:"game,omitzero"`
	Currency   string `json:"currency"`
	Amount     string `json:"amount,omitzero"`
	CampaignID string `json:"campaign_id,omitzero"`
	Closes     *bool  `json:"closes,omitzero"` // of a win; absent means that it settles the bet and ends the round
}

func (o operation) as(kind provider.Kind) provider.Operation {
	return provider.Operation{
		Kind: kind, TxID: o.TxID, RefTxID: o.RefTxID, RoundID: o.RoundID, Token: o.Token, Member: o.MemberID, Game: o.Game,
		Currency: o.Currency, Amount: o.Amount, Campaign: o.CampaignID,
		Closes: kind == provider.Win && (o.Closes == nil || *o.Closes),
	}
}

// item is an operation of a batch, with its kind.
type item struct {
	Kind      provider.Kind `json:"kind"`
	Operation operation     `json:",embed"`
}

type batchRequest struct {
	Atomic     bool   `json:"atomic,omitzero"`
	Operations []item `json:"operations"`
}

// answer is what a vendor is told. Balance is the member's cash as a decimal text; our_tx_id is empty when nothing is
// stored under the id.
type answer struct {
	Status   provider.Status `json:"status"`
	TxID     string          `json:"tx_id"`
	OurTxID  string          `json:"our_tx_id"`
	Balance  string          `json:"balance"`
	Currency string          `json:"currency"`
}

// answerOf is the answer in the words of the vendor's settings.
func answerOf(kind provider.Kind, s provider.Settings, a provider.Answer) answer {
	out := answer{Status: s.Say(kind, a), TxID: a.TxID, Balance: a.Format(), Currency: a.Currency}
	if a.OurTxID != 0 {
		out.OurTxID = strconv.FormatInt(a.OurTxID, 10)
	}
	return out
}

// batchAnswer holds an answer for each operation, in order. Status is OK, or BATCH_REFUSED when an atomic batch had no
// effect.
type batchAnswer struct {
	Status  provider.Status `json:"status"`
	Results []answer        `json:"results"`
}

// refusalAnswer is the body of an answer that is not 200.
type refusalAnswer struct {
	Status  string `json:"status"`
	Message string `json:"message"`
}
