package server

import (
	"io"
	"net"
	"net/http"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/platform/config"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit/factory"
)

// wall stands between the api and the database and holds every byte back while it is shut: so do a server that is frozen and
// a network that drops packets. Connections are taken all the same.
type wall struct {
	gate sync.RWMutex // locked: shut
	to   string
}

func newWall(t *testing.T, to string) (w *wall, address string) {
	t.Helper()
	w = &wall{to: to}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	var wg sync.WaitGroup
	t.Cleanup(func() { _ = ln.Close(); wg.Wait() })
	wg.Go(func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			wg.Go(func() { w.carry(c) })
		}
	})
	return w, ln.Addr().String()
}

func (w *wall) carry(c net.Conn) {
	s, err := net.Dial("tcp", w.to)
	if err != nil {
		_ = c.Close()
		return
	}
	var both sync.WaitGroup
	pipe := func(to, from net.Conn) {
		_, _ = io.Copy(to, sieve{from, w})
		_, _ = to.Close(), from.Close()
	}
	both.Go(func() { pipe(s, c) })
	both.Go(func() { pipe(c, s) })
	both.Wait()
}

// sieve is what is read from one side of the wall.
type sieve struct {
	net.Conn
	wall *wall
}

func (s sieve) Read(b []byte) (int, error) {
	n, err := s.Conn.Read(b)
	s.wall.gate.RLock()
	defer s.wall.gate.RUnlock()
	return n, err
}

// faults.md 39: a database that sends nothing any more is told as "try later", whatever is asked and however often, and is
// used again as soon as it answers.
func TestADatabaseThatSaysNothingIsTriedForShort(t *testing.T) {
	t.Parallel()
	const wait = time.Second // half of the api's own patience
	var between *wall
	w := newWhole(t, 1, func(u config.URL) *pgxpool.Pool {
		address, err := url.Parse(string(u))
		require.NoError(t, err)
		between, address.Host = newWall(t, address.Host)
		pool, err := pg.Open(t.Context(), config.URL(address.String()), pg.Options{MaxConns: 4, Patience: wait})
		require.NoError(t, err)
		t.Cleanup(pool.Close)
		return pool
	})
	m := factory.Member(t, w.db, func(m *factory.M) { m.Cash = 1_000_000 })
	token := w.enterMember(m.MemID)
	status, _ := w.post("/api/member/info", token, `{}`)
	require.Equal(t, 200, status)

	between.gate.Lock()
	calls := []struct{ path, token, body string }{
		{"/api/member/info", token, `{}`},
		{"/api/cash/in", token, `{"amount":10000}`},
		{"/api/cash/list/", token, `{}`},
		{"/api/bet/betlist", token, `{}`},
		{"/api/common/siteCheckInfo", "", `{}`},
		{"/api/member/login", "", `{"memId":"` + m.MemID + `","memPass":"` + factory.Password + `"}`},
	}
	var wg sync.WaitGroup
	for range 3 { // more than there are connections
		for _, c := range calls {
			wg.Go(func() {
				status, env, err := w.ask(0, http.MethodPost, c.path, c.token, fiber.MIMEApplicationJSON, c.body)
				if err != nil || status != 503 || env.ResultCode != "E002" {
					t.Errorf("%s: %d %s %v", c.path, status, env.ResultCode, err)
				}
			})
		}
	}
	wg.Wait()
	between.gate.Unlock()
	for _, c := range calls {
		status, env := w.post(c.path, c.token, c.body)
		require.Equal(t, []any{200, "200"}, []any{status, env.ResultCode}, c.path)
	}
}
