package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/event"
	"hubstake/internal/core/fault"
	"hubstake/internal/live/outbox"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site/sitedb"
)

// Whole is the name of the switch of the whole site (D-35), beside those of the functions.
const Whole = "site"

// maxReason bounds why something was switched, in code points.
const maxReason = 200

// Switch is what can be put under maintenance, and who switched it last.
type Switch struct {
	Name   string // Whole, or a Function
	Code   string // what members are told: S001 … S007
	On     bool
	By     string // staff; empty: not set yet
	Reason string
	At     *time.Time
}

// SetMaintenance begins or ends the maintenance of the whole site (D-35), for a reason that staff read. When that made a difference, the
// whole site and the other staff are told, and who did it and why is kept. E001: a reason that is too long or cannot be printed.
func (s *Service) SetMaintenance(ctx context.Context, by audit.Actor, id string, on bool, reason string) error {
	return s.flip(ctx, by, id, flip{name: Whole, action: "site.inspect", target: id, on: on, reason: reason}, func(tx pgx.Tx) (state, bool, error) {
		ver, err := sitedb.New(tx).SetMaintenance(ctx, sitedb.SetMaintenanceParams{Inspect: on, SiteID: id})
		if errors.Is(err, pgx.ErrNoRows) {
			return state{}, false, nil
		}
		return state{on, ver}, true, err
	})
}

// SetPaused is SetMaintenance for a function (D-46). Every page of the site reads again what is under maintenance: INSPECT has the site's
// unchanged state and a new version. E001: there is no such function, too.
func (s *Service) SetPaused(ctx context.Context, by audit.Actor, id string, f Function, on bool, reason string) error {
	def, ok := functions[f]
	if !ok {
		return fault.Failed
	}
	name := string(f)
	return s.flip(ctx, by, id, flip{name: name, action: "site.pause", target: name, on: on, reason: reason}, func(tx pgx.Tx) (state, bool, error) {
		o, err := LockOptions(ctx, tx, id)
		if err != nil || def.paused(o.PauseOptions) == on {
			return state{}, false, err
		}
		change, err := json.Marshal(map[string]bool{def.option: on})
		if err != nil {
			return state{}, false, err
		}
		r, err := sitedb.New(tx).ChangeOptions(ctx, sitedb.ChangeOptionsParams{Change: change, SiteID: id})
		return state{r.Inspect, r.InspectVersion}, err == nil, err
	})
}

// flip is a switch that staff turns, and how the audit calls it.
type flip struct {
	name, action, target string
	on                   bool
	reason               string
}

// state is whether the whole site is under maintenance, and the version that pages compare.
type state struct {
	maintenance bool
	version     int64
}

func printable(s string, most int) bool {
	return utf8.ValidString(s) && utf8.RuneCountInString(s) <= most && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}

// flip turns a switch by do, which reports whether that changed anything, and tells the site and its staff.
func (s *Service) flip(ctx context.Context, by audit.Actor, id string, f flip, do func(pgx.Tx) (state, bool, error)) error {
	f.reason = strings.TrimSpace(f.reason)
	if !printable(f.reason, maxReason) {
		return fault.Failed
	}
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		now, changed, err := do(tx)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.action, err)
		}
		if !changed {
			return audit.Nothing, nil
		}
		err = sitedb.New(tx).Switched(ctx, sitedb.SwitchedParams{SiteID: id, Name: f.name, SetBy: by.ID, Reason: f.reason, SetAt: s.clk.Now(), Off: f.on})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.action, err)
		}
		for _, e := range []event.Event{
			{Cmd: event.Maintenance, Data1: event.YN(now.maintenance), Ver: now.version},
			{Topic: "admin." + id, Cmd: event.Queue, Data1: "inspect", Data2: id},
		} {
			e.Site, e.Trace = id, by.Trace
			if err := outbox.Write(ctx, tx, e); err != nil {
				return nil, err
			}
		}
		return &audit.Entry{
			Actor: by, Site: id, Action: f.action, Target: f.target, Detail: map[string]any{"on": f.on, "reason": f.reason},
		}, nil
	})
}

// Switches lists the site and its functions in the order of their codes, as they are at this moment.
func (s *Service) Switches(ctx context.Context, id string) ([]Switch, error) {
	st, err := s.Fresh(ctx, id)
	if err != nil {
		return nil, err
	}
	rows, err := sitedb.New(s.db).Switches(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("switches: %w", err)
	}
	out := []Switch{{Name: Whole, Code: fault.SiteMaintenance.Code(), On: st.Maintenance}}
	for _, f := range Functions {
		out = append(out, Switch{Name: string(f), Code: f.Fault().Code(), On: functions[f].paused(st.Options.PauseOptions)})
	}
	for i := range out {
		for _, r := range rows {
			if r.Name == out[i].Name {
				out[i].By, out[i].Reason, out[i].At = r.SetBy, r.Reason, &r.SetAt
			}
		}
	}
	return out, nil
}
