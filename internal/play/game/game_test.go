package game_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/event"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/id"
	"hubstake/internal/core/paging"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/casino/casinotest"
	"hubstake/internal/play/game"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/provider/seamless"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// hall is a site with the demonstration catalogue, a vendor over HTTP and a member with a session.
type hall struct {
	t      *testing.T
	db     *pgxpool.Pool
	clk    *clock.Manual
	games  *game.Service
	wallet *casino.Service
	member string
	sid    string
	status atomic.Int64        // what the vendor answers
	asked  chan map[string]any // what it was asked
}

func enter(t *testing.T) *hall {
	t.Helper()
	h := &hall{t: t, db: pgtest.DB(t), clk: clock.NewManual(clock.System{}.Now().Truncate(time.Second)), sid: id.New(), asked: make(chan map[string]any, 9)}
	h.status.Store(http.StatusOK)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got := map[string]any{}
		_ = json.NewDecoder(r.Body).Decode(&got)
		h.asked <- got
		w.WriteHeader(int(h.status.Load()))
		_, _ = fmt.Fprintf(w, `{"url":"https://games.example/%s"}`, got["game"])
	}))
	t.Cleanup(srv.Close)
	require.NoError(t, provider.Upsert(t.Context(), h.db, "sim", "seamless", provider.Settings{}))
	require.NoError(t, game.Upsert(t.Context(), h.db, game.Demo("sim")...))
	h.member = factory.Member(t, h.db, func(m *factory.M) { m.Cash = 100_000 }).MemID
	h.exec(`INSERT INTO member_session (session_id, site_id, member_id, audience, topic, hub_key, expires_at) VALUES ($1, 'demo', $2, 'member', 't', 'k', now() + interval '1 day')`,
		h.sid, h.member)
	key, err := provider.NewKey("k1", provider.HMAC, id.Key())
	require.NoError(t, err)
	c := seamless.NewClient("sim", srv.URL, provider.Always(key), h.clk, provider.NewMetrics(prometheus.NewRegistry()))
	h.games = game.New(h.db, h.clk, zerolog.Nop(), site.New(h.db, h.clk), map[string]provider.Client{"sim": c}, nil, "http://localhost:8080/")
	h.wallet = casinotest.Service(t, h.db, h.clk)
	return h
}

func (h *hall) exec(sql string, args ...any) {
	h.t.Helper()
	_, err := h.db.Exec(h.t.Context(), sql, args...)
	require.NoError(h.t, err)
	h.clk.Advance(2 * time.Second) // past the site's cache
}

func (h *hall) opening() game.Opening {
	return game.Opening{Site: "demo", Member: h.member, SID: h.sid, Group: "slot", Product: "201", Game: "moonjar", Lang: "ko"}
}

// last is the newest GAME event.
func (h *hall) last() (until string, ver int64) {
	h.t.Helper()
	err := h.db.QueryRow(h.t.Context(), `SELECT data1, ver FROM outbox_event WHERE cmd = $1 AND sid = $2 AND member = $3 ORDER BY id DESC LIMIT 1`,
		string(event.Game), h.sid, h.member).Scan(&until, &ver)
	require.NoError(h.t, err)
	return until, ver
}

func (h *hall) balance(token string) provider.Status {
	h.t.Helper()
	a, err := h.wallet.Balance(h.t.Context(), "sim", token, h.member, "KRW")
	require.NoError(h.t, err)
	return a.Status
}

