package commission_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/waterfall"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/commission"
	"hubstake/internal/platform/vault"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// The model: trees of partners with members, whose rates, places and bets change. It is written apart from the product: plain loops over all bets,
// with the history of everything at hand.

const (
	days = 4
	step = 3 * time.Hour
)

var treesFlag = flag.Int("trees", 0, "random trees that are compared with the model; 0: 15, or 250 in make test-deep")

var (
	seoul  = time.FixedZone("KST", 9*60*60)
	monday = time.Date(2026, 9, 7, 0, 0, 0, 0, seoul)
)

type modelRates struct {
	since         time.Time
	rates         [waterfall.Count]int64
	insured, part int64
}

type modelPlace struct {
	since  time.Time
	parent string
}

type modelMember struct {
	id     string
	level  int // 0: a member
	places []modelPlace
	rates  []modelRates // of a partner
}

type modelState struct {
	at                   time.Time
	state                string
	stake, payout, valid int64
}

type modelRound struct {
	id, member    string
	game          int
	bets, folders int
	counts        bool
	begun         time.Time
	states        []modelState // after it began
	stake         int64
}

type modelGift struct {
	member string
	at     time.Time
	amount int64
}

// modelDecision is made after the statements of a day were written.
type modelDecision struct {
	partner    string
	day, after int
	becomes    commission.State
}

type tree struct {
	decided []modelDecision
	site    string
	no      int
	rnd     *rand.Rand
	all     []*modelMember // partners first, each below an earlier one
	rounds  []*modelRound
	gifts   []modelGift
	carry   bool
}

var games = []struct {
	code, group string
	product     int
}{{"t-casino", "casino", 0}, {"t-slot", "slot", 1}, {"t-mini", "minigame", 2}, {"t-sport", "sports", 3}, {"t-fish", "fishing", 1}, {"t-virtual", "virtual", 2}}

func (t *tree) find(id string) *modelMember {
	for _, m := range t.all {
		if m.id == id {
			return m
		}
	}
	return nil
}

// upline returns the partners above a member at a moment, nearest first.
func (t *tree) upline(id string, at time.Time) (up []string) {
	for {
		m, parent := t.find(id), ""
		for _, p := range m.places {
			if !p.since.After(at) {
				parent = p.parent
			}
		}
		if parent == "" {
			return up
		}
		up, id = append(up, parent), parent
	}
}

func (m *modelMember) ratesAt(at time.Time) (r modelRates) {
	for _, one := range m.rates {
		if !one.since.After(at) {
			r = one
		}
	}
	return r
}

func newTree(no int) *tree {
	t := &tree{site: fmt.Sprint("s", no/4), no: no, rnd: rand.New(rand.NewPCG(uint64(no), 7)), carry: no/4%2 == 0}
	partners := 1 + t.rnd.IntN(7)
	for i := range partners {
		m := &modelMember{id: fmt.Sprintf("p%04dx%02d", no, i), level: 1}
		if i > 0 {
			above := t.all[t.rnd.IntN(i)]
			for above.level == 6 {
				above = t.all[t.rnd.IntN(i)]
			}
			m.level = above.level + 1 + t.rnd.IntN(6-above.level)
			m.places = []modelPlace{{monday.Add(-time.Hour), above.id}}
		}
		t.all = append(t.all, m)
	}
	for i := range 1 + t.rnd.IntN(5) {
		t.all = append(t.all, &modelMember{id: fmt.Sprintf("m%04dx%02d", no, i), places: []modelPlace{{monday.Add(-time.Hour), t.all[t.rnd.IntN(partners)].id}}})
	}
	for _, m := range t.all {
		if m.level > 0 && t.rnd.IntN(10) > 0 { // some have no rates
			t.setRates(m, monday.Add(-time.Hour))
		}
	}
	return t
}

// setRates draws rates between those of the partners below and above.
func (t *tree) setRates(m *modelMember, at time.Time) {
	r := modelRates{since: at}
	for k := range r.rates {
		top, bottom := int64(5000), int64(0)
		if up := t.upline(m.id, at); len(up) > 0 {
			top = t.find(up[0]).ratesAt(at).rates[k]
		}
		for _, other := range t.all {
			if up := t.upline(other.id, at); other.level > 0 && len(up) > 0 && up[0] == m.id {
				bottom = max(bottom, other.ratesAt(at).rates[k])
			}
		}
		r.rates[k] = bottom
		if top > bottom {
			r.rates[k] += t.rnd.Int64N(top - bottom + 1)
		}
	}
	if t.rnd.IntN(3) == 0 {
		r.insured, r.part = t.rnd.Int64N(5000), 1+t.rnd.Int64N(10_000)
	}
	if n := len(m.rates); n > 0 && m.rates[n-1].since.Equal(at) {
		return
	}
	m.rates = append(m.rates, r)
}

