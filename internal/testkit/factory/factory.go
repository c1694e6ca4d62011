// Package factory makes what tests begin with: sites, partners, members with a wallet, staff. It uses the domains' own
// functions, so a made member is like a real one, except that its hashes are cheap.
package factory

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/account/staff"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/agent"
	"hubstake/internal/platform/pg"
	"hubstake/internal/platform/vault"
)

// Defaults of every created member and staff account.
const (
	Password      = "Pass1234"
	PIN           = "1234"
	StaffPassword = "Staff-Pass-1234"
	TOTPSecret    = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP" //nolint:gosec // of tests only
)

// Hasher is a hasher whose hashes cost next to nothing. Give it to the services under test.
func Hasher() *credential.Hasher {
	return credential.NewHasher(credential.Cost{Memory: 8, Time: 1, Lanes: 1}, [32]byte{1})
}

// Key is the seal key of tests.
func Key() [32]byte { return [32]byte{2} }

// S is a site to be made. Options are what differs from the defaults, by their JSON names.
type S struct {
	ID      string
	Name    string
	Hosts   []string
	Options map[string]any
}

// Site makes a site, `demo` unless the test says otherwise, and returns its id.
func Site(tb testing.TB, db *pgxpool.Pool, change ...func(*S)) string {
	tb.Helper()
	s := S{ID: "demo", Name: "Demo", Hosts: []string{"localhost"}, Options: map[string]any{}}
	for _, f := range change {
		f(&s)
	}
	options, err := json.Marshal(s.Options)
	require.NoError(tb, err)
	_, err = site.Parse(options)
	require.NoError(tb, err)
	_, err = db.Exec(tb.Context(), `INSERT INTO site_site (site_id, name, hosts, options) VALUES ($1, $2, $3, $4)
		ON CONFLICT (site_id) DO UPDATE SET name = EXCLUDED.name, hosts = EXCLUDED.hosts`, s.ID, s.Name, s.Hosts, options)
	require.NoError(tb, err)
	return s.ID
}

// OnePerson leaves actions of some kinds to one person of staff, beside what the test says of other kinds.
func OnePerson(kinds ...site.ApprovalKind) func(*S) {
	return func(s *S) {
		rules := map[string]any{}
		if was, ok := s.Options["approvals"].(map[string]any); ok {
			maps.Copy(rules, was)
		}
		for _, kind := range kinds {
			rules[string(kind)] = map[string]any{"off": true}
		}
		s.Options["approvals"] = rules
	}
}

// M is a member to be made. Password, PIN and Cash are what the member then has; the rest is as member.Account says.
type M struct {
	member.Account
	Password, PIN string // an empty PIN is one that was never set
	Cash, Points  money.Amount
}

// Member makes an approved member of the site `demo` (which is made when it is missing) with a wallet, password
// "Pass1234" and PIN "1234".
func Member(tb testing.TB, db *pgxpool.Pool, change ...func(*M)) M {
	tb.Helper()
	m := M{Password: Password, PIN: PIN, Account: member.Account{
		MemID: "m" + random(9), Site: "demo", Nick: "N" + random(9), Name: "Kim Minsu", Phone: "+8210" + digits(8),
		Bank: "Kookmin", Number: digits(14), Holder: "Kim Minsu", Lang: "en", Level: 1, Status: member.Normal, At: clock.System{}.Now(),
	}}
	for _, f := range change {
		f(&m)
	}
	currency := currencyOf(tb, db, m.Site)
	h, ctx := Hasher(), tb.Context()
	var err error
	m.PassHash, err = h.Hash(ctx, credential.Secret(m.Password))
	require.NoError(tb, err)
	if m.PIN != "" {
		m.PINHash, err = h.HashPIN(ctx, credential.Secret(m.PIN))
		require.NoError(tb, err)
	}
	require.NoError(tb, pg.InTx(ctx, db, func(tx pgx.Tx) error {
		if err := member.Create(ctx, tx, Box(), m.Account, currency); err != nil {
			return err
		}
		for unit, amount := range map[wallet.Unit]money.Amount{wallet.Cash: m.Cash, wallet.Point: m.Points} {
			if amount == 0 {
				continue
			}
			_, _, err := wallet.Apply(ctx, tx, wallet.Move{
				Member: m.MemID, Currency: currency, Unit: unit, Amount: amount, Contra: wallet.ContraDeposit,
				Kind: "seed." + string(unit), Ref: m.MemID,
			})
			if err != nil {
				return err
			}
		}
		return nil
	}))
	return m
}

