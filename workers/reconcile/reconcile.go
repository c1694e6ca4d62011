// Package reconcile holds the jobs that prove what must always be true of money, and that the audit is as it was written.
// Rules and SQL are those of internal/accounting/reconcile; here is when they run and who is told.
package reconcile

import (
	"context"
	"errors"
	"sync"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"

	"hubstake/internal/accounting/reconcile"
	"hubstake/internal/core/clock"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/live/outbox"
	"hubstake/internal/operator/audit"
)

// Step looks at what changed since the last minute.
type Step struct{}

// Kind implements river.JobArgs.
func (Step) Kind() string { return "invariants_step" }

// Full looks at everything.
type Full struct{}

// Kind implements river.JobArgs.
func (Full) Kind() string { return "invariants_full" }

// Audit recomputes the chains of the audit.
type Audit struct{}

// Kind implements river.JobArgs.
func (Audit) Kind() string { return "audit_verify" }

// Jobs are the functions of the jobs.
type Jobs struct {
	s   *reconcile.Service
	log zerolog.Logger

	mu   sync.Mutex
	tips []audit.Tip // of the last clean check: kept here, out of reach of a person who changes the database
}

// Proofs returns the service on a database and a Redis.
func Proofs(db *pgxpool.Pool, rdb redis.Cmdable, clk clock.Clock) *reconcile.Service {
	return reconcile.New(db, clk, func(ctx context.Context) ([]string, error) { return outbox.Compare(ctx, db, rdb) })
}

// New returns the jobs.
func New(s *reconcile.Service, log zerolog.Logger) *Jobs { return &Jobs{s: s, log: log} }

// Step runs each minute. Violations are stored, reported by wallet_invariant_violations and logged; the job itself succeeds.
func (j *Jobs) Step(ctx context.Context, _ Step) error { return j.tell(j.s.Step(ctx)) }

// Full runs nightly.
func (j *Jobs) Full(ctx context.Context, _ Full) error { return j.tell(j.s.Full(ctx)) }

func (j *Jobs) tell(found []wallet.Violation, err error) error {
	for _, v := range found {
		j.log.Error().Str("check", v.Check).Str("subject", v.Subject).Str("detail", v.Detail).Msg("an invariant is broken")
	}
	return err
}

var errTampered = errors.New("the audit is not as it was written")

// Audit runs hourly and compares the chains with the tips of the look before, so that a chain whose end was cut off together with its
// head is found within the hour. The tips go to the log as well, which is kept elsewhere (S-83): `workers audit verify` takes them.
func (j *Jobs) Audit(ctx context.Context, _ Audit) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	tips, faults, err := j.s.Audit(ctx, j.tips...)
	if err != nil {
		return err
	}
	if len(faults) == 0 {
		j.tips = tips
	}
	for _, t := range tips {
		j.log.Info().Stringer("tip", t).Msg("audit verified")
	}
	for _, f := range faults {
		j.log.Error().Err(errTampered).Str("fault", f).Msg("audit")
	}
	return nil
}