// change is a step of the life of a tree.
func (t *tree) change(at time.Time) {
	if t.rnd.IntN(4) == 0 {
		if m := t.all[t.rnd.IntN(len(t.all))]; m.level > 0 {
			t.setRates(m, at)
		}
	}
	if t.rnd.IntN(4) == 0 {
		t.move(t.all[t.rnd.IntN(len(t.all))], at)
	}
	for range t.rnd.IntN(3) {
		m := t.all[t.rnd.IntN(len(t.all))]
		game := t.rnd.IntN(len(games))
		r := &modelRound{
			id: fmt.Sprintf("r%dx%d", t.no, len(t.rounds)), member: m.id, game: game, bets: 1 + t.rnd.IntN(2), folders: 1, counts: t.rnd.IntN(8) > 0, begun: at, stake: 1 + t.rnd.Int64N(10_000),
		}
		if games[game].group == "sports" {
			r.folders, r.bets = 1+t.rnd.IntN(9), 1
		}
		t.rounds = append(t.rounds, r)
	}
	for _, r := range t.rounds {
		if (len(r.states) == 0 && t.rnd.IntN(3) > 0) || t.rnd.IntN(12) == 0 {
			t.end(r, at)
		}
	}
	if t.rnd.IntN(6) == 0 {
		t.gifts = append(t.gifts, modelGift{t.all[len(t.all)-1].id, at, t.rnd.Int64N(20_000) - 5000})
	}
}

// end settles a round, settles it otherwise, or takes it back.
func (t *tree) end(r *modelRound, at time.Time) {
	s := modelState{at: at, state: "closed", stake: r.stake}
	switch t.rnd.IntN(6) {
	case 0:
		s.payout = r.stake
	case 1:
		s.payout = r.stake/2 + 1
	case 2, 3:
		s.payout = t.rnd.Int64N(5 * r.stake)
	case 4:
		if len(r.states) > 0 {
			s.state, s.stake = []string{"void", "open"}[t.rnd.IntN(2)], []int64{0, r.stake}[t.rnd.IntN(2)]
		}
	}
	if s.state == "closed" {
		s.valid = s.stake
		if r.bets > 1 && games[r.game].group != "slot" {
			s.valid = min(s.stake, max(s.stake-s.payout, s.payout-s.stake))
		}
		if s.stake == s.payout || !r.counts {
			s.valid = 0
		}
	} else {
		s.payout = 0
	}
	r.states = append(r.states, s)
}

// move puts an account under another partner whose rates and level allow it.
func (t *tree) move(m *modelMember, at time.Time) {
	if len(m.places) == 0 {
		return
	}
	to := t.all[t.rnd.IntN(len(t.all))]
	if to.level == 0 || to == m || slices.Contains(t.upline(to.id, at), m.id) || to.id == t.upline(m.id, at)[0] || (m.level > 0 && to.level >= m.level) {
		return
	}
	own, above := m.ratesAt(at), to.ratesAt(at)
	for k := range own.rates {
		if own.rates[k] > above.rates[k] {
			return
		}
	}
	m.places = append(m.places, modelPlace{at, to.id})
}

// naive computes the statements of all days: by partner, day after day.
type naiveStatement struct {
	rolling, losing, amount int64
	valid                   int64
}

// naiveKept is a statement as it would be with the corrections of its bets.
type naiveKept struct {
	rolling, others int64                  // others: what was owed, and offsets
	rest            *big.Int               // the fraction that it began with
	due             map[modelEdge]*big.Int // what its branches came to
	most            int64                  // its losing share as it was settled
	losing, left    int64                  // as it stands
}

// modelEdge is the play below a partner that passes through one above it; above is empty for a head.
type modelEdge struct{ partner, above string }

// stateAfter is what was decided about a statement by the end of a settlement.
func (t *tree) stateAfter(partner string, day, after int) commission.State {
	state := commission.Open
	for _, d := range t.decided {
		if d.partner == partner && d.day == day && d.after <= after {
			state = d.becomes
		}
	}
	return state
}

// heard reports whether bets are noted at this hour: much has happened before it, but never over midnight: what lies between two is noted once.
func heard(hour int) bool { return hour%6 == 0 || hour == 21 }

