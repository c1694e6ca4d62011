package report_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/accounting/report"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/waterfall"
)

// move puts an account with its downline under another partner, as member.MoveUnder does it.
func (d *branches) move(memID, to string, at time.Time) {
	d.Helper()
	d.exec(`INSERT INTO member_upline (member_id, upline, since, until) SELECT member_id, upline, upline_since, $2 FROM member_member WHERE member_id = $1 OR upline @> ARRAY[$1]`, memID, at)
	d.exec(`UPDATE member_member m SET upline_since = $3, parent_id = CASE WHEN m.member_id = $1 THEN $2 ELSE m.parent_id END,
			upline = CASE WHEN m.member_id = $1 THEN p.is ELSE m.upline[:array_position(m.upline, $1)] || p.is END
		FROM (SELECT ARRAY[$2] || upline AS is FROM member_member WHERE member_id = $2) p WHERE m.member_id = $1 OR m.upline @> ARRAY[$1]`, memID, to, at)
}

// playLine is a line of a bet with the upline of its beginning.
type playLine struct {
	member, game         string
	upline               []string
	insured              []int64 // standard amount and part of each level
	stake, payout, valid int64
	day                  string
}

// levels are those of the line: the nearest partner has 0.4 % and 4 %, each one above it 0.3 % and 3 % more.
func (n playLine) levels() []waterfall.Level {
	out := make([]waterfall.Level, len(n.upline))
	for i, memID := range n.upline {
		out[i] = waterfall.Level{MemID: memID, Rolling: int32(40 + 30*i), Losing: int32(400 + 300*i), Insured: waterfall.Insurance{From: n.insured[2*i], Part: int32(n.insured[2*i+1])}}
	}
	return out
}

// note writes a line as the worker notes it, for a bet that began at one time and ended at another, and returns it.
func (d *branches) note(member, game string, stake, payout int64, began, ended time.Time, insured int64) playLine {
	d.Helper()
	n := playLine{member: member, game: game, stake: stake, payout: payout, valid: stake - min(stake, 10), day: ended.Add(9 * time.Hour).Format(time.DateOnly)}
	require.NoError(d, d.db.QueryRow(d.Context(), `SELECT CASE WHEN m.upline_since IS NULL OR $2 >= m.upline_since THEN m.upline
		ELSE (SELECT h.upline FROM member_upline h WHERE h.member_id = m.member_id AND h.until > $2 ORDER BY h.until LIMIT 1) END FROM member_member m WHERE m.member_id = $1`, member, began).Scan(&n.upline))
	var rates []int32
	for i := range n.upline {
		n.insured = append(n.insured, 500, insured)
		for k := range waterfall.Count {
			rate := int32(40 + 30*i)
			if kind := waterfall.Kind(k); kind == waterfall.CasinoLosing || kind == waterfall.SlotLosing {
				rate *= 10
			}
			rates = append(rates, rate)
		}
	}
	product := map[string]int{"comet": 1}[game]
	d.rounds++
	d.exec(`WITH added AS (INSERT INTO commission_chain (site_id, hash, upline, rates, insured) VALUES ('demo', sha256(($1::text[])::text::bytea || ($3::bigint[])::text::bytea), $1, $2, $3)
			ON CONFLICT (site_id, hash) DO UPDATE SET hash = excluded.hash RETURNING id)
		INSERT INTO commission_line (site_id, day, round, turn, member_id, chain_id, product, game_code, bet_at, settled_at, stake, payout, valid)
		SELECT 'demo', $4::date, $5, CASE WHEN $9 < 0 THEN 1 ELSE 0 END, $6, id, $7, $8, $12, $13, $9, $10, $11 FROM added`,
		n.upline, rates, n.insured, n.day, d.rounds, member, product, game, stake, payout, n.valid, began, ended)
	return n
}

// branch is the play of a branch, as it is compared.
type branch struct {
	bets                 int64
	stake, payout, valid money.Amount
	rolling, losing      money.Amount
}

