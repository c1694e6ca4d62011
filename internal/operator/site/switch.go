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
	return s.flip(ctx, by, id, flip{name: Whole, action: "site.inspect", target: id, on: on, reason: reason})
}

// SetPaused is SetMaintenance for a function (D-46). Every page of the site reads again what is under maintenance: INSPECT has the site's
// unchanged state and a new version. E001: there is no such function, too.
func (s *Service) SetPaused(ctx context.Context, by audit.Actor, id string, f Function, on bool, reason string) error {
	if _, ok := functions[f]; !ok {
		return fault.Failed
	}
	name := string(f)
	return s.flip(ctx, by, id, flip{name: name, action: "site.pause", target: name, on: on, reason: reason})
}

// flip is a switch that staff turns, and how the audit calls it.
type flip struct {
	name, action, target string
	on                   bool
	reason               string
	check                func(pgx.Tx) error // may refuse while the site is locked; nil: nothing
}

// state is whether the whole site is under maintenance, and the version that pages compare.
type state struct {
	maintenance bool
	version     int64
}

func printable(s string, most int) bool {
	return utf8.ValidString(s) && utf8.RuneCountInString(s) <= most && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}

// flip turns a switch by hand and tells the site and its staff. Opening by hand ends the scheduled maintenance that runs.
func (s *Service) flip(ctx context.Context, by audit.Actor, id string, f flip) error {
	f.reason = strings.TrimSpace(f.reason)
	if !printable(f.reason, maxReason) {
		return fault.Failed
	}
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		o, err := LockOptions(ctx, tx, id)
		if errors.Is(err, ErrUnknown) {
			return audit.Nothing, nil
		}
		if err == nil && f.check != nil {
			err = f.check(tx)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.action, err)
		}
		now, changed, err := turn(ctx, tx, id, o, f.name, f.on)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.action, err)
		}
		if !changed {
			return audit.Nothing, nil
		}
		q := sitedb.New(tx)
		if !f.on {
			if _, err := q.TakeOver(ctx, sitedb.TakeOverParams{SiteID: id, Name: f.name, Now: s.clk.Now()}); err != nil {
				return nil, fmt.Errorf("%s: %w", f.action, err)
			}
		}
		err = q.Switched(ctx, sitedb.SwitchedParams{SiteID: id, Name: f.name, SetBy: by.ID, Reason: f.reason, SetAt: s.clk.Now(), Off: f.on})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.action, err)
		}
		if err := tell(ctx, tx, id, by.Trace, now); err != nil {
			return nil, err
		}
		return &audit.Entry{
			Actor: by, Site: id, Action: f.action, Target: f.target, Detail: map[string]any{"on": f.on, "reason": f.reason},
		}, nil
	})
}

// turn turns a switch of a site that tx has locked, whose options are o, and reports whether that changed anything.
func turn(ctx context.Context, tx pgx.Tx, id string, o Options, name string, on bool) (now state, changed bool, err error) {
	q := sitedb.New(tx)
	if name == Whole {
		ver, err := q.SetMaintenance(ctx, sitedb.SetMaintenanceParams{Inspect: on, SiteID: id})
		if errors.Is(err, pgx.ErrNoRows) {
			return state{}, false, nil
		}
		return state{on, ver}, err == nil, err
	}
	change := []byte("{}")
	if def, ok := functions[Function(name)]; ok {
		if def.paused(o.PauseOptions) == on {
			return state{}, false, nil
		}
		if change, err = json.Marshal(map[string]bool{def.option: on}); err != nil {
			return state{}, false, err
		}
	} else {
		w, err := q.SwitchOf(ctx, sitedb.SwitchOfParams{SiteID: id, Name: name})
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return state{}, false, err
		}
		if w.Off == on {
			return state{}, false, nil
		}
	}
	now, err = rise(ctx, tx, id, change)
	return now, err == nil, err
}

// rise stores a change of options, which may be empty, and gives the state of the site a new version.
func rise(ctx context.Context, tx pgx.Tx, id string, change []byte) (state, error) {
	r, err := sitedb.New(tx).ChangeOptions(ctx, sitedb.ChangeOptionsParams{Change: change, SiteID: id})
	return state{r.Inspect, r.InspectVersion}, err
}

// tell tells the pages of a site and its staff to read again what is under maintenance.
func tell(ctx context.Context, tx pgx.Tx, id, trace string, now state) error {
	e := event.Event{Site: id, Cmd: event.Maintenance, Data1: event.YN(now.maintenance), Ver: now.version, Trace: trace}
	if err := outbox.Write(ctx, tx, e); err != nil {
		return err
	}
	return tellStaff(ctx, tx, id, trace)
}

func tellStaff(ctx context.Context, tx pgx.Tx, id, trace string) error {
	return outbox.Write(ctx, tx, event.Event{Site: id, Topic: "admin." + id, Cmd: event.Queue, Data1: "inspect", Data2: id, Trace: trace})
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