// changed reports whether a round was noted, taken back or noted otherwise on a day.
func (r *modelRound) changed(day int) bool { return !r.lastChange(day).IsZero() }

// lastChange returns when the last transaction was that had a round noted, taken back or noted otherwise on a day; the zero time: nothing did.
func (r *modelRound) lastChange(day int) (last time.Time) {
	for at := monday.AddDate(0, 0, day); at.Before(monday.AddDate(0, 0, day+1)); at = at.Add(step) {
		if !heard(at.Hour()) {
			continue
		}
		before := at.Add(-step)
		for !heard(before.Hour()) {
			before = before.Add(-step)
		}
		was, is := r.at(before.Add(time.Second)), r.at(at.Add(time.Second))
		if (was.state == "closed") != (is.state == "closed") ||
			is.state == "closed" && (was.stake != is.stake || was.payout != is.payout || was.valid != is.valid) {
			last = is.at
		}
	}
	return last
}

type givenKey struct {
	partner string
	round   *modelRound
	day     int
}

// give decides which corrections of the days up to d belong to statements of a partner that are kept.
func (t *tree) give(partner string, d int, made [days]*naiveStatement, given map[givenKey]int) (now map[int]bool) {
	now = map[int]bool{}
	for _, r := range t.rounds {
		if !slices.Contains(t.upline(r.member, r.begun), partner) {
			continue
		}
		homes := []int{} // where lines of the round stand, or belong to
		for x := range d + 1 {
			if !r.changed(x) {
				continue
			}
			home, ok := given[givenKey{partner, r, x}]
			if !ok {
				home = x
				took := x == d || t.stateAfter(partner, x, d-1) == commission.Paid || made[x].amount == 0
				for k := range x {
					if took && slices.Contains(homes, k) && t.stateAfter(partner, k, d-1) == commission.Kept {
						home, now[k] = k, true
						given[givenKey{partner, r, x}] = k
						break
					}
				}
			}
			homes = append(homes, home)
		}
	}
	return now
}

// corrections is what belongs to the statement of a day: rolling by product, and the play of branches.
func (t *tree) corrections(partner string, k int, given map[givenKey]int) (rolling map[int]*big.Int, branches map[modelEdge]*big.Int) {
	all, valid := map[string]map[int]*big.Int{}, map[string]int64{}
	branches = map[modelEdge]*big.Int{}
	for _, r := range t.rounds {
		for x := range days {
			if home, ok := given[givenKey{partner, r, x}]; ok && home == k {
				t.share(r, r.at(monday.AddDate(0, 0, x)), -1, all, branches, valid)
				t.share(r, r.at(monday.AddDate(0, 0, x+1)), 1, all, branches, valid)
			}
		}
	}
	return all[partner], branches
}

// lastCorrection returns the round whose correction was noted last of those that belong to the statement of a day.
func (t *tree) lastCorrection(partner string, k int, given map[givenKey]int) (last *modelRound) {
	var when time.Time
	for _, r := range t.rounds {
		for x := range days {
			if home, ok := given[givenKey{partner, r, x}]; ok && home == k {
				if at := r.lastChange(x); !at.Before(when) {
					last, when = r, at
				}
			}
		}
	}
	return last
}

// correct computes a statement that is kept with the corrections of its bets, and returns how much less is kept for it. Its losing share never becomes more than it was.
func (n *naiveKept) correct(partner string, rolling map[int]*big.Int, branches map[modelEdge]*big.Int) (less, losingLess int64) {
	due := map[modelEdge]*big.Int{}
	for e, sum := range n.due {
		add(due, e, sum)
	}
	for e, sum := range branches {
		add(due, e, sum)
	}
	losing := min(floor(ownShare(partner, n.rest, due), 100_000_000), n.most)
	left := n.rolling + losing + n.others
	for _, one := range rolling {
		left += floor(one, 10_000)
	}
	left = max(left, 0)
	less, losingLess = n.left-left, n.losing-losing
	n.left, n.losing = left, losing
	return less, losingLess
}

// ownShare is what is left for a partner of what its branches come to, when each of those directly below has its own.
func ownShare(partner string, rest *big.Int, due map[modelEdge]*big.Int) *big.Int {
	out := new(big.Int).Set(rest)
	for e, sum := range due {
		switch {
		case sum.Sign() < 0:
		case e.partner == partner:
			out.Add(out, sum)
		case e.above == partner:
			out.Sub(out, sum)
		}
	}
	return out
}

