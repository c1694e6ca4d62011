package minigame

import (
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/draw"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/betgate"
	"hubstake/internal/play/casino"
)

// placement is a bet that is being placed: a subject of the writer.
type placement struct {
	Order
	id    string
	game  draw.Game
	price odds.Price // of the pay table now

	refusal error
	most    money.Amount // that is paid
	done    bool
}

// ending is a bet that is being ended: a subject of the writer.
type ending struct {
	Ending
	refusal error
	done    bool
}

// part is the bets' part in one batch of the writer.
type part struct {
	rules  Rules
	places []*placement
	ends   []*ending

	rounds  map[Round]phase
	members map[string]bettor
	others  map[string][]other // bets of the last minutes, by the member
	bets    map[string]found   // that end
	hedged  map[string]string  // members of bets that are no turnover, by the bet
}

// phase is where a round stands, by the database's clock.
type phase struct {
	open     bool // it takes bets
	settling bool
}

// bettor is what a bet needs to know of its member.
type bettor struct {
	level int
	rules site.Sportsbook
	err   error // the site's options cannot be read
}

// other is a bet that a member placed before.
type other struct {
	id string
	Round
	selection string
	stake     money.Amount
	fresh     bool // within the seconds in which the same bet is a duplicate
}

// found is a bet that is to be ended, as it stands.
type found struct {
	member string
	state  State
}

// Join implements casino.Companion.
func (s *Service) Join(subjects []any) casino.Part {
	b := &part{
		rules: s.rules, rounds: map[Round]phase{}, members: map[string]bettor{}, others: map[string][]other{}, bets: map[string]found{}, hedged: map[string]string{},
	}
	for _, one := range subjects {
		switch one := one.(type) {
		case *placement:
			one.refusal, one.most, one.done = nil, 0, false
			b.places = append(b.places, one)
		case *ending:
			one.refusal, one.done = nil, false
			b.ends = append(b.ends, one)
		}
	}
	return b
}

// Read implements casino.Part.
func (b *part) Read(q *pgx.Batch) {
	if len(b.places) > 0 {
		b.readRounds(q)
		b.readMembers(q)
	}
	if len(b.ends) > 0 {
		b.readEnds(q)
	}
}

// readRounds reads the rounds and holds them until the bets are stored: a draw waits for that.
func (b *part) readRounds(q *pgx.Batch) {
	asked := map[Round]bool{}
	for _, p := range b.places {
		asked[Round{p.Game, p.No}] = true
	}
	games, nos := make([]string, 0, len(asked)), make([]int64, 0, len(asked))
	for r := range asked {
		games, nos = append(games, r.Game), append(nos, r.No)
	}
	q.Queue(`SELECT game, no, open, settling FROM minigame_hold($1, $2)`, games, nos).Query(func(rows pgx.Rows) error {
		var r Round
		var p phase
		_, err := pgx.ForEachRow(rows, []any{&r.Game, &r.No, &p.open, &p.settling}, func() error {
			b.rounds[r] = p
			return nil
		})
		return err
	})
}

func (b *part) readMembers(q *pgx.Batch) {
	var members []string
	for _, p := range b.places {
		members = append(members, p.Member)
	}
	slices.Sort(members)
	members = slices.Compact(members)
	q.Queue(`SELECT member, level, options FROM minigame_members($1)`, members).Query(func(rows pgx.Rows) error {
		var member string
		var level int
		var options []byte
		_, err := pgx.ForEachRow(rows, []any{&member, &level, &options}, func() error {
			one := bettor{level: level}
			one.rules, one.err = b.rules.Site.With(options) // options that cannot be read refuse the bets of their site, not those of others
			b.members[member] = one
			return nil
		})
		return err
	})
	q.Queue(`SELECT id, member, game, no, selection, stake, fresh FROM minigame_others($1, $2, $3)`, members, lookBack, b.rules.Twice).Query(func(rows pgx.Rows) error {
		var member string
		var o other
		_, err := pgx.ForEachRow(rows, []any{&o.id, &member, &o.Game, &o.No, &o.selection, &o.stake, &o.fresh}, func() error {
			b.others[member] = append(b.others[member], o)
			return nil
		})
		return err
	})
}

func (b *part) readEnds(q *pgx.Batch) {
	ids := make([]string, len(b.ends))
	for i, e := range b.ends {
		ids[i] = e.Bet
	}
	q.Queue(`SELECT id, member_id, state FROM minigame_bet WHERE id = ANY ($1)`, ids).Query(func(rows pgx.Rows) error {
		var id string
		var f found
		_, err := pgx.ForEachRow(rows, []any{&id, &f.member, &f.state}, func() error {
			b.bets[id] = f
			return nil
		})
		return err
	})
}

// Decide implements casino.Part.
func (b *part) Decide(subject any, limits betgate.Limits) bool {
	switch one := subject.(type) {
	case *placement:
		one.refusal = b.place(one, limits)
		return one.refusal == nil
	case *ending:
		one.refusal = b.end(one)
		return one.refusal == nil
	default:
		return false
	}
}

