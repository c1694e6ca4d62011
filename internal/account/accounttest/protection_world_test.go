package accounttest_test

import (
	"fmt"
	"net/netip"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/account/member"
	"hubstake/internal/account/protection"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/money"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// protectionWorld is a member with what they set.
type protectionWorld struct {
	*testing.T
	db      *pgxpool.Pool
	clk     *clock.Manual
	s       *protection.Service
	members *member.Service
	who     protection.Who
	n       int
}

func newProtectionWorld(t *testing.T) *protectionWorld {
	t.Helper()
	t.Parallel()
	w := &protectionWorld{T: t, db: pgtest.DB(t), clk: clock.NewManual(clock.System{}.Now().Truncate(time.Second))}
	w.members = factory.Members(t, w.db, w.clk)
	w.s = protection.New(w.db, w.clk, w.members)
	m := factory.Member(t, w.db, func(m *factory.M) { m.Cash = 100_000 })
	w.who = protection.Who{Site: "demo", Member: m.MemID, IP: netip.MustParseAddr("192.0.2.7"), Trace: "00-1"}
	return w
}

func (w *protectionWorld) set(k protection.Kind, days int, amount money.Amount) error {
	return w.s.Set(w.Context(), w.who, protection.Which{Kind: k, Days: days}, money.In(amount))
}

// limit is the only limit of the member.
func (w *protectionWorld) limit() protection.Limit {
	w.Helper()
	st, err := w.s.Of(w.Context(), w.who.Member)
	require.NoError(w, err)
	require.Len(w, st.Limits, 1)
	return st.Limits[0]
}

// flow is what a batch of bets notes of a member who is watched.
func (w *protectionWorld) flow(wagered, lost money.Amount) {
	w.Helper()
	w.exec("SELECT protection_note(ARRAY[$1], ARRAY['KRW'], ARRAY[$2::bigint], ARRAY[$3::bigint], $4)", w.who.Member, int64(wagered), int64(lost), w.clk.Now())
}

// paid is a deposit that was completed now.
func (w *protectionWorld) paid(amount money.Amount) {
	w.Helper()
	w.exec(`INSERT INTO cash_request (site_id, member_id, kind, currency, amount, status, processed_at) VALUES ('demo', $1, 'in', 'KRW', $2, 1, $3)`,
		w.who.Member, int64(amount), w.clk.Now())
}

func (w *protectionWorld) mayDeposit(amount money.Amount) (err error) {
	w.Helper()
	require.NoError(w, pg.InTx(w.Context(), w.db, func(tx pgx.Tx) error {
		err = protection.MayDeposit(w.Context(), tx, w.who.Member, "KRW", amount, w.clk.Now())
		return nil
	}))
	return err
}

// session is a login of the member that began at a moment.
func (w *protectionWorld) session(begun time.Time) (sid string) {
	w.Helper()
	w.n++
	sid = fmt.Sprint("s", w.n)
	w.exec(`INSERT INTO member_session (session_id, site_id, member_id, audience, topic, hub_key, created_at, seen_at, expires_at)
		VALUES ($1, 'demo', $2, 'member', 't', 'k', $3, $3, $3::timestamptz + interval '90 days')`, sid, w.who.Member, begun)
	return sid
}

func (w *protectionWorld) exec(sql string, args ...any) {
	w.Helper()
	_, err := w.db.Exec(w.Context(), sql, args...)
	require.NoError(w, err)
}

func queryValue[T any](w *protectionWorld, sql string, args ...any) (out T) {
	w.Helper()
	require.NoError(w, w.db.QueryRow(w.Context(), sql, args...).Scan(&out))
	return out
}
