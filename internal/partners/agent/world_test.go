package agent_test

import (
	"context"
	"net/netip"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/pquerna/otp/totp"
	"github.com/stretchr/testify/require"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/agent"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// world is a site with the logins of its partners.
type world struct {
	db  *pgxpool.Pool
	clk *clock.Manual
	s   *agent.Service

	members *member.Service
}

func newWorld(t *testing.T, options map[string]any) *world {
	t.Helper()
	w := &world{db: pgtest.DB(t), clk: clock.NewManual(time.Now().Truncate(time.Second))}
	factory.Site(t, w.db, func(s *factory.S) { s.Options = options })
	k, _ := factory.Keys(t, w.clk)
	sites := site.New(w.db, w.clk)
	w.members = member.New(w.db, w.clk, sites, k)
	w.s = agent.New(w.db, w.clk, sites, w.members, factory.AgentKeys(t))
	return w
}

// renew makes the service again, as a program that has just started: it knows the options of sites as they are now.
func (w *world) renew(t *testing.T) {
	t.Helper()
	w.s = agent.New(w.db, w.clk, site.New(w.db, w.clk), w.members, factory.AgentKeys(t))
}

const home = "192.0.2.7"

func credentials(address, id, password, otp string) credential.Credentials {
	return credential.Credentials{
		Site: "demo", MemID: id, Password: credential.Secret(password), OTP: credential.Secret(otp),
		Origin: credential.Origin{IP: netip.MustParseAddr(address), UserAgent: "test", Trace: "00-t"},
	}
}

// login shows an ID, a password and a one-time code at the door.
func (w *world) login(ctx context.Context, id, password, otp string) (member.Grant, agent.Account, error) {
	return w.s.Login(ctx, credentials(home, id, password, otp))
}

// from is login from an address.
func (w *world) from(ctx context.Context, address, id, password, otp string) error {
	_, _, err := w.s.Login(ctx, credentials(address, id, password, otp))
	return err
}

// code is the one-time code of the factory's authenticator whose clock is off by so many steps.
func (w *world) code(t *testing.T, steps int) string {
	t.Helper()
	return w.codeOf(t, factory.TOTPSecret, steps)
}

func (w *world) codeOf(t *testing.T, secret string, steps int) string {
	t.Helper()
	c, err := totp.GenerateCode(secret, w.clk.Now().Add(time.Duration(steps)*30*time.Second))
	require.NoError(t, err)
	return c
}

// partner makes a partner that is enrolled.
func (w *world) partner(t *testing.T, change ...func(*factory.M)) factory.M {
	t.Helper()
	m := factory.Partner(t, w.db, change...)
	factory.Agent(t, w.db, m.MemID)
	return m
}

// sub makes an enrolled person of a partner's sub-staff.
func (w *world) sub(t *testing.T, partner, name string, rights ...right.Right) factory.Ag {
	t.Helper()
	return factory.Agent(t, w.db, partner+"."+name, func(a *factory.Ag) { a.Rights = rights })
}

// act is what a login does to an account of its partner.
func act(who, id string) agent.Act {
	return agent.Act{Actor: audit.Actor{ID: who, IP: netip.MustParseAddr(home)}, Site: "demo", Partner: credential.PartnerOf(who), ID: id}
}

// titles returns the titles of the messages to a member, the oldest first.
func (w *world) titles(t *testing.T, memID string) []string {
	t.Helper()
	return one[[]string](t, w, "SELECT coalesce(array_agg(title ORDER BY id), '{}') FROM message_message WHERE member_id = $1", memID)
}

// actions returns what the audit and its waiting notes have about an account, the oldest first.
func (w *world) actions(t *testing.T, target string) []string {
	t.Helper()
	_, err := audit.Link(t.Context(), w.db)
	require.NoError(t, err)
	return one[[]string](t, w, "SELECT coalesce(array_agg(action ORDER BY seq), '{}') FROM audit_entry WHERE target = $1", target)
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
