package poll

import (
	"context"
	"errors"
	"time"

	"github.com/sony/gobreaker/v2"

	"hubstake/internal/core/fixture"
	"hubstake/internal/feed/footballdata"
	"hubstake/internal/feed/oddsapi"
	"hubstake/internal/feed/sim"
	"hubstake/internal/platform/pg"
)

// outcome is what became of a question, as the metrics call it.
type outcome string

const (
	applied   outcome = "ok"
	silent    outcome = "silent"    // the feed had nothing to say and vouched for nothing
	repeated  outcome = "repeated"  // another poller had applied the page
	down      outcome = "down"      // no usable answer
	refused   outcome = "refused"   // credentials, quota, pace
	malformed outcome = "malformed" // a page that cannot be read; it is parked
	rewound   outcome = "cursor"    // the feed does not know the cursor
	open      outcome = "open"      // not asked: the circuit is open
	database  outcome = "database"  // PostgreSQL cannot be used now
	failed    outcome = "error"     // a defect of ours, or a setting
)

var outcomes = []outcome{applied, silent, repeated, down, refused, malformed, rewound, open, database, failed}

// outcomeOf returns what the error of a question, or of its page, means.
func outcomeOf(err error) outcome {
	for _, known := range []struct {
		outcome outcome
		errs    []error
	}{
		{open, []error{gobreaker.ErrOpenState, gobreaker.ErrTooManyRequests}},
		{rewound, []error{sim.ErrCursor, oddsapi.ErrCursor, footballdata.ErrCursor}},
		{malformed, []error{sim.ErrMalformed}},
		{refused, []error{sim.ErrRefused, oddsapi.ErrKey, oddsapi.ErrQuota, oddsapi.ErrRequest, oddsapi.ErrPace}},
		{down, []error{sim.ErrDown, oddsapi.ErrDown, errSlow}},
	} {
		for _, e := range known.errs {
			if errors.Is(err, e) {
				return known.outcome
			}
		}
	}
	if pg.Unavailable(err) {
		return database
	}
	return failed
}

// errSlow reports a source that did not answer within its deadline.
var errSlow = errors.New("no answer within the deadline")

// notBefore returns how long the vendor wants not to be asked.
func notBefore(err error) time.Duration {
	if refusal, ok := errors.AsType[*oddsapi.Refusal](err); ok {
		return refusal.After
	}
	return 0
}

// failuresInARow opens a circuit.
const failuresInARow = 5

// newCircuit returns the circuit of a vendor. It opens when the vendor does not answer: a refusal and a malformed page are answers, and a question
// that the poller itself gave up says nothing of the vendor.
func newCircuit(vendor string, openFor time.Duration) *gobreaker.CircuitBreaker[fixture.Batch] {
	return gobreaker.NewCircuitBreaker[fixture.Batch](gobreaker.Settings{
		Name: vendor, MaxRequests: 1, Timeout: openFor,
		ReadyToTrip:  func(c gobreaker.Counts) bool { return c.ConsecutiveFailures >= failuresInARow },
		IsSuccessful: func(err error) bool { return err == nil || outcomeOf(err) != down },
		IsExcluded:   func(err error) bool { return errors.Is(err, context.Canceled) },
	})
}
