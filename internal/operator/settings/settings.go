package settings

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
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

	"hubstake/internal/core/clock"
	"hubstake/internal/core/event"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/right"
	"hubstake/internal/live/outbox"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/settings/settingsdb"
	"hubstake/internal/operator/site"
)

// maxNote bounds why settings were changed, in code points.
const maxNote = 200

// Form is what staff wants to change, and the version that the form showed.
type Form struct {
	Version int64
	Values  Values
	Note    string     // for other staff; may be empty
	At      *time.Time // from when the values hold; nil: at once
}

// State is the settings as they are now.
type State struct {
	Version          int64 // 0: never changed
	Values, Defaults Values
	Options          site.Options
	// SecondPerson are the options whose change needs a second person now.
	SecondPerson []string
}

// Version is one that was saved.
type Version struct {
	Version       int64
	SetBy         string
	ApprovedBy    string // empty: no second person was needed
	SetAt         time.Time
	Before, After Values // only what it changed
	Note          string
	Restores      *int64 // the version whose values it brought back
}

// Effect carries out in tx what follows in another domain from settings that were changed; o are the options that hold with the commit.
type Effect func(ctx context.Context, tx pgx.Tx, siteID string, o site.Options, at time.Time, trace string) error

// Service reads and changes settings.
type Service struct {
	db        *pgxpool.Pool
	clk       clock.Clock
	sites     *site.Service
	approvals *approval.Service
	effect    Effect // nil: a change has no further effect
}

// Then sets what follows from each change. It is set before the first call.
func (s *Service) Then(e Effect) { s.effect = e }

// New returns a service, which carries out what approvals lets through.
func New(db *pgxpool.Pool, clk clock.Clock, sites *site.Service, approvals *approval.Service) *Service {
	s := &Service{db: db, clk: clk, sites: sites, approvals: approvals}
	approvals.Handle(site.MoneySettings, approval.Action{Right: right.Settings, Do: s.approved})
	return s
}

// errStale explains a C019 in the log.
var errStale = errors.New("settings: they were changed since they were shown")

// Read returns the settings of a site. The version is never newer than the values, so that a form of them cannot overwrite a change that it does not show.
func (s *Service) Read(ctx context.Context, siteID string) (out State, err error) {
	if out.Version, err = settingsdb.New(s.db).Version(ctx, siteID); err != nil {
		return out, fmt.Errorf("settings: %w", err)
	}
	st, err := s.sites.Fresh(ctx, siteID)
	if err != nil {
		return out, err
	}
	out.Options = st.Options
	if out.Values, err = valuesOf(st.Options); err != nil {
		return out, err
	}
	if out.Defaults, err = valuesOf(site.Defaults()); err != nil {
		return out, err
	}
	if !st.Options.NeedsApproval(site.MoneySettings) {
		return out, nil
	}
	all, err := out.Values.fields()
	if err != nil {
		return out, err
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if !slices.Contains(free, name) {
			out.SecondPerson = append(out.SecondPerson, name)
		}
	}
	return out, nil
}

// History returns the versions, newest first, and how many there are; with an option those that changed it.
func (s *Service) History(ctx context.Context, siteID, option string, p paging.Slice) (list []Version, total int64, err error) {
	rows, err := settingsdb.New(s.db).List(ctx, settingsdb.ListParams{SiteID: siteID, Option: option, Count: p.Count, Skip: int64(p.Skip)})
	if err != nil {
		return nil, 0, fmt.Errorf("settings: %w", err)
	}
	for _, r := range rows {
		total = r.Total
		v := Version{Version: r.Version, SetBy: r.SetBy, ApprovedBy: r.ApprovedBy, SetAt: r.SetAt, Note: r.Note, Restores: r.Restores}
		if err := errors.Join(json.Unmarshal(r.Before, &v.Before), json.Unmarshal(r.After, &v.After)); err != nil {
			return nil, 0, fmt.Errorf("settings: version %d: %w", r.Version, err)
		}
		list = append(list, v)
	}
	return list, total, nil
}

// Save changes settings, all or none, at once or as a Plan; a form that changes nothing makes no version. C019: they were changed since the form was
// shown. U035: the change needs a second person, who has been asked. U038, U039, U040: changeOf. U047: the time is past, or more than a year ahead. E001:
// a note that is too long or cannot be printed.
func (s *Service) Save(ctx context.Context, siteID string, by audit.Actor, f Form) error {
	p := proposal{Version: f.Version, Change: f.Values, Note: f.Note}
	if f.At != nil {
		at := f.At.UTC().Truncate(time.Microsecond)
		p.At = &at
	}
	return s.save(ctx, siteID, by, p)
}

