package settings

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/notice"
	"hubstake/internal/operator/settings/settingsdb"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/pg"
)

// maxAhead is how far ahead a change may be scheduled.
const maxAhead = 366 * 24 * time.Hour

// PlanState is the state of a scheduled change.
type PlanState string

// The states. All but the first are final.
const (
	Waiting   PlanState = "waiting"
	Applied   PlanState = "applied"
	Cancelled PlanState = "cancelled"
	Failed    PlanState = "failed" // it could not be applied at its time
)

// Plan is a scheduled change. A second person has approved it already where one was needed.
type Plan struct {
	ID            int64
	State         PlanState
	At            time.Time
	SetBy         string
	ApprovedBy    string // empty: no second person was needed
	SetAt         time.Time
	Before, After Values // only what it changes
	Note          string
	Finished      *time.Time // when it came to a final state
	FinishedBy    string     // staff who cancelled it
	Reason        string     // why it was cancelled
	Version       *int64     // the version that it became
	// Code says why it was not applied, with Params as those of the fault. C019: the option has another value than when it was scheduled.
	Code   string
	Params map[string]string
}

var (
	errPlanTime = errors.New("settings: the time is past, or too far ahead")
	errPlanOver = errors.New("settings: the scheduled change does not wait any more")
)

func (s *Service) checkTime(at *time.Time) error {
	if now := s.clk.Now(); at != nil && (!at.After(now) || at.Sub(now) > maxAhead) {
		return fault.SettingTimeInvalid.Wrap(errPlanTime)
	}
	return nil
}

// plan keeps a change of the settings that hold now, which tx has locked, until its time.
func (s *Service) plan(ctx context.Context, tx pgx.Tx, siteID string, by audit.Actor, approver string, p proposal, c change) (*audit.Entry, error) {
	if err := s.checkTime(p.At); err != nil {
		return nil, err
	}
	before, err := json.Marshal(c.before)
	if err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	id, err := settingsdb.New(tx).AddPlan(ctx, settingsdb.AddPlanParams{
		SiteID: siteID, At: *p.At, Before: before, After: c.text, Note: p.Note, SetBy: by.ID, ApprovedBy: approver, SetAt: s.clk.Now(),
	})
	if err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	target := strconv.FormatInt(id, 10)
	return &audit.Entry{
		Actor: by, Site: siteID, Action: "settings.plan", Target: target,
		Detail: map[string]any{"at": p.At, "was": c.before, "willBe": c.after, "note": p.Note},
	}, tellStaff(ctx, tx, siteID, target, by.Trace)
}

// Plans returns a page of the scheduled changes of a site, those that wait first, and how many there are.
func (s *Service) Plans(ctx context.Context, siteID string, page paging.Slice) (list []Plan, total int64, err error) {
	rows, err := settingsdb.New(s.db).Plans(ctx, settingsdb.PlansParams{SiteID: siteID, Count: page.Count, Skip: page.Skip})
	if err != nil {
		return nil, 0, fmt.Errorf("settings: plans: %w", err)
	}
	list = make([]Plan, len(rows))
	for i, r := range rows {
		total = r.Total
		if list[i], err = planOf(r.SettingsPlan); err != nil {
			return nil, 0, err
		}
	}
	return list, total, nil
}

func planOf(r settingsdb.SettingsPlan) (Plan, error) {
	p := Plan{
		ID: r.ID, State: PlanState(r.State), At: r.At, SetBy: r.SetBy, ApprovedBy: r.ApprovedBy, SetAt: r.SetAt, Note: r.Note, Finished: r.FinishedAt,
		FinishedBy: r.FinishedBy, Reason: r.Reason, Version: r.Version, Code: r.Code,
	}
	if err := errors.Join(json.Unmarshal(r.Before, &p.Before), json.Unmarshal(r.After, &p.After), json.Unmarshal(r.Params, &p.Params)); err != nil {
		return p, fmt.Errorf("settings: plan %d: %w", r.ID, err)
	}
	return p, nil
}

// CancelPlan cancels a scheduled change that waits. E001: no reason, or no such plan. C019: it does not wait any more.
func (s *Service) CancelPlan(ctx context.Context, siteID string, by audit.Actor, id int64, reason string) error {
	reason = strings.TrimSpace(reason)
	if reason == "" || !printable(reason, maxNote) {
		return fault.Failed
	}
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		q := settingsdb.New(tx)
		p, err := q.LockPlan(ctx, settingsdb.LockPlanParams{SiteID: siteID, ID: id})
		if errors.Is(err, pgx.ErrNoRows) {
			return nil, fault.Failed
		}
		if err != nil {
			return nil, fmt.Errorf("settings: plan %d: %w", id, err)
		}
		if p.State != string(Waiting) {
			return nil, fault.PaymentProblem.Wrap(errPlanOver)
		}
		if err := q.CancelPlan(ctx, settingsdb.CancelPlanParams{ID: id, Now: s.clk.Now(), By: by.ID, Reason: reason}); err != nil {
			return nil, fmt.Errorf("settings: plan %d: %w", id, err)
		}
		target := strconv.FormatInt(id, 10)
		return &audit.Entry{
			Actor: by, Site: siteID, Action: "settings.cancel", Target: target, Detail: map[string]any{"setBy": p.SetBy, "at": p.At, "reason": reason},
		}, tellStaff(ctx, tx, siteID, target, by.Trace)
	})
}

