package site

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/fault"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site/sitedb"
	"hubstake/internal/platform/pg"
)

// Step is what staff does with a scheduled maintenance before its time.
type Step string

// The steps.
const (
	BeginNow Step = "begin"  // of one that is planned
	EndNow   Step = "end"    // of one that runs
	Cancel   Step = "cancel" // one that is planned
)

// step is one transition of a window that tx has locked with its site.
type step struct {
	tx   pgx.Tx
	q    *sitedb.Queries
	site string
	w    Window
	by   audit.Actor // who is named as the one who turned the switch
	now  time.Time
}

// StepWindow begins or ends a scheduled maintenance now, or cancels it. version is that which staff saw. E001: no such window or step. C019: it
// was changed since, is over, or is not in the state that the step needs. U044: another window of the same switch would have a moment in common
// with it.
func (s *Service) StepWindow(ctx context.Context, by audit.Actor, siteID string, id, version int64, do Step) error {
	needs, ok := map[Step]WindowState{BeginNow: Planned, EndNow: Running, Cancel: Planned}[do]
	if !ok {
		return fault.Failed
	}
	now := s.clk.Now()
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		o, err := LockOptions(ctx, tx, siteID)
		if err != nil {
			return nil, err
		}
		w, announced, err := lockWindow(ctx, tx, siteID, id, version)
		if err != nil {
			return nil, err
		}
		if w.State != needs {
			return nil, fault.PaymentProblem.Wrap(errWindowOver)
		}
		st := step{tx: tx, q: sitedb.New(tx), site: siteID, w: w, by: by, now: now}
		switch do {
		case BeginNow:
			err = st.beginEarly(ctx, o)
		case EndNow:
			err = st.end(ctx, o, true)
		case Cancel:
			if err = st.finish(ctx, Cancelled); err == nil {
				err = tellWindow(ctx, tx, siteID, by.Trace, announced)
			}
		}
		if err != nil {
			return nil, err
		}
		return &audit.Entry{
			Actor: by, Site: siteID, Action: "maintenance." + string(do), Target: strconv.FormatInt(id, 10), Detail: map[string]any{"name": w.Name},
		}, nil
	})
}

// beginEarly moves the beginning to now. Another window of the switch that runs would be cut short: U044.
func (s step) beginEarly(ctx context.Context, o Options) error {
	s.w.Begins = s.now
	if !s.w.Ends.After(s.now) {
		return fault.PaymentProblem.Wrap(errWindowOver)
	}
	if err := free(ctx, s.tx, s.site, s.w); err != nil {
		return err
	}
	return s.begin(ctx, o)
}

// begin closes what the window is of. If staff closed it by hand before, it stays closed after the window; a window that runs on behind its end
// hands over.
func (s step) begin(ctx context.Context, o Options) error {
	before, err := s.q.TakeOver(ctx, sitedb.TakeOverParams{SiteID: s.site, Name: s.w.Name, Now: s.now})
	if err != nil {
		return fmt.Errorf("window %d: %w", s.w.ID, err)
	}
	changed, err := s.turn(ctx, o, true)
	if err != nil {
		return err
	}
	closed := changed || len(before) > 0 && before[0]
	if err := s.q.BeginWindow(ctx, sitedb.BeginWindowParams{ID: s.w.ID, BeginsAt: s.w.Begins, Closed: closed}); err != nil {
		return fmt.Errorf("window %d: %w", s.w.ID, err)
	}
	return nil
}

// end opens what the window is of, and finishes the window. open: even if staff closed it by hand before the window began.
func (s step) end(ctx context.Context, o Options, open bool) error {
	closed, err := s.q.TakeOver(ctx, sitedb.TakeOverParams{SiteID: s.site, Name: s.w.Name, Now: s.now})
	if err != nil {
		return fmt.Errorf("window %d: %w", s.w.ID, err)
	}
	if !open && (len(closed) == 0 || !closed[0]) {
		return tellWindow(ctx, s.tx, s.site, s.by.Trace, true)
	}
	_, err = s.turn(ctx, o, false)
	return err
}

