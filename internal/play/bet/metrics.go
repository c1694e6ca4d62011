package bet

import (
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"hubstake/internal/core/fault"
)

// Metrics count what becomes of slips and of bets that waited. Those that are nil count nothing.
type Metrics struct {
	slips     *prometheus.CounterVec
	took      prometheus.Histogram
	confirmed *prometheus.CounterVec
	cashOuts  *prometheus.CounterVec
}

// The results of slips that no fault refuses.
const (
	tookPlaced   = "placed"
	tookWait     = "wait"     // it waits for the end of the delay
	tookRepeated = "repeated" // the same order under the same key again
	noSlip       = "form"     // no slip, or the key of another bet
	failed       = "error"    // a failure of ours
)

// The results of bets whose delay is over, beside the reasons of refusals.
const (
	confirmAccepted = "accepted"
	confirmSilent   = "silent" // it waits on: its feed said nothing since it was placed
)

// refusals are the faults with which a bet may be refused.
var refusals = []*fault.Fault{
	fault.GameUnavailable, fault.MarketSettling, fault.OddsChanged, fault.OddsBelowMin, fault.OddsAboveMax, fault.TooManyLegs, fault.StakeBelowMin, fault.StakeBelowLevel,
	fault.StakeAboveMax, fault.StakeAboveLevel, fault.WinAboveLevel, fault.WinAboveMax, fault.DuplicateBet, fault.NoMoney, fault.LimitReached, fault.PreviousBetsSettling, fault.SiteMaintenance,
	fault.BettingMaintenance, fault.BettingLocked, fault.NoBetPermission, fault.SelfExcluded, fault.ContactAdmin, fault.Suspended, fault.NoAccess,
}

// reasons are those of a bet that is refused after its delay.
var reasons = []Reason{Unknown, SameMatch, Off, Closed, Suspended, Inactive, Changed, Short, ScoreChanged}

// NewSlipMetrics registers what counts slips, each series at zero.
func NewSlipMetrics(reg prometheus.Registerer) Metrics {
	m := Metrics{
		slips: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "sports_slips_total",
			Help: "Slips by what became of them: placed, wait (a match is in play), repeated (sent again under the same key), form (no slip), error, or the code of the refusal.",
		}, []string{"result"}),
		took: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "sports_slip_duration_seconds", Help: "Time until a slip was placed or refused.", Buckets: []float64{.005, .01, .02, .05, .1, .3, 1, 3},
		}),
	}
	reg.MustRegister(m.slips, m.took)
	for _, result := range append(Results(), tookWait) {
		m.slips.WithLabelValues(result)
	}
	return m
}

// NewConfirmMetrics registers what counts the bets whose delay is over, each series at zero.
func NewConfirmMetrics(reg prometheus.Registerer) Metrics {
	m := Metrics{confirmed: prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "sports_confirmations_total",
		Help: "Bets in play whose delay was over: accepted, silent (it waits on, because its feed says nothing), error, or the reason of the refusal.",
	}, []string{"result"})}
	m.cashOuts = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "sports_cash_outs_total",
		Help: "Requests in play to cash a bet out whose delay was over: accepted, silent (it waits on, because its feed says nothing), error, or the reason of the refusal.",
	}, []string{"result"})
	reg.MustRegister(m.confirmed, m.cashOuts)
	for _, result := range []string{confirmAccepted, confirmSilent, failed} {
		m.confirmed.WithLabelValues(result)
		m.cashOuts.WithLabelValues(result)
	}
	for _, r := range reasons {
		m.confirmed.WithLabelValues(string(r))
	}
	for _, r := range []Reason{Unknown, Off, Closed, Suspended, Inactive, Changed, ScoreChanged, Ended} {
		m.cashOuts.WithLabelValues(string(r))
	}
	return m
}

// slip counts a slip.
func (m Metrics) slip(r Receipt, repeated bool, err error, took time.Duration) {
	if m.slips == nil {
		return
	}
	m.took.Observe(took.Seconds())
	m.slips.WithLabelValues(slipResult(r, repeated, err)).Inc()
}

func slipResult(r Receipt, repeated bool, err error) string {
	if result := Result(repeated, err); result != tookPlaced || r.State != Waiting {
		return result
	}
	return tookWait
}

// Result returns the label under which a bet is counted: placed, repeated (the same one under the same key), form (no bet), error, or the code of its refusal.
func Result(repeated bool, err error) string {
	if f, coded := fault.Of(err); coded {
		return f.Code()
	}
	switch {
	case errors.Is(err, ErrForm), errors.Is(err, ErrKey):
		return noSlip
	case err != nil:
		return failed
	case repeated:
		return tookRepeated
	default:
		return tookPlaced
	}
}

// Results are all labels of Result.
func Results() []string {
	all := []string{tookPlaced, tookRepeated, noSlip, failed}
	for _, f := range refusals {
		all = append(all, f.Code())
	}
	return all
}

// confirm counts a bet whose delay is over, unless it had ended meanwhile.
func (m Metrics) confirm(reason Reason, err error) { decided(m.confirmed, reason, err) }

// cashOut counts a request whose delay is over.
func (m Metrics) cashOut(reason Reason, err error) { decided(m.cashOuts, reason, err) }

// decided counts what waited, unless it had ended meanwhile.
func decided(by *prometheus.CounterVec, reason Reason, err error) {
	switch {
	case by == nil || errors.Is(err, ErrEnded):
	case errors.Is(err, errSilent):
		by.WithLabelValues(confirmSilent).Inc()
	case err != nil:
		by.WithLabelValues(failed).Inc()
	case reason == "":
		by.WithLabelValues(confirmAccepted).Inc()
	default:
		by.WithLabelValues(string(reason)).Inc()
	}
}
