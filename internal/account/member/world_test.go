package member_test

import (
	"context"
	"maps"
	"net/netip"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/access/token"
	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/event"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// sampled is a trace that is kept: an event names no other (obs.Kept).
const sampled = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

var origin = credential.Origin{IP: netip.MustParseAddr("192.0.2.7"), UserAgent: "test", Trace: sampled}

// world is a site with the service on it.
type world struct {
	db     *pgxpool.Pool
	clk    *clock.Manual
	s      *member.Service
	verify *token.Verifier

	mu        sync.Mutex
	announced []member.Session
}

func newWorld(t *testing.T, options map[string]any) *world {
	t.Helper()
	w := &world{db: pgtest.DB(t), clk: clock.NewManual(time.Now().Truncate(time.Second))}
	factory.Site(t, w.db, func(s *factory.S) {
		s.Options = map[string]any{"approvals": map[string]any{"reset": map[string]any{"off": true}, "head": map[string]any{"off": true}}} // one person confirms
		maps.Copy(s.Options, options)
	})
	k, verify := factory.Keys(t, w.clk)
	k.Announce = func(_ context.Context, s member.Session) {
		w.mu.Lock()
		w.announced = append(w.announced, s)
		w.mu.Unlock()
	}
	w.verify = verify
	w.s = member.New(w.db, w.clk, site.New(w.db, w.clk), k)
	return w
}

// login shows an id and a password at the door.
func (w *world) login(ctx context.Context, memID, password string) (member.Grant, error) {
	return w.s.Login(ctx, credential.Credentials{Site: "demo", MemID: memID, Password: credential.Secret(password), Origin: origin})
}

// events returns what was written to the outbox since mark, in order and without the moment; mark moves on. It reads the
// table: what may be published depends on transactions of other tests.
func (w *world) events(t *testing.T, mark *int64) []event.Event {
	t.Helper()
	rows, err := w.db.Query(t.Context(), `SELECT id, site, member, path, topic, sid, cmd, data1, data2, ver, trace
		FROM outbox_event WHERE id > $1 ORDER BY id`, *mark)
	require.NoError(t, err)
	out, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (e event.Event, err error) {
		err = r.Scan(mark, &e.Site, &e.Member, &e.Upline, &e.Topic, &e.SID, &e.Cmd, &e.Data1, &e.Data2, &e.Ver, &e.Trace)
		return e, err
	})
	require.NoError(t, err)
	return out
}

// one reads a single value.
func one[T any](t *testing.T, w *world, sql string, args ...any) (v T) {
	t.Helper()
	require.NoError(t, w.db.QueryRow(t.Context(), sql, args...).Scan(&v))
	return v
}

func (w *world) exec(t *testing.T, sql string, args ...any) {
	t.Helper()
	_, err := w.db.Exec(t.Context(), sql, args...)
	require.NoError(t, err)
}

// atOnce runs do n times from one barrier and returns the errors.
func atOnce(n int, do func(i int) error) []error {
	errs := make([]error, n)
	var ready, done sync.WaitGroup
	start := make(chan struct{})
	ready.Add(n)
	for i := range n {
		done.Go(func() {
			ready.Done()
			<-start
			errs[i] = do(i)
		})
	}
	ready.Wait()
	close(start)
	done.Wait()
	return errs
}

func successes(errs []error) int {
	return len(errs) - len(slices.DeleteFunc(slices.Clone(errs), func(err error) bool { return err == nil }))
}
