package promo

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/right"
	"hubstake/internal/funds/promo/promodb"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
)

// maxReason bounds why a setting is changed, in code points.
const maxReason = 200

// Values are those of one setting: one of the three is there.
type Values struct {
	Bonus      *Bonus      `json:"bonus,omitzero"`
	Attendance *Attendance `json:"attendance,omitzero"`
	Wheel      *Wheel      `json:"wheel,omitzero"`
}

// Change is a change of one setting.
type Change struct {
	Name    string `json:"name"`    // a rule of bonuses, attendance or wheel
	Version int32  `json:"version"` // the one that it replaces
	Before  Values `json:"before"`
	After   Values `json:"after"`
}

// Waiting is a change that waits for its second person.
type Waiting struct {
	Change
	Request approval.Request
}

// Form is what staff saves: the version that the form showed, and why it is changed, which may be empty.
type Form struct {
	Version int32
	Reason  string
}

var errStale = errors.New("promo: a newer version was saved first")

// SaveBonus sets a rule. C019: another version than that of the form holds. E001: a rule that is not possible. U035: the change needs a second
// person, who has been asked; switching off is for one person. Values that hold already make no version.
func (s *Service) SaveBonus(ctx context.Context, by audit.Actor, siteID, rule string, f Form, b Bonus) error {
	if !slices.Contains(Rules, rule) || !b.valid() {
		return fault.Failed
	}
	return s.save(ctx, by, siteID, f, Change{Name: rule, After: Values{Bonus: &b}})
}

// SaveAttendance sets what a site gives for coming; as SaveBonus.
func (s *Service) SaveAttendance(ctx context.Context, by audit.Actor, siteID string, f Form, a Attendance) error {
	if a.Streaks == nil {
		a.Streaks = []Streak{}
	}
	if !a.valid() {
		return fault.Failed
	}
	return s.save(ctx, by, siteID, f, Change{Name: attendanceName, After: Values{Attendance: &a}})
}

// SaveWheel sets a site's wheel; as SaveBonus. Turns that members have before them are those of the wheel that they saw.
func (s *Service) SaveWheel(ctx context.Context, by audit.Actor, siteID string, f Form, w Wheel) error {
	if w.Prizes == nil {
		w.Prizes = []Prize{}
	}
	if !w.valid() {
		return fault.Failed
	}
	return s.save(ctx, by, siteID, f, Change{Name: wheelName, After: Values{Wheel: &w}})
}

// WaitingChanges returns the changes of a site that wait for their second person, the newest first, and whether changes need one now.
func (s *Service) WaitingChanges(ctx context.Context, siteID string) (out []Waiting, needed bool, err error) {
	st, err := s.sites.Fresh(ctx, siteID)
	if err != nil {
		return nil, false, err
	}
	list, err := s.approvals.Open(ctx, siteID, site.PromoSettings)
	if err != nil {
		return nil, false, err
	}
	out = make([]Waiting, len(list))
	for i, r := range list {
		if out[i].Change, err = AskedChange(r.Detail); err != nil {
			return nil, false, err
		}
		out[i].Request = r
	}
	return out, st.Options.NeedsApproval(site.PromoSettings), nil
}

// AskedChange returns the change that a request for approval wants to carry out.
func AskedChange(detail json.RawMessage) (c Change, err error) {
	return c, wrap("asked change", json.Unmarshal(detail, &c))
}

func (s *Service) save(ctx context.Context, by audit.Actor, siteID string, f Form, c Change) error {
	f.Reason = strings.TrimSpace(f.Reason)
	if !text(f.Reason, maxReason) {
		return fault.Failed
	}
	st, err := s.sites.Fresh(ctx, siteID)
	if err != nil {
		return err
	}
	c.Version = f.Version
	needs := false
	err = audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		settings, err := load(ctx, tx, siteID)
		if err != nil {
			return nil, err
		}
		if settings.Stamps[c.Name].Version != c.Version {
			return nil, fault.PaymentProblem.Wrap(errStale)
		}
		c.Before = settings.values(c.Name)
		if reflect.DeepEqual(c.Before, c.After) {
			return audit.Nothing, nil
		}
		if needs = !c.switchesOff() && st.Options.NeedsApproval(site.PromoSettings); needs {
			return s.askToChange(ctx, tx, st, by, c, f.Reason)
		}
		// The rule for a second person may have come since it was read.
		o, err := site.LockOptions(ctx, tx, siteID)
		if err != nil {
			return nil, err
		}
		if !c.switchesOff() && o.NeedsApproval(site.PromoSettings) {
			return nil, fault.PaymentProblem.Wrap(errStale)
		}
		return s.change(ctx, tx, by, siteID, c, f.Reason)
	})
	if err == nil && needs {
		err = fault.SecondPersonNeeded
	}
	return err
}

