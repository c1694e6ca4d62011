// Package jobs holds the jobs that run by the clock. River runs each of them on one process at a time and remembers it
// over restarts.
package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"hubstake/internal/access/idempotency"
	"hubstake/internal/account/member"
	"hubstake/internal/account/protection"
	"hubstake/internal/account/staff"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/clock"
	"hubstake/internal/funds/cash"
	"hubstake/internal/funds/promo"
	"hubstake/internal/ledger/turnover"
	"hubstake/internal/live/outbox"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/board"
	"hubstake/internal/operator/content"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/settings"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/agent"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/transfer"
	"hubstake/internal/support/inquiry"
	"hubstake/workers/jackpots"
	"hubstake/workers/reconcile"
)

// IdleSessions ends sessions that were idle for as long as their site allows (S-01) or whose token is over.
type IdleSessions struct{}

// Kind implements river.JobArgs.
func (IdleSessions) Kind() string { return "idle_sessions" }

// OutboxRotation makes tomorrow's partitions and drops those of long ago.
type OutboxRotation struct{}

// Kind implements river.JobArgs.
func (OutboxRotation) Kind() string { return "outbox_rotation" }

// PublicBoards collects the winners for the public board, tells the pages that the board of deposits and withdrawals shows something
// new (D-57), and adds up what was played and which rounds are open, for staff.
type PublicBoards struct{}

// Kind implements river.JobArgs.
func (PublicBoards) Kind() string { return "public_boards" }

// ShadowPruning forgets wrong passwords of long ago for ids that do not exist.
type ShadowPruning struct{}

// Kind implements river.JobArgs.
func (ShadowPruning) Kind() string { return "shadow_pruning" }

// PhoneForms brings phones of before one form was the rule to that form (member.Service.UnifyPhones).
type PhoneForms struct{}

// Kind implements river.JobArgs.
func (PhoneForms) Kind() string { return "phone_forms" }

// AuditLink moves significant events into the chains of the audit.
type AuditLink struct{}

// Kind implements river.JobArgs.
func (AuditLink) Kind() string { return "audit_link" }

// Reminders tells members how long they have been playing (S-43), and that their own limit of time is reached.
type Reminders struct{}

// Kind implements river.JobArgs.
func (Reminders) Kind() string { return "reminders" }

// ProtectionPruning forgets running totals that no limit's window reaches.
type ProtectionPruning struct{}

// Kind implements river.JobArgs.
func (ProtectionPruning) Kind() string { return "protection_pruning" }

// Transfers asks vendors what became of money of which it is not known whether it arrived (transfer.Service.Resolve).
type Transfers struct{}

// Kind implements river.JobArgs.
func (Transfers) Kind() string { return "transfers" }

// PromoExpiry closes coupons and gifts whose time is over; the points of a member's gift go back.
type PromoExpiry struct{}

// Kind implements river.JobArgs.
func (PromoExpiry) Kind() string { return "promo_expiry" }

// HeldWins tells members of wins that wait for two persons (casino.TellHeld).
type HeldWins struct{}

// Kind implements river.JobArgs.
func (HeldWins) Kind() string { return "held_wins" }

// ApprovalExpiry ends requests for a second person whose time is over (approval.Expire).
type ApprovalExpiry struct{}

// Kind implements river.JobArgs.
func (ApprovalExpiry) Kind() string { return "approval_expiry" }

// ScheduledMaintenance announces, begins and ends scheduled maintenance (site.AdvanceWindows).
type ScheduledMaintenance struct{}

// Kind implements river.JobArgs.
func (ScheduledMaintenance) Kind() string { return "scheduled_maintenance" }

// ScheduledSettings applies the changes of settings whose time has come (settings.AdvancePlans).
type ScheduledSettings struct{}

// Kind implements river.JobArgs.
func (ScheduledSettings) Kind() string { return "scheduled_settings" }

// Turnover takes rounds and needs that are final into the beginning of members' reckonings (turnover.Advance).
type Turnover struct{}

// Kind implements river.JobArgs.
func (Turnover) Kind() string { return "turnover" }

// AnswerPruning forgets what was answered to calls that no caller repeats any more (idempotency.Prune).
type AnswerPruning struct{}

// Kind implements river.JobArgs.
func (AnswerPruning) Kind() string { return "answer_pruning" }

// GuestPruning deletes the inquiries of guests whose time is over, with the contacts in them (inquiry.PruneGuests), and the pictures that
// members uploaded and never sent (inquiry.PruneImages), or that staff uploaded and no banner, popup or post shows (content.PrunePictures).
type GuestPruning struct{}

// Kind implements river.JobArgs.
func (GuestPruning) Kind() string { return "guest_pruning" }

// Recalls brings money back from games that are over (transfer.Service.Recall).
type Recalls struct{}

