package bet

import (
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/odds"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/betgate"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/sports"
)

// placement is a bet that is being placed: a subject of the writer.
type placement struct {
	Order
	id   string
	same []byte

	refusal error
	ticket  Ticket
	level   Limits
	accept  Choice         // the slip's own, or the member's
	quotes  []sports.Quote // of the legs, in their order
	done    bool
}

func (p *placement) state() State {
	if p.ticket.Live {
		return Waiting
	}
	return Placed
}

// bonuses are those by which the bet will be paid, as bet_bet keeps them; of a single those of D-51, which have none.
func (p *placement) bonuses() string {
	if len(p.Slip.Legs) == 1 {
		return ""
	}
	return p.level.Bonuses.String()
}

// ending is a bet that is being ended: a subject of the writer.
type ending struct {
	Ending
	byMember bool     // who is bound by D-23
	again    bool     // it ended before, and ends otherwise now
	cash     *cashOut // nil: its end is no cash-out
	refusal  error
	done     bool
}

// wins is how often the bet was corrected when it has ended so.
func (e *ending) wins() int {
	if e.again {
		return e.Corrected + 1
	}
	return e.Corrected
}

// part is the bets' part in one batch of the writer.
type part struct {
	rules  Rules
	places []*placement
	ends   []*ending

	sites   map[string]ofSite
	quotes  map[string][]sports.Quote // by site
	known   facts                     // of the legs of bets that are cashed out
	members map[string]bettor         // by the member
	recent  map[[2]string]bool        // member and hash of what was placed within the last seconds
	bets    map[string]found          // that end
	asked   map[string]time.Time      // when the cash-outs that wait were asked for, by the bet
}

// ofSite are the rules of a site, or why they cannot be read.
type ofSite struct {
	rules   site.Sportsbook
	stopped bool // it takes no bets; read for cash-outs
	err     error
}

// bettor is what a bet needs to know of its member.
type bettor struct {
	level  int
	accept Choice
}

// found is a bet that is to be ended, as it stands.
type found struct {
	member     string
	state      State
	live, late bool
	cancelled  int64
	cancels    int64 // how many may be cancelled on a day
	corrected  int   // how often
}

