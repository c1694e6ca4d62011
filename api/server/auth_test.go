package server

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/id"
	"hubstake/internal/core/richtext"
	"hubstake/internal/platform/pg"

	"github.com/gofiber/fiber/v3"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/pquerna/otp/totp"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/api/admin"
	apiboard "hubstake/api/board"
	apimember "hubstake/api/member"
	"hubstake/api/partner"
	"hubstake/internal/access/httpx"
	"hubstake/internal/access/limit"
	"hubstake/internal/account/member"
	"hubstake/internal/account/staff"
	"hubstake/internal/core/clock"
	"hubstake/internal/live"
	"hubstake/internal/operator/content"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/agent"
	"hubstake/internal/platform/peer"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/support/inquiry"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
	"hubstake/internal/testkit/rdstest"
)

const siteOrigin = "http://localhost:8080"

// freeAddress is the address of calls that no limit counts.
const freeAddress = "192.0.2.200"

// node is one api with the calls around sessions, on a database and a Redis that it may share with other nodes.
type node struct {
	app *fiber.App
	m   *member.Service
}

type stand struct {
	db    *pgxpool.Pool
	redis *rdstest.Instance
	clk   *clock.Manual
	nodes []node
}

// fence is the networks from which the back office of a stand with a fence may be called.
var fence = []netip.Prefix{netip.MustParsePrefix("198.51.100.0/24"), netip.MustParsePrefix("2001:db8:5::/48")}

func newStand(t *testing.T, options map[string]any, backOffice ...netip.Prefix) *stand {
	t.Helper()
	st := &stand{db: pgtest.DB(t), redis: rdstest.Server(t), clk: clock.NewManual(time.Now().Truncate(time.Second))}
	factory.Site(t, st.db, func(s *factory.S) { s.Options = options })
	k, verifier := factory.Keys(t, st.clk)
	for range 2 {
		rdb, err := redisx.Open(st.redis.Patient())
		require.NoError(t, err)
		t.Cleanup(func() { _ = rdb.Close() })
		cache := live.NewSessionCache(rdb, st.clk, zerolog.Nop())
		k.Announce = announce(cache)
		m := member.New(st.db, st.clk, site.New(st.db, st.clk), k)
		office := staff.New(st.db, st.clk, m, factory.StaffKeys(t))
		agents := agent.New(st.db, st.clk, site.New(st.db, st.clk), m, factory.AgentKeys(t))
		auth := NewAuth(verifier, cache, m, office, agents, st.clk, zerolog.Nop())
		d := httpx.Deps{
			Log: zerolog.Nop(), Clock: st.clk, Metrics: httpx.NewMetrics(prometheus.NewRegistry()), Origins: []string{siteOrigin},
			Proxies: peer.Proxies{netip.MustParsePrefix("0.0.0.0/32")}, // from which every call of a test comes
			Site:    func(context.Context, string) (string, error) { return "demo", nil },
			Session: auth.Session, Fresh: auth.Fresh, BackOffice: backOffice,
			Denied: newDenials(st.db, st.clk, zerolog.Nop()).note,
			Limits: limit.New(rdb, st.clk, zerolog.Nop(), prometheus.NewRegistry(), []netip.Prefix{netip.MustParsePrefix(freeAddress + "/32")}),
		}
		app := httpx.App(d)
		app.Use(func(c fiber.Ctx) error {
			c.SetContext(cache.In(c.Context()))
			return c.Next()
		})
		httpx.Mount(app, d, apimember.New(m, content.New(st.db, st.clk), nil).Routes())
		httpx.Mount(app, d, admin.Routes(admin.Services{Members: m, Staff: office}))
		httpx.Mount(app, d, partner.Routes(partner.Services{Sites: site.New(st.db, st.clk), Members: m, Agents: agents}))
		httpx.Mount(app, d, apiboard.New(apiboard.Services{Sites: site.New(st.db, st.clk), Inquiries: inquiry.New(st.db, st.clk, m, nil, nil)}).Routes())
		require.NoError(t, mountDocs(app, d, false))
		st.nodes = append(st.nodes, node{app, m})
	}
	return st
}

