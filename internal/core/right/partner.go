package right

import "slices"

// The rights of persons whom a partner lets into its area (sub-staff), by area and by what is done there: read, write or modify (product.txt §6). The
// partner itself has all of them.
const (
	// LowerRead shows the members and partners below: lists, cards, who is online, logins and addresses; not their money.
	LowerRead Right = "lower.read"
	// LowerWrite makes members and partners below.
	LowerWrite Right = "lower.write"
	// LowerModify switches members below, ends their sessions and decides about signups.
	LowerModify Right = "lower.modify"
	// RateModify sets the rates of partners below.
	RateModify Right = "rate.modify"
	// MoneyRead shows PT, balances, payments, deposits, withdrawals and points, also in the lists and cards of LowerRead.
	MoneyRead Right = "money.read"
	// MoneyWrite pays to accounts below and recalls.
	MoneyWrite Right = "money.write"
	// PlayRead shows bets and the summaries of play.
	PlayRead Right = "play.read"
	// CommissionRead shows commissions and statements.
	CommissionRead Right = "commission.read"
	// MessageWrite sends messages to accounts below.
	MessageWrite Right = "message.write"
	// AgentModify makes and ends accounts of sub-staff.
	AgentModify Right = "agent.modify"
)

// Partners returns the rights of the partner area.
func Partners() []Right {
	return []Right{LowerRead, LowerWrite, LowerModify, RateModify, MoneyRead, MoneyWrite, PlayRead, CommissionRead, MessageWrite, AgentModify}
}

// OfPartners returns the rights of the partner area that there are among some, in the order of Partners.
func OfPartners(some []Right) []Right {
	out := []Right{}
	for _, r := range Partners() {
		if slices.Contains(some, r) {
			out = append(out, r)
		}
	}
	return out
}

// OfArea is a right of the partner area on the wire, whose contract tells it from the rights of staff.
type OfArea Right

// ToWire returns rights of the partner area as they are sent.
func ToWire(some []Right) []OfArea {
	out := make([]OfArea, len(some))
	for i, r := range some {
		out[i] = OfArea(r)
	}
	return out
}

// FromWire returns rights as they were sent, those that there are not included.
func FromWire(sent []OfArea) []Right {
	out := make([]Right, len(sent))
	for i, r := range sent {
		out[i] = Right(r)
	}
	return out
}