func whole(s waterfall.Sum, parts int64) money.Amount {
	n := s.Int()
	return money.Amount(n.Quo(n, big.NewInt(parts)).Int64())
}

// branchesOf adds up the lines of a partner by the account through which each of them came to it, one after the other.
func branchesOf(t *testing.T, lines []playLine, partner string, parents map[string]string, partners map[string]bool, take func(playLine) bool) map[string]branch {
	t.Helper()
	sums := map[string]branch{"": {}}
	rolling, losing := map[string]*waterfall.Sum{}, map[string]*waterfall.Sum{}
	for _, l := range lines {
		at := slices.Index(l.upline, partner)
		if at < 0 || !take(l) {
			continue
		}
		head := l.member
		if at > 0 {
			head = l.upline[at-1]
		}
		name := head
		switch {
		case parents[head] != partner:
			name = "elsewhere"
		case !partners[head]:
			name = ""
		}
		b := sums[name]
		sign := int64(1)
		if l.stake < 0 {
			sign = -1
		}
		b.bets, b.stake, b.payout, b.valid = b.bets+sign, b.stake+money.Amount(l.stake), b.payout+money.Amount(l.payout), b.valid+money.Amount(l.valid)
		sums[name] = b
		if at > 0 && name == head {
			shares, err := waterfall.Shares(nil, l.levels(), l.stake, l.payout, l.valid)
			require.NoError(t, err)
			if rolling[head] == nil {
				rolling[head], losing[head] = &waterfall.Sum{}, &waterfall.Sum{}
			}
			rolling[head].Add(shares[at-1].Rolling)
			losing[head].Add(shares[at-1].Losing)
		}
	}
	for head, r := range rolling {
		b := sums[head]
		b.rolling, b.losing = whole(*r, waterfall.RollingParts), whole(*losing[head], waterfall.LosingParts)
		sums[head] = b
	}
	return sums
}

func summed(s report.Summary) map[string]branch {
	out := map[string]branch{}
	for _, c := range s.Children {
		name := c.MemID
		if c.Elsewhere {
			name = "elsewhere"
		}
		out[name] = branch{c.Bets, c.Stake, c.Payout, c.Valid, c.Rolling, c.Losing}
	}
	return out
}

// without0 leaves out branches without any play, but for the line of members.
func without0(all map[string]branch) map[string]branch {
	for name, b := range all {
		if name != "" && b == (branch{}) {
			delete(all, name)
		}
	}
	return all
}

// D-30: a partner who is moved to another branch leaves its play there, and its new parent sees what it does from then on.
func TestAMovedPartnerBringsNoPlayOfTheOtherBranch(t *testing.T) {
	d := plant(t)
	moved := noon.Add(-time.Hour)
	d.note(d.deep, "comet", 4_000, 1_000, moved.AddDate(0, 0, -3), moved.AddDate(0, 0, -3), 0)
	d.note(d.low, "comet", 700, 0, moved.AddDate(0, 0, -2), moved.AddDate(0, 0, -2), 0)
	d.note(d.deep, "table", 2_000, 0, moved.Add(-time.Minute), moved.Add(-time.Minute), 0) // on the day of the move
	d.note(d.midOwn, "comet", 90, 0, moved.AddDate(0, 0, -1), moved.AddDate(0, 0, -1), 0)
	d.move(d.low, d.other, moved)
	d.move(d.midOwn, d.other, moved)
	d.note(d.deep, "comet", 300, 0, moved.Add(-time.Second), moved.Add(time.Minute), 0) // began before, ended after
	d.note(d.midOwn, "comet", 60, 0, moved.Add(-time.Second), moved.Add(time.Minute), 0)
	d.note(d.deep, "comet", 10_000, 2_000, moved, moved.Add(time.Minute), 0)
	d.note(d.low, "table", 500, 0, moved.Add(time.Minute), moved.Add(2*time.Minute), 0)
	d.note(d.midOwn, "table", 5, 0, moved.Add(time.Minute), moved.Add(2*time.Minute), 0)
	d.addUp()
	read := func(partner string) report.Summary {
		s, err := d.s.DownlineSummary(t.Context(), report.SummarySearch{Site: "demo", Partner: partner, Days: paging.Days{StartDate: "2026-07-01", EndDate: "2026-09-10"}})
		require.NoError(t, err)
		return s
	}
	got := read(d.other)
	require.Equal(t, map[string]branch{
		d.low: {bets: 2, stake: 10_500, payout: 2_000, valid: 10_480, rolling: 39, losing: 318},
		"":    {bets: 1, stake: 5},
	}, summed(got), "what was staked since, and nothing is elsewhere")
	require.Equal(t, money.Amount(10_505), got.Total.Stake)
	require.Equal(t, map[string]branch{"": {}, "elsewhere": {bets: 6, stake: 7_150, payout: 1_000, valid: 7_090}}, summed(read(d.mid)), "the rest stays where it was")
}