func (b *part) place(p *placement, gate betgate.Limits) error {
	if err := gate.Refusal.OfHouse(); err != nil {
		return err
	}
	switch r := b.rounds[Round{p.Game, p.No}]; {
	case r.settling:
		return fault.RoundSettling
	case !r.open:
		return &bet.Refusal{Fault: fault.GameUnavailable, Reason: bet.Closed, Legs: []int{0}}
	}
	if p.Price != p.price { // the pay table changed since the page was opened
		return fault.OddsChanged.With("msg", p.Price.String()+" → "+p.price.String())
	}
	for _, o := range b.others[p.Member] {
		if o.fresh && o.Game == p.Game && o.No == p.No && o.selection == p.Selection && o.stake == p.Stake {
			return fault.DuplicateBet
		}
	}
	member := b.members[p.Member]
	if member.err != nil {
		return member.err
	}
	lim := bet.LimitsOf(member.rules, member.level, gate.MaxStake)
	if r := b.judgeStake(p, lim); r != nil {
		return r
	}
	p.most = max(lim.SiteMaxWin, estimate(p.Stake, p.price))
	return nil
}

// judgeStake compares a stake with the limits. Bets of a member on the same selection of a round count as one: otherwise many small ones would pass every limit.
func (b *part) judgeStake(p *placement, lim bet.Limits) *bet.Refusal {
	legs := []odds.Leg{{Price: p.price}}
	if r := bet.JudgeStake(p.Stake, legs, lim); r != nil {
		return r
	}
	var placed money.Amount
	for _, o := range b.others[p.Member] {
		if o.Game == p.Game && o.No == p.No && o.selection == p.Selection {
			placed += o.stake
		}
	}
	r := bet.JudgeStake(placed+p.Stake, legs, lim)
	if r == nil {
		return nil
	}
	if r.MaxStake -= placed; r.MaxStake < lim.MinStake {
		r.MaxStake = 0
	}
	return r
}

func (b *part) end(e *ending) error {
	f, ok := b.bets[e.Bet]
	switch {
	case !ok || f.member != e.Member:
		return fault.BetNotFound
	case f.state != Placed:
		return bet.ErrEnded
	default:
		return nil
	}
}

// Done implements casino.Part.
func (b *part) Done(subject any) {
	switch one := subject.(type) {
	case *placement:
		one.done = true
		b.hedge(one)
	case *ending:
		one.done = true
		f := b.bets[one.Bet]
		f.state = one.To
		b.bets[one.Bet] = f
	}
}

// hedge notes a new bet at a price that is too short, bets that cannot win together, and picks that have more than half of all numbers together, which always bring back most of
// their stakes: they are no turnover (D-20).
func (b *part) hedge(p *placement) {
	if p.price < b.rules.MinCounted {
		b.hedged[p.id] = p.Member
	}
	b.others[p.Member] = append(b.others[p.Member], other{id: p.id, Round: Round{p.Game, p.No}, selection: p.Selection, stake: p.Stake, fresh: true})
	var picks, bets []string
	for _, o := range b.others[p.Member] {
		switch {
		case o.Game != p.Game || o.No != p.No:
		case strings.HasPrefix(o.selection, draw.PicksPrefix):
			picks, bets = append(picks, o.selection), append(bets, o.id)
		case p.game.Exclude(o.selection, p.Selection):
			b.hedged[o.id], b.hedged[p.id] = p.Member, p.Member
		}
	}
	if p.game.MostNumbers(picks...) {
		for _, id := range bets {
			b.hedged[id] = p.Member
		}
	}
}

const (
	insertSQL = `
INSERT INTO minigame_bet (id, site_id, member_id, currency, game, no, selection, price, stake, pays, most, rules, placed_at)
SELECT id, site, member, currency, game, no, selection, price, stake, pays, most, r.version, now()
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::int[], $9::bigint[], $10::bigint[], $11::bigint[])
       AS u (id, site, member, currency, game, no, selection, price, stake, pays, most)
  JOIN (SELECT site, content_rules(site) AS version FROM unnest($2::text[]) AS s (site) GROUP BY site) r USING (site)`
	endSQL = `
UPDATE minigame_bet b SET state = u.state, paid = u.paid, paid_at = u.price, ended_at = clock_timestamp()
  FROM unnest($1::text[], $2::text[], $3::bigint[], $4::int[]) AS u (id, state, paid, price) WHERE b.id = u.id`
)

// Write implements casino.Part.
func (b *part) Write(q *pgx.Batch) {
	b.writePlaces(q)
	var ids, states []string
	var paid []int64
	var prices []int32
	for _, e := range b.ends {
		if e.done {
			ids, states, paid, prices = append(ids, e.Bet), append(states, string(e.To)), append(paid, int64(e.Pays)), append(prices, int32(e.Price))
		}
	}
	if len(ids) > 0 {
		q.Queue(endSQL, ids, states, paid, prices)
	}
}

func (b *part) writePlaces(q *pgx.Batch) {
	var ids, sites, members, currencies, games, selections []string
	var nos, stakes, pays, most []int64
	var prices []int32
	for _, p := range b.places {
		if !p.done {
			continue
		}
		ids, sites, members, currencies = append(ids, p.id), append(sites, p.Site), append(members, p.Member), append(currencies, p.Currency)
		games, nos, selections, prices = append(games, p.Game), append(nos, p.No), append(selections, p.Selection), append(prices, int32(p.price))
		stakes, pays, most = append(stakes, int64(p.Stake)), append(pays, int64(estimate(p.Stake, p.price))), append(most, int64(p.most))
	}
	if len(ids) == 0 {
		return
	}
	q.Queue(insertSQL, ids, sites, members, currencies, games, nos, selections, prices, stakes, pays, most)
	if len(b.hedged) > 0 {
		hedged := slices.Sorted(maps.Keys(b.hedged))
		of := make([]string, len(hedged))
		for i, id := range hedged {
			of[i] = b.hedged[id]
		}
		q.Queue(`SELECT minigame_hedged($1, $2)`, hedged, of)
	}
}
