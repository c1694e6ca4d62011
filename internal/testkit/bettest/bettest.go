// Package bettest makes a sportsbook with matches, members and bets, for tests.
package bettest

import (
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/casino/casinotest"
	"hubstake/internal/play/sports"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// Book is a sportsbook of one feed, whose clock is the database's: bets are decided by it.
type Book struct {
	tb     testing.TB
	DB     *pgxpool.Pool
	Sports *sports.Service
	Bets   *bet.Service
	Writer *casino.Service
	Site   string

	seq   int64
	at    int // batches so far
	twins int // batches of the second feed
}

// patient keeps prices open for as long as a test may take on a slow machine.
var patient = sports.Options{StaleLive: time.Hour, StaleBefore: time.Hour}

// New returns a book without matches.
func New(tb testing.TB, change ...func(*bet.Rules)) *Book {
	tb.Helper()
	db := pgtest.DB(tb)
	require.NoError(tb, bet.Open(tb.Context(), db))
	b := &Book{tb: tb, DB: db, Site: factory.Site(tb, db), Sports: sports.New(db, clock.System{}, patient)}
	b.Writer = casinotest.Service(tb, db, clock.System{})
	rules := bet.Defaults()
	for _, c := range change {
		c(&rules)
	}
	b.Bets = bet.New(db, clock.System{}, b.Writer, rules)
	b.Apply(fixture.Change{League: &fixture.League{ID: "L", Sport: odds.Soccer, Country: "KR", Names: map[string]string{"en": "First Division"}}})
	return b
}

// Apply applies the changes as the feed's next batch.
func (b *Book) Apply(changes ...fixture.Change) sports.Outcome {
	b.tb.Helper()
	return b.ApplyAt(clock.System{}.Now(), changes...)
}

// ApplyAt is Apply of what the feed said at a moment.
func (b *Book) ApplyAt(at time.Time, changes ...fixture.Change) sports.Outcome {
	b.tb.Helper()
	out := b.Say(at, changes...)
	require.Empty(b.tb, out.Parked)
	return out
}

// Say is ApplyAt of what may be parked.
func (b *Book) Say(at time.Time, changes ...fixture.Change) sports.Outcome {
	b.tb.Helper()
	return b.batch(at, fixture.Batch{Changes: changes})
}

// Whole is Apply of a batch that names every match that the feed still has.
func (b *Book) Whole(changes ...fixture.Change) sports.Outcome {
	b.tb.Helper()
	return b.batch(clock.System{}.Now(), fixture.Batch{Whole: true, Changes: changes})
}

func (b *Book) batch(at time.Time, batch fixture.Batch) sports.Outcome {
	b.tb.Helper()
	changes := batch.Changes
	for i := range changes {
		b.seq++
		changes[i].Seq, changes[i].At = b.seq, at
	}
	from := ""
	if b.at > 0 {
		from = strconv.Itoa(b.at)
	}
	b.at++
	batch.Cursor = strconv.Itoa(b.at)
	out, err := b.Sports.Apply(b.tb.Context(), "test", from, batch)
	require.NoError(b.tb, err)
	return out
}

// Match makes a match that begins after a while, with a 1X2 at 2.00, 3.40 and 3.90 and a total of 2.5 at 1.90 and 1.90.
func (b *Book) Match(name string, in time.Duration, state fixture.EventState) {
	b.tb.Helper()
	b.Apply(
		fixture.Change{Team: &fixture.Team{ID: name + "h", Sport: odds.Soccer, Names: map[string]string{"en": "Home " + name}}},
		fixture.Change{Team: &fixture.Team{ID: name + "a", Sport: odds.Soccer, Names: map[string]string{"en": "Away " + name}}},
		b.Event(name, in, state, odds.Score{}),
		fixture.Change{Market: &fixture.Market{Event: name, Kind: odds.OneXTwo, Period: odds.Full, State: fixture.Open, Prices: []fixture.Price{
			{Key: odds.Home, Price: 2000}, {Key: odds.Draw, Price: 3400}, {Key: odds.Away, Price: 3900},
		}}},
		fixture.Change{Market: &fixture.Market{Event: name, Kind: odds.Total, Period: odds.Full, Line: 10, State: fixture.Open, Prices: []fixture.Price{
			{Key: odds.Over, Price: 1900}, {Key: odds.Under, Price: 1900},
		}}},
	)
}

// Twin tells of a match that begins in two hours as a second feed does: under the name "<match> twin", with the sides the other way round and the same 1X2.
func (b *Book) Twin(of string) {
	b.tb.Helper()
	name := of + " twin"
	require.Empty(b.tb, b.Second(
		fixture.Change{League: &fixture.League{ID: "L", Sport: odds.Soccer, Country: "KR", Names: map[string]string{"en": "First Division"}}},
		b.twin(of, fixture.Scheduled, odds.Score{}),
		fixture.Change{Market: &fixture.Market{Event: name, Kind: odds.OneXTwo, Period: odds.Full, State: fixture.Open, Prices: []fixture.Price{
			{Key: odds.Home, Price: 3900}, {Key: odds.Draw, Price: 3400}, {Key: odds.Away, Price: 2000},
		}}},
	).Parked)
}

// TwinStands is the second feed's next word about a match; the score is that of its sides.
func (b *Book) TwinStands(of string, state fixture.EventState, score odds.Score) {
	b.tb.Helper()
	require.Empty(b.tb, b.Second(b.twin(of, state, score)).Parked)
}

func (b *Book) twin(of string, state fixture.EventState, score odds.Score) fixture.Change {
	starts := clock.System{}.Now().Add(2*time.Hour + 10*time.Minute)
	if state != fixture.Scheduled {
		starts = clock.System{}.Now().Add(-time.Minute)
	}
	return fixture.Change{Event: &fixture.Event{
		ID: of + " twin", Sport: odds.Soccer, League: "L", Home: "Away " + of, Away: "Home " + of, StartsAt: starts, State: state, Score: score,
	}}
}

// Second applies the changes as the second feed's next batch.
func (b *Book) Second(changes ...fixture.Change) sports.Outcome {
	b.tb.Helper()
	from := ""
	if b.twins > 0 {
		from = strconv.Itoa(b.twins)
	}
	b.twins++
	for i := range changes {
		changes[i].Seq, changes[i].At = int64(10*b.twins+i), clock.System{}.Now()
	}
	out, err := b.Sports.Apply(b.tb.Context(), "second", from, fixture.Batch{Cursor: strconv.Itoa(b.twins), Changes: changes})
	require.NoError(b.tb, err)
	return out
}

// Event is a match as the feed tells it.
func (b *Book) Event(name string, in time.Duration, state fixture.EventState, score odds.Score) fixture.Change {
	return fixture.Change{Event: &fixture.Event{
		ID: name, Sport: odds.Soccer, League: "L", Home: name + "h", Away: name + "a", StartsAt: clock.System{}.Now().Add(in), State: state, Score: score,
	}}
}

// Price changes a price of a match's 1X2.
func (b *Book) Price(name string, home odds.Price) {
	b.tb.Helper()
	b.Apply(fixture.Change{Market: &fixture.Market{Event: name, Kind: odds.OneXTwo, Period: odds.Full, State: fixture.Open, Prices: []fixture.Price{
		{Key: odds.Home, Price: home}, {Key: odds.Draw, Price: 3400}, {Key: odds.Away, Price: 3900},
	}}})
}

// Result ends a match.
func (b *Book) Result(name string, home, away int) {
	b.tb.Helper()
	b.Apply(b.Event(name, 0, fixture.Live, odds.Score{}), fixture.Change{Result: &fixture.Result{Event: name, Full: odds.Score{Home: home, Away: away}}})
}

// Void calls a match off.
func (b *Book) Void(name string) {
	b.tb.Helper()
	b.Apply(b.Event(name, time.Hour, fixture.Cancelled, odds.Score{}))
}

// Leg is a selection of a match at the price of now.
func (b *Book) Leg(name string, kind odds.Kind, key odds.Key) bet.Leg {
	b.tb.Helper()
	l := bet.Leg{Key: key}
	require.NoError(b.tb, b.DB.QueryRow(b.tb.Context(), `
		SELECT m.id, s.price, s.version FROM sports_market m JOIN sports_event e ON e.id = m.event_id JOIN sports_selection s ON s.market_id = m.id
		 WHERE e.feed_id = $1 AND m.kind = $2 AND s.key = $3`, name, kind, key).Scan(&l.Market, &l.Price, &l.Version))
	return l
}

// Home is the home side of a match's 1X2.
func (b *Book) Home(name string) bet.Leg { return b.Leg(name, odds.OneXTwo, odds.Home) }

// Member returns a member with so much cash.
func (b *Book) Member(cash money.Amount, change ...func(*factory.M)) string {
	b.tb.Helper()
	return factory.Member(b.tb, b.DB, append([]func(*factory.M){func(m *factory.M) { m.Site, m.Cash = b.Site, cash }}, change...)...).MemID
}

// Order is a member's order of legs.
func (b *Book) Order(member string, stake money.Amount, legs ...bet.Leg) bet.Order {
	return bet.Order{Site: b.Site, Member: member, Currency: "KRW", Slip: bet.Slip{Legs: legs, Stake: stake, Accept: bet.None}}
}

// Place places a bet that must be taken.
func (b *Book) Place(member string, stake money.Amount, legs ...bet.Leg) bet.Receipt {
	b.tb.Helper()
	r, err := b.Bets.Place(b.tb.Context(), b.Order(member, stake, legs...))
	require.NoError(b.tb, err)
	return r
}

// Cash is a member's cash.
func (b *Book) Cash(member string) (cash money.Amount) {
	b.tb.Helper()
	require.NoError(b.tb, b.DB.QueryRow(b.tb.Context(), `SELECT balance FROM wallet_balance WHERE member_id = $1`, member).Scan(&cash))
	return cash
}

// State is a bet's state, with that of its round.
func (b *Book) State(id string) string {
	b.tb.Helper()
	var state, round string
	var stake, payout int64
	require.NoError(b.tb, b.DB.QueryRow(b.tb.Context(), `
		SELECT b.state, r.state, r.stake, r.payout FROM bet_bet b JOIN casino_round r ON r.vendor_id = 'house' AND r.round_id = b.id AND r.member_id = b.member_id
		 WHERE b.id = $1`, id).Scan(&state, &round, &stake, &payout))
	return fmt.Sprintf("%s: %s %d %d", state, round, stake, payout)
}

// Sound proves that the money is where the bets say.
func (b *Book) Sound() {
	b.tb.Helper()
	for _, check := range []func() ([]wallet.Violation, error){
		func() ([]wallet.Violation, error) { return wallet.Check(b.tb.Context(), b.DB) },
		func() ([]wallet.Violation, error) { return casino.Check(b.tb.Context(), b.DB) },
		func() ([]wallet.Violation, error) { return bet.Check(b.tb.Context(), b.DB) },
	} {
		found, err := check()
		require.NoError(b.tb, err)
		require.Empty(b.tb, found)
	}
}