type reply struct {
	status int
	code   string
	data   map[string]any
	cookie *http.Cookie
	header http.Header
}

// post calls a node with a bearer token, or with a cookie when auth begins with "cookie ". Such calls have no limit.
func (n node) post(t *testing.T, path, auth string, body any) reply {
	t.Helper()
	return n.from(t, "", path, auth, body)
}

// from is post by a caller at an address, whose calls are counted.
func (n node) from(t *testing.T, ip, path, auth string, body any) reply {
	t.Helper()
	b, err := json.Marshal(body)
	require.NoError(t, err)
	r := httptest.NewRequest(http.MethodPost, siteOrigin+path, strings.NewReader(string(b)))
	r.Header.Set("content-type", "application/json")
	r.Header.Set("x-forwarded-for", cmp.Or(ip, freeAddress))
	if c, ok := strings.CutPrefix(auth, "cookie "); ok {
		r.Header.Set("cookie", c)
		r.Header.Set("origin", siteOrigin)
	} else if auth != "" {
		r.Header.Set("authorization", "Bearer "+auth)
	}
	res, err := n.app.Test(r, fiber.TestConfig{Timeout: testkit.Patience})
	require.NoError(t, err)
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	var env struct {
		ResultCode string         `json:"resultCode"`
		Data       map[string]any `json:"data"`
	}
	require.NoError(t, json.Unmarshal(raw, &env), string(raw))
	out := reply{status: res.StatusCode, code: env.ResultCode, data: env.Data, header: res.Header}
	for _, c := range res.Cookies() {
		out.cookie = c
	}
	return out
}

func (st *stand) login(t *testing.T, memID string) reply {
	t.Helper()
	r := st.nodes[0].post(t, "/api/member/login", "", map[string]any{"memId": memID, "memPass": factory.Password})
	require.Equal(t, "200", r.code)
	return r
}

func tokenOf(r reply) string { return r.data["token"].(string) }

func TestTheLifeOfASessionOverHTTP(t *testing.T) {
	t.Parallel()
	st := newStand(t, nil)
	m := factory.Member(t, st.db, func(m *factory.M) { m.Cash, m.Points = 125_000, 3_200 })
	in := st.login(t, m.MemID)
	require.Equal(t, "no-store", in.header.Get("cache-control"))
	require.True(t, in.cookie.HttpOnly)
	require.Equal(t, tokenOf(in), in.cookie.Value)
	require.Len(t, in.data["hubKey"], 43)
	require.Nil(t, in.data["lastLogin"])
	me := in.data["member"].(map[string]any)
	require.Equal(t, "**********"+m.Number[len(m.Number)-4:], me["accountMasked"])
	require.NotContains(t, me["phoneMasked"], m.Phone[3:9])
	require.InDelta(t, 125_000, me["cashAmt"], 0)
	require.Equal(t, map[string]any{"newMsg": 0.0}, in.data["msgInfo"])

	for _, n := range st.nodes { // any node, by header or by cookie
		require.Equal(t, me, n.post(t, "/api/member/info", tokenOf(in), map[string]any{}).data)
		require.Equal(t, me, n.post(t, "/api/member/info", "cookie sid="+tokenOf(in), map[string]any{}).data)
	}
	again := st.nodes[1].post(t, "/api/getToken", "cookie sid="+tokenOf(in), map[string]any{})
	require.Equal(t, "200", again.code)
	require.Equal(t, in.data["hubKey"], again.data["hubKey"], "a page that was loaded again can listen again")
	require.Equal(t, in.data["topic"], again.data["topic"])
	require.Equal(t, in.data["expiresAt"], again.data["expiresAt"])

	forced := st.nodes[1].post(t, "/api/getToken", tokenOf(in), map[string]any{"force": true})
	require.Equal(t, "200", forced.code)
	require.Equal(t, "200", st.nodes[0].post(t, "/api/member/info", tokenOf(in), map[string]any{}).code, "within the grace")

	out := st.nodes[0].post(t, "/api/member/logout", tokenOf(forced), map[string]any{})
	require.Equal(t, "200", out.code)
	require.Empty(t, out.cookie.Value)
	require.Equal(t, `"storage"`, out.header.Get("clear-site-data"))
	for _, n := range st.nodes {
		require.Equal(t, 401, n.post(t, "/api/member/info", tokenOf(forced), map[string]any{}).status, "at once on every node")
	}
	require.NotNil(t, st.login(t, m.MemID).data["lastLogin"], "S-07")
}

