package server

import (
	"bufio"
	"encoding/base64"
	"io"
	"net"
	"net/http"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/gofiber/fiber/v3"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/pquerna/otp/totp"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/internal/clock"
	"hubstake/internal/id"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/httpx"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/rds"
	"hubstake/internal/platform/token"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
	"hubstake/internal/testkit/rdstest"
)

// walker is the whole api as main makes it, with a member, a staff member with all rights and one with none.
type walker struct {
	t                      *testing.T
	base                   string
	member, staff, trainee string // tokens
	partner                string
}

func newWalker(t *testing.T) *walker {
	t.Helper()
	db, clk := pgtest.DB(t), clock.System{}
	factory.Site(t, db, func(s *factory.S) { s.Hosts = []string{"localhost"} })
	spec := "k1=" + base64.RawURLEncoding.EncodeToString(id.Key())
	signer, err := token.NewSigner(spec, clk)
	require.NoError(t, err)
	cfg := Settings{
		Redis: rdstest.URL(t), SigningKey: config.Secret(spec), PublicKeys: []string{signer.Public()}, SealKey: factory.Key(),
		Unlimited: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")},
		Pepper:    config.Key{1}, Origins: []string{siteOrigin}, PublicURL: siteOrigin,
	}
	rdb, err := rds.Open(cfg.Redis)
	require.NoError(t, err)
	t.Cleanup(func() { _ = rdb.Close() })
	w := &walker{t: t}
	app, err := New(cfg, db, rdb, clk, obs.Program{Log: zerolog.Nop(), Reg: prometheus.NewRegistry(), Health: &obs.Health{}})
	require.NoError(t, err)
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	w.base = "http://" + ln.Addr().String()
	go func() { _ = app.Listener(ln, fiber.ListenConfig{DisableStartupMessage: true}) }()
	t.Cleanup(func() { _ = app.Shutdown() })

	m := factory.Member(t, db, func(m *factory.M) { m.Cash = 1_000_000 })
	w.member = w.enter("/api/member/login", map[string]any{"memId": m.MemID, "memPass": factory.Password})
	w.partner = partnerToken(t, db, signer, factory.Partner(t, db).MemID)
	w.staff = w.enterStaff(factory.Staff(t, db))
	w.trainee = w.enterStaff(factory.Staff(t, db, func(s *factory.St) { s.Rights = []string{} }))
	return w
}

// partnerToken is that of a session in the partner area.
func partnerToken(t *testing.T, db *pgxpool.Pool, signer *token.Signer, memID string) string {
	t.Helper()
	sid, topic := id.New(), id.New()
	text, expires, err := signer.Sign(token.Claims{MemID: memID, Site: "demo", SID: sid, Topic: topic, Gen: 1, Audience: token.Partner})
	require.NoError(t, err)
	_, err = db.Exec(t.Context(), `INSERT INTO member_session (session_id, site_id, member_id, audience, topic, hub_key, expires_at)
		VALUES ($1, 'demo', $2, 'partner', $3, '', $4)`, sid, memID, topic, expires)
	require.NoError(t, err)
	return text
}

func (w *walker) enterStaff(s factory.St) string {
	w.t.Helper()
	code, err := totp.GenerateCode(factory.TOTPSecret, time.Now())
	require.NoError(w.t, err)
	return w.enter("/api/admin/login", map[string]any{"memId": s.ID, "memPass": s.Password, "otp": code})
}

func (w *walker) enter(path string, body map[string]any) string {
	w.t.Helper()
	b, err := json.Marshal(body)
	require.NoError(w.t, err)
	status, env := w.call(http.MethodPost, path, "", fiber.MIMEApplicationJSON, string(b))
	require.Equal(w.t, 200, status)
	require.Equal(w.t, "200", env.ResultCode, path)
	return env.Data.(map[string]any)["token"].(string)
}

func (w *walker) call(method, path, bearer, contentType, body string) (int, httpx.Envelope) {
	w.t.Helper()
	r, err := http.NewRequestWithContext(w.t.Context(), method, w.base+path, strings.NewReader(body))
	require.NoError(w.t, err)
	r.Host = "localhost"
	r.Header.Set("content-type", contentType)
	if bearer != "" {
		r.Header.Set("authorization", "Bearer "+bearer)
	}
	res, err := http.DefaultClient.Do(r)
	require.NoError(w.t, err)
	defer func() { _ = res.Body.Close() }()
	b, err := io.ReadAll(res.Body)
	require.NoError(w.t, err)
	var env httpx.Envelope
	require.NoError(w.t, json.Unmarshal(b, &env), "%s: %s", path, b)
	return res.StatusCode, env
}

// post is a JSON call that must be refused with a status and a code.
func (w *walker) refused(path, bearer, body string, status int, code, why string) {
	w.t.Helper()
	s, env := w.call(http.MethodPost, path, bearer, fiber.MIMEApplicationJSON, body)
	require.Equal(w.t, []any{status, code}, []any{s, env.ResultCode}, "%s: %s", path, why)
	require.Len(w.t, env.TraceID, 32, path)
}

