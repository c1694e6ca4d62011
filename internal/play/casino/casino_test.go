package casino_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/id"
	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

const acme = "acme"

// table is a provider's view of one member: a database with a provider, a member with money, and the service.
type table struct {
	t      testing.TB
	db     *pgxpool.Pool
	clk    *clock.Manual
	s      *casino.Service
	member string
}

// service returns another service, as another node has.
func (b *table) service(t testing.TB, o wallet.WriterOptions) *casino.Service {
	t.Helper()
	s, err := casino.New(b.db, b.clk, o)
	require.NoError(t, err)
	t.Cleanup(s.Close)
	return s
}

func sit(t testing.TB, cash money.Amount, change ...func(*factory.M)) *table {
	t.Helper()
	return on(t, pgtest.DB(t), cash, change...)
}

// on sits at an empty database.
func on(t testing.TB, db *pgxpool.Pool, cash money.Amount, change ...func(*factory.M)) *table {
	t.Helper()
	require.NoError(t, provider.Upsert(t.Context(), db, acme, "seamless", provider.Settings{}))
	m := factory.Member(t, db, append([]func(*factory.M){func(m *factory.M) { m.Cash = cash }}, change...)...)
	clk := clock.NewManual(clock.System{}.Now())
	b := &table{t: t, db: db, clk: clk, member: m.MemID}
	b.s = b.service(t, wallet.WriterOptions{Timeout: testkit.Patience})
	return b
}

func (b *table) do(o provider.Operation) provider.Answer {
	b.t.Helper()
	if o.Member == "" && o.Token == "" {
		o.Member = b.member
	}
	if o.Currency == "" {
		o.Currency = "KRW"
	}
	a, err := b.s.Apply(b.t.Context(), acme, o, "")
	require.NoError(b.t, err)
	return a
}

// is asserts status and balance of an answer.
func (b *table) is(a provider.Answer, status provider.Status, balance money.Amount) {
	b.t.Helper()
	require.Equal(b.t, status, a.Status)
	require.Equal(b.t, balance, a.Balance)
}

// sound asserts the invariants of money.md and the balance.
func (b *table) sound(balance money.Amount) {
	b.t.Helper()
	w, err := wallet.Balance(b.t.Context(), b.db, b.member, "KRW")
	require.NoError(b.t, err)
	require.Equal(b.t, balance, w.Cash)
	sound(b.t, b.db)
}

func sound(t testing.TB, db *pgxpool.Pool) {
	t.Helper()
	v, err := wallet.Check(t.Context(), db)
	require.NoError(t, err)
	require.Empty(t, v)
	v, err = casino.Check(t.Context(), db)
	require.NoError(t, err)
	require.Empty(t, v)
}

func (b *table) exec(sql string, args ...any) {
	b.t.Helper()
	_, err := b.db.Exec(b.t.Context(), sql, args...)
	require.NoError(b.t, err)
}

// launch makes a session and an open launch of it, and returns the token.
func (b *table) launch(expires time.Duration) string {
	b.t.Helper()
	sid, token := id.New(), id.New()
	b.exec(`INSERT INTO member_session (session_id, site_id, member_id, audience, topic, hub_key, expires_at, seen_at)
		VALUES ($1, 'demo', $2, 'member', 't', 'k', $3, $3)`, sid, b.member, b.clk.Now().Add(-time.Hour))
	b.exec(`INSERT INTO game_product (proc_id, vendor_id, group_code, name, lobby_symbol, image) VALUES ('201', $1, 'slot', 'P', 's', 'i')
		ON CONFLICT DO NOTHING`, acme)
	b.exec(`INSERT INTO game_game (code, proc_id, name_kor, name_eng, thumbnail) VALUES ('moonjar', '201', 'k', 'e', 't') ON CONFLICT DO NOTHING`)
	b.exec(`INSERT INTO game_launch (token, site_id, member_id, session_id, vendor_id, game_code, currency, expires_at)
		VALUES ($1, 'demo', $2, $3, $4, 'moonjar', 'KRW', $5)`, token, b.member, sid, acme, b.clk.Now().Add(expires))
	return token
}

func bet(tx, round, amount string) provider.Operation {
	return provider.Operation{Kind: provider.Bet, TxID: tx, RoundID: round, Amount: amount}
}

func win(tx, ref, round, amount string) provider.Operation {
	return provider.Operation{Kind: provider.Win, TxID: tx, RefTxID: ref, RoundID: round, Amount: amount, Closes: true}
}

func rollback(tx, ref, round string) provider.Operation {
	return provider.Operation{Kind: provider.Rollback, TxID: tx, RefTxID: ref, RoundID: round}
}