func TestALogInElsewhereIsToldAsU017(t *testing.T) {
	t.Parallel()
	st := newStand(t, nil)
	m := factory.Member(t, st.db)
	first := st.login(t, m.MemID)
	st.login(t, m.MemID)
	for _, n := range st.nodes {
		r := n.post(t, "/api/member/info", tokenOf(first), map[string]any{})
		require.Equal(t, 401, r.status)
		require.Equal(t, "U017", r.code)
	}
}

func TestWithoutRedisTheDatabaseDecides(t *testing.T) { // security.md 2.2: never open
	t.Parallel()
	st := newStand(t, map[string]any{"multiLogin": "allow"})
	m := factory.Member(t, st.db)
	a, b := st.login(t, m.MemID), st.login(t, m.MemID)
	st.redis.Kill()
	for _, n := range st.nodes {
		require.Equal(t, "200", n.post(t, "/api/member/info", tokenOf(a), map[string]any{}).code)
	}
	c := st.login(t, m.MemID)
	require.Equal(t, "200", st.nodes[1].post(t, "/api/member/logout", tokenOf(b), map[string]any{}).code)
	for _, n := range st.nodes {
		require.Equal(t, 401, n.post(t, "/api/member/info", tokenOf(b), map[string]any{}).status)
		require.Equal(t, "200", n.post(t, "/api/member/info", tokenOf(c), map[string]any{}).code)
	}
	st.redis.Restart(t) // empty
	st.clk.Advance(2 * time.Second)
	for _, n := range st.nodes {
		require.Equal(t, "200", n.post(t, "/api/member/info", tokenOf(a), map[string]any{}).code)
		require.Equal(t, 401, n.post(t, "/api/member/info", tokenOf(b), map[string]any{}).status)
	}
}

func TestPollsAreNotActivity(t *testing.T) { // S-01, D-09
	t.Parallel()
	st := newStand(t, nil)
	m := factory.Member(t, st.db)
	in := st.login(t, m.MemID)
	for range 3 {
		st.clk.Advance(20 * time.Minute)
		require.Equal(t, "200", st.nodes[0].post(t, "/api/member/info", tokenOf(in), map[string]any{}).code)
	}
	for range 3 {
		st.clk.Advance(11 * time.Minute)
		require.Equal(t, "200", st.nodes[0].post(t, "/api/getToken", tokenOf(in), map[string]any{}).code)
	}
	require.Equal(t, 401, st.nodes[1].post(t, "/api/member/info", tokenOf(in), map[string]any{}).status)
	require.Equal(t, 401, st.nodes[0].post(t, "/api/getToken", tokenOf(in), map[string]any{}).status)
}

func TestActivityIsWrittenOnceAMinute(t *testing.T) {
	t.Parallel()
	st := newStand(t, nil)
	in := st.login(t, factory.Member(t, st.db).MemID)
	seen := func() (at time.Time) {
		require.NoError(t, st.db.QueryRow(t.Context(), "SELECT seen_at FROM member_session").Scan(&at))
		return at.UTC()
	}
	st.clk.Set(st.clk.Now().Truncate(time.Minute).Add(time.Minute))
	first := st.clk.Now()
	for range 59 {
		require.Equal(t, "200", st.nodes[0].post(t, "/api/member/info", tokenOf(in), map[string]any{}).code)
		require.Equal(t, first, seen())
		st.clk.Advance(time.Second)
	}
	st.clk.Advance(time.Second)
	require.Equal(t, "200", st.nodes[0].post(t, "/api/member/info", tokenOf(in), map[string]any{}).code)
	require.Equal(t, st.clk.Now(), seen())
}

