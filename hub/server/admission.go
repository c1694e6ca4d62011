package server

import (
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"hubstake/hub/client"
	"hubstake/hub/limit"
)

// ipv6House is the part of an IPv6 address that one customer has; the customer may use any number of addresses below it.
const ipv6House = 64

// admission decides which requests may become connections, and tells the others when to try again. The limits of an address are
// checked before those of the node, so that an address above its limits uses up no other address's share.
type admission struct {
	handshakes *handshakeLimiter
	node       *client.Node
	most       int // connections at once, handshakes included
	pending    int // connections without a CONNECT; 0: no limit
	upgrades   *limit.Spread
	perAddress *limit.Counter // connections of an address
	visits     *limit.Budgets // upgrades of an address
	failures   *limit.Budgets // refused CONNECTs of an address
	lines      *limit.Budgets // lines in the log about an address
	leaving    func() bool
	refusals   *prometheus.CounterVec
}

// refusal says why not, and when to come again.
type refusal struct {
	status int
	wait   time.Duration
	reason string
}

// The reasons are labels of hub_refusals_total.
const (
	byOrigin      = "origin"
	byForwarded   = "forwarded" // a trusted balancer's X-Forwarded-For is missing or no address
	byDrain       = "drain"
	byRoom        = "full"
	byDescriptors = "descriptors"
	byPending     = "pending"
	byPace        = "rate"
	byAddress     = "address"
	byVisits      = "address-rate"
	byFailures    = "failures"
)

// Limits of an address besides its number of connections.
const (
	returns     = 2               // times that all its connections may come back at once
	returnTime  = 4               // seconds in which as many as it may have are allowed again
	failureTime = 60              // seconds in which its budget of refused CONNECTs is whole again
	roomTime    = 2 * time.Second // when to ask again whether one of its connections has ended
	lineBurst   = 5               // lines in the log at once, then one a second
)

// newAdmission makes it, its handshake limiter and its metrics; New sets node, leaving and the limiter's listener.
func newAdmission(cfg Config, reg prometheus.Registerer) (*admission, error) {
	n, err := files()
	if err != nil {
		return nil, err
	}
	most, sockets, err := room(cfg.MaxConnections, n)
	if err != nil {
		return nil, err
	}
	a := &admission{
		handshakes: &handshakeLimiter{most: sockets}, most: most, pending: cfg.MaxPending, upgrades: limit.NewSpread(cfg.MaxUpgradeRate), perAddress: limit.NewCounter(cfg.MaxPerAddress),
		visits:   limit.NewBudgets(pace(returns*cfg.MaxPerAddress, returns*returnTime)),
		failures: limit.NewBudgets(pace(cfg.MaxFailedConnects, failureTime)),
		lines:    limit.NewBudgets(limit.Pace{PerSecond: 1, Burst: lineBurst}),
		refusals: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "hub_refusals_total", Help: "Requests for a connection that were turned away, by the limit they met.",
		}, []string{"reason"}),
	}
	for _, reason := range []string{byOrigin, byForwarded, byDrain, byRoom, byDescriptors, byPending, byPace, byAddress, byVisits, byFailures} {
		a.refusals.WithLabelValues(reason)
	}
	a.handshakes.refused = a.refusals.WithLabelValues(byDescriptors).Inc
	connections := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "hub_connections_limit", Help: "Connections that this node can have: HUB_MAX_CONNECTIONS, or what the limit of open files leaves.",
	})
	connections.Set(float64(most))
	pending := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "hub_handshakes", Help: "Sockets that were accepted and have not finished their upgrade.",
	}, func() float64 { return float64(a.handshakes.pending.Load()) })
	for _, c := range []prometheus.Collector{a.refusals, connections, pending} {
		if err := reg.Register(c); err != nil {
			return nil, fmt.Errorf("metrics of admission: %w", err)
		}
	}
	return a, nil
}

// pace allows n at once and lets them come back within that many seconds; 0: no limit.
func pace(n, seconds int) limit.Pace {
	if n == 0 {
		return limit.Pace{}
	}
	return limit.Pace{PerSecond: max(1, n/seconds), Burst: n}
}

// judge returns nil when a client of that address may upgrade. Nothing but memory is asked.
func (a *admission) judge(address string, now time.Time) *refusal {
	house := houseOf(address)
	if a.leaving() {
		return &refusal{http.StatusServiceUnavailable, a.upgrades.Later(now), byDrain}
	}
	if a.perAddress.Full(house) {
		return &refusal{http.StatusTooManyRequests, roomTime, byAddress}
	}
	if wait, spent := a.failures.Spent(house, now); spent {
		return &refusal{http.StatusTooManyRequests, wait, byFailures}
	}
	if wait, ok := a.visits.Take(house, now); !ok {
		return &refusal{http.StatusTooManyRequests, wait, byVisits}
	}
	if a.node.Open()+int(a.handshakes.pending.Load()) > a.most { // the one that asks is among the handshakes
		return &refusal{http.StatusServiceUnavailable, a.upgrades.Later(now), byRoom}
	}
	if a.pending > 0 && a.node.Pending() >= a.pending {
		return &refusal{http.StatusServiceUnavailable, a.upgrades.Later(now), byPending}
	}
	if wait, ok := a.upgrades.Take(now); !ok {
		return &refusal{http.StatusServiceUnavailable, wait, byPace}
	}
	return nil
}

// failed records that a CONNECT from an address was refused because of its content.
func (a *admission) failed(address string, now time.Time) { a.failures.Take(houseOf(address), now) }

// loud reports whether the log should have one more line about an address.
func (a *admission) loud(address string, now time.Time) bool {
	_, ok := a.lines.Take(houseOf(address), now)
	return ok
}

// enter counts a connection of an address in, if it may have one more; leave counts it out.
func (a *admission) enter(address string) bool { return a.perAddress.Enter(houseOf(address)) }

func (a *admission) leave(address string) { a.perAddress.Leave(houseOf(address)) }

// houseOf is what limits go by: an IPv4 address, or the network of an IPv6 one.
func houseOf(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return strings.Clone(address)
	}
	if ip = ip.Unmap(); ip.Is4() {
		return ip.String()
	}
	house, _ := ip.WithZone("").Prefix(ipv6House) // an IPv6 address has 64 bits
	return house.String()
}