// Kind implements river.JobArgs.
func (Recalls) Kind() string { return "recalls" }

// Jackpots asks the providers for their jackpots (jackpots.Poller.Poll).
type Jackpots struct{}

// Kind implements river.JobArgs.
func (Jackpots) Kind() string { return "jackpots" }

// Client makes the River client with its periodic jobs. Start it, and stop it before the pool closes.
func Client(
	db *pgxpool.Pool, members *member.Service, boards *cash.Boards, reports *report.Service, proofs *reconcile.Jobs, transfers *transfer.Service, pools *jackpots.Poller, clk clock.Clock, log *slog.Logger, reg prometheus.Registerer,
) (*river.Client[pgx.Tx], error) {
	jobs := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "worker_jobs_total", Help: "Jobs by worker and result.",
	}, []string{"worker", "result"})
	last := prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "worker_last_success_timestamp_seconds", Help: "When the job last succeeded on this process.",
	}, []string{"worker"})
	reg.MustRegister(jobs, last)

	workers := river.NewWorkers()
	add(workers, jobs, last, clk, func(ctx context.Context, _ IdleSessions) error {
		_, err := members.EndIdle(ctx)
		return err
	})
	addLong(workers, jobs, last, clk, nightLong, rotateMonths(db, clk, log))
	add(workers, jobs, last, clk, func(ctx context.Context, _ OutboxRotation) error {
		return outbox.Rotate(ctx, db, clk.Now())
	})
	add(workers, jobs, last, clk, func(ctx context.Context, _ PublicBoards) error {
		return errors.Join(boards.Tell(ctx), reports.CollectWinners(ctx), reports.AddUpPlay(ctx), reports.CollectOpenRounds(ctx))
	})
	add(workers, jobs, last, clk, func(ctx context.Context, _ ShadowPruning) error {
		if _, err := members.PruneUnknownIDs(ctx); err != nil {
			return err
		}
		return errors.Join(staff.PruneTries(ctx, db, clk.Now()), agent.PruneTries(ctx, db, clk.Now()))
	})
	addLong(workers, jobs, last, clk, nightLong, func(ctx context.Context, _ PhoneForms) error {
		done, err := members.UnifyPhones(ctx)
		for _, m := range done.Shared { // ids only: a log has no phones
			log.WarnContext(ctx, "a member has the phone of another one: staff must decide whose it is", "member", m.MemID, "holder", m.Holder)
		}
		return err
	})
	add(workers, jobs, last, clk, func(ctx context.Context, _ AuditLink) error {
		_, err := audit.Link(ctx, db)
		return err
	})
	add(workers, jobs, last, clk, proofs.Step)
	addLong(workers, jobs, last, clk, nightLong, proofs.Full)
	addLong(workers, jobs, last, clk, nightLong, proofs.Audit)
	add(workers, jobs, last, clk, func(ctx context.Context, _ Transfers) error { return transfers.Resolve(ctx) })
	add(workers, jobs, last, clk, func(ctx context.Context, _ Recalls) error { return transfers.Recall(ctx, "") })
	add(workers, jobs, last, clk, func(ctx context.Context, _ Jackpots) error { return pools.Poll(ctx) })
	protect := protection.New(db, clk, members)
	add(workers, jobs, last, clk, func(ctx context.Context, _ Reminders) error {
		_, err := protect.Remind(ctx)
		return err
	})
	add(workers, jobs, last, clk, func(ctx context.Context, _ ProtectionPruning) error {
		_, err := protect.Prune(ctx)
		return err
	})
	add(workers, jobs, last, clk, func(ctx context.Context, _ PromoExpiry) error {
		_, err := promo.Expire(ctx, db, clk.Now())
		return err
	})
	messages := message.New(db, clk)
	add(workers, jobs, last, clk, func(ctx context.Context, _ HeldWins) error {
		_, err := casino.TellHeld(ctx, db, messages, clk.Now())
		return err
	})
	add(workers, jobs, last, clk, func(ctx context.Context, _ ApprovalExpiry) error {
		_, err := approval.Expire(ctx, db, clk.Now())
		return err
	})
	add(workers, jobs, last, clk, func(ctx context.Context, _ ScheduledMaintenance) error {
		_, err := site.AdvanceWindows(ctx, db, clk.Now())
		return err
	})
	rights := staff.New(db, clk, members, staff.Keys{}).HoldRights
	add(workers, jobs, last, clk, func(ctx context.Context, _ ScheduledSettings) error {
		_, err := settings.AdvancePlans(ctx, db, rights, member.EndPartnerAreas, clk.Now())
		return err
	})
	add(workers, jobs, last, clk, func(ctx context.Context, _ Turnover) error {
		_, err := turnover.Advance(ctx, db, clk.Now())
		return err
	})
	add(workers, jobs, last, clk, func(ctx context.Context, _ AnswerPruning) error {
		_, err := idempotency.Prune(ctx, db, clk.Now())
		return err
	})
	add(workers, jobs, last, clk, func(ctx context.Context, _ GuestPruning) error {
		_, guests := inquiry.PruneGuests(ctx, db, clk.Now())
		_, images := inquiry.PruneImages(ctx, db, clk.Now())
		shown, pictures := board.Pictures(ctx, db)
		if pictures == nil {
			_, pictures = content.PrunePictures(ctx, db, clk.Now(), shown)
		}
		return errors.Join(guests, images, pictures)
	})
	c, err := river.NewClient(riverpgxv5.New(db), &river.Config{
		Queues: map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 4}, longQueue: {MaxWorkers: 2}}, Workers: workers, Logger: log,
		FetchPollInterval: fetchPoll,
		ReindexerSchedule: river.NeverSchedule(), // the owner's business: the role of the workers owns no index
		PeriodicJobs: []*river.PeriodicJob{
			everyIn(longQueue, time.Hour, MonthRotation{}),
			every(15*time.Second, IdleSessions{}),
			every(10*time.Second, PublicBoards{}),
			every(5*time.Second, AuditLink{}),
			every(5*time.Second, Transfers{}),
			every(5*time.Second, Recalls{}),
			every(5*time.Second, Jackpots{}),
			every(time.Hour, OutboxRotation{}),
			every(24*time.Hour, ShadowPruning{}),
			everyIn(longQueue, 24*time.Hour, PhoneForms{}),
			every(time.Minute, reconcile.Step{}),
			everyIn(longQueue, time.Hour, reconcile.Audit{}),
			nightly(reconcile.Full{}),
			every(15*time.Second, Reminders{}),
			every(24*time.Hour, ProtectionPruning{}),
			every(time.Minute, PromoExpiry{}),
			every(time.Minute, ApprovalExpiry{}),
			every(5*time.Second, HeldWins{}),
			every(5*time.Second, ScheduledMaintenance{}),
			every(5*time.Second, ScheduledSettings{}),
			every(5*time.Minute, Turnover{}),
			every(time.Hour, AnswerPruning{}),
			every(24*time.Hour, GuestPruning{}),
		},
	})
	if err != nil {
		return nil, fmt.Errorf("jobs: %w", err)
	}
	return c, nil
}

