package commission

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/waterfall"
	"hubstake/internal/partners/commission/commissiondb"
)

// house is the provider of the sportsbook, whose rounds are bets with folders.
const house = "house"

// roundKey names a round.
type roundKey struct{ vendor, id, member string }

// round is a round as it is now, and the last line that was noted of it.
type round struct {
	id            int64
	key           roundKey
	site, game    string
	group         *string
	currency      string
	bets          int
	stake, payout int64
	state         string
	counts        bool
	begun, at     time.Time // at: of the last transaction
	upline        string
	folders       int
	hedged        bool
	opposed       int64 // of the stake, what accounts of the same branch staked on the opposite
	noted         *noted
}

// noted is the last line of a round.
type noted struct {
	turn                 int16
	stake, payout, valid int64
	chain                int64
	why                  string
	folders, product     int16
}

// roundsSQL reads the rounds of a stretch of transactions, and further ones, as they are now, with the last line of each. Those that are open and were
// never noted are left out, as are those of test accounts (S-103) and of members without a partner.
const roundsSQL = `
WITH touched AS MATERIALIZED (
  SELECT t.vendor_id, t.round_id, t.member_id, max(t.created_at) AS at
    FROM (SELECT vendor_id, round_id, member_id, created_at FROM casino_tx
           WHERE our_tx_id > $1 AND our_tx_id <= $2 AND status = 'OK' AND kind <> 'tombstone'
           UNION ALL SELECT '` + house + `', u.id, u.member, u.at FROM unnest($3::text[], $4::text[], $5::timestamptz[]) AS u (id, member, at)) t
   GROUP BY 1, 2, 3)
SELECT r.id, r.vendor_id, r.round_id, r.member_id, r.site_id, r.game_code, g.group_code, r.bets, r.stake, r.payout - r.free_payout, r.currency,
       r.state, r.counts, r.created_at, u.at,
       array_to_string(CASE WHEN m.upline_since IS NULL OR r.created_at >= m.upline_since THEN m.upline
            ELSE (SELECT h.upline FROM member_upline h WHERE h.member_id = m.member_id AND h.until > r.created_at ORDER BY h.until LIMIT 1) END, ','),
       l.turn, l.stake, l.payout, l.valid, l.chain_id, l.why, l.folders, l.product
  FROM touched u
 CROSS JOIN LATERAL (SELECT * FROM casino_round c WHERE c.vendor_id = u.vendor_id AND c.round_id = u.round_id AND c.member_id = u.member_id LIMIT 1) r
  JOIN member_member m ON m.member_id = r.member_id AND m.test_since IS NULL
  LEFT JOIN (SELECT code, group_code FROM game_game JOIN game_product USING (proc_id)) g ON g.code = r.game_code
  LEFT JOIN LATERAL (SELECT * FROM commission_line c WHERE c.round = r.id ORDER BY c.turn DESC LIMIT 1) l ON true
 WHERE r.state = 'closed' OR l.turn IS NOT NULL`

// readRounds reads the rounds of a stretch of transactions, and the bets of their members that are hedged since, or not any more (D-20).
func readRounds(ctx context.Context, tx pgx.Tx, from, upto int64) ([]*round, error) {
	q := commissiondb.New(tx)
	h, err := readHedged(ctx, q, from, upto)
	if err != nil {
		return nil, err
	}
	list, err := readNow(ctx, tx, from, upto, h.again)
	if err != nil {
		return nil, err
	}
	if err := addFolders(ctx, q, list, h.now); err != nil {
		return nil, err
	}
	return list, addOpposed(ctx, q, list)
}

// hedges are bets of the sportsbook on both sides of a match.
type hedges struct {
	now   map[roundKey]bool
	again map[roundKey]time.Time // those, and those that were noted so: to be looked at again, as of a moment
}