// Partner makes a partner of level 1 that may be named as referrer.
func Partner(tb testing.TB, db *pgxpool.Pool, change ...func(*M)) M {
	tb.Helper()
	return Member(tb, db, append([]func(*M){func(m *M) { m.PartnerLevel, m.MayRefer = 1, true }}, change...)...)
}

// MarkTest marks a member as a test account, as staff does before its first move (S-103).
func MarkTest(tb testing.TB, db *pgxpool.Pool, memID string) {
	tb.Helper()
	_, err := db.Exec(tb.Context(), "UPDATE member_member SET test_since = now(), test_by = 'staff1', test_reason = 'x' WHERE member_id = $1", memID)
	require.NoError(tb, err)
}

// St is a staff member to be made; TOTPSecret is sealed under Key.
type St struct {
	ID, Site, Name string
	Password       string
	TOTPSecret     string
	Rights         []right.Right
}

// Staff makes an enrolled staff member of the site `demo` with all rights.
func Staff(tb testing.TB, db *pgxpool.Pool, change ...func(*St)) St {
	tb.Helper()
	s := St{
		ID: "s" + random(9), Site: "demo", Name: "Staff", Password: StaffPassword, TOTPSecret: TOTPSecret,
		Rights: right.All(),
	}
	for _, f := range change {
		f(&s)
	}
	currencyOf(tb, db, s.Site)
	ctx := tb.Context()
	hash, err := Hasher().Hash(ctx, credential.Secret(s.Password))
	require.NoError(tb, err)
	v, err := vault.New(Key())
	require.NoError(tb, err)
	require.NoError(tb, right.Check(s.Rights...))
	_, err = db.Exec(ctx, "INSERT INTO member_staff (staff_id, site_id, name, rights, pass_hash, totp_secret) VALUES ($1, $2, $3, $4, $5, $6)",
		s.ID, s.Site, s.Name, s.Rights, hash, staff.SealTOTP(v, s.ID, s.TOTPSecret))
	require.NoError(tb, err)
	return s
}

// EveryRight gives all rights to every account of staff: an approval.Rights for tests that have no accounts of staff.
func EveryRight(_ context.Context, _ pgx.Tx, _ string, ids ...string) (map[string][]right.Right, error) {
	of := map[string][]right.Right{}
	for _, id := range ids {
		of[id] = right.All()
	}
	return of, nil
}

// Ag is a login of the partner area to be made; TOTPSecret is sealed under Key.
type Ag struct {
	ID, Site   string // ID: memId of the partner itself, or memId.name
	Password   string // of sub-staff
	TOTPSecret string
	Rights     []right.Right // of sub-staff
}

// Agent makes an enrolled login of the partner area: that of the partner itself, who has to be there, or with a name behind its dot one of its sub-staff.
func Agent(tb testing.TB, db *pgxpool.Pool, agentID string, change ...func(*Ag)) Ag {
	tb.Helper()
	a := Ag{ID: agentID, Site: "demo", Password: StaffPassword, TOTPSecret: TOTPSecret, Rights: right.Partners()}
	for _, f := range change {
		f(&a)
	}
	ctx, partner := tb.Context(), credential.PartnerOf(agentID)
	v, err := vault.New(Key())
	require.NoError(tb, err)
	var hash *string
	if partner != agentID {
		h, err := Hasher().Hash(ctx, credential.Secret(a.Password))
		require.NoError(tb, err)
		hash = &h
	}
	_, err = db.Exec(ctx, `INSERT INTO agent_account (agent_id, site_id, partner_id, name, rights, pass_hash, totp_secret, enrolled_at, created_by, created_at)
		VALUES ($1, $2, $3, 'Person', $4, $5, $6, now(), $3, now())`, a.ID, a.Site, partner, a.Rights, hash, agent.SealTOTP(v, a.ID, a.TOTPSecret))
	require.NoError(tb, err)
	return a
}

// currencyOf makes the site when it is missing and returns its currency.
func currencyOf(tb testing.TB, db *pgxpool.Pool, id string) string {
	tb.Helper()
	got, err := site.New(db, clock.NewManual(time.Unix(0, 0))).Get(tb.Context(), id)
	if err == nil {
		return got.Options.Currency
	}
	require.ErrorIs(tb, err, site.ErrUnknown)
	Site(tb, db, func(s *S) { s.ID = id })
	return site.Defaults().Currency
}

// random returns n lower-case letters and digits that no other call returned.
func random(n int) string { return strings.ToLower(rand.Text()[:n]) }

// digits returns n random digits.
func digits(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b)
	for i := range b {
		b[i] = '0' + b[i]%10
	}
	return string(b)
}