// fetchPoll is how often a process looks for jobs of which it was not told: each new one is announced.
const fetchPoll = 10 * time.Second

// longQueue is the queue of jobs that read or archive whole tables and may take hours. Its slots are its own, so that the short
// jobs, which have a minute each, always find one.
const longQueue = "long"

func every(d time.Duration, args river.JobArgs) *river.PeriodicJob {
	return everyIn(river.QueueDefault, d, args)
}

func everyIn(queue string, d time.Duration, args river.JobArgs) *river.PeriodicJob {
	return river.NewPeriodicJob(river.PeriodicInterval(d), func() (river.JobArgs, *river.InsertOpts) {
		return args, &river.InsertOpts{Queue: queue, UniqueOpts: river.UniqueOpts{ByArgs: true, ByPeriod: d}}
	}, &river.PeriodicJobOpts{RunOnStart: true})
}

// add registers a function as the worker of its arguments, with the metrics that every job has. It has a minute.
func add[T river.JobArgs](ws *river.Workers, jobs *prometheus.CounterVec, last *prometheus.GaugeVec, clk clock.Clock, do func(context.Context, T) error) {
	addLong(ws, jobs, last, clk, time.Minute, do)
}

// addLong is add for a job that may take long.
func addLong[T river.JobArgs](
	ws *river.Workers, jobs *prometheus.CounterVec, last *prometheus.GaugeVec, clk clock.Clock, limit time.Duration, do func(context.Context, T) error,
) {
	var zero T
	name := zero.Kind()
	jobs.WithLabelValues(name, "ok")
	jobs.WithLabelValues(name, "failed")
	river.AddWorker(ws, &worker[T]{limit: limit, do: func(ctx context.Context, j *river.Job[T]) error {
		if err := do(ctx, j.Args); err != nil {
			jobs.WithLabelValues(name, "failed").Inc()
			return err
		}
		jobs.WithLabelValues(name, "ok").Inc()
		last.WithLabelValues(name).Set(float64(clk.Now().Unix()))
		return nil
	}})
}

// worker is a function with a time limit of its own.
type worker[T river.JobArgs] struct {
	river.WorkerDefaults[T]
	limit time.Duration
	do    func(context.Context, *river.Job[T]) error
}

// Work implements river.Worker.
func (w *worker[T]) Work(ctx context.Context, j *river.Job[T]) error { return w.do(ctx, j) }

// Timeout implements river.Worker.
func (w *worker[T]) Timeout(*river.Job[T]) time.Duration { return w.limit }