// Restore brings back the values of an earlier version, as a new one; 0 are those from before the first. shown is the version that the page showed; with
// an option, which may only be Levels, that one goes back alone. The values are checked again. E001: there is no such earlier version, or another option.
// Further codes: Save.
func (s *Service) Restore(ctx context.Context, siteID string, by audit.Actor, shown, version int64, option, note string) error {
	if version < 0 || version >= shown || option != "" && option != Levels {
		return fault.Failed
	}
	rows, err := settingsdb.New(s.db).Since(ctx, settingsdb.SinceParams{SiteID: siteID, Version: version, Until: shown})
	if err != nil {
		return fmt.Errorf("settings: %w", err)
	}
	then := map[string]json.RawMessage{}
	for _, before := range rows { // newest first: the oldest value of each option is what stays
		if err := json.Unmarshal(before, &then); err != nil {
			return fmt.Errorf("settings: restore %d: %w", version, err)
		}
	}
	if option != "" {
		maps.DeleteFunc(then, func(name string, _ json.RawMessage) bool { return name != option })
	}
	p := proposal{Version: shown, Note: note, Restores: &version}
	if p.Change, err = pick(then, slices.Collect(maps.Keys(then))); err != nil {
		return fmt.Errorf("settings: restore %d: %w", version, err)
	}
	return s.save(ctx, siteID, by, p)
}

// proposal is a change as it is asked for, and as an approval keeps it.
type proposal struct {
	Version  int64  `json:"version"`
	Change   Values `json:"change"`
	Before   Values `json:"before"` // what the change replaces, for the second person
	Note     string `json:"note"`
	Restores *int64 `json:"restores,omitzero"`
	// At is from when the change holds; nil: at once.
	At *time.Time `json:"at,omitzero"`

	// Of requests that were asked for when the limits of levels were no option yet: they are still shown, and never carried out.
	Level        int        `json:"level,omitzero"`
	LimitsBefore site.Level `json:"limitsBefore,omitzero"`
	Limits       site.Level `json:"limits,omitzero"`
}

func (s *Service) save(ctx context.Context, siteID string, by audit.Actor, p proposal) error {
	p.Note = strings.TrimSpace(p.Note)
	if !printable(p.Note, maxNote) {
		return fault.Failed
	}
	if err := s.checkTime(p.At); err != nil {
		return err
	}
	st, err := s.sites.Fresh(ctx, siteID)
	if err != nil {
		return err
	}
	needs := false
	err = audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		// The rule of approval is a setting, too: as long as the version is that of the form, it is the one that was read.
		c, err := changeOf(st.Options, p.Change)
		if err != nil {
			return nil, err
		}
		if needs = c.money() && st.Options.NeedsApproval(site.MoneySettings); needs {
			return s.ask(ctx, tx, st, by, p, c)
		}
		return s.carry(ctx, tx, siteID, by, "", p)
	})
	if err == nil && needs {
		err = fault.SecondPersonNeeded
	}
	return err
}

// ask asks for a second person; the same change of the same version is asked for once. It does not hold the row of the site: the approval checks all
// again under it.
func (s *Service) ask(ctx context.Context, tx pgx.Tx, st site.Site, by audit.Actor, p proposal, c change) (*audit.Entry, error) {
	version, err := settingsdb.New(tx).Version(ctx, st.ID)
	if err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	if version != p.Version {
		return nil, fault.PaymentProblem.Wrap(errStale)
	}
	p.Change, p.Before = c.after, c.before
	change := any(c.after)
	if p.At != nil {
		change = map[string]any{"at": p.At, "change": c.after}
	}
	return s.askOnce(ctx, tx, st, by, strconv.FormatInt(p.Version, 10), p, change)
}

// askOnce asks for a proposal, once for the same change of the same thing.
func (s *Service) askOnce(ctx context.Context, tx pgx.Tx, st site.Site, by audit.Actor, of string, p proposal, change any) (*audit.Entry, error) {
	detail, err := json.Marshal(p)
	if err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	text, err := json.Marshal(change)
	if err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	sum := sha256.Sum256(text)
	return s.approvals.Ask(ctx, tx, st, by, approval.Subject{
		Kind: site.MoneySettings, Target: of + "-" + hex.EncodeToString(sum[:8]), Detail: detail, Reason: p.Note, Until: p.At,
	})
}