func TestALoweredRightHoldsAtOnce(t *testing.T) { // ASVS 8.3.2
	t.Parallel()
	st := newStand(t, nil)
	s := factory.Staff(t, st.db)
	otp, err := totp.GenerateCode(factory.TOTPSecret, st.clk.Now())
	require.NoError(t, err)
	in := st.nodes[0].post(t, "/api/admin/login", "", map[string]any{"memId": s.ID, "memPass": s.Password, "otp": otp})
	require.Equal(t, "200", in.code)
	require.Equal(t, "asid", in.cookie.Name)
	list := func() reply { return st.nodes[1].post(t, "/api/admin/member/list", tokenOf(in), map[string]any{}) }
	require.Equal(t, "200", list().code)
	require.Equal(t, in.data["admin"], st.nodes[1].post(t, "/api/admin/getToken", tokenOf(in), map[string]any{}).data["admin"])

	_, err = st.db.Exec(t.Context(), "UPDATE member_staff SET rights = '{cash}'")
	require.NoError(t, err)
	require.Equal(t, 403, list().status)
	_, err = st.db.Exec(t.Context(), "UPDATE member_staff SET rights = '{member}', active = false")
	require.NoError(t, err)
	require.Equal(t, 401, list().status)
}

func TestSignUpToFirstLogInOverHTTP(t *testing.T) {
	t.Parallel()
	st := newStand(t, nil)
	p := factory.Partner(t, st.db)
	s := factory.Staff(t, st.db)
	otp, err := totp.GenerateCode(factory.TOTPSecret, st.clk.Now())
	require.NoError(t, err)
	boss := tokenOf(st.nodes[0].post(t, "/api/admin/login", "", map[string]any{"memId": s.ID, "memPass": s.Password, "otp": otp}))
	n := st.nodes[0]

	form := map[string]any{
		"memId": "NewKim1", "memPass": "Sesame77", "cashPin": "4711", "memNick": "Tiger", "memName": "Kim Minsu", "phone": "010-1234-5678",
		"bankName": "Kookmin", "accountNo": "110-234-567890", "accountHolder": "Kim Minsu", "recommender": p.MemID, "lang": "ko",
		"agreeTerms": true,
	}
	documents := content.New(st.db, st.clk)
	publish := func(kind content.DocumentKind, version int32) {
		require.NoError(t, pg.InTx(t.Context(), st.db, func(tx pgx.Tx) error {
			return documents.AddDocument(t.Context(), tx, "demo", kind, version, "staff1", []content.DocumentText{{Lang: "en", Title: "T", Content: richtext.Plain("t")}})
		}))
	}
	publish(content.Terms, 1)
	publish(content.Privacy, 1)
	publish(content.Terms, 2) // while the form was open
	form["documents"] = []map[string]any{{"kind": "terms", "version": 9}}
	require.Equal(t, "E001", n.post(t, "/api/member/signup", "", form).code, "nobody can have read it")
	form["documents"] = []map[string]any{{"kind": "terms", "version": 1}, {"kind": "privacy", "version": 1}}
	require.Equal(t, "200", n.post(t, "/api/member/check", "", map[string]any{"kind": "memId", "value": "NewKim1", "recommender": p.MemID}).code)
	up := n.post(t, "/api/member/signup", "", form)
	require.Equal(t, map[string]any{"memId": "newkim1", "status": "pending"}, up.data)
	require.Equal(t, "U005", n.post(t, "/api/member/check", "", map[string]any{"kind": "memId", "value": "newkim1", "recommender": p.MemID}).code)
	form["memLevel"] = 10
	require.Equal(t, 400, n.post(t, "/api/member/signup", "", form).status, "ASVS 15.3.3: what is not in the form is refused")

	enter := func() reply {
		return n.post(t, "/api/member/login", "", map[string]any{"memId": "newkim1", "memPass": "Sesame77"})
	}
	require.Equal(t, "U002", enter().code)
	rows := n.post(t, "/api/admin/member/list", boss, map[string]any{"status": "pending"}).data["list"].([]any)
	require.Len(t, rows, 1)
	require.Equal(t, p.MemID, rows[0].(map[string]any)["recommender"])
	require.Equal(t, "200", n.post(t, "/api/admin/member/approve", boss, map[string]any{"memId": "newkim1"}).code)
	require.Equal(t, "U001", n.post(t, "/api/admin/member/refuse", boss, map[string]any{"memId": "newkim1", "memo": "x"}).code)
	in := enter()
	require.Equal(t, "200", in.code)
	agreed, err := documents.Consents(t.Context(), "demo", "newkim1")
	require.NoError(t, err)
	require.Len(t, agreed, 2)
	require.Equal(t, content.Agreement{Kind: content.Terms, Version: 1}, agreed[1].Agreement, "the version that was shown, not the newest")
	newest := []any{map[string]any{"kind": "terms", "version": float64(2)}}
	require.Equal(t, newest, in.data["documents"], "the new version is asked for")
	require.Equal(t, "200", n.post(t, "/api/member/agree", tokenOf(in), map[string]any{"documents": newest}).code)
	require.Equal(t, "E001", n.post(t, "/api/member/agree", tokenOf(in), map[string]any{"documents": []any{}}).code)
	require.Equal(t, []any{}, n.post(t, "/api/getToken", tokenOf(in), map[string]any{}).data["documents"])
	require.Equal(t, "200", n.post(t, "/api/admin/member/lock", boss, map[string]any{"memId": "newkim1", "locked": true, "permitted": false}).code)
	require.Equal(t, true, n.post(t, "/api/member/info", tokenOf(in), map[string]any{}).data["betLocked"])
	require.Equal(t, "200", n.post(t, "/api/admin/member/logout", boss, map[string]any{"memId": "newkim1"}).code)
	require.Equal(t, 401, n.post(t, "/api/member/info", tokenOf(in), map[string]any{}).status)
}

