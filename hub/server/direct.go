package server

import (
	"math"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"hubstake/hub/client"
	"hubstake/hub/conn"
	"hubstake/internal/access/token"
)

// visitor is a socket that the event loop upgrades itself when its request is a plain one; everything else is handed to Fiber. Both ways go by the same rules
// in the same order: who forwards, the origin, then admission, which counts.
type visitor struct {
	s     *Server
	from  netip.Addr
	since time.Time
	in    atomic.Bool // it is counted elsewhere
}

// visit takes a socket that was just accepted.
func (s *Server) visit(fd int, from netip.Addr) {
	if !s.admission.handshakes.enter() {
		turnAway(fd)
		return
	}
	s.greeter.Greet(fd, &visitor{s: s, from: from, since: s.clk.Now()})
}

// Gone implements conn.Greeting.
func (v *visitor) Gone() {
	if !v.in.Swap(true) {
		v.s.admission.handshakes.pending.Add(-1)
	}
}

// First implements conn.Greeting.
func (v *visitor) First(b []byte) conn.Verdict {
	s := v.s
	elsewhere := conn.Verdict{Hand: func(fd int) {
		s.queues.hand(s.admission.handshakes, fd, slices.Clone(b), v.since.Add(s.cfg.handshakeTime()))
	}}
	r, ok := parsePlain(b)
	if !ok {
		return elsewhere
	}
	address, err := s.proxies.Caller(v.from, r.forwarded)
	if err != nil || r.origin != "" && !slices.Contains(s.cfg.Origins, r.origin) {
		return elsewhere // is refused and counted there
	}
	now := s.clk.Now()
	up := &client.Upgrade{Address: address.String(), At: now}
	if r.origin != "" { // without an Origin it is not a browser, or not one of our pages: only a token counts, never a cookie
		if up.Cookies, ok = s.plainCookies(&r); !ok {
			return elsewhere
		}
	}
	if r := s.admission.judge(up.Address, now); r != nil {
		v.Gone()
		return conn.Verdict{Answer: s.refused(r)}
	}
	return conn.Verdict{Answer: r.answer(), Used: r.size, Open: func(c conn.Conn) conn.Handler {
		v.Gone()
		return s.begin(c, up)
	}}
}

func (s *Server) plainCookies(r *plainRequest) (map[token.Audience]string, bool) {
	found := map[token.Audience]string{}
	for audience, names := range cookieNames {
		for _, name := range s.cookiesOf(names) {
			v, ok := r.cookie(name)
			if !ok {
				return nil, false
			}
			if v != "" && found[audience] == "" {
				found[audience] = v
			}
		}
	}
	return found, true
}

// refused counts a refusal and returns its response.
func (s *Server) refused(r *refusal) []byte {
	s.count(r)
	text := http.StatusText(r.status)
	b := append([]byte("HTTP/1.1 "), strconv.Itoa(r.status)+" "+text...)
	b = append(b, "\r\nContent-Type: text/plain; charset=utf-8\r\nRetry-After: "+r.seconds()+"\r\nConnection: close\r\nContent-Length: "...)
	b = append(b, strconv.Itoa(len(text))+"\r\n\r\n"...)
	return append(b, text...)
}

// count counts a refusal.
func (s *Server) count(r *refusal) {
	s.node.Metrics.Connects.WithLabelValues("refused").Inc()
	s.admission.refusals.WithLabelValues(r.reason).Inc()
}

// seconds is the value of Retry-After. It has whole seconds: the part that is lost is made up for by chance, so that those of one
// second do not all come back at its beginning and each second gets its share.
func (r *refusal) seconds() string {
	return strconv.Itoa(max(1, int(math.Ceil(r.wait.Seconds()+rand.Float64()))))
}

// begin makes the client of a connection whose upgrade was answered.
func (s *Server) begin(c conn.Conn, up *client.Upgrade) conn.Handler {
	if !s.admission.enter(up.Address) { // many came at once: the request was admitted before the others were counted
		c.Close(client.TooManyOpen.Code, client.TooManyOpen.Name)
		return silent{}
	}
	return s.node.Accept(c, up)
}