// naive returns the statements by partner and day, and what each partner was paid.
func (t *tree) naive() (out map[string][days]*naiveStatement, pt map[string]int64) {
	out, pt = map[string][days]*naiveStatement{}, map[string]int64{}
	carried, rests, owed := map[modelEdge]*big.Int{}, map[string]*big.Int{}, map[string]int64{}
	given, kept := map[givenKey]int{}, map[string]map[int]*naiveKept{}
	gifts := map[string]int64{} // by member and upline
	for d := range days {
		from, to := monday.AddDate(0, 0, d), monday.AddDate(0, 0, d+1)
		if !t.carry { // what earlier gifts took beyond the losses of their day was dropped
			clear(gifts)
		}
		rolling := map[string]map[int]*big.Int{}                        // by partner and product
		branches, valid := map[modelEdge]*big.Int{}, map[string]int64{} // of the day
		seen := map[string]bool{}
		for _, r := range t.rounds {
			changed := false
			for _, s := range r.states {
				changed = changed || (!s.at.Before(from) && s.at.Before(to))
			}
			if !changed {
				continue
			}
			t.share(r, r.at(from), -1, rolling, branches, valid)
			t.share(r, r.at(to), 1, rolling, branches, valid)
			if r.noted(from) || r.noted(to) || r.between(from, to) {
				for _, p := range t.upline(r.member, r.begun) {
					seen[p] = true
				}
			}
		}
		for _, g := range t.gifts {
			if g.at.Before(from) || !g.at.Before(to) || g.amount == 0 {
				continue
			}
			up := t.upline(g.member, g.at)
			key := g.member + " " + strings.Join(up, " ")
			g.amount = max(g.amount, -gifts[key])
			if gifts[key] += g.amount; g.amount == 0 {
				continue
			}
			for _, e := range edges(up) {
				add(branches, e, mulAll(-g.amount, 10_000, t.find(e.partner).ratesAt(g.at).rates[waterfall.SlotLosing]))
				seen[e.partner] = true
			}
		}
		offset := map[string]int64{}
		for _, m := range t.all {
			if len(t.decided) == 0 {
				break
			}
			corrected := t.give(m.id, d, out[m.id], given)
			for k := range d {
				if !corrected[k] {
					continue
				}
				rolling, corrected := t.corrections(m.id, k, given)
				less, losingLess := kept[m.id][k].correct(m.id, rolling, corrected)
				if less == 0 && losingLess == 0 {
					continue
				}
				offset[m.id] += less - losingLess
				seen[m.id] = true
				last := t.lastCorrection(m.id, k, given)
				up := t.upline(last.member, last.begun)
				for _, e := range edges(up[slices.Index(up, m.id):]) {
					if losingLess != 0 || e.partner == m.id {
						add(branches, e, mulAll(losingLess, 100_000_000))
						seen[e.partner] = true
					}
				}
			}
		}
		head := t.all[0].id
		totals, paid := map[int]*big.Int{}, map[int]int64{}
		for p, products := range rolling {
			for product, n := range products {
				if totals[product] == nil {
					totals[product] = new(big.Int)
				}
				totals[product].Add(totals[product], n)
				if p != head {
					paid[product] += floor(n, 10_000)
				}
			}
		}
		due := map[modelEdge]*big.Int{} // a branch without play or corrections on the day stays as it is
		for e, sum := range branches {
			add(due, e, sum)
			if carried[e] != nil {
				add(due, e, carried[e])
			}
			carried[e] = new(big.Int)
			if due[e].Sign() < 0 {
				if t.carry {
					carried[e].Set(due[e])
				} else {
					due[e] = new(big.Int) // what is not carried over is gone
				}
			}
		}
		for p := range seen {
			s := &naiveStatement{valid: valid[p]}
			for product, n := range rolling[p] {
				if p != head {
					s.rolling += floor(n, 10_000)
				} else {
					s.rolling += floor(totals[product], 10_000) - paid[product]
				}
			}
			if rests[p] == nil {
				rests[p] = new(big.Int)
			}
			n := &naiveKept{rolling: s.rolling, others: owed[p] + offset[p], rest: rests[p], due: due}
			share := ownShare(p, rests[p], due)
			s.losing = floor(share, 100_000_000)
			rests[p] = share.Sub(share, mulAll(s.losing, 100_000_000))
			n.most = s.losing
			s.amount = s.rolling + s.losing + owed[p] + offset[p]
			owed[p] = min(s.amount, 0)
			s.amount = max(s.amount, 0)
			n.losing, n.left = s.losing, s.amount
			if kept[p] == nil {
				kept[p] = map[int]*naiveKept{}
			}
			kept[p][d] = n
			list := out[p]
			list[d] = s
			out[p] = list
		}
		for p := range owed {
			taken := min(pt[p], -owed[p])
			pt[p], owed[p] = pt[p]-taken, owed[p]+taken
		}
		for _, one := range t.decided {
			if one.after == d && one.becomes == commission.Paid {
				pt[one.partner] += kept[one.partner][one.day].left
			}
		}
	}
	return out, pt
}

