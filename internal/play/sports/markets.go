package sports

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
)

// marketKey names a market by what it asks.
type marketKey struct {
	event  int64
	kind   odds.Kind
	period odds.Period
	unit   odds.Measure // empty: that of the match's score
	line   odds.Line
}

// keyOf returns what a feed calls a market of a match as a key.
func keyOf(event int64, m *fixture.Market) marketKey {
	return marketKey{event: event, kind: m.Kind, period: m.Period, unit: m.Unit, line: m.Line}
}

// group returns the key that all lines of one kind and period share.
func (k marketKey) group() marketKey {
	k.line = 0
	return k
}

// market is a row of sports_market with its selections while a batch is applied.
type market struct {
	marketKey
	id         int64
	main       bool
	state      MarketState
	feedState  fixture.MarketState
	stale      bool
	voided     bool // by staff: nothing that the feed says of it counts any more
	seq        int64
	quotedAt   time.Time
	selections map[odds.Key]*selection

	isNew, dirty, told bool
}

type selection struct {
	feedPrice odds.Price
	active    bool
	dirty     bool
}

func (m *market) over() bool { return m.state == Closed || m.state == Resulted || m.state == Void }

// loadMarkets reads the markets that the changes are about, of kinds with lines all lines.
func (a *application) loadMarkets(ctx context.Context, changes []fixture.Change) error {
	var events []int64
	var kinds, periods []string
	seen := map[marketKey]bool{}
	for _, c := range changes {
		if c.Market == nil || a.events[c.Market.Event] == nil {
			continue
		}
		e := a.events[c.Market.Event]
		k := marketKey{event: e.id, kind: c.Market.Kind, period: c.Market.Period}
		if !seen[k] {
			seen[k] = true
			events, kinds, periods = append(events, e.id), append(kinds, string(k.kind)), append(periods, string(k.period))
		}
	}
	if len(events) == 0 {
		return nil
	}
	rows, err := a.tx.Query(ctx, `
		SELECT m.id, m.event_id, m.kind, m.period, m.unit, m.line, m.main, m.state, m.feed_state, m.stale, m.voided_by <> '', m.seq, m.quoted_at, s.key, s.feed_price, s.active
		  FROM unnest($1::bigint[], $2::text[], $3::text[]) AS u (event, kind, period)
		  JOIN sports_market m ON m.event_id = u.event AND m.kind = u.kind AND m.period = u.period
		  LEFT JOIN sports_selection s ON s.market_id = m.id`, events, kinds, periods)
	if err != nil {
		return fmt.Errorf("markets: %w", err)
	}
	var row market
	var key *string
	var price *int32
	var active *bool
	_, err = pgx.ForEachRow(rows, []any{
		&row.id, &row.event, &row.kind, &row.period, &row.unit, &row.line, &row.main, &row.state, &row.feedState, &row.stale, &row.voided, &row.seq, &row.quotedAt,
		&key, &price, &active,
	}, func() error {
		m := a.markets[row.marketKey]
		if m == nil {
			one := row
			m = &one
			m.selections = map[odds.Key]*selection{}
			a.markets[row.marketKey] = m
		}
		if key != nil {
			m.selections[odds.Key(*key)] = &selection{feedPrice: odds.Price(*price), active: *active}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("markets: %w", err)
	}
	return nil
}

func (a *application) takeMarkets(ctx context.Context, changes []fixture.Change) error {
	if err := a.loadMarkets(ctx, changes); err != nil {
		return err
	}
	a.findOverlooked(changes)
	if err := a.vouch(ctx); err != nil { // before prices are called stale or not
		return err
	}
	lines := map[marketKey][]*market{}
	for _, m := range a.markets {
		lines[m.group()] = append(lines[m.group()], m)
	}
	touched := map[marketKey]bool{}
	for _, c := range changes {
		if c.Market == nil {
			continue
		}
		e := a.events[c.Market.Event]
		if e == nil {
			a.park(c, UnknownEvent)
			continue
		}
		key := keyOf(e.id, c.Market)
		m := a.markets[key]
		switch {
		case m == nil && (len(c.Market.Prices) == 0 || e.over()):
			a.Old++ // a market that we never had is not on offer: nothing to take back
			continue
		case !a.settles(e, key):
			a.park(c, OtherUnit)
			m.suspend()
			continue
		case m == nil && len(lines[key.group()]) >= mostLines:
			a.park(c, TooMany)
			continue
		case m == nil:
			m = &market{marketKey: key, state: Open, main: !key.kind.HasLine(), isNew: true, selections: map[odds.Key]*selection{}}
			a.markets[key] = m
			lines[key.group()] = append(lines[key.group()], m)
		case c.Seq <= m.seq, m.voided, m.over() && (e.over() || c.Market.State != fixture.Open):
			a.Old++
			if !m.over() && c.At.After(m.quotedAt) && m.differs(c.Market) && m.feedState != fixture.Suspended { // newer by its time, older by its number
				a.refuse(m.seq, c.Seq)
				m.feedState, m.dirty, m.told = fixture.Suspended, true, true
			}
			continue
		case m.over():
			a.park(c, MarketBack)
			continue
		}
		a.Applied++
		a.takeMarket(e, m, c)
		touched[key.group()] = true
	}
	for group := range touched {
		if group.kind.HasLine() {
			chooseMain(lines[group])
		}
	}
	return a.writeMarkets(ctx)
}

// findOverlooked looks for prices that are ignored because of their Seq although they say something else than is known.
func (a *application) findOverlooked(changes []fixture.Change) {
	for _, c := range changes {
		if c.Market == nil || a.events[c.Market.Event] == nil {
			continue
		}
		m := a.markets[keyOf(a.events[c.Market.Event].id, c.Market)]
		if m != nil && !m.over() && c.Seq <= m.seq && m.differs(c.Market) {
			a.overlooked = true
		}
	}
}

// differs reports whether the feed says something else of the market than is known.
func (m *market) differs(f *fixture.Market) bool {
	if m.feedState != f.State {
		return true
	}
	given := map[odds.Key]bool{}
	for _, p := range f.Prices {
		given[p.Key] = true
		if s := m.selections[p.Key]; s == nil || s.feedPrice != p.Price || s.active == p.Off {
			return true
		}
	}
	for key, s := range m.selections {
		if len(given) > 0 && s.active && !given[key] {
			return true
		}
	}
	return false
}

// takeMarket makes the feed's state of a market ours.
func (a *application) takeMarket(e *match, m *market, c fixture.Change) {
	f := c.Market
	m.seq, m.dirty = adopt(m.seq, c.Seq), true
	if m.feedState != f.State {
		m.feedState, m.told = f.State, true
	}
	if len(f.Prices) == 0 {
		return
	}
	if m.quotedAt = c.At; m.quotedAt.After(a.now) {
		m.quotedAt = a.now // a clock ahead of ours must not keep prices fresh
	}
	given := map[odds.Key]bool{}
	for _, p := range f.Prices {
		given[p.Key] = true
		s := m.selections[p.Key]
		if s == nil {
			s = &selection{}
			m.selections[p.Key] = s
		}
		if s.feedPrice != p.Price || s.active == p.Off {
			s.feedPrice, s.active, s.dirty, m.told = p.Price, !p.Off, true, true
		}
	}
	for key, s := range m.selections {
		if !given[key] && s.active {
			s.active, s.dirty, m.told = false, true, true
		}
	}
	if stale := a.stale(m.quotedAt, e.live()); stale != m.stale {
		m.stale, m.told = stale, true
	}
}

// chooseMain makes the open line with the closest prices the main one; of several the one nearest to zero, then the lower one. When none is open
// the choice stays.
func chooseMain(lines []*market) {
	var best *market
	for _, m := range lines {
		if m.over() || m.feedState != fixture.Open || m.gap() < 0 {
			continue
		}
		if best == nil || cmp.Or(cmp.Compare(m.gap(), best.gap()), cmp.Compare(max(m.line, -m.line), max(best.line, -best.line)), cmp.Compare(m.line, best.line)) < 0 {
			best = m
		}
	}
	if best == nil {
		return
	}
	for _, m := range lines {
		if main := m == best; m.main != main && !m.over() {
			m.main, m.dirty, m.told = main, true, true
		}
	}
}

// gap is how far the two prices of a line are apart; -1 when one cannot be chosen.
func (m *market) gap() odds.Price {
	keys := m.kind.Keys()
	x, y := m.selections[keys[0]], m.selections[keys[1]]
	if x == nil || y == nil || !x.active || !y.active {
		return -1
	}
	return max(x.feedPrice-y.feedPrice, y.feedPrice-x.feedPrice)
}

// writeMarkets stores the markets that changed, then the prices that did, under the versions that the markets got. A suspension by staff in the meantime stays.
func (a *application) writeMarkets(ctx context.Context) error {
	byID := map[int64]*market{}
	fresh := a.dirtyMarkets(true)
	if len(fresh) > 0 {
		if err := a.insertMarkets(ctx, fresh, byID); err != nil {
			return err
		}
	}
	known := a.dirtyMarkets(false)
	var ids, seqs []int64
	var mains, stales, told []bool
	var states []string
	var quoted []time.Time
	for _, m := range known {
		ids, seqs, quoted = append(ids, m.id), append(seqs, m.seq), append(quoted, m.quotedAt)
		mains, stales, told, states = append(mains, m.main), append(stales, m.stale), append(told, m.told), append(states, string(m.feedState))
		byID[m.id] = m
	}
	versions := map[int64]int64{}
	if len(known) > 0 {
		rows, err := a.tx.Query(ctx, `
			UPDATE sports_market m
			   SET main = u.main, stale = u.stale, feed_state = u.state, seq = u.seq, quoted_at = u.quoted, version = m.version + u.told::int,
			       state = CASE WHEN u.state = 'closed' THEN 'closed' WHEN u.state = 'suspended' OR u.stale OR m.held_by <> '' THEN 'suspended' ELSE 'open' END,
			       closed_at = CASE WHEN u.state = 'closed' THEN $1::timestamptz END
			  FROM unnest($2::bigint[], $3::boolean[], $4::boolean[], $5::boolean[], $6::text[], $7::bigint[], $8::timestamptz[])
			       AS u (id, main, stale, told, state, seq, quoted)
			 WHERE m.id = u.id AND m.state IN ('open', 'suspended')
			RETURNING m.id, m.version`, a.now, ids, mains, stales, told, states, seqs, quoted)
		if err != nil {
			return fmt.Errorf("markets: %w", err)
		}
		var id, version int64
		if _, err = pgx.ForEachRow(rows, []any{&id, &version}, func() error {
			versions[id] = version
			return nil
		}); err != nil {
			return fmt.Errorf("markets: %w", err)
		}
	}
	for _, m := range fresh {
		versions[m.id] = 1
	}
	return a.writeSelections(ctx, byID, versions)
}

func (a *application) insertMarkets(ctx context.Context, fresh []*market, byID map[int64]*market) error {
	var events, seqs []int64
	var kinds, periods, units, states []string
	var lines []int32
	var mains, stales []bool
	var quoted []time.Time
	for _, m := range fresh {
		events, kinds, periods, lines = append(events, m.event), append(kinds, string(m.kind)), append(periods, string(m.period)), append(lines, int32(m.line))
		units = append(units, string(m.unit))
		mains, stales, states = append(mains, m.main), append(stales, m.stale), append(states, string(m.feedState))
		seqs, quoted = append(seqs, m.seq), append(quoted, m.quotedAt)
	}
	rows, err := a.tx.Query(ctx, `
		INSERT INTO sports_market (event_id, kind, period, unit, line, main, stale, feed_state, state, seq, quoted_at, closed_at)
		SELECT u.event, u.kind, u.period, u.unit, u.line, u.main, u.stale, u.state,
		       CASE WHEN u.state = 'closed' THEN 'closed' WHEN u.state = 'suspended' OR u.stale THEN 'suspended' ELSE 'open' END, u.seq, u.quoted,
		       CASE WHEN u.state = 'closed' THEN $1::timestamptz END
		  FROM unnest($2::bigint[], $3::text[], $4::text[], $5::int[], $6::boolean[], $7::boolean[], $8::text[], $9::bigint[], $10::timestamptz[], $11::text[])
		       AS u (event, kind, period, line, main, stale, state, seq, quoted, unit)
		RETURNING event_id, kind, period, unit, line, id`, a.now, events, kinds, periods, lines, mains, stales, states, seqs, quoted, units)
	if err != nil {
		return fmt.Errorf("new markets: %w", err)
	}
	var k marketKey
	var id int64
	_, err = pgx.ForEachRow(rows, []any{&k.event, &k.kind, &k.period, &k.unit, &k.line, &id}, func() error {
		m := a.markets[k]
		m.id, m.isNew, m.told = id, false, true
		byID[id] = m
		return nil
	})
	if err != nil {
		return fmt.Errorf("new markets: %w", err)
	}
	return nil
}

// dirtyMarkets returns the markets to store, in the order of their keys.
func (a *application) dirtyMarkets(fresh bool) []*market {
	var all []*market
	for _, m := range a.markets {
		if m.dirty && m.isNew == fresh {
			all = append(all, m)
			m.dirty = false
		}
	}
	slices.SortFunc(all, func(x, y *market) int {
		return cmp.Or(cmp.Compare(x.event, y.event), cmp.Compare(x.id, y.id), cmp.Compare(x.kind, y.kind), cmp.Compare(x.period, y.period), cmp.Compare(x.unit, y.unit), cmp.Compare(x.line, y.line))
	})
	return all
}

func (a *application) writeSelections(ctx context.Context, byID map[int64]*market, versions map[int64]int64) error {
	margins := map[int64]int{}
	for _, e := range a.events {
		margins[e.id] = e.margin
	}
	var markets, marketVersions []int64
	var keys []string
	var feedPrices, prices []int32
	var active []bool
	for _, id := range slices.Sorted(maps.Keys(versions)) {
		m := byID[id]
		if m.told {
			a.facts[id] = true
		}
		for _, key := range slices.Sorted(maps.Keys(m.selections)) {
			s := m.selections[key]
			if !s.dirty {
				continue
			}
			markets, marketVersions, keys = append(markets, id), append(marketVersions, versions[id]), append(keys, string(key))
			feedPrices, prices = append(feedPrices, int32(s.feedPrice)), append(prices, int32(s.feedPrice.Less(margins[m.event])))
			active = append(active, s.active)
		}
	}
	if len(markets) == 0 {
		return nil
	}
	_, err := a.tx.Exec(ctx, `
		INSERT INTO sports_selection (market_id, key, feed_price, price, active, version)
		SELECT u.market, u.key, u.feed_price, u.price, u.active, u.version
		  FROM unnest($1::bigint[], $2::text[], $3::int[], $4::int[], $5::boolean[], $6::bigint[]) AS u (market, key, feed_price, price, active, version)
		    ON CONFLICT (market_id, key) DO UPDATE
		   SET feed_price = EXCLUDED.feed_price, price = EXCLUDED.price, active = EXCLUDED.active, version = EXCLUDED.version`,
		markets, keys, feedPrices, prices, active, marketVersions)
	if err != nil {
		return fmt.Errorf("prices: %w", err)
	}
	return nil
}