// askToChange asks for the second person, once for the same change of the same version. It does not hold the row of the site, which the
// approval of settings takes after its request.
func (s *Service) askToChange(ctx context.Context, tx pgx.Tx, st site.Site, by audit.Actor, c Change, reason string) (*audit.Entry, error) {
	detail, err := json.Marshal(c)
	if err != nil {
		return nil, wrap("ask to change", err)
	}
	sum := sha256.Sum256(detail)
	return s.approvals.Ask(ctx, tx, st, by, approval.Subject{
		Kind: site.PromoSettings, Target: fmt.Sprintf("%s-%d-%s", c.Name, c.Version, hex.EncodeToString(sum[:8])), Detail: detail, Reason: reason,
	})
}

// approvedChange is approval.Action.Do of a change.
func (s *Service) approvedChange(ctx context.Context, tx pgx.Tx, st site.Site, by audit.Actor, r approval.Request) (out approval.Effect, err error) {
	c, err := AskedChange(r.Detail)
	if err != nil {
		return out, err
	}
	asker := by
	asker.ID = r.AskedBy
	entry, err := s.change(ctx, tx, asker, st.ID, c, r.Reason)
	if err != nil {
		return out, err
	}
	out.Entry = audit.Entry{Action: entry.Action, Target: entry.Target}
	out.Detail, _ = entry.Detail.(map[string]any)
	return out, nil
}

// change writes the next version of a setting in the name of by. C019: the version that it replaces is not the newest.
func (s *Service) change(ctx context.Context, tx pgx.Tx, by audit.Actor, siteID string, c Change, reason string) (*audit.Entry, error) {
	name := storedName(c.Name)
	q := promodb.New(tx)
	was, err := q.Setting(ctx, promodb.SettingParams{SiteID: siteID, Name: name})
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return nil, wrap("setting", err)
	}
	value, err := json.Marshal(c.After.one())
	if err != nil {
		return nil, wrap("setting", err)
	}
	n := int64(0)
	if was.Version == c.Version {
		n, err = q.AddSetting(ctx, promodb.AddSettingParams{
			SiteID: siteID, Name: name, Version: c.Version + 1, Value: value, SetBy: by.ID, SetAt: s.clk.Now(),
		})
		if err != nil {
			return nil, wrap("setting", err)
		}
	}
	if n == 0 {
		return nil, fault.PaymentProblem.Wrap(errStale)
	}
	detail := map[string]any{"version": c.Version + 1, "was": orNull(was.Value), "is": json.RawMessage(value)}
	if reason != "" {
		detail["reason"] = reason
	}
	return &audit.Entry{Actor: by, Site: siteID, Action: "promo.setting", Target: name, Detail: detail}, nil
}

// handleSettings says how an approved change is carried out.
func (s *Service) handleSettings(a *approval.Service) {
	a.Handle(site.PromoSettings, approval.Action{Right: right.Promo, Do: s.approvedChange})
}

// switchesOff reports whether the change does nothing but switch off what gives money now.
func (c Change) switchesOff() bool {
	switch b, a := c.Before, c.After; {
	case b.Bonus != nil:
		off := *b.Bonus
		off.Active = false
		return reflect.DeepEqual(off, *a.Bonus)
	case b.Attendance != nil:
		off := *b.Attendance
		off.Active = false
		return reflect.DeepEqual(off, *a.Attendance)
	default:
		off := *b.Wheel
		off.Active = false
		return reflect.DeepEqual(off, *a.Wheel)
	}
}

// values returns the setting of a name.
func (s Settings) values(name string) Values {
	switch name {
	case attendanceName:
		return Values{Attendance: &s.Attendance}
	case wheelName:
		return Values{Wheel: &s.Wheel}
	default:
		b := s.Bonuses[name]
		return Values{Bonus: &b}
	}
}

// one returns the value that is there.
func (v Values) one() any {
	switch {
	case v.Bonus != nil:
		return v.Bonus
	case v.Attendance != nil:
		return v.Attendance
	default:
		return v.Wheel
	}
}

// storedName is the name under which promo_setting has a setting.
func storedName(name string) string {
	if slices.Contains(Rules, name) {
		return bonusPrefix + name
	}
	return name
}

func orNull(b []byte) json.RawMessage {
	if b == nil {
		return json.RawMessage("null")
	}
	return b
}
