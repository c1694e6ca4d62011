package wallet

// Gift says how a kind of move counts in the base of the losing commission (D-30): stakes less payouts, less rolling, less gifts of the house.
type Gift bool

// The two ways to count. Play is counted by the rounds and bets themselves, never by moves of a wallet.
const (
	NoGift Gift = false // stakes and wins, money of the member's own, and what is put right or given up: it changes no partner's share as a gift
	IsGift Gift = true  // cash that the house gave, or took back of it
)

// Kind is a reason for which money moves: the column kind of wallet_ledger.
type Kind struct {
	Name string
	// Units are the accounts of a member that it moves; PT for moves of a partner's PT.
	Units []string
	Gift  Gift
}

// The wallets of Units.
const (
	inCash  = string(Cash)
	inHold  = string(Hold)
	inPoint = string(Point)
	inPT    = PT
)

// kinds is the one list of them. A kind that is missing fails the tests of the commission, and one without words in each ledger that shows it fails those of
// the pages (web/src/ledger-kinds.test.ts reads this table).
var kinds = []Kind{
	{Name: "attendance", Units: []string{inPoint}, Gift: NoGift}, // points become a gift when they become cash
	{Name: "bet", Units: []string{inCash}, Gift: NoGift},
	{Name: "bonus.again", Units: []string{inCash, inPoint}, Gift: IsGift},
	{Name: "bonus.first", Units: []string{inCash, inPoint}, Gift: IsGift},
	{Name: "bonus.new", Units: []string{inCash, inPoint}, Gift: IsGift},
	{Name: "bonus.weekend", Units: []string{inCash, inPoint}, Gift: IsGift},
	{Name: "closing", Units: []string{inCash}, Gift: NoGift}, // given up with the account: neither a loss of play nor a gift that comes back
	{Name: "closing.points", Units: []string{inPoint}, Gift: NoGift},
	{Name: "commission", Units: []string{inPT}, Gift: NoGift},
	{Name: "commission.debt", Units: []string{inPT}, Gift: NoGift},
	{Name: "convert.cash", Units: []string{inCash}, Gift: IsGift},
	{Name: "convert.points", Units: []string{inPoint}, Gift: NoGift},
	{Name: "correction", Units: []string{inCash, inPoint, inPT}, Gift: NoGift},
	{Name: "correction.test", Units: []string{inCash, inPoint}, Gift: NoGift},
	{Name: "coupon", Units: []string{inCash, inPoint}, Gift: IsGift},
	{Name: "debt.win", Units: []string{inCash}, Gift: NoGift},
	{Name: "debt.withdraw", Units: []string{inCash}, Gift: NoGift},
	{Name: "deposit", Units: []string{inCash}, Gift: NoGift},
	{Name: "forfeit", Units: []string{inCash}, Gift: IsGift}, // gives back at most what gifts took below the same upline
	{Name: "forfeit.points", Units: []string{inPoint}, Gift: NoGift},
	{Name: "game.back", Units: []string{inCash}, Gift: NoGift},
	{Name: "game.in", Units: []string{inCash}, Gift: NoGift},
	{Name: "game.out", Units: []string{inCash}, Gift: NoGift},
	{Name: "gift", Units: []string{inPoint}, Gift: NoGift},
	{Name: "gift.return", Units: []string{inPoint}, Gift: NoGift},
	{Name: "gift.send", Units: []string{inPoint}, Gift: NoGift},
	{Name: "partner.pay", Units: []string{inCash}, Gift: NoGift}, // the member's own, as a deposit is
	{Name: "partner.payout", Units: []string{inCash}, Gift: NoGift},
	{Name: "partner.recall", Units: []string{inCash}, Gift: NoGift},
	{Name: "partner.reverse", Units: []string{inCash}, Gift: NoGift},
	{Name: "pt.paid", Units: []string{inPT}, Gift: NoGift},
	{Name: "pt.pay", Units: []string{inPT}, Gift: NoGift},
	{Name: "pt.payout", Units: []string{inPT}, Gift: NoGift},
	{Name: "pt.recall", Units: []string{inPT}, Gift: NoGift},
	{Name: "pt.recalled", Units: []string{inPT}, Gift: NoGift},
	{Name: "pt.reverse", Units: []string{inPT}, Gift: NoGift},
	{Name: "pt.reversed", Units: []string{inPT}, Gift: NoGift},
	{Name: "rollback", Units: []string{inCash}, Gift: NoGift},
	{Name: "rotary", Units: []string{inPoint}, Gift: NoGift},
	{Name: "win", Units: []string{inCash}, Gift: NoGift},
	{Name: "win.promo", Units: []string{inCash}, Gift: NoGift}, // one without a bet is a gift: casino_tx.free_win says which are, of wins as well
	{Name: "withdraw.hold", Units: []string{inCash, inPT}, Gift: NoGift},
	{Name: "withdraw.pay", Units: []string{inHold}, Gift: NoGift},
	{Name: "withdraw.release", Units: []string{inCash, inPT}, Gift: NoGift},
}

// Kinds returns all reasons for which money moves.
func Kinds() []Kind { return append([]Kind(nil), kinds...) }

// GiftKinds returns the names of the kinds that count as gifts of the house.
func GiftKinds() (names []string) {
	for _, k := range kinds {
		if k.Gift == IsGift {
			names = append(names, k.Name)
		}
	}
	return names
}
