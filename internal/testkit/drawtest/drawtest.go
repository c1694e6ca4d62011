// Package drawtest makes scheduled draws with members and bets, for tests.
package drawtest

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/beacon"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/draw"
	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/platform/vault"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/casino/casinotest"
	"hubstake/internal/play/minigame"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// Beacon signs every round at once, unless it is Silent.
type Beacon struct {
	*beacon.Signer
	Silent bool
}

// Hash implements minigame.Beacon.
func (b *Beacon) Hash() string { return b.Network().Hash }

// RoundAt implements minigame.Beacon.
func (b *Beacon) RoundAt(t time.Time) uint64 { return b.Network().RoundAt(t) }

// Get implements minigame.Beacon.
func (b *Beacon) Get(_ context.Context, round uint64) ([]byte, [32]byte, error) {
	if b.Silent {
		return nil, [32]byte{}, errors.New("the beacon is silent")
	}
	signature := b.Sign(round)
	randomness, err := b.Network().Verify(round, signature)
	return signature, randomness, err
}

// Table is a site with scheduled draws. Bets are decided by the database's clock.
type Table struct {
	tb     testing.TB
	DB     *pgxpool.Pool
	Draws  *minigame.Service
	Writer *casino.Service
	Box    *vault.Vault
	Beacon *Beacon
	Dealer *minigame.Dealer
	Site   string
}

// New returns a site whose games have their first rounds.
func New(tb testing.TB) *Table {
	tb.Helper()
	db := pgtest.DB(tb)
	require.NoError(tb, minigame.Open(tb.Context(), db))
	t := &Table{tb: tb, DB: db, Site: factory.Site(tb, db), Writer: casinotest.Service(tb, db, clock.System{})}
	t.Draws = minigame.New(db, clock.System{}, t.Writer, minigame.Defaults())
	var err error
	t.Box, err = vault.New([32]byte{1})
	require.NoError(tb, err)
	signer, err := beacon.NewSigner([]byte("a beacon for tests, and for them alone"))
	require.NoError(tb, err)
	t.Beacon = &Beacon{Signer: signer}
	t.Dealer = t.NewDealer()
	return t
}

// NewDealer returns another dealer of the same draws, as another node has one.
func (t *Table) NewDealer() *minigame.Dealer { return t.DealerAt(clock.System{}) }

// DealerAt returns a dealer by a clock. It draws without a beacon when the table has none.
func (t *Table) DealerAt(clk clock.Clock) *minigame.Dealer {
	var b minigame.Beacon
	if t.Beacon != nil {
		b = t.Beacon
	}
	return minigame.NewDealer(t.DB, clk, t.Box, b, minigame.Options{Chain: 300})
}

// Pair opens two rounds of a game: one takes bets for an hour, whatever the time is, and its successor in the chain in the hour after that.
func (t *Table) Pair(game string) (open, next minigame.Round) {
	t.tb.Helper()
	g, ok := draw.Of(game)
	require.True(t.tb, ok)
	now := clock.System{}.Now()
	_, err := t.DealerAt(clock.NewManual(g.DrawTime(g.RoundAt(now)).Add(-g.Every / 2))).Open(t.tb.Context())
	require.NoError(t.tb, err)
	open = minigame.Round{Game: game, No: g.RoundAt(now)}
	next = minigame.Round{Game: game, No: open.No + 1}
	_, err = t.DB.Exec(t.tb.Context(), `
		UPDATE minigame_round SET opens_at = now() - interval '1 min' + n * interval '2 h', closes_at = now() + interval '1 h' + n * interval '2 h', draws_at = now() + interval '2 h' + n * interval '2 h'
		  FROM (SELECT $2::bigint AS first) f CROSS JOIN LATERAL generate_series(0, 1) n WHERE game = $1 AND no = first + n`, game, open.No)
	require.NoError(t.tb, err)
	t.putOff()
	return open, next
}

// Open opens the rounds that should be there now, and lets the newest one of a game take bets for an hour, whatever the time is.
func (t *Table) Open(game string) minigame.Round {
	t.tb.Helper()
	_, err := t.Dealer.Open(t.tb.Context())
	require.NoError(t.tb, err)
	r := minigame.Round{Game: game}
	require.NoError(t.tb, t.DB.QueryRow(t.tb.Context(), `
		UPDATE minigame_round SET opens_at = now() - interval '1 min', closes_at = now() + interval '1 h', draws_at = now() + interval '2 h'
		 WHERE game = $1 AND no = (SELECT max(no) FROM minigame_round WHERE game = $1) RETURNING no`, game).Scan(&r.No))
	t.putOff()
	return r
}