func TestANewSessionIsInTheCacheAndAsksForItsBalance(t *testing.T) {
	t.Parallel()
	st := newStand(t, nil)
	m := factory.Member(t, st.db)
	in := st.login(t, m.MemID)
	u, err := redis.ParseURL(string(st.redis.URL))
	require.NoError(t, err)
	rdb := redis.NewUniversalClient(&redis.UniversalOptions{Addrs: []string{u.Addr}})
	defer func() { _ = rdb.Close() }()
	s, ok, err := live.GetSession(t.Context(), rdb, m.MemID, in.data["sid"].(string))
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, live.SessionLive, s.State)
	require.Equal(t, in.data["topic"], s.Topic)
	asked, err := rdb.XRange(t.Context(), live.RefreshKey, "-", "+").Result()
	require.NoError(t, err)
	require.Len(t, asked, 1)
	require.Equal(t, map[string]any{"kind": "member", "id": m.MemID, "member": ""}, asked[0].Values)
}

// A failover of PostgreSQL to a standby that lagged does not bring a one-time code back: the program remembers it in Redis too. On a
// machine that is busy Redis may answer too late, and the row alone remembers; then another one tries.
func TestAUsedCodeIsRefusedAfterAFailover(t *testing.T) { // security.md 6.5.1
	t.Parallel()
	w := newWhole(t, 1, nil)
	refused := false
	for n := 0; n < 20 && !refused; n++ {
		s := factory.Staff(t, w.db)
		code, err := totp.GenerateCode(factory.TOTPSecret, time.Now())
		require.NoError(t, err)
		body := fmt.Sprintf(`{"memId":%q,"memPass":%q,"otp":%q}`, s.ID, s.Password, code)
		_, env := w.post("/api/admin/login", "", body)
		require.Equal(t, "200", env.ResultCode)
		_, err = w.db.Exec(t.Context(), "UPDATE member_staff SET totp_step = 0 WHERE staff_id = $1", s.ID)
		require.NoError(t, err)
		_, env = w.post("/api/admin/login", "", body)
		refused = env.ResultCode == "U003"
	}
	require.True(t, refused, "twenty codes worked twice")
}