// at is how a round stood before a moment.
func (r *modelRound) at(before time.Time) (s modelState) {
	for _, one := range r.states {
		if one.at.Before(before) {
			s = one
		}
	}
	return s
}

func (r *modelRound) noted(before time.Time) bool { return r.at(before).state == "closed" }

// between reports whether a round was settled for a while in a period.
func (r *modelRound) between(from, to time.Time) bool {
	return slices.ContainsFunc(r.states, func(s modelState) bool { return s.state == "closed" && !s.at.Before(from) && s.at.Before(to) })
}

// share adds what the levels get of a round as it stood, or takes it off.
// A whole branch gets of losing the rate of its partner on what the house kept less the rolling of the branch, less the part of an insured bet that passes to the partner above.
func (t *tree) share(r *modelRound, s modelState, sign int64, rolling map[string]map[int]*big.Int, branches map[modelEdge]*big.Int, valid map[string]int64) {
	if s.state != "closed" {
		return
	}
	product := games[r.game].product
	up := t.upline(r.member, r.begun)
	var belowRolling, belowLosing int64
	for i, p := range up {
		rates := t.find(p).ratesAt(r.begun)
		rr := rates.rates[[]int{0, 1, 2, 6}[product]]
		if product == 3 {
			rr = rates.rates[6+min(r.folders, 7)-1]
		}
		lr := int64(0)
		if product < 3 {
			lr = rates.rates[3+product]
		}
		if rolling[p] == nil {
			rolling[p] = map[int]*big.Int{}
		}
		if rolling[p][product] == nil {
			rolling[p][product] = new(big.Int)
		}
		rolling[p][product].Add(rolling[p][product], mulAll(sign, s.valid, rr-belowRolling))
		valid[p] += sign * s.valid
		sum := mulAll(lr, 10_000*(s.stake-s.payout)-s.valid*rr)
		if i < len(up)-1 && s.stake > rates.insured && rates.part > 0 {
			excess := (s.stake - rates.insured) * rates.part / 10_000
			passed := new(big.Int).Quo(mulAll(s.stake-s.payout, excess), big.NewInt(s.stake))
			sum.Sub(sum, passed.Mul(passed, big.NewInt(10_000*(lr-belowLosing))))
		}
		add(branches, edges(up)[i], sum.Mul(sum, big.NewInt(sign)))
		belowRolling, belowLosing = rr, lr
	}
}

// edges are the branches of an upline, nearest first.
func edges(up []string) (out []modelEdge) {
	for i, p := range up {
		e := modelEdge{partner: p}
		if i < len(up)-1 {
			e.above = up[i+1]
		}
		out = append(out, e)
	}
	return out
}

func add[K comparable](to map[K]*big.Int, k K, n *big.Int) {
	if to[k] == nil {
		to[k] = new(big.Int)
	}
	to[k].Add(to[k], n)
}

func mulAll(list ...int64) *big.Int {
	n := big.NewInt(1)
	for _, one := range list {
		n.Mul(n, big.NewInt(one))
	}
	return n
}

func floor(n *big.Int, by int64) int64 {
	return new(big.Int).Div(n, big.NewInt(by)).Int64()
}

// box seals the keys of tests.
func box(tb testing.TB) *vault.Vault {
	tb.Helper()
	v, err := vault.New(factory.Key())
	require.NoError(tb, err)
	return v
}

// world runs the trees on a database.
type world struct {
	*testing.T
	db    *pgxpool.Pool
	clk   *clock.Manual
	svc   *commission.Service
	trees []*tree
	tx    int
}

func (w *world) exec(sql string, args ...any) {
	w.Helper()
	_, err := w.db.Exec(w.Context(), sql, args...)
	require.NoError(w, err)
}