// Join implements casino.Companion.
func (s *Service) Join(subjects []any) casino.Part {
	b := &part{rules: s.rules, sites: map[string]ofSite{}, quotes: map[string][]sports.Quote{}, known: newFacts(), members: map[string]bettor{}, recent: map[[2]string]bool{}, bets: map[string]found{}, asked: map[string]time.Time{}}
	for _, one := range subjects {
		switch one := one.(type) {
		case *placement:
			one.refusal, one.ticket, one.level, one.accept, one.quotes, one.done = nil, Ticket{}, Limits{}, Stored, nil, false
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
	b.readBook(q)
	if len(b.places) > 0 {
		b.readPlaces(q)
	}
	if len(b.ends) > 0 {
		b.readEnds(q)
	}
}

// readBook reads the rules of the sites and the quotes, which holds the matches: of all subjects at once, so that any two batches hold them in the same order.
func (b *part) readBook(q *pgx.Batch) {
	var asked sports.Asked
	for _, p := range b.places {
		ask(&asked, p.Site, p.Slip.Legs)
		b.sites[p.Site] = ofSite{rules: b.rules.Site}
	}
	var bets []string
	var cashed []Leg
	for _, e := range b.ends {
		if c := e.cash; c != nil {
			bets = append(bets, c.bet)
			ask(&asked, c.site, c.legs)
			b.sites[c.site] = ofSite{rules: b.rules.Site}
			cashed = append(cashed, c.legs...)
		}
	}
	if len(b.sites) == 0 {
		return
	}
	q.Queue(`SELECT site, options, $2 AND betgate_stopped(site, $3, $4) FROM bet_rules($1)`,
		slices.Collect(maps.Keys(b.sites)), len(cashed) > 0, casino.Book, Game).Query(func(rows pgx.Rows) error {
		var id string
		var options []byte
		var stopped bool
		_, err := pgx.ForEachRow(rows, []any{&id, &options, &stopped}, func() error {
			one := ofSite{stopped: stopped}
			one.rules, one.err = b.rules.Site.With(options) // options that cannot be read refuse the bets of their site, not those of others
			b.sites[id] = one
			return nil
		})
		return err
	})
	asked.Queue(q, func(one sports.Quote) { b.quotes[one.Site] = append(b.quotes[one.Site], one) })
	if len(cashed) > 0 {
		b.known.queue(q, bets, cashed)
	}
}

func (b *part) readPlaces(q *pgx.Batch) {
	var members []string
	var same [][]byte
	for _, p := range b.places {
		members, same = append(members, p.Member), append(same, p.same)
	}
	q.Queue(`SELECT member, level, accept FROM bet_members($1)`, members).Query(func(rows pgx.Rows) error {
		var member string
		var one bettor
		_, err := pgx.ForEachRow(rows, []any{&member, &one.level, &one.accept}, func() error {
			b.members[member] = one
			return nil
		})
		return err
	})
	q.Queue(`SELECT member, same FROM bet_twice($1, $2, $3)`, members, same, b.rules.Twice).Query(func(rows pgx.Rows) error {
		var member string
		var hash []byte
		_, err := pgx.ForEachRow(rows, []any{&member, &hash}, func() error {
			b.recent[[2]string{member, string(hash)}] = true
			return nil
		})
		return err
	})
}

// ask asks for the quotes of legs.
func ask(a *sports.Asked, site string, legs []Leg) {
	for _, l := range legs {
		a.Add(site, l.Market, l.Key)
	}
}

func (b *part) readEnds(q *pgx.Batch) {
	ids, waits := make([]string, len(b.ends)), []string(nil)
	for i, e := range b.ends {
		ids[i] = e.Bet
		if e.cash != nil && e.cash.askedAt != nil {
			waits = append(waits, e.Bet)
		}
	}
	if len(waits) > 0 { // a node that refuses one waits for the end of this transaction
		q.Queue(`SELECT bet_id, asked_at FROM bet_cash_out WHERE bet_id = ANY ($1) AND due_at IS NOT NULL ORDER BY bet_id FOR UPDATE`, waits).Query(func(rows pgx.Rows) error {
			var id string
			var at time.Time
			_, err := pgx.ForEachRow(rows, []any{&id, &at}, func() error {
				b.asked[id] = at
				return nil
			})
			return err
		})
	}
	here := b.rules.Site
	q.Queue(`SELECT id, member, state, live, late, cancelled, cancels, corrected FROM bet_stands($1, $2, $3, $4)`,
		ids, here.SportsCancelMinutes, here.SportsCancelAheadMinutes, here.SportsCancelsPerDay).
		Query(func(rows pgx.Rows) error {
			var id string
			var f found
			_, err := pgx.ForEachRow(rows, []any{&id, &f.member, &f.state, &f.live, &f.late, &f.cancelled, &f.cancels, &f.corrected}, func() error {
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
	if b.recent[[2]string{p.Member, string(p.same)}] {
		return fault.DuplicateBet
	}
	here := b.sites[p.Site]
	if here.err != nil {
		return here.err
	}
	member := b.members[p.Member]
	slip := p.Slip.chosen(member.accept)
	p.level, p.accept = LimitsOf(here.rules, member.level, gate.MaxStake), slip.Accept
	quotes := b.quotes[p.Site]
	t, err := Judge(slip, quotes, p.level)
	if err != nil {
		return err
	}
	p.ticket, p.quotes = t, make([]sports.Quote, len(p.Slip.Legs))
	for i, l := range p.Slip.Legs {
		p.quotes[i] = *quoteOf(quotes, l)
	}
	return nil
}

func (b *part) end(e *ending) error {
	f, ok := b.bets[e.Bet]
	switch {
	case !ok || f.member != e.Member:
		return fault.BetNotFound
	case f.state != e.From || f.corrected != e.Corrected:
		return ErrEnded
	case e.cash != nil:
		return b.cashOut(e)
	case !e.byMember:
		return nil
	case f.live || f.late:
		return ErrLate
	case f.cancelled >= f.cancels:
		return ErrOften
	default:
		return nil
	}
}

// Done implements casino.Part.
func (b *part) Done(subject any) {
	switch one := subject.(type) {
	case *placement:
		one.done = true
		b.recent[[2]string{one.Member, string(one.same)}] = true
	case *ending:
		one.done = true
		f := b.bets[one.Bet]
		f.state, f.corrected = one.To, one.wins()
		b.bets[one.Bet] = f
		if one.byMember {
			for id, other := range b.bets {
				if other.member == one.Member {
					other.cancelled++
					b.bets[id] = other
				}
			}
		}
	}
}

const (
	countsSQL = `SELECT bet_counts($1, $2, $3)`
	insertSQL = `
INSERT INTO bet_bet (id, site_id, member_id, currency, stake, pays, most, combined, bonus, live, accept, same, state, placed_at, due_at, rules, bonuses)
SELECT id, site, member, currency, stake, pays, most, combined, bonus, live, accept, same, state, now(), CASE WHEN live THEN now() + delay END, r.version, bonuses
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::int[], $9::int[], $10::boolean[], $11::text[], $12::bytea[],
              $13::interval[], $14::text[], $15::text[])
       AS u (id, site, member, currency, stake, pays, most, combined, bonus, live, accept, same, delay, state, bonuses)
  JOIN (SELECT site, content_rules(site) AS version FROM unnest($2::text[]) AS s (site) GROUP BY site) r USING (site)`
	legsSQL = `
INSERT INTO bet_leg (bet_id, place, event_id, market_id, key, price, version, home, away, live)
SELECT * FROM unnest($1::text[], $2::smallint[], $3::bigint[], $4::bigint[], $5::text[], $6::int[], $7::bigint[], $8::int[], $9::int[], $10::boolean[])`
	endSQL = `
UPDATE bet_bet b SET state = u.state, paid = u.paid, reason = u.reason, ended_at = now(), due_at = NULL, corrected = u.corrected
  FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::int[]) AS u (id, state, paid, reason, corrected) WHERE b.id = u.id`
	correctSQL = `
INSERT INTO bet_correction (bet_id, n, order_id, was, was_paid, was_at, state, paid, reason, at, told_at)
SELECT b.id, $2, $3, b.state, b.paid, b.ended_at, $4, $5, $6, now(), CASE WHEN b.state = $4 AND b.paid = $5 THEN now() END FROM bet_bet b WHERE b.id = $1`
	// When a bet was cashed out, and at which scores, is compared with what happened in its matches. One that waited is judged by when its member asked.
	cashedSQL = `
INSERT INTO bet_cash_out AS c (bet_id, amount, asked_at, scores) SELECT id, amount, clock_timestamp(), '{}' FROM unnest($1::text[], $2::bigint[]) AS u (id, amount)
ON CONFLICT (bet_id) DO UPDATE
   SET due_at = NULL, asked_at = CASE WHEN c.due_at IS NULL THEN excluded.asked_at ELSE c.asked_at END,
       scores = CASE WHEN c.due_at IS NULL THEN excluded.scores ELSE c.scores END`
	// A bet that has not ended is in bet_running.
	beginsSQL  = `INSERT INTO bet_running (member_id, bet_id) SELECT * FROM unnest($1::text[], $2::text[])`
	endsSQL    = `DELETE FROM bet_running r USING unnest($1::text[], $2::text[]) AS u (member, id) WHERE r.member_id = u.member AND r.bet_id = u.id`
	endLegsSQL = `
UPDATE bet_leg l SET open = false, outcome = coalesce(u.outcome, '')
  FROM unnest($1::text[]) AS e (id) JOIN bet_leg x ON x.bet_id = e.id
  LEFT JOIN unnest($2::text[], $3::smallint[], $4::text[]) AS u (id, place, outcome) ON u.id = x.bet_id AND u.place = x.place
 WHERE l.bet_id = x.bet_id AND l.place = x.place`
)

// Write implements casino.Part.
func (b *part) Write(q *pgx.Batch) {
	b.writePlaces(q)
	b.writeEnds(q)
}

func (b *part) writePlaces(q *pgx.Batch) {
	var ids, sites, members, currencies, accepts, states, bonuses, shortIDs, shortMembers []string
	var stakes, pays, most []int64
	var combined, bonus []int32
	var live []bool
	var same [][]byte
	var delays []time.Duration
	var legs legRows
	for _, p := range b.places {
		if !p.done {
			continue
		}
		t := p.ticket
		ids, sites, members, currencies = append(ids, p.id), append(sites, p.Site), append(members, p.Member), append(currencies, p.Currency)
		stakes, pays, most = append(stakes, int64(p.Slip.Stake)), append(pays, int64(t.Pays)), append(most, int64(max(p.level.SiteMaxWin, t.Pays)))
		combined, bonus = append(combined, int32(t.Combined)), append(bonus, int32(t.Bonus))
		live, accepts, same, states = append(live, t.Live), append(accepts, string(p.accept)), append(same, p.same), append(states, string(p.state()))
		delays, bonuses = append(delays, b.sites[p.Site].rules.Delay()), append(bonuses, p.bonuses())
		for i, quote := range p.quotes {
			legs.add(p.id, i, quote)
		}
		if short(t.Prices, b.rules.MinCounted) {
			shortIDs, shortMembers = append(shortIDs, p.id), append(shortMembers, p.Member)
		}
	}
	if len(ids) == 0 {
		return
	}
	q.Queue(insertSQL, ids, sites, members, currencies, stakes, pays, most, combined, bonus, live, accepts, same, delays, states, bonuses)
	q.Queue(beginsSQL, members, ids)
	q.Queue(legsSQL, legs.bets, legs.places, legs.events, legs.markets, legs.keys, legs.prices, legs.versions, legs.home, legs.away, legs.live)
	if len(shortIDs) > 0 {
		q.Queue(countsSQL, shortIDs, shortMembers, false)
	}
}

// short reports whether a price is too small for the turnover.
func short(prices []odds.Price, least odds.Price) bool {
	for _, p := range prices {
		if p < least {
			return true
		}
	}
	return false
}

// legRows are the columns of new legs.
type legRows struct {
	bets                      []string
	places                    []int16
	events, markets, versions []int64
	keys                      []string
	prices, home, away        []int32
	live                      []bool
}

func (l *legRows) add(bet string, place int, q sports.Quote) {
	l.bets, l.places, l.events, l.markets = append(l.bets, bet), append(l.places, int16(place)), append(l.events, q.Event), append(l.markets, q.Market)
	l.keys, l.prices, l.versions = append(l.keys, string(q.Key)), append(l.prices, int32(q.Price)), append(l.versions, q.Version)
	l.home, l.away, l.live = append(l.home, int32(q.Home)), append(l.away, int32(q.Away)), append(l.live, q.Live)
}

func (b *part) writeEnds(q *pgx.Batch) {
	var ids, members, states, reasons, legBets, outcomes, cashed, cashedBy []string
	var paid, cashedFor []int64
	var places []int16
	var corrected []int32
	for _, e := range b.ends {
		if !e.done {
			continue
		}
		ids, members, states = append(ids, e.Bet), append(members, e.Member), append(states, string(e.To))
		reason := e.Reason
		if e.Order != 0 { // it is of the correction
			reason = ""
		}
		reasons, paid, corrected = append(reasons, reason), append(paid, int64(e.Pays)), append(corrected, int32(e.wins()))
		if e.Order != 0 {
			q.Queue(correctSQL, e.Bet, e.wins(), e.Order, string(e.To), int64(e.Pays), e.Reason) // before endSQL
		}
		if e.cash != nil {
			cashed, cashedBy, cashedFor = append(cashed, e.Bet), append(cashedBy, e.Member), append(cashedFor, int64(e.Pays))
		}
		for i, o := range e.Outcomes {
			legBets, places, outcomes = append(legBets, e.Bet), append(places, int16(i)), append(outcomes, o.String())
		}
	}
	if len(ids) == 0 {
		return
	}
	q.Queue(endSQL, ids, states, paid, reasons, corrected)
	q.Queue(endsSQL, members, ids)
	q.Queue(endLegsSQL, ids, legBets, places, outcomes)
	if len(cashed) > 0 { // it was no risk until the end: it is no turnover
		q.Queue(countsSQL, cashed, cashedBy, false)
		q.Queue(cashedSQL, cashed, cashedFor)
	}
}