// token is the one that a route asks for.
func (w *walker) token(r httpx.Route) string {
	return map[httpx.Access]string{httpx.Public: "", httpx.Member: w.member, httpx.Partner: w.partner, httpx.Staff: w.staff}[r.Access]
}

// address fills the {names} of a path.
func address(path string) string {
	return strings.NewReplacer("{boardType}", "notice", "{name}", "moonjar").Replace(path)
}

// Every route: who has no business there is refused, and what is malformed never reaches a handler.
func TestEveryRouteRefusesStrangersAndNonsense(t *testing.T) {
	t.Parallel()
	w := newWalker(t)
	for _, r := range Routes(Services{}) {
		for _, path := range append([]string{r.Path}, r.Aliases...) {
			path = address(path)
			own := w.token(r)
			switch r.Access {
			case httpx.Member:
				w.refused(path, "", `{}`, 401, "U029", "a guest")
				w.refused(path, w.staff, `{}`, 401, "U029", "a token of staff")
			case httpx.Partner:
				w.refused(path, "", `{}`, 401, "U029", "a guest")
				w.refused(path, w.member, `{}`, 401, "U029", "a token of a member")
				w.refused(path, w.staff, `{}`, 401, "U029", "a token of staff")
			case httpx.Staff:
				w.refused(path, "", `{}`, 401, "U029", "a guest")
				w.refused(path, w.member, `{}`, 401, "U029", "a token of a member")
				if r.Right != "" {
					w.refused(path, w.trainee, `{}`, 403, "U029", "staff without the right")
				}
			}
			if r.Access != httpx.Public {
				w.refused(path, "eyJhbGciOiJub25lIn0.e30.", `{}`, 401, "U029", "a forged token")
			}
			w.refused(path, own, `{"siteId":"other"}`, 403, "U030", "a foreign site")
			w.refused(path, own, `{"noSuchField":1}`, 400, "E001", "an unknown field")
			w.refused(path, own, `{"isAdmin":true,"cashAmt":1}`, 400, "E001", "mass assignment")
			w.refused(path, own, `[]`, 400, "E001", "an array")
			w.refused(path, own, `{"`, 400, "E001", "half a body")
			w.tooLarge(path)
			for _, f := range fieldsOf(r.Req) {
				w.wrongType(r, path, own, f)
			}
			status, _ := w.call(http.MethodPost, path, own, "text/plain", `{}`)
			require.Equal(t, 415, status, path)
			for _, method := range []string{http.MethodGet, http.MethodPut, http.MethodDelete} {
				status, _ = w.call(method, path, own, fiber.MIMEApplicationJSON, `{}`)
				require.Equal(t, 405, status, "%s %s", method, path)
			}
		}
	}
}

// tooLarge announces a body of more than 64 KiB. The refusal comes before the body is read.
func (w *walker) tooLarge(path string) {
	w.t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(w.base, "http://"))
	require.NoError(w.t, err)
	defer func() { _ = conn.Close() }()
	_, err = io.WriteString(conn, "POST "+path+" HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 65537\r\n\r\n{")
	require.NoError(w.t, err)
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	require.NoError(w.t, err, path)
	defer func() { _ = res.Body.Close() }()
	require.Equal(w.t, 413, res.StatusCode, path)
}

// wrongType sends an object where a field wants something else: never a success, never a failure of ours.
func (w *walker) wrongType(r httpx.Route, path, own, field string) {
	w.t.Helper()
	for _, value := range []string{`{"a":1}`, `[[]]`, `"\u0000"`} {
		status, env := w.call(http.MethodPost, path, own, fiber.MIMEApplicationJSON, `{"`+field+`":`+value+`}`)
		require.Less(w.t, status, 500, "%s %s=%s", path, field, value)
		require.NotEqual(w.t, "200", env.ResultCode, "%s %s=%s", r.Path, field, value)
	}
}

// fieldsOf are the names that a request has on the wire.
func fieldsOf(t reflect.Type) (names []string) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			names = append(names, fieldsOf(f.Type)...)
		case name != "-" && name != "":
			names = append(names, name)
		}
	}
	return names
}

// Whoever reads the page finds every call on it; that the document is fresh is for `make check`.
func TestTheContractPageReadsWell(t *testing.T) {
	t.Parallel()
	page, err := renderDocs(openAPI)
	require.NoError(t, err)
	for _, r := range Routes(Services{}) {
		require.Contains(t, page, "<code>"+r.Path+"</code>")
	}
}

func TestNoTwoRoutesShareAPath(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, r := range Routes(Services{}) {
		for _, path := range append([]string{r.Path}, r.Aliases...) {
			require.False(t, seen[path], path)
			seen[path] = true
		}
	}
}