// Over random trees, in which accounts are moved again and again, bets end days after they began and are corrected, every branch has the bets that
// a plain loop over all lines finds, and with what is elsewhere now they add up to the total.
func TestBranchesAreThoseOfAPlainLoopWhateverIsMoved(t *testing.T) { // D-30
	d := plant(t)
	rng := rand.New(rand.NewPCG(5, 5))
	heads := []string{d.head, d.other, d.mid}
	accounts := []string{d.low, d.own, d.midOwn, d.deep, d.foreign, d.mid}
	partners := map[string]bool{d.head: true, d.other: true, d.mid: true, d.low: true}
	var lines []playLine
	began := noon.AddDate(0, 0, -20)
	for now := began; now.Before(noon); now = now.Add(time.Duration(rng.IntN(200)) * time.Minute) {
		d.clk.Set(now)
		if rng.IntN(8) == 0 {
			if memID := accounts[rng.IntN(len(accounts))]; memID == d.mid {
				d.move(memID, heads[rng.IntN(2)], now)
			} else if memID == d.low {
				d.move(memID, heads[rng.IntN(3)], now)
			} else {
				d.move(memID, append(heads, d.low)[rng.IntN(4)], now)
			}
		}
		stake, payout := 100*(1+rng.Int64N(30)), 0+rng.Int64N(3)*700
		start := now
		switch rng.IntN(10) {
		case 0:
			stake, payout = -stake, -payout
			fallthrough
		case 1:
			start = now.Add(-time.Duration(rng.IntN(6*24*60)) * time.Minute)
		}
		if start.Before(began) {
			start = began
		}
		lines = append(lines, d.note(append(accounts, d.deep)[rng.IntN(7)], []string{"comet", "table"}[rng.IntN(2)], stake, payout, start, now, []int64{0, 0, 3_000}[rng.IntN(3)]))
	}
	d.clk.Set(noon)
	d.addUp()
	parents := map[string]string{}
	for _, memID := range accounts {
		var parent string
		require.NoError(t, d.db.QueryRow(t.Context(), "SELECT parent_id FROM member_member WHERE member_id = $1", memID).Scan(&parent))
		parents[memID] = parent
	}
	var moves int
	require.NoError(t, d.db.QueryRow(t.Context(), "SELECT count(*) FROM member_upline").Scan(&moves))
	require.Greater(t, moves, 20)
	for first := range 21 {
		for _, partner := range []string{d.head, d.other, d.mid, d.low} {
			for _, product := range []string{"", "slot", "casino"} {
				from, to := began.AddDate(0, 0, first).Format(time.DateOnly), began.AddDate(0, 0, min(20, first+rng.IntN(20))).Format(time.DateOnly)
				got, err := d.s.DownlineSummary(t.Context(), report.SummarySearch{Site: "demo", Partner: partner, Product: product, Days: paging.Days{StartDate: from, EndDate: to}})
				require.NoError(t, err)
				want := branchesOf(t, lines, partner, parents, partners, func(n playLine) bool {
					return n.day >= from && n.day <= to && (product == "" || product == map[string]string{"comet": "slot", "table": "casino"}[n.game])
				})
				name := fmt.Sprintf("%s %q from %s to %s", partner, product, from, to)
				require.Equal(t, without0(want), without0(summed(got)), name)
				var all branch
				for _, b := range summed(got) {
					all.bets, all.stake, all.payout, all.valid = all.bets+b.bets, all.stake+b.stake, all.payout+b.payout, all.valid+b.valid
				}
				require.Equal(t, branch{bets: got.Total.Bets, stake: got.Total.Stake, payout: got.Total.Payout, valid: got.Total.Valid}, all, name)
			}
		}
	}
}

