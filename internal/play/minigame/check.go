package minigame

import (
	"context"

	"hubstake/internal/ledger/wallet"
)

// Invariants of bets on draws: what a bet says is what its round and its transactions say, none was accepted after the close, and none stays open that is decided.
var Invariants = []wallet.Invariant{
	{Name: "draw_bet_is_its_round", SQL: `
		SELECT coalesce(b.id, r.round_id), format('bet %s of %s, paid %s; round %s of %s, paid %s', b.state, b.stake, b.paid, r.state, r.stake + r.voided, r.payout)
		  FROM minigame_bet b FULL JOIN (SELECT * FROM casino_round WHERE vendor_id = 'minigame') r ON r.round_id = b.id AND r.member_id = b.member_id
		 WHERE (b.stake, b.paid, CASE b.state WHEN 'open' THEN 'open' WHEN 'void' THEN 'void' ELSE 'closed' END)
		       IS DISTINCT FROM (r.stake + r.voided, r.payout, r.state)`},
	{Name: "draw_bet_came_in_time", SQL: `
		SELECT b.id, format('placed at %s, the round took bets from %s to %s', b.placed_at, r.opens_at, r.closes_at)
		  FROM minigame_bet b JOIN minigame_round r ON r.game = b.game AND r.no = b.no
		 WHERE b.placed_at < r.opens_at OR b.placed_at >= r.closes_at`},
	{Name: "drawn_bet_is_settled", SQL: `
		SELECT b.id, format('%s, its round is %s since %s', b.state, r.state, r.ended_at)
		  FROM minigame_round r JOIN minigame_bet b ON b.game = r.game AND b.no = r.no
		 WHERE r.state <> 'open' AND b.state = 'open' AND r.ended_at < clock_timestamp() - interval '60 s'`},
	{Name: "ended_draw_bet_has_its_round", SQL: `
		SELECT b.id, format('bet %s, round %s', b.state, r.state)
		  FROM minigame_bet b JOIN minigame_round r ON r.game = b.game AND r.no = b.no
		 WHERE (b.state IN ('won', 'lost') AND r.state <> 'drawn') OR (b.state = 'void' AND r.state <> 'void')`},
}

// Check proves the invariants of bets on draws on one snapshot of the database.
func Check(ctx context.Context, db wallet.Starter) ([]wallet.Violation, error) {
	return wallet.Prove(ctx, db, Invariants)
}