// readHedged returns the bets of the sportsbook that are on both sides of a match, of the members who have one among the transactions, with the time of
// the member's last transaction: a bet that was noted as one that counts is looked at again when its other side comes, and one that was noted as hedged
// when its other side may be void.
func readHedged(ctx context.Context, q *commissiondb.Queries, from, upto int64) (h hedges, err error) {
	members, err := q.HouseMembers(ctx, commissiondb.HouseMembersParams{Tx: from, Upto: upto})
	if err != nil {
		return h, fmt.Errorf("commission: hedged bets: %w", err)
	}
	if len(members) == 0 {
		return h, nil
	}
	ids, last, placed := make([]string, len(members)), make(map[string]time.Time, len(members)), make(map[string]time.Time, len(members))
	oldest := members[0].Begun
	for i, m := range members {
		ids[i], last[m.MemberID], placed[m.MemberID] = m.MemberID, m.At, m.Begun
		oldest = earlier(oldest, m.Begun)
	}
	noted, err := q.NotedHedged(ctx, commissiondb.NotedHedgedParams{Members: ids, Since: oldest})
	if err != nil {
		return h, fmt.Errorf("commission: hedged bets: %w", err)
	}
	for _, r := range noted {
		placed[r.MemberID] = earlier(placed[r.MemberID], r.CreatedAt)
	}
	since := make([]time.Time, len(ids))
	for i, memID := range ids {
		since[i] = placed[memID]
	}
	rows, err := q.Hedged(ctx, commissiondb.HedgedParams{Members: ids, Since: since})
	if err != nil {
		return h, fmt.Errorf("commission: hedged bets: %w", err)
	}
	h = hedges{now: make(map[roundKey]bool, len(rows)), again: make(map[roundKey]time.Time, len(rows)+len(noted))}
	for _, r := range rows {
		k := roundKey{house, r.ID, r.MemberID}
		h.now[k], h.again[k] = true, last[r.MemberID]
	}
	for _, r := range noted {
		h.again[roundKey{house, r.RoundID, r.MemberID}] = last[r.MemberID]
	}
	return h, nil
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

func readNow(ctx context.Context, tx pgx.Tx, from, upto int64, again map[roundKey]time.Time) ([]*round, error) {
	ids, members, ats := make([]string, 0, len(again)), make([]string, 0, len(again)), make([]time.Time, 0, len(again))
	for k, at := range again {
		ids, members, ats = append(ids, k.id), append(members, k.member), append(ats, at)
	}
	rows, err := tx.Query(ctx, roundsSQL, from, upto, ids, members, ats)
	if err != nil {
		return nil, fmt.Errorf("commission: rounds: %w", err)
	}
	defer rows.Close()
	var list []*round
	for rows.Next() {
		r := &round{folders: 1}
		var turn, folders, product *int16
		var stake, payout, valid, chain *int64
		var why *string
		err := rows.Scan(&r.id, &r.key.vendor, &r.key.id, &r.key.member, &r.site, &r.game, &r.group, &r.bets, &r.stake, &r.payout, &r.currency,
			&r.state, &r.counts, &r.begun, &r.at, &r.upline, &turn, &stake, &payout, &valid, &chain, &why, &folders, &product)
		if err != nil {
			return nil, fmt.Errorf("commission: rounds: %w", err)
		}
		if turn != nil {
			r.noted = &noted{turn: *turn, stake: *stake, payout: *payout, valid: *valid, chain: *chain, why: *why, folders: *folders, product: *product}
		}
		if r.upline != "" {
			list = append(list, r)
		}
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("commission: rounds: %w", err)
	}
	return list, nil
}

// addFolders notes of bets of the sportsbook how many folders they have, and whether they are hedged.
func addFolders(ctx context.Context, q *commissiondb.Queries, list []*round, hedged map[roundKey]bool) error {
	bets := map[string]*round{}
	for _, r := range list {
		if r.key.vendor == house {
			bets[r.key.id] = r
			r.hedged = hedged[r.key]
		}
	}
	if len(bets) == 0 {
		return nil
	}
	ids := make([]string, 0, len(bets))
	for id := range bets {
		ids = append(ids, id)
	}
	rows, err := q.Folders(ctx, ids)
	if err != nil {
		return fmt.Errorf("commission: folders: %w", err)
	}
	for _, r := range rows {
		bets[r.BetID].folders = int(r.Folders)
	}
	return nil
}

// Why not all of a stake counts, as statements say it.
const (
	whyTie       = "tie"       // what was paid is what was staked
	whyUncounted = "uncounted" // odds below the threshold, cashed out, or picks that leave hardly a risk
	whyHedged    = "hedged"    // bets on both sides of a match
	whyOpposed   = "opposed"   // accounts of one branch have opposite picks of one draw or market: only what the branch has at risk counts
	whyBothSides = "bothSides" // several bets of one round count at most what was at risk
)

// valid returns what of the stake of a closed round counts, by the rules of turnover (D-20, D-30).
func (r *round) valid() (amount int64, why string) {
	switch {
	case r.stake == r.payout:
		return 0, whyTie
	case !r.counts:
		return 0, whyUncounted
	case r.hedged:
		return 0, whyHedged
	}
	if r.bets > 1 && (r.group == nil || *r.group != "slot") {
		if risk := max(r.stake-r.payout, r.payout-r.stake); risk < r.stake {
			return risk, whyBothSides
		}
	}
	if r.opposed > 0 {
		return max(r.stake-r.opposed, 0), whyOpposed
	}
	return r.stake, ""
}

func (r *round) product() waterfall.Product {
	if r.group == nil {
		return waterfall.Casino
	}
	return waterfall.ProductOf(*r.group)
}