// duePlans bounds one reading of AdvancePlans.
const duePlans = 100

// AdvancePlans applies the scheduled changes whose time has come, and returns how many came to an end. Several may run at once: each change has one
// effect. A change that cannot be applied ends as failed, and the masters of its site are told. then may be nil.
func AdvancePlans(ctx context.Context, db *pgxpool.Pool, rights approval.Rights, then Effect, now time.Time) (total int, err error) {
	due, err := settingsdb.New(db).DuePlans(ctx, settingsdb.DuePlansParams{Now: now, Count: duePlans})
	if err != nil {
		return 0, fmt.Errorf("settings: plans: %w", err)
	}
	var failed []error
	for _, d := range due {
		did := false
		err := pg.InTx(ctx, db, func(tx pgx.Tx) (err error) {
			if err := pg.Brief(ctx, tx); err != nil { // it holds the site's row, for which the switch of an emergency waits
				return err
			}
			did, err = advance(ctx, tx, rights, then, d, now)
			return err
		})
		if err != nil {
			failed = append(failed, fmt.Errorf("settings: plan %d: %w", d.ID, err))
		} else if did {
			total++
		}
	}
	return total, errors.Join(failed...)
}

// advance applies a plan whose time has come, or ends it as failed; false: another worker or staff came first.
func advance(ctx context.Context, tx pgx.Tx, rights approval.Rights, then Effect, d settingsdb.DuePlansRow, now time.Time) (bool, error) {
	of, err := rights(ctx, tx, d.SiteID, d.SetBy) // before the row of the site
	if err != nil {
		return false, err
	}
	o, err := site.LockOptions(ctx, tx, d.SiteID)
	if err != nil {
		return false, err
	}
	q := settingsdb.New(tx)
	r, err := q.LockPlan(ctx, settingsdb.LockPlanParams{SiteID: d.SiteID, ID: d.ID})
	if err != nil {
		return false, err
	}
	p, err := planOf(r)
	if err != nil || p.State != Waiting {
		return false, err
	}
	by, target := audit.Actor{ID: p.SetBy}, strconv.FormatInt(p.ID, 10)
	c, why, err := p.check(o, of[p.SetBy])
	if err != nil {
		return false, err
	}
	if why != nil {
		params, err := json.Marshal(why.params)
		if err != nil {
			return false, err
		}
		return true, errors.Join(
			q.FailPlan(ctx, settingsdb.FailPlanParams{ID: p.ID, Now: now, Code: why.code, Params: params}),
			notice.Write(ctx, tx, d.SiteID, notice.Notice{Kind: notice.Settings, Staff: p.SetBy, About: target, At: now}, ""),
			tellStaff(ctx, tx, d.SiteID, target, ""),
			audit.Note(ctx, tx, audit.Entry{
				Actor: by, Site: d.SiteID, Action: "settings.fail", Target: target, Detail: map[string]any{"code": why.code, "params": why.params},
			}),
		)
	}
	version, err := q.Version(ctx, d.SiteID)
	if err != nil {
		return false, err
	}
	entry, err := then.put(ctx, tx, d.SiteID, by, now, row{version: version + 1, approver: p.ApprovedBy, note: p.Note}, c)
	if err != nil {
		return false, err
	}
	if err := q.ApplyPlan(ctx, settingsdb.ApplyPlanParams{ID: p.ID, Now: now, Version: version + 1}); err != nil {
		return false, err
	}
	if detail, ok := entry.Detail.(map[string]any); ok {
		detail["plan"], detail["approvedBy"] = p.ID, p.ApprovedBy
	}
	return true, audit.Note(ctx, tx, *entry)
}

// refusal is why a plan cannot be applied.
type refusal struct {
	code   string
	params map[string]string
}

// check compares a plan with the options that hold at its time, and checks it against limits, the rule for a second person and the rights of its author.
func (p Plan) check(o site.Options, rights []right.Right) (change, *refusal, error) {
	if !slices.Contains(rights, right.Settings) {
		return change{}, refuse(fault.AskerNotAllowed), nil
	}
	now, err := valuesOf(o)
	if err != nil {
		return change{}, nil, err
	}
	is, err := now.fields()
	if err != nil {
		return change{}, nil, err
	}
	before := p.Before
	before.RollingWeights = before.RollingWeights.filled(now.RollingWeights)
	was, err := before.fields()
	if err != nil {
		return change{}, nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(was)) {
		if string(is[name]) != string(was[name]) {
			return change{}, &refusal{fault.PaymentProblem.Code(), map[string]string{"option": name}}, nil
		}
	}
	c, cannot := changeOf(o, p.After)
	if r := refusalOf(c, cannot); r != nil {
		return c, r, nil
	}
	if p.ApprovedBy == "" && c.money() && o.NeedsApproval(site.MoneySettings) {
		return c, refuse(fault.SecondPersonNeeded), nil
	}
	return c, nil, nil
}

func refuse(f *fault.Fault) *refusal { return &refusal{f.Code(), f.Params()} }

// refusalOf returns why a change cannot be made, by its code; nil: it can. Options may not fit in a way that no code describes.
func refusalOf(c change, cannot error) *refusal {
	if cannot == nil {
		return nil
	}
	if f, coded := fault.Of(cannot); coded {
		return refuse(f)
	}
	return refuse(fault.SettingInvalid.With("option", strings.Join(c.names, ", ")))
}