// S-81: the card and the rows of a member show what happened while it stood below the partner that looks: not its money, bets, logins and addresses in
// another branch.
func TestACardHasNothingOfTheBranchWhereAMemberWasBefore(t *testing.T) {
	d := plant(t)
	first, back := noon.Add(time.Hour), noon.Add(3*time.Hour)
	round := func(at time.Time) {
		d.rounds++
		d.exec(`INSERT INTO casino_round (vendor_id, round_id, member_id, site_id, game_code, currency, bets, stake, payout, state, balance_before, balance_after, created_at)
			VALUES ('sim', $1, $2, 'demo', 'comet', 'KRW', 1, $3, 0, 'closed', 0, 0, $4)`, fmt.Sprint(d.rounds), d.deep, d.rounds, at)
	}
	login := func(ip string, at time.Time) {
		d.exec("INSERT INTO member_login (site_id, member_id, audience, result, ip, at) VALUES ('demo', $1, 'member', '200', $2, $3)", d.deep, ip, at)
		d.exec("UPDATE member_member SET last_login_ip = $2, last_login_at = $3 WHERE member_id = $1", d.deep, ip, at)
	}
	happens := func(ip string, deposit int64, at time.Time) {
		round(at)
		login(ip, at)
		request(t, d.db, d.deep, "in", deposit, 1, at)
		request(t, d.db, d.deep, "out", deposit/10, 1, at)
	}
	d.exec("UPDATE member_member SET join_ip = '10.0.0.1', last_login_ip = '10.0.0.1', last_login_at = $2 WHERE member_id = ANY ($1)", []string{d.foreign, d.deep}, noon)
	happens("10.0.0.1", 1_000, noon)
	happens("10.0.0.1", 2_000, first.Add(-time.Microsecond))
	d.exec("INSERT INTO member_switch (member_id, part, partner_id, agent_id, reason, at) VALUES ($1, 'bet', $2, $2, 'quarrel', $3)", d.deep, d.low, noon)
	d.move(d.deep, d.other, first)
	type seen struct {
		deposits, withdrawals money.Amount
		lastLogin, joined     string
		count                 int64
		rounds                []money.Amount
		logins                []string
		shared                int
		switched              string // why
	}
	ipOf := func(ip fmt.Stringer) string {
		if ip.String() == "invalid IP" {
			return ""
		}
		return ip.String()
	}
	card := func(partner string) (out seen) {
		c, err := d.s.LowerCard(t.Context(), report.CardSearch{Site: "demo", Partner: partner, Member: d.deep, Money: true})
		require.NoError(t, err)
		out = seen{deposits: *c.Deposits, withdrawals: *c.Withdrawals, lastLogin: ipOf(c.LastLoginIP), joined: ipOf(c.JoinIP), count: c.DepositCount + c.WithdrawalCount, shared: len(c.Shared), switched: c.Switched[0].Reason}
		require.Equal(t, out.lastLogin != "", c.LastLoginAt != nil)
		require.Equal(t, out.count > 0, c.LastDepositAt != nil)
		for _, r := range c.Rounds {
			out.rounds = append(out.rounds, r.Stake)
		}
		for _, l := range c.Logins {
			out.logins = append(out.logins, ipOf(l.IP))
		}
		rows, _, err := d.s.Lowers(t.Context(), report.LowerSearch{Site: "demo", Partner: partner, Text: d.deep, Money: true, Sort: report.LowerID, Count: 5})
		require.NoError(t, err)
		require.Len(t, rows, 1)
		require.Equal(t, c.Lower, rows[0], "the list has the same")
		nodes, err := d.s.Node(t.Context(), report.NodeSearch{Site: "demo", Partner: partner, Node: c.Parent, Money: true, Count: 50})
		require.NoError(t, err)
		i := slices.IndexFunc(nodes.List, func(n report.Node) bool { return n.MemID == d.deep })
		require.Equal(t, c.Lower, nodes.List[i].Lower, "and so has the tree")
		return out
	}
	groups := func(partner string) (out []money.Amount) {
		d.clk.Advance(time.Hour) // groups may be a minute old
		list, err := d.s.AddressGroups(t.Context(), "demo", partner, 30)
		require.NoError(t, err)
		for _, g := range list {
			out = append(out, g.Deposits)
		}
		return out
	}
	require.Equal(t, seen{}, card(d.other), "it only came")
	require.Empty(t, groups(d.other), "the login was elsewhere")
	happens("10.0.0.1", 400, first)
	require.Equal(t, seen{deposits: 400, withdrawals: 40, lastLogin: "10.0.0.1", count: 2, rounds: []money.Amount{3}, logins: []string{"10.0.0.1"}, shared: 1}, card(d.other))
	require.Equal(t, []money.Amount{400}, groups(d.other))

	d.move(d.deep, d.low, back)
	happens("10.0.0.3", 50, back.Add(time.Minute))
	require.Equal(t, seen{deposits: 3_050, withdrawals: 305, lastLogin: "10.0.0.3", joined: "10.0.0.1", count: 6, rounds: []money.Amount{4, 2, 1}, logins: []string{"10.0.0.3", "10.0.0.1", "10.0.0.1"}, switched: "quarrel"},
		card(d.mid), "both of its times below")
	all, err := d.s.LowerCard(t.Context(), report.CardSearch{Site: "demo", Member: d.deep, Money: true})
	require.NoError(t, err)
	require.Equal(t, []any{money.Amount(3_450), 4, 4, int64(4)}, []any{*all.Deposits, len(all.Rounds), len(all.Logins), all.DepositCount}, "staff sees all")
}