func newWorld(t *testing.T, at time.Time) *world {
	t.Helper()
	w := &world{T: t, db: pgtest.DB(t), clk: clock.NewManual(at)}
	w.svc = commission.New(w.db, w.clk, site.New(w.db, w.clk), box(t))
	w.exec("INSERT INTO provider_provider (vendor_id, family) VALUES ('sim', 'seamless') ON CONFLICT DO NOTHING")
	for _, g := range games {
		w.exec(`INSERT INTO game_product (proc_id, vendor_id, group_code, name, lobby_symbol, image) VALUES ($1, 'sim', $2, 'n', 'l', 'i')`, g.code, g.group)
		w.exec(`INSERT INTO game_game (code, proc_id, name_kor, name_eng, thumbnail) VALUES ($1, $1, 'k', 'e', 't')`, g.code)
	}
	return w
}

// members writes the accounts of the trees.
func (w *world) members() {
	n := 0
	for _, t := range w.trees {
		w.exec(`INSERT INTO site_site (site_id, name, options) VALUES ($1, $1, $2) ON CONFLICT DO NOTHING`, t.site, fmt.Sprintf(`{"commissionCarry": %t}`, t.carry))
		b := &pgx.Batch{}
		for _, m := range t.all {
			n++
			role, level, up := "member", (*int)(nil), t.upline(m.id, monday)
			if m.level > 0 {
				role, level = "partner", &m.level
			}
			var parent *string
			if len(up) > 0 {
				parent = &up[0]
			}
			b.Queue(`INSERT INTO member_member (member_id, site_id, role, partner_level, parent_id, upline, nick, nick_key, name, phone, bank_name, account_no, account_holder,
				status, pass_hash, pin_hash) VALUES ($1, $2, $3, $4, $5, coalesce($6::text[], '{}'), $1, $1, 'Kim', '+82' || $7, 'Kookmin', $7, 'Kim', 'normal', '', '')`,
				m.id, t.site, role, level, parent, up, fmt.Sprint(10_000_000+n))
		}
		require.NoError(w, w.db.SendBatch(w.Context(), b).Close())
	}
}

// write stores what the trees did at a moment.
func (w *world) write(at time.Time) {
	b := &pgx.Batch{}
	for _, t := range w.trees {
		for _, m := range t.all {
			if n := len(m.rates); n > 0 && m.rates[n-1].since.Equal(at) {
				r := m.rates[n-1]
				b.Queue(`UPDATE partner_rate SET until = $2 WHERE member_id = $1 AND until IS NULL`, m.id, at)
				b.Queue(`INSERT INTO partner_rate (member_id, site_id, since, rates, insured_from, insured_part, changed_by) VALUES ($1, $2, $3, $4, $5, $6, 't')`,
					m.id, t.site, at, r.rates[:], r.insured, r.part)
			}
		}
		w.writeMoves(b, t, at)
		w.writeRounds(b, t, at)
		for i, g := range t.gifts {
			if g.at.Equal(at) && g.amount != 0 {
				b.Queue(`INSERT INTO wallet_ledger (member_id, currency, version, unit, contra, kind, amount, balance_after, ref, created_at)
					VALUES ($1, 'KRW', $2, 'cash', $3, $6, $4, 0, 'x', $5)`, g.member, i+1, []string{"promo", "conversion"}[i%2], g.amount, at,
					[]string{"bonus.new", "convert.cash"}[i%2])
			}
		}
	}
	require.NoError(w, w.db.SendBatch(w.Context(), b).Close())
}

func (w *world) writeMoves(b *pgx.Batch, t *tree, at time.Time) {
	for _, m := range t.all {
		was, is := t.upline(m.id, at.Add(-time.Nanosecond)), t.upline(m.id, at)
		if at.Before(monday) || slices.Equal(was, is) {
			continue
		}
		b.Queue(`INSERT INTO member_upline (member_id, upline, since, until) SELECT member_id, upline, upline_since, $2 FROM member_member WHERE member_id = $1`, m.id, at)
		b.Queue(`UPDATE member_member SET upline = $2::text[], parent_id = $3, upline_since = $4 WHERE member_id = $1`, m.id, is, is[0], at)
	}
}

