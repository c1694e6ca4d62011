package staff_test

import (
	"context"
	"net/netip"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/pquerna/otp/totp"
	"github.com/stretchr/testify/require"

	"hubstake/internal/access/token"
	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/account/staff"
	"hubstake/internal/core/clock"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// world is a site with its staff's service on it.
type world struct {
	db     *pgxpool.Pool
	clk    *clock.Manual
	s      *staff.Service
	verify *token.Verifier

	members *member.Service
}

func newWorld(t *testing.T, options map[string]any) *world {
	t.Helper()
	w := &world{db: pgtest.DB(t), clk: clock.NewManual(time.Now().Truncate(time.Second))}
	factory.Site(t, w.db, func(s *factory.S) { s.Options = options })
	k, verify := factory.Keys(t, w.clk)
	w.verify = verify
	w.members = member.New(w.db, w.clk, site.New(w.db, w.clk), k)
	w.s = staff.New(w.db, w.clk, w.members, factory.StaffKeys(t))
	return w
}

// login shows an ID, a password and a one-time code at the door.
func (w *world) login(ctx context.Context, id, password, otp string) (member.Grant, staff.Account, error) {
	return w.s.Login(ctx, credential.Credentials{
		Site: "demo", MemID: id, Password: credential.Secret(password), OTP: credential.Secret(otp),
		Origin: credential.Origin{IP: netip.MustParseAddr("192.0.2.7"), UserAgent: "test", Trace: "00-t"},
	})
}

// from is login from an address.
func (w *world) from(ctx context.Context, address, id, password, otp string) error {
	_, _, err := w.s.Login(ctx, credential.Credentials{
		Site: "demo", MemID: id, Password: credential.Secret(password), OTP: credential.Secret(otp),
		Origin: credential.Origin{IP: netip.MustParseAddr(address)},
	})
	return err
}

// code is the one-time code of an authenticator whose clock is off by so many steps.
func (w *world) code(t *testing.T, steps int) string {
	t.Helper()
	c, err := totp.GenerateCode(factory.TOTPSecret, w.clk.Now().Add(time.Duration(steps)*30*time.Second))
	require.NoError(t, err)
	return c
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
	var done sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		done.Go(func() {
			<-start
			errs[i] = do(i)
		})
	}
	close(start)
	done.Wait()
	return errs
}
