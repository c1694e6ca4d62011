package server

import (
	"fmt"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"hubstake/hub/seal"
	"hubstake/internal/access/token"
	"hubstake/internal/core/event"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/rdstest"
)

// tab is one connection of a model member: it keeps what it was told and complains about what must not be.
type tab struct {
	c     *testClient
	owner *person
	done  chan struct{}

	mu   sync.Mutex
	last map[string]int64 // newest version by command
	data map[string]string
	bad  []string
	over bool // it was told that its session has ended
}

func (tb *tab) complain(format string, args ...any) {
	tb.bad = append(tb.bad, fmt.Sprintf(format, args...))
}

// watch reads until the connection ends. R2: what cannot be opened under this session's key, or carries another's
// name, is a violation. R3: seq has no gap and no version goes back.
func (tb *tab) watch(sealer *seal.Sealer) {
	defer close(tb.done)
	var seq uint64
	take := func() bool {
		select {
		case f := <-tb.c.frames:
			tb.mu.Lock()
			defer tb.mu.Unlock()
			if f.Command != "MESSAGE" {
				return true
			}
			n, _ := strconv.ParseUint(f.Header.Get("seq"), 10, 64)
			if n != seq+1 {
				tb.complain("seq %d after %d", n, seq)
			}
			seq = n
			plain, err := sealer.Open(f.Body, f.Header.Get("destination"), n)
			if err != nil {
				tb.complain("undecryptable: %v", f.Header)
				return true
			}
			m := parse(plain)
			if m.Cmd == "CASH" && m.Data2 != tb.owner.memID {
				tb.complain("CASH of %s reached %s", m.Data2, tb.owner.memID)
			}
			if m.Ver < tb.last[m.Cmd] {
				tb.complain("%s %d after %d", m.Cmd, m.Ver, tb.last[m.Cmd])
			}
			if tb.over { // R6
				tb.complain("%s after the end", m.Cmd)
			}
			tb.over = m.Cmd == string(event.Logout)
			tb.last[m.Cmd], tb.data[m.Cmd] = m.Ver, m.Data1
			return true
		case <-tb.c.closed:
			return len(tb.c.frames) > 0
		}
	}
	for take() {
		continue
	}
}

func (tb *tab) state(cmd string) (int64, string, []string) {
	tb.mu.Lock()
	defer tb.mu.Unlock()
	return tb.last[cmd], tb.data[cmd], tb.bad
}

// Random members, events, logouts and reconnects over two nodes: R1 (all clients converge), R2, R3 and R6 of faults.md.
func TestClientsConvergeOnTwoNodes(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	w.workers()
	many := func(c *Config) { c.MaxPerSession = 0 }
	nodes := []*hub{w.hub(t, many), w.hub(t, many)}
	rapid.Check(t, func(rt *rapid.T) {
		const members = 4
		var ids [members]string
		var cash, msg [members]int64
		open := map[*tab]bool{}
		for i := range ids {
			ids[i] = rdstest.ID()
			b := start()
			b.Points = ids[i]
			w.balance(ids[i], b)
			cash[i], msg[i] = 1, 1
		}
		who := func() int { return rapid.IntRange(0, members-1).Draw(rt, "member") }
		connect := func(p *person) {
			node := nodes[rapid.IntRange(0, 1).Draw(rt, "node")]
			c := p.connect(node)
			tb := &tab{c: c, owner: p, done: make(chan struct{}), last: map[string]int64{}, data: map[string]string{}}
			c.send("SUBSCRIBE", "id:0", "destination:/topic/"+p.topic)
			go tb.watch(c.sealer)
			open[tb] = true
		}
		pick := func() *tab {
			for tb := range open {
				return tb
			}
			return nil
		}
		drop := func(tb *tab) {
			_ = tb.c.ws.Close()
			<-tb.done
			_, _, bad := tb.state("")
			if len(bad) > 0 {
				rt.Fatalf("%v", bad)
			}
			delete(open, tb)
		}
		rt.Repeat(map[string]func(*rapid.T){
			"sign in": func(*rapid.T) {
				if len(open) < 12 {
					connect(w.login(ids[who()], token.Member))
				}
			},
			"another tab": func(*rapid.T) {
				if tb := pick(); tb != nil && len(open) < 12 {
					connect(tb.owner)
				}
			},
			"cut": func(*rapid.T) {
				if tb := pick(); tb != nil {
					drop(tb)
				}
			},
			"cash moves": func(*rapid.T) {
				i := who()
				for range rapid.IntRange(1, 20).Draw(rt, "times") {
					cash[i]++
					w.publish(event.Event{Member: ids[i], Cmd: event.Cash, Data1: strconv.FormatInt(cash[i], 10), Data2: ids[i], Ver: cash[i]})
				}
			},
			"message": func(*rapid.T) {
				i := who()
				msg[i]++
				w.publish(event.Event{Member: ids[i], Cmd: event.Msg, Data1: strconv.FormatInt(msg[i], 10), Ver: msg[i]})
			},
			"stale event": func(*rapid.T) {
				i := who()
				w.publish(event.Event{Member: ids[i], Cmd: event.Cash, Data1: "old", Data2: ids[i], Ver: max(1, cash[i]-3)})
			},
			"sign out": func(*rapid.T) {
				tb := pick()
				if tb == nil {
					return
				}
				w.publish(event.Event{Member: tb.owner.memID, SID: tb.owner.sid, Cmd: event.Logout, Data1: "U029", Ver: 2})
				for other := range open {
					if other.owner.sid == tb.owner.sid {
						ends(rt, other)
						delete(open, other)
					}
				}
			},
		})
		for tb := range open {
			i := 0
			for ids[i] != tb.owner.memID {
				i++
			}
			testkit.Eventually(rt, func() bool {
				c, _, _ := tb.state("CASH")
				m, _, _ := tb.state("MSG")
				return c == cash[i] && m == msg[i]
			}, "%s did not converge", ids[i])
			drop(tb)
		}
	})
	for _, n := range nodes {
		require.Equal(t, 0.0, n.metric(t, "hub_misroute_total"))
		testkit.Eventually(t, func() bool { return n.node.Open() == 0 })
		require.Equal(t, 0.0, n.metric(t, "hub_subscriptions"))
	}
}

// ends waits for the end of a connection whose session was ended.
func ends(rt *rapid.T, tb *tab) {
	select {
	case <-tb.done:
	case <-time.After(testkit.Patience):
		rt.Fatalf("still open after the end")
	}
	_, _, bad := tb.state("")
	if len(bad) > 0 {
		rt.Fatalf("%v", bad)
	}
}