func (w *world) writeRounds(b *pgx.Batch, t *tree, at time.Time) {
	for _, r := range t.rounds {
		vendor := "sim"
		if games[r.game].group == "sports" {
			vendor = "house"
		}
		if r.begun.Equal(at) {
			b.Queue(`INSERT INTO casino_round (vendor_id, round_id, member_id, site_id, game_code, currency, bets, stake, state, counts, balance_before, balance_after, created_at)
				VALUES ($7, $1, $2, $3, $4, 'KRW', $8, $5, 'open', $9, 0, 0, $6)`, r.id, r.member, t.site, games[r.game].code, r.stake, at, vendor, r.bets, r.counts)
			w.queueTx(b, vendor, r, "bet", at)
			if vendor == "house" {
				b.Queue(`INSERT INTO bet_bet (id, site_id, member_id, currency, stake, pays, most, combined, bonus, live, accept, same, state, placed_at)
					VALUES ($1, $2, $3, 'KRW', $4, $4, $4, 1000, 1000, false, 'none', '', 'open', $5)`, r.id, t.site, r.member, r.stake, at)
				b.Queue(`INSERT INTO bet_leg (bet_id, place, event_id, market_id, key, price, version, home, away) SELECT $1, n, 0, 0, 'home', 1500, 1, 0, 0 FROM generate_series(1, $2::int) n`,
					r.id, r.folders)
			}
		}
		for _, s := range r.states {
			if s.at.Equal(at) {
				b.Queue(`UPDATE casino_round SET state = $4, stake = $5, payout = $6, closed_at = $7 WHERE vendor_id = $1 AND round_id = $2 AND member_id = $3`,
					vendor, r.id, r.member, s.state, s.stake, s.payout, at)
				w.queueTx(b, vendor, r, "win", at)
			}
		}
	}
}

func (w *world) queueTx(b *pgx.Batch, vendor string, r *modelRound, kind string, at time.Time) {
	w.tx++
	b.Queue(`INSERT INTO casino_tx (vendor_id, tx_id, kind, member_id, round_id, currency, amount, req_hash, status, balance_after, created_at)
		VALUES ($1, $2, $3, $4, $5, 'KRW', 1, '', 'OK', 0, $6)`, vendor, fmt.Sprint("t", w.tx), kind, r.member, r.id, at)
}

// accrue notes everything that is committed. Transactions of other tests on the same server hold it back for a while.
func (w *world) accrue() {
	w.Helper()
	testkit.Eventually(w, func() bool {
		var all bool
		err := w.svc.Accrue(w.Context())
		require.NoError(w, err)
		err = w.db.QueryRow(w.Context(), "SELECT tx = (SELECT coalesce(max(our_tx_id), 0) FROM casino_tx) AND at >= $1 FROM commission_cursor", w.clk.Now().Add(-time.Microsecond)).Scan(&all)
		return err == nil && all
	})
}

// Statements agree to the unit with loops over all bets, whatever happens to rates, places and results in between; what all levels get is what the rates
// of the heads give; and each statement is computed again from its file.
func TestStatementsAreThoseOfTheModel(t *testing.T) {
	t.Parallel()
	w := newWorld(t, monday.Add(-time.Hour))
	for i := range cmp.Or(*treesFlag, testkit.Size(15, 250)) {
		w.trees = append(w.trees, newTree(i))
	}
	w.members()
	w.write(monday.Add(-time.Hour))
	sites := map[string]bool{}
	for _, tr := range w.trees {
		sites[tr.site] = true
	}
	for at := monday; at.Before(monday.AddDate(0, 0, days)); at = at.Add(step) {
		w.clk.Set(at)
		for _, tr := range w.trees {
			tr.change(at)
		}
		w.write(at)
		if heard(at.Hour()) {
			w.accrue()
		}
		if at.Hour() == 9 { // what happened before midnight is noted for sure
			for s := range sites {
				_, err := w.svc.Settle(t.Context(), s)
				require.NoError(t, err)
			}
			w.decide(int(at.Sub(monday)/(24*time.Hour)) - 1)
		}
	}
	w.clk.Set(monday.AddDate(0, 0, days).Add(time.Hour))
	w.accrue()
	for s := range sites {
		_, err := w.svc.Settle(t.Context(), s)
		require.NoError(t, err)
		n, err := w.svc.Settle(t.Context(), s)
		require.NoError(t, err)
		require.Zero(t, n, "a day is settled once")
	}
	w.compare()
	var up, down int
	require.NoError(t, w.db.QueryRow(t.Context(), `SELECT count(*) FILTER (WHERE rolling + losing > 0), count(*) FILTER (WHERE rolling + losing < 0) FROM commission_offset`).Scan(&up, &down))
	require.Greater(t, min(up, down), len(w.trees)/15, "corrections of kept statements, both ways")
}