func TestCatalogue(t *testing.T) {
	t.Parallel()
	h := enter(t)
	products, err := h.games.Products(t.Context(), "demo", "slot")
	require.NoError(t, err)
	require.Equal(t, []game.Product{
		{"201", "slot", "Hanok Studio", "hanok", "/art/studios/hanok.svg"},
		{"202", "slot", "Saigon Reels", "saigon", "/art/studios/saigon.svg"},
		{"203", "slot", "Orbit Works", "orbit", "/art/studios/orbit.svg"},
		{"204", "slot", "Nami Atelier", "nami", "/art/studios/nami.svg"},
	}, products)
	none, err := h.games.Products(t.Context(), "demo", "casino")
	require.NoError(t, err)
	require.Empty(t, none)
	_, err = h.games.Products(t.Context(), "demo", "bingo")
	require.ErrorIs(t, err, fault.InvalidGameType)

	games, err := h.games.Games(t.Context(), "demo", "202", "slot")
	require.NoError(t, err)
	require.Len(t, games, 4)
	require.Equal(t, game.Game{
		Code: "lanterns", NameKOR: "등불 야시장", NameENG: "Lantern Market", Thumbnail: "/art/games/lanterns.svg", IsNew: true, IsHot: true,
		RTP: 9561, Lines: 20, Volatility: 3,
	}, games[0])
	for want, ask := range map[*fault.Fault][2]string{
		fault.VendorKeyRequired: {"", "slot"},  // G001
		fault.UnknownVendor:     {"999", ""},   // G008
		fault.InvalidGameType:   {"201", "xx"}, // G006
	} {
		_, err := h.games.Games(t.Context(), "demo", ask[0], ask[1])
		require.ErrorIs(t, err, want)
	}
	_, err = h.games.Games(t.Context(), "demo", "201", "casino")
	require.ErrorIs(t, err, fault.InvalidGameType, "the product is of another group")
	require.NoError(t, game.Upsert(t.Context(), h.db, game.Demo("sim")...), "again")
	h.exec(`UPDATE game_product SET active = false WHERE proc_id = '201'`)
	_, err = h.games.Games(t.Context(), "demo", "201", "")
	require.ErrorIs(t, err, fault.UnknownVendor)
}

// Fishing is a group as the others are: its houses are listed, its games are opened under it, and a shot is a bet of that product.
func TestAFishingGameIsOpenedAndBetOn(t *testing.T) {
	t.Parallel()
	h := enter(t)
	require.NoError(t, game.Upsert(t.Context(), h.db, game.DemoChoice("sim")...))
	products, err := h.games.Products(t.Context(), "demo", "fishing")
	require.NoError(t, err)
	require.Equal(t, []game.Product{
		{"1000", "fishing", "Blue Lagoon", "lagoon", "/art/studios/lagoon.svg"},
		{"1001", "fishing", "Abyss Works", "abyss", "/art/studios/abyss.svg"},
	}, products)
	games, err := h.games.Games(t.Context(), "demo", "1000", "fishing")
	require.NoError(t, err)
	require.Len(t, games, 1)
	opening := h.opening()
	opening.Group, opening.Product, opening.Game = "fishing", "1000", "reef"
	_, err = h.games.Launch(t.Context(), opening)
	require.NoError(t, err)
	asked := <-h.asked
	require.Equal(t, "reef", asked["game"])
	require.Equal(t, provider.OK, h.do(provider.Operation{
		Kind: provider.Bet, Token: asked["token"].(string), TxID: "b1", RoundID: "r1", Member: h.member, Currency: "KRW", Amount: "200", Game: "reef",
	}))
	var product string
	require.NoError(t, h.db.QueryRow(t.Context(), `SELECT g.proc_id FROM casino_round r JOIN game_game g ON g.code = r.game_code WHERE r.round_id = 'r1'`).Scan(&product))
	require.Equal(t, "1000", product)
	opening.Group = "slot"
	_, err = h.games.Launch(t.Context(), opening)
	require.ErrorIs(t, err, fault.InvalidGameType)
}

// The tables of the demonstration site open under their groups, and a bet at one is a round of its product, in the member's history.
func TestTablesAreOpenedAndBetOn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ group, product, code string }{{"casino", "101", "baccarat"}, {"virtual", "102", "dragonboat"}} {
		t.Run(c.code, func(t *testing.T) {
			t.Parallel()
			h := enter(t)
			require.NoError(t, game.Upsert(t.Context(), h.db, game.DemoTables("sim")...))
			products, err := h.games.Products(t.Context(), "demo", c.group)
			require.NoError(t, err)
			require.Len(t, products, 1)
			require.Equal(t, c.product, products[0].ProcID)
			opening := h.opening()
			opening.Group, opening.Product, opening.Game = c.group, c.product, c.code
			_, err = h.games.Launch(t.Context(), opening)
			require.NoError(t, err)
			asked := <-h.asked
			require.Equal(t, c.code, asked["game"])
			for _, n := range []string{"1", "2"} { // two bets wait for one result
				require.Equal(t, provider.OK, h.do(provider.Operation{
					Kind: provider.Bet, Token: asked["token"].(string), TxID: "b" + n, RoundID: "r" + n, Member: h.member, Currency: "KRW", Amount: "1000", Game: c.code,
				}))
			}
			rounds, _, err := h.games.History(t.Context(), game.Search{Site: "demo", Member: h.member, Group: c.group, Slice: paging.Slice{Count: 10}})
			require.NoError(t, err)
			require.Len(t, rounds, 2)
		})
	}
}

