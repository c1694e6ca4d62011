package server

import (
	"bytes"
	"strconv"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"hubstake/hub/client"
	"hubstake/hub/conn"
	"hubstake/hub/stomp"
	"hubstake/hub/tail"
	"hubstake/internal/access/token"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/event"
	"hubstake/internal/live"
	"hubstake/internal/testkit/rdstest"
)

// sinkhole is a connection that takes everything.
type sinkhole struct{ bytes int }

func (s *sinkhole) Send(b []byte) bool { s.bytes += len(b); return true }
func (s *sinkhole) Close(int, string)  {}

var _ conn.Conn = (*sinkhole)(nil)

// BenchmarkFanOut is what a broadcast costs for each session without the socket: registry, conflation, frame, seal.
func BenchmarkFanOut(b *testing.B) {
	for _, n := range []int{1, 1000} {
		b.Run(strconv.Itoa(n)+" sessions", func(b *testing.B) {
			node, site := guests(b, n)
			pad := string(bytes.Repeat([]byte("0"), 130))
			fan := node.Fan()
			ver := int64(0)
			b.ReportAllocs()
			for b.Loop() {
				ver++
				m := tail.NewMessage(event.Marquee, strconv.FormatInt(ver, 10), pad, ver, 1789000000000)
				fan.Offer(tail.Target{Key: tail.TopicKey(site, "site."+site), Message: m})
				fan.Flush()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/delivery")
		})
	}
}

// guests makes a node with sessions on the site's topic.
func guests(b *testing.B, n int) (*client.Node, string) {
	b.Helper()
	w := newWorld(b, rdstest.URL(b))
	verifier, err := token.NewVerifier([]string{w.signer.Public()}, w.clk)
	if err != nil {
		b.Fatal(err)
	}
	limits := Config{MaxFrame: 1 << 16, MaxHeaders: 64, MaxHeaderLine: 8192, MaxSubscriptions: 16, MaxFeed: 128, Heartbeat: time.Minute, ConnectTimeout: time.Minute}.limits()
	reader := live.NewReader(w.rdb, nil, clock.System{}, zerolog.Nop())
	node := client.NewNode(client.Deps{
		Limits: limits, Clock: clock.System{}, Log: zerolog.Nop(), Metrics: client.NewMetrics(prometheus.NewRegistry()),
		Verifier: verifier, Keys: w.sealer, Reader: reader,
	})
	node.Tail = tail.New(w.rdb, clock.System{}, zerolog.Nop(), tail.NewMetrics(prometheus.NewRegistry()), node.Lost, func() {})
	for range n {
		p := w.guest()
		s := node.Accept(&sinkhole{}, &client.Upgrade{At: time.Now()})
		s.Data(stomp.Append(nil, stomp.V12, stomp.Connect, []stomp.Header{{Name: "accept-version", Value: "1.2"}, {Name: "token", Value: p.token}}, nil))
		s.Data(stomp.Append(nil, stomp.V12, stomp.Subscribe, []stomp.Header{{Name: "id", Value: "0"}, {Name: "destination", Value: "/topic/site." + w.site}}, nil))
	}
	return node, w.site
}

// BenchmarkConnect is what CONNECT costs without socket and Redis: the signature, the key, the answer.
func BenchmarkConnect(b *testing.B) {
	node, _ := guests(b, 0)
	w := newWorld(b, rdstest.URL(b))
	node.Verifier, _ = token.NewVerifier([]string{w.signer.Public()}, w.clk)
	node.Keys = w.sealer
	p := w.guest()
	hello := stomp.Append(nil, stomp.V12, stomp.Connect, []stomp.Header{{Name: "accept-version", Value: "1.2"}, {Name: "token", Value: p.token}}, nil)
	b.ReportAllocs()
	for b.Loop() {
		s := node.Accept(&sinkhole{}, &client.Upgrade{At: time.Now()})
		s.Data(bytes.Clone(hello))
		s.Closed(nil)
	}
}