// The players of a downline are those who played while they were in it, also on the day of a move and by the site's clock.
func TestPlayersAreThoseWhoPlayedBelow(t *testing.T) {
	d := plant(t)
	moved := time.Date(2026, 9, 8, 16, 0, 0, 0, time.UTC) // 01:00 of the 9th in Seoul
	play := func(member, game string, at time.Time) { d.note(member, game, 100, 0, at, at, 0) }
	play(d.deep, "comet", moved.Add(-2*time.Hour)) // on the 8th
	play(d.midOwn, "comet", moved.Add(-time.Minute))
	play(d.midOwn, "table", moved.Add(-time.Minute))
	play(d.foreign, "comet", moved)
	d.move(d.low, d.other, moved)
	d.move(d.midOwn, d.other, moved)
	d.move(d.mid, d.other, moved.Add(time.Hour))
	d.move(d.mid, d.head, moved.Add(2*time.Hour))
	d.addUp()
	players := func(partner string) map[string]int64 {
		d.clk.Advance(time.Hour)
		a, err := d.s.Affiliate(t.Context(), "demo", partner, paging.Days{})
		require.NoError(t, err)
		out := map[string]int64{}
		for _, p := range a.Products {
			out[p.Group] = p.Members
		}
		return out
	}
	require.Equal(t, map[string]int64{"slot": 1}, players(d.other))
	require.Equal(t, map[string]int64{"slot": 2, "casino": 1}, players(d.mid))
	require.Equal(t, map[string]int64{"slot": 2, "casino": 1}, players(d.head))
	play(d.midOwn, "comet", moved.Add(time.Minute))
	play(d.deep, "comet", moved.AddDate(0, 0, 1))
	d.addUp()
	require.Equal(t, map[string]int64{"slot": 3}, players(d.other))
	require.Equal(t, map[string]int64{"slot": 2, "casino": 1}, players(d.mid))
}