// finish brings a window that is planned to a final state.
func (s step) finish(ctx context.Context, state WindowState) error {
	if err := s.q.FinishWindow(ctx, sitedb.FinishWindowParams{ID: s.w.ID, State: string(state), FinishedAt: &s.now}); err != nil {
		return fmt.Errorf("window %d: %w", s.w.ID, err)
	}
	return nil
}

// turn turns the switch, notes who did it, and tells the site and its staff, even if the switch was there already.
func (s step) turn(ctx context.Context, o Options, on bool) (changed bool, err error) {
	now, changed, err := turn(ctx, s.tx, s.site, o, s.w.Name, on)
	if err == nil && changed {
		err = s.q.Switched(ctx, sitedb.SwitchedParams{SiteID: s.site, Name: s.w.Name, SetBy: s.by.ID, Reason: s.w.Reason, SetAt: s.now, Off: on})
	}
	if err == nil && !changed {
		now, err = rise(ctx, s.tx, s.site, []byte("{}"))
	}
	if err != nil {
		return false, fmt.Errorf("window %d: %w", s.w.ID, err)
	}
	return changed, tell(ctx, s.tx, s.site, s.by.Trace, now)
}

// dueWindows bounds one reading of AdvanceWindows.
const dueWindows = 100

// AdvanceWindows announces, begins and ends the scheduled maintenance whose time has come, and returns how many steps that were. Several may
// run at once: each step is done once. A window whose end has come before it began closes nothing.
func AdvanceWindows(ctx context.Context, db *pgxpool.Pool, now time.Time) (total int, err error) {
	due, err := sitedb.New(db).DueWindows(ctx, sitedb.DueWindowsParams{Now: now, Count: dueWindows})
	if err != nil {
		return 0, fmt.Errorf("windows: %w", err)
	}
	var failed []error
	for _, d := range due {
		did := false
		err := pg.InTx(ctx, db, func(tx pgx.Tx) (err error) {
			if err := pg.Brief(ctx, tx); err != nil { // it holds the site's row, for which the switch of an emergency waits
				return err
			}
			did, err = advance(ctx, tx, d.SiteID, d.ID, now)
			return err
		})
		if err != nil {
			failed = append(failed, fmt.Errorf("window %d: %w", d.ID, err))
		} else if did {
			total++
		}
	}
	return total, errors.Join(failed...)
}

// advance does the step of a window whose time has come; false: another worker or staff came first.
func advance(ctx context.Context, tx pgx.Tx, siteID string, id int64, now time.Time) (bool, error) {
	o, err := LockOptions(ctx, tx, siteID)
	if err != nil {
		return false, err
	}
	q := sitedb.New(tx)
	r, err := q.LockWindow(ctx, sitedb.LockWindowParams{ID: id, SiteID: siteID})
	if err != nil {
		return false, err
	}
	w, err := windowOf(r)
	if err != nil {
		return false, err
	}
	st := step{tx: tx, q: q, site: siteID, w: w, by: audit.Actor{ID: w.By}, now: now}
	action := ""
	switch {
	case w.State == Running && !w.Ends.After(now):
		action, err = "end", st.end(ctx, o, false)
	case w.State == Planned && !w.Ends.After(now):
		if action, err = "miss", st.finish(ctx, Missed); err == nil {
			err = tellWindow(ctx, tx, siteID, "", r.Announced)
		}
	case w.State == Planned && !w.Begins.After(now):
		action, err = "begin", st.begin(ctx, o)
	case w.State == Planned && !r.Announced && w.announcedAt(now):
		if action, err = "announce", q.AnnounceWindow(ctx, id); err == nil {
			err = tellWindow(ctx, tx, siteID, "", true)
		}
	}
	if err != nil || action == "" {
		return false, err
	}
	return true, audit.Note(ctx, tx, audit.Entry{
		Actor: st.by, Site: siteID, Action: "maintenance." + action, Target: strconv.FormatInt(id, 10),
		Detail: map[string]any{"name": w.Name, "bySchedule": true},
	})
}
