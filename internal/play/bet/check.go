package bet

import (
	"context"

	"hubstake/internal/ledger/wallet"
)

// Invariants of bets: what a bet says is what its round and its transactions say, and none stays open that is decided.
var Invariants = []wallet.Invariant{
	{Name: "bet_is_its_round", SQL: `
		SELECT coalesce(b.id, r.round_id), format('bet %s of %s, paid %s; round %s of %s, paid %s', b.state, b.stake, b.paid, r.state, r.stake + r.voided, r.payout)
		  FROM bet_bet b FULL JOIN (SELECT * FROM casino_round WHERE vendor_id = 'house') r ON r.round_id = b.id AND r.member_id = b.member_id
		 WHERE (b.stake, b.paid, CASE WHEN b.state IN ('wait', 'open') THEN 'open' WHEN b.state IN ('won', 'lost', 'drawn', 'cashed') THEN 'closed' ELSE 'void' END)
		       IS DISTINCT FROM (r.stake + r.voided, r.payout, r.state)`},
	{Name: "ended_bet_has_no_open_leg", SQL: `
		SELECT b.id, format('%s; open legs %s', b.state, count(*) FILTER (WHERE l.open))
		  FROM bet_bet b LEFT JOIN bet_leg l ON l.bet_id = b.id GROUP BY b.id, b.state
		HAVING count(l.place) = 0 OR bool_or(l.open) IS DISTINCT FROM (b.state IN ('wait', 'open')) OR bool_and(l.open) IS DISTINCT FROM (b.state IN ('wait', 'open'))`},
	{Name: "open_bet_is_running", SQL: `
		SELECT coalesce(b.id, r.bet_id), format('bet %s, running %s', coalesce(b.state, 'ended or unknown'), r.bet_id IS NOT NULL)
		  FROM (SELECT id, member_id, state FROM bet_bet WHERE state IN ('wait', 'open')) b
		  FULL JOIN bet_running r ON r.bet_id = b.id AND r.member_id = b.member_id
		 WHERE b.id IS NULL OR r.bet_id IS NULL`},
	{Name: "decided_bet_is_settled", SQL: `
		SELECT b.id, format('%s, its last outcome is of %s', b.state, max(o.at))
		  FROM bet_bet b JOIN bet_leg l ON l.bet_id = b.id LEFT JOIN settle_outcome o ON o.market_id = l.market_id AND o.key = l.key
		 WHERE b.state = 'open' AND l.open GROUP BY b.id, b.state
		HAVING (bool_and(o.outcome IS NOT NULL) OR bool_or(o.outcome = 'lost')) AND max(o.at) < clock_timestamp() - interval '60 s'`},
}

// Check proves the invariants of bets on one snapshot of the database.
func Check(ctx context.Context, db wallet.Starter) ([]wallet.Violation, error) {
	return wallet.Prove(ctx, db, Invariants)
}