// putOff lets no round become due by the time of day at which a test runs: those that are, or would be within the hour, take bets for a day more. Rounds that a test closed opened a day ago (see Close) and stay as they are.
func (t *Table) putOff() {
	t.tb.Helper()
	_, err := t.DB.Exec(t.tb.Context(), `
		UPDATE minigame_round SET closes_at = closes_at + interval '1 day', draws_at = draws_at + interval '1 day'
		 WHERE state = 'open' AND opens_at > now() - interval '12 h' AND draws_at < now() + interval '1 h'`)
	require.NoError(t.tb, err)
}

// Close ends the time of bets of a round, whose draw is due so long since. Bets that were placed are as much older.
func (t *Table) Close(r minigame.Round, since time.Duration) {
	t.tb.Helper()
	_, err := t.DB.Exec(t.tb.Context(), `
		UPDATE minigame_round SET opens_at = now() - interval '1 day', closes_at = now() - $3::interval - interval '10 s', draws_at = now() - $3::interval WHERE game = $1 AND no = $2`,
		r.Game, r.No, since)
	require.NoError(t.tb, err)
	_, err = t.DB.Exec(t.tb.Context(), `UPDATE minigame_bet SET placed_at = now() - $3::interval - interval '20 s' WHERE game = $1 AND no = $2`, r.Game, r.No, since)
	require.NoError(t.tb, err)
}

// Draw closes a round and ends it, and returns what is public of it.
func (t *Table) Draw(r minigame.Round) minigame.Published {
	t.tb.Helper()
	t.Close(r, time.Second)
	t.End(r)
	p, _, err := t.Draws.Round(t.tb.Context(), r)
	require.NoError(t.tb, err)
	return p
}

// End ends a round that is due.
func (t *Table) End(r minigame.Round) minigame.Ended {
	t.tb.Helper()
	due, err := t.Dealer.Due(t.tb.Context())
	require.NoError(t.tb, err)
	for _, w := range due {
		if w.Round == r {
			ended, err := t.Dealer.End(t.tb.Context(), w)
			require.NoError(t.tb, err)
			return ended
		}
	}
	require.Fail(t.tb, "the round is not due")
	return ""
}

// Settle ends the bets of all rounds that ended.
func (t *Table) Settle() map[minigame.State]int {
	t.tb.Helper()
	all := map[minigame.State]int{}
	for {
		done, ok, err := t.Draws.Settle(t.tb.Context())
		require.NoError(t.tb, err)
		if !ok {
			return all
		}
		for state, n := range done.Bets {
			all[state] += n
		}
	}
}

// Member makes a member with cash.
func (t *Table) Member(cash money.Amount, change ...func(*factory.M)) string {
	t.tb.Helper()
	return factory.Member(t.tb, t.DB, append([]func(*factory.M){func(m *factory.M) { m.Site, m.Cash = t.Site, cash }}, change...)...).MemID
}

// Order is a bet of a member on a round, at the price of now.
func (t *Table) Order(member string, r minigame.Round, selection string, stake money.Amount) minigame.Order {
	t.tb.Helper()
	g, ok := draw.Of(r.Game)
	require.True(t.tb, ok)
	s, err := g.Selection(selection)
	require.NoError(t.tb, err)
	return minigame.Order{Site: t.Site, Member: member, Currency: "KRW", Game: r.Game, No: r.No, Selection: selection, Price: s.Price, Stake: stake}
}

// Place places a bet.
func (t *Table) Place(member string, r minigame.Round, selection string, stake money.Amount) minigame.Receipt {
	t.tb.Helper()
	receipt, err := t.Draws.Place(t.tb.Context(), t.Order(member, r, selection, stake))
	require.NoError(t.tb, err)
	return receipt
}

// Cash returns what a member has.
func (t *Table) Cash(member string) (cash money.Amount) {
	t.tb.Helper()
	require.NoError(t.tb, t.DB.QueryRow(t.tb.Context(), `SELECT balance FROM wallet_balance WHERE member_id = $1 AND currency = 'KRW'`, member).Scan(&cash))
	return cash
}

// Sound proves that bets, rounds and money agree.
func (t *Table) Sound() {
	t.tb.Helper()
	for _, check := range []func(context.Context, wallet.Starter) ([]wallet.Violation, error){minigame.Check, casino.Check, wallet.Check} {
		bad, err := check(t.tb.Context(), t.DB)
		require.NoError(t.tb, err)
		require.Empty(t.tb, bad)
	}
}