// approved is approval.Action.Do of a change.
func (s *Service) approved(ctx context.Context, tx pgx.Tx, st site.Site, by audit.Actor, r approval.Request) (approval.Effect, error) {
	var p proposal
	if err := json.Unmarshal(r.Detail, &p); err != nil {
		return approval.Effect{}, fmt.Errorf("settings: approval %d: %w", r.ID, err)
	}
	if p.Level != 0 {
		return approval.Effect{}, fault.PaymentProblem.Wrap(errStale)
	}
	asker := by
	asker.ID = r.AskedBy
	entry, err := s.carry(ctx, tx, st.ID, asker, by.ID, p)
	if err != nil {
		return approval.Effect{}, err
	}
	if entry == nil { // nothing is left to change: the settings have these values already
		return approval.Effect{}, fault.PaymentProblem.Wrap(errStale)
	}
	detail, _ := entry.Detail.(map[string]any)
	return approval.Effect{Entry: audit.Entry{Action: entry.Action, Target: entry.Target}, Detail: detail}, nil
}

// carry changes the settings in tx in the name of by.
func (s *Service) carry(ctx context.Context, tx pgx.Tx, siteID string, by audit.Actor, approver string, p proposal) (*audit.Entry, error) {
	o, err := site.LockOptions(ctx, tx, siteID)
	if err != nil {
		return nil, err
	}
	q := settingsdb.New(tx)
	version, err := q.Version(ctx, siteID)
	if err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	if version != p.Version {
		return nil, fault.PaymentProblem.Wrap(errStale)
	}
	c, err := changeOf(o, p.Change)
	if err != nil || len(c.names) == 0 {
		return audit.Nothing, err
	}
	// A form may name a version that came after the options that were read for it.
	if approver == "" && c.money() && o.NeedsApproval(site.MoneySettings) {
		return nil, fault.PaymentProblem.Wrap(errStale)
	}
	if p.At != nil {
		return s.plan(ctx, tx, siteID, by, approver, p, c)
	}
	return s.effect.put(ctx, tx, siteID, by, s.clk.Now(), row{version: version + 1, approver: approver, note: p.Note, restores: p.Restores}, c)
}

// row is what a version has besides its change.
type row struct {
	version        int64
	approver, note string
	restores       *int64
}

// put writes a change as the next version of the settings, which tx has locked, with what follows from it, and returns what the audit keeps of it.
func (e Effect) put(ctx context.Context, tx pgx.Tx, siteID string, by audit.Actor, now time.Time, r row, c change) (*audit.Entry, error) {
	before, err := json.Marshal(c.before)
	if err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	err = settingsdb.New(tx).Add(ctx, settingsdb.AddParams{
		SiteID: siteID, Version: r.version, SetBy: by.ID, ApprovedBy: r.approver, SetAt: now, Before: before, After: c.text, Note: r.note, Restores: r.restores,
	})
	if err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	if err := site.ChangeOptions(ctx, tx, siteID, c.text, by.Trace); err != nil {
		return nil, err
	}
	if e != nil {
		o, err := site.LockOptions(ctx, tx, siteID)
		if err == nil {
			err = e(ctx, tx, siteID, o, now, by.Trace)
		}
		if err != nil {
			return nil, err
		}
	}
	version := strconv.FormatInt(r.version, 10)
	if err := tellStaff(ctx, tx, siteID, version, by.Trace); err != nil {
		return nil, err
	}
	detail := map[string]any{"was": c.before, "is": c.after, "note": r.note}
	if r.restores != nil {
		detail["restores"] = *r.restores
	}
	return &audit.Entry{Actor: by, Site: siteID, Action: "site.settings", Target: version, Detail: detail}, nil
}

// tellStaff makes the pages of staff read the settings again; of names the version or the plan.
func tellStaff(ctx context.Context, tx pgx.Tx, siteID, of, trace string) error {
	return outbox.Write(ctx, tx, event.Event{Site: siteID, Topic: "admin." + siteID, Cmd: event.Queue, Data1: "settings", Data2: of, Trace: trace})
}