func TestLaunch(t *testing.T) {
	t.Parallel()
	h := enter(t)
	url, err := h.games.Launch(t.Context(), h.opening())
	require.NoError(t, err)
	require.Equal(t, "https://games.example/moonjar", url)
	asked := <-h.asked
	require.Equal(t, h.member, asked["member_id"])
	require.Equal(t, "KRW", asked["currency"])
	require.Equal(t, "ko", asked["lang"])
	require.Equal(t, "http://localhost:8080/", asked["lobby_url"])
	first, ok := asked["token"].(string)
	require.True(t, ok)
	require.Equal(t, provider.OK, h.balance(first))
	until, ver := h.last()
	require.Equal(t, strconv.FormatInt(h.clk.Now().Add(120*time.Minute).UnixMilli(), 10), until, "gameTokenMinutes")

	o := h.opening()
	o.Product, o.Game, o.Lang = "203", "comet", "xx"
	_, err = h.games.Launch(t.Context(), o)
	require.NoError(t, err)
	asked = <-h.asked
	require.Equal(t, "vi", asked["lang"], "an unknown language is the site's first")
	second, ok := asked["token"].(string)
	require.True(t, ok)
	require.Equal(t, provider.TokenExpired, h.balance(first), "another game closes the one before")
	require.Equal(t, provider.OK, h.balance(second))
	_, newer := h.last()
	require.Greater(t, newer, ver)

	require.NoError(t, h.games.Close(t.Context(), "demo", h.member, h.sid, ""))
	require.Equal(t, provider.TokenExpired, h.balance(second))
	until, last := h.last()
	require.Equal(t, "0", until)
	require.Greater(t, last, newer)
	require.NoError(t, h.games.Close(t.Context(), "demo", h.member, h.sid, ""))
	_, again := h.last()
	require.Equal(t, last, again, "nothing was open: nothing to tell")
}

func TestALaunchThatIsRefused(t *testing.T) {
	t.Parallel()
	h := enter(t)
	with := func(change func(*game.Opening)) game.Opening {
		o := h.opening()
		change(&o)
		return o
	}
	for want, o := range map[*fault.Fault]game.Opening{
		fault.VendorKeyRequired: with(func(o *game.Opening) { o.Product = "" }),
		fault.UnknownVendor:     with(func(o *game.Opening) { o.Product = "999" }),
		fault.InvalidGameType:   with(func(o *game.Opening) { o.Group = "casino" }),
		fault.GameUnavailable:   with(func(o *game.Opening) { o.Game = "lanterns" }),
		fault.NoAccess:          with(func(o *game.Opening) { o.Member = "nobody" }),
	} {
		_, err := h.games.Launch(t.Context(), o)
		require.ErrorIs(t, err, want)
	}
	for _, c := range []struct {
		want       *fault.Fault
		set, unset string
	}{
		{fault.BettingLocked, `UPDATE member_member SET bet_locked = true`, `UPDATE member_member SET bet_locked = false`},
		{fault.NoBetPermission, `UPDATE member_member SET bet_permitted = false`, `UPDATE member_member SET bet_permitted = true`},
		{fault.Suspended, `UPDATE member_member SET status = 'suspended'`, `UPDATE member_member SET status = 'normal'`},
		{fault.SiteMaintenance, `UPDATE site_site SET inspect = true`, `UPDATE site_site SET inspect = false`},
		{fault.BettingMaintenance, `UPDATE site_site SET options = '{"bettingPaused":true}'`, `UPDATE site_site SET options = '{}'`},
		{fault.GameUnavailable, `UPDATE provider_provider SET active = false`, `UPDATE provider_provider SET active = true`},
		{fault.GameUnavailable, `UPDATE game_game SET active = false`, `UPDATE game_game SET active = true`},
	} {
		h.exec(c.set)
		_, err := h.games.Launch(t.Context(), h.opening())
		require.ErrorIs(t, err, c.want, c.set)
		h.exec(c.unset)
	}
	require.Empty(t, h.asked, "the vendor was not asked")
	var launches int
	require.NoError(t, h.db.QueryRow(t.Context(), `SELECT count(*) FROM game_launch`).Scan(&launches))
	require.Zero(t, launches)
}