// decide keeps and pays some of the statements that are there after a day was settled, and pays some that were kept before.
func (w *world) decide(after int) {
	w.Helper()
	for _, t := range w.trees {
		if after < 0 || t.no%3 > 0 {
			continue
		}
		for _, m := range t.all {
			for k := range after + 1 {
				d := commission.Decision{Actor: audit.Actor{ID: "boss"}, Site: t.site, Partner: m.id, Day: tuesday.AddDate(0, 0, k-1), Reason: "test", Was: t.stateAfter(m.id, k, after)}
				switch draw := t.rnd.IntN(6); {
				case m.level == 0 || d.Was == commission.Paid || draw > 2:
					continue
				case d.Was == commission.Open && draw < 2:
					d.Becomes = commission.Kept
				default:
					d.Becomes = commission.Paid
				}
				if d.Becomes == commission.Paid { // by one person, which is refused in the branch of a partner who owes
					debts, err := w.svc.Debts(w.Context(), t.site, m.id, d.Day)
					require.NoError(w, err)
					if len(debts) > 0 {
						continue
					}
				}
				err := w.svc.Decide(w.Context(), d)
				if errors.Is(err, fault.MemberNotFound) { // nothing was settled below it
					continue
				}
				require.NoError(w, err)
				t.decided = append(t.decided, modelDecision{m.id, k, after, d.Becomes})
			}
		}
	}
}

func (w *world) compare() {
	broken, err := commission.Check(w.Context(), w.db)
	require.NoError(w, err)
	require.Empty(w, broken)
	type key struct {
		partner string
		day     int
	}
	got := map[key]naiveStatement{}
	rows, err := w.db.Query(w.Context(), `SELECT partner_id, day - '2026-09-07'::date, rolling, losing, amount, valid FROM commission_statement`)
	require.NoError(w, err)
	var k key
	var s naiveStatement
	_, err = pgx.ForEachRow(rows, []any{&k.partner, &k.day, &s.rolling, &s.losing, &s.amount, &s.valid}, func() error {
		got[k] = s
		return nil
	})
	require.NoError(w, err)
	found, paid, paidOut := 0, int64(0), 0
	balances := map[string]int64{}
	rows, err = w.db.Query(w.Context(), `SELECT member_id, balance FROM wallet_balance WHERE currency = 'PTC'`)
	require.NoError(w, err)
	var memID string
	var balance int64
	_, err = pgx.ForEachRow(rows, []any{&memID, &balance}, func() error {
		balances[memID] = balance
		return nil
	})
	require.NoError(w, err)
	for _, t := range w.trees {
		statements, pt := t.naive()
		for partner, want := range pt {
			if len(t.decided) > 0 && want > 0 {
				require.Equal(w, want, balances[partner], "PT of %s", partner)
				paidOut++
			}
		}
		for partner, list := range statements {
			for d, want := range list {
				if want == nil {
					require.NotContains(w, got, key{partner, d})
					continue
				}
				paid += want.amount
				require.Equal(w, *want, got[key{partner, d}], "%s on day %d", partner, d) // without a line there is no statement, and nothing is earned
				if _, ok := got[key{partner, d}]; ok {
					found++
				}
			}
		}
	}
	require.Len(w, got, found, "no partner has a statement without a reason")
	require.Greater(w, found, len(w.trees))
	require.Positive(w, paid)
	decided := slices.ContainsFunc(w.trees, func(t *tree) bool { return len(t.decided) > 0 })
	require.Equal(w, decided, paidOut > 0)
	w.recompute()
}

// recompute has some files computed again, and holds them against what is stored.
func (w *world) recompute() {
	rows, err := w.db.Query(w.Context(), `SELECT partner_id, site_id, day, hash FROM commission_statement
		ORDER BY (partner_id, day) NOT IN (SELECT partner_id, day FROM commission_offset), md5(partner_id || day) LIMIT 300`)
	require.NoError(w, err)
	type stored struct {
		partner, site string
		day           time.Time
		hash          []byte
	}
	list, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (s stored, err error) {
		return s, r.Scan(&s.partner, &s.site, &s.day, &s.hash)
	})
	require.NoError(w, err)
	for _, s := range list {
		var file bytes.Buffer
		require.NoError(w, w.svc.Write(context.Background(), &file, s.site, s.partner, s.day))
		proof, err := waterfall.Recompute(strings.NewReader(file.String()))
		require.NoError(w, err, file.String())
		require.Equal(w, s.hash, proof.Hash[:])
	}
}