// A call that changed a session in the database that was lost writes it to Redis only after Redis was cleared for the new history.
func TestASessionOfALostHistoryIsNotAnnounced(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	rdb, err := redisx.Open(rdstest.Server(t).Patient())
	require.NoError(t, err)
	t.Cleanup(func() { _ = rdb.Close() })
	cache := live.NewSessionCache(rdb, clock.System{}, zerolog.Nop())
	s := member.Session{SID: id.New(), MemID: "kim01", Site: "demo", State: member.Live, Gen: 9, Version: 9, Expires: time.Now().Add(time.Hour)}
	known := func() int {
		x, _, err := live.GetSession(ctx, rdb, s.MemID, s.SID)
		require.NoError(t, err)
		return x.Gen
	}
	stream := []string{live.StreamKey(id.Shard(s.MemID))}
	require.NoError(t, live.Clear(ctx, rdb, stream, "old", redisx.EntryID{}))
	call := cache.In(ctx)
	require.NoError(t, live.Clear(ctx, rdb, stream, "new", redisx.EntryID{}))
	announce(cache)(call, s)
	require.Zero(t, known())
	s.Gen, s.Version = 1, 1
	announce(cache)(call, s)
	require.Zero(t, known(), "the call is still the same")
	announce(cache)(cache.In(ctx), s)
	require.Equal(t, 1, known(), "the next call")
}

func TestAGuestPassOpensNoCall(t *testing.T) {
	t.Parallel()
	st := newStand(t, nil)
	g := st.nodes[0].post(t, "/api/member/guest", "", map[string]any{})
	require.Equal(t, "200", g.code)
	require.Nil(t, g.cookie)
	require.Empty(t, g.data["shard"])
	require.Equal(t, 401, st.nodes[0].post(t, "/api/member/info", tokenOf(g), map[string]any{}).status)
	require.Equal(t, 401, st.nodes[0].post(t, "/api/admin/member/list", tokenOf(g), map[string]any{}).status)
}

func TestARenewalThatRedisMissedIsTakenFromTheDatabase(t *testing.T) {
	t.Parallel()
	st := newStand(t, nil)
	m := factory.Member(t, st.db)
	in := st.login(t, m.MemID)
	u, err := redis.ParseURL(string(st.redis.URL))
	require.NoError(t, err)
	rdb := redis.NewUniversalClient(&redis.UniversalOptions{Addrs: []string{u.Addr}})
	defer func() { _ = rdb.Close() }()
	key := live.SessionKey(m.MemID, in.data["sid"].(string))
	before, err := rdb.HGetAll(t.Context(), key).Result()
	require.NoError(t, err)

	forced := st.nodes[0].post(t, "/api/getToken", tokenOf(in), map[string]any{"force": true})
	require.Equal(t, "200", forced.code)
	require.NoError(t, rdb.HSet(t.Context(), key, before).Err(), "as if the write of the renewal had been lost")
	for _, n := range st.nodes {
		require.Equal(t, "200", n.post(t, "/api/member/info", tokenOf(forced), map[string]any{}).code)
	}
	healed, err := rdb.HGet(t.Context(), key, "gen").Result()
	require.NoError(t, err)
	require.NotEqual(t, before["gen"], healed)
}