// G9999: the vendor does not answer; G003, of a slot G002: it refuses to open the game. The game that was open stays, and the token that was reserved is dead.
func TestAVendorThatDoesNotOpen(t *testing.T) {
	t.Parallel()
	h := enter(t)
	_, err := h.games.Launch(t.Context(), h.opening())
	require.NoError(t, err)
	open := (<-h.asked)["token"].(string)
	until, ver := h.last()
	for _, c := range []struct {
		status int64
		group  string
		want   *fault.Fault
	}{
		{500, "slot", fault.GameNotLoaded},
		{503, "slot", fault.GameNotLoaded},
		{422, "slot", fault.SlotApprovalFailed},
		{404, "slot", fault.SlotApprovalFailed},
		{422, "casino", fault.GameApprovalFailed},
	} {
		h.status.Store(c.status)
		h.exec("UPDATE game_product SET group_code = '" + c.group + "' WHERE proc_id = '201'")
		o := h.opening()
		o.Group = c.group
		_, err := h.games.Launch(t.Context(), o)
		require.ErrorIs(t, err, c.want)
		require.Equal(t, provider.TokenExpired, h.balance((<-h.asked)["token"].(string)))
	}
	require.Equal(t, provider.OK, h.balance(open))
	sameUntil, sameVer := h.last()
	require.Equal(t, until, sameUntil)
	require.Equal(t, ver, sameVer)
	h.exec(`INSERT INTO provider_provider (vendor_id, family) VALUES ('ghost', 'seamless')`)
	h.exec(`UPDATE game_product SET vendor_id = 'ghost', group_code = 'slot' WHERE proc_id = '201'`)
	_, err = h.games.Launch(t.Context(), h.opening())
	require.ErrorIs(t, err, fault.GameNotLoaded, "a vendor without an address")
}

func TestHistory(t *testing.T) {
	t.Parallel()
	h := enter(t)
	play := func(n int, gameCode string) {
		a, err := h.wallet.Apply(t.Context(), "sim", provider.Operation{
			Kind: provider.Bet, TxID: fmt.Sprint("b", n), RoundID: fmt.Sprint("r", n), Member: h.member, Currency: "KRW", Amount: "100", Game: gameCode,
		}, "")
		require.NoError(t, err)
		require.Equal(t, provider.OK, a.Status)
		h.clk.Advance(time.Minute)
	}
	play(1, "moonjar")
	h.clk.Advance(120 * 24 * time.Hour)
	play(2, "moonjar")
	play(3, "comet")
	play(4, "unheard-of")
	find := func(change func(*game.Search)) []string {
		q := game.Search{Site: "demo", Member: h.member, Slice: paging.Slice{Count: 10}}
		change(&q)
		rounds, totals, err := h.games.History(t.Context(), q)
		require.NoError(t, err)
		require.Len(t, rounds, int(totals.Rounds))
		out := []string{}
		for _, r := range rounds {
			out = append(out, r.RoundID+" "+r.NameKOR)
		}
		return out
	}
	require.Equal(t, []string{"r4 ", "r3 혜성 러시", "r2 달항아리"}, find(func(*game.Search) {}))
	require.Equal(t, []string{"r1 달항아리"}, find(func(q *game.Search) { q.Old = true }), "D-44")
	require.Equal(t, []string{"r3 혜성 러시", "r2 달항아리"}, find(func(q *game.Search) { q.Group = "slot" }))
	require.Equal(t, []string{"r3 혜성 러시"}, find(func(q *game.Search) { q.Product = "203" }))
	require.Empty(t, find(func(q *game.Search) { q.Group = "casino" }))
	require.Empty(t, find(func(q *game.Search) { q.Days = paging.Days{StartDate: "2000-01-01", EndDate: "2000-01-02"} }))
	_, _, err := h.games.History(t.Context(), game.Search{Site: "demo", Member: h.member, Group: "bingo"})
	require.ErrorIs(t, err, fault.InvalidGameType)

	rounds, _, err := h.games.History(t.Context(), game.Search{Site: "demo", Member: h.member, Slice: paging.Slice{Count: 1}})
	require.NoError(t, err)
	one, err := h.games.Round(t.Context(), h.member, rounds[0].ID)
	require.NoError(t, err)
	require.Equal(t, rounds[0], one)
	_, err = h.games.Round(t.Context(), factory.Member(t, h.db).MemID, rounds[0].ID)
	require.ErrorIs(t, err, fault.BetNotFound, "B003, also for somebody else's")
}
