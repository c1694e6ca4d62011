package server

import (
	"net"
	"slices"
	"time"

	"github.com/gofiber/contrib/v3/websocket"
	"github.com/gofiber/fiber/v3"

	"hubstake/hub/client"
	"hubstake/hub/conn"
	"hubstake/hub/stomp"
	"hubstake/internal/access/token"
)

// Handshakes are small and quick (security.md 2.6).
const (
	maxHandshake  = 8 << 10
	handshakeTime = 5 * time.Second
)

// cookieNames are where the browser's token stands, in order of trust (D-09). Without https there is no __Host- prefix.
var cookieNames = map[token.Audience][]string{
	token.Member:  {"__Host-sid", "sid"},
	token.Partner: {"__Host-psid", "psid"},
	token.Admin:   {"__Host-asid", "asid"},
}

func (s *Server) routes() *fiber.App {
	most := s.cfg.handshakeTime()
	app := fiber.New(fiber.Config{
		ReadBufferSize: maxHandshake, ReadTimeout: most, WriteTimeout: most, IdleTimeout: most,
		ReduceMemoryUsage: true, StrictRouting: true, CaseSensitive: true, BodyLimit: 1,
	})
	// The websocket package sets this at the first upgrade, without a lock. Setting it before the listener starts leaves it only a
	// read, so that two first upgrades at once do not race.
	app.Server().KeepHijackedConns = true
	app.Get("/hub", s.admit, websocket.New(s.serve, websocket.Config{
		Subprotocols: stomp.Subprotocols(), HandshakeTimeout: most,
		ReadBufferSize: 1, WriteBufferSize: 1, // the least there is: conn reads and writes itself
	}))
	return app
}

// upgradeKey is where admit leaves the client.Upgrade for serve.
const upgradeKey = "upgrade"

// admit decides whether a request may become a connection.
func (s *Server) admit(c fiber.Ctx) error {
	now := s.clk.Now()
	if !websocket.IsWebSocketUpgrade(c) {
		return fiber.ErrUpgradeRequired
	}
	from, err := s.proxies.Of(c.RequestCtx())
	if err != nil { // the balancer's own address would make all visitors one
		s.node.Metrics.Connects.WithLabelValues("refused").Inc()
		s.admission.refusals.WithLabelValues(byForwarded).Inc()
		if s.admission.loud(byForwarded, now) {
			s.log.Error().Err(err).Msg("the balancer does not say who connects")
		}
		return c.SendStatus(fiber.StatusServiceUnavailable)
	}
	address := from.Address.String()
	origin := c.Get(fiber.HeaderOrigin)
	if origin != "" && !slices.Contains(s.cfg.Origins, origin) {
		s.node.Metrics.Connects.WithLabelValues("refused").Inc()
		s.admission.refusals.WithLabelValues(byOrigin).Inc()
		if s.admission.loud(address, now) {
			s.log.Info().Str("address", address).Str("origin", origin[:min(len(origin), 100)]).Msg("origin refused")
		}
		return c.SendStatus(fiber.StatusForbidden)
	}
	if r := s.admission.judge(address, now); r != nil {
		return s.later(c, r)
	}
	up := &client.Upgrade{Address: address, At: now}
	if origin != "" { // without an Origin it is not a browser, or not one of our pages: only a token counts, never a cookie
		up.Cookies = s.cookies(c)
	}
	c.Locals(upgradeKey, up)
	return c.Next()
}

// later refuses for now.
func (s *Server) later(c fiber.Ctx, r *refusal) error {
	s.count(r)
	c.Set(fiber.HeaderRetryAfter, r.seconds())
	c.Set(fiber.HeaderConnection, "close")
	return c.SendStatus(r.status)
}

func (s *Server) cookies(c fiber.Ctx) map[token.Audience]string {
	found := map[token.Audience]string{}
	for audience, names := range cookieNames {
		for _, name := range s.cookiesOf(names) {
			if v := c.Cookies(name); v != "" && found[audience] == "" {
				found[audience] = string([]byte(v)) // a copy: the request's memory is used again
			}
		}
	}
	return found
}

// cookiesOf are the names that count of those of an audience.
func (s *Server) cookiesOf(names []string) []string {
	if s.cfg.Production() {
		return names[:1]
	}
	return names
}

// unsafer is fasthttp's way to the socket below a connection whose first bytes were read already.
type unsafer interface{ UnsafeConn() net.Conn }

// serve runs one connection; it is called after the upgrade, on a goroutine of its own.
func (s *Server) serve(ws *websocket.Conn) {
	nc := ws.NetConn()
	kernel := nc
	if u, ok := nc.(unsafer); ok {
		kernel = u.UnsafeConn()
	}
	if k, ok := kernel.(*newSocket); ok {
		k.upgraded()
	}
	up, ok := ws.Locals(upgradeKey).(*client.Upgrade)
	if !ok || s.closing.Load() {
		_ = nc.Close()
		return
	}
	s.path.Serve(nc, kernel, func(c conn.Conn) conn.Handler { return s.begin(c, up) })
}

// silent is the handler of a connection that is refused.
type silent struct{}

func (silent) Data([]byte)  {}
func (silent) Writable()    {}
func (silent) Closed(error) {}
