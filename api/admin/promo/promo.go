// Package promo is what staff sets of the promotions: bonuses, attendance and the wheel.
package promo

import (
	"context"
	"time"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/funds/promo"
	"hubstake/internal/ledger/wallet"
)

// API holds what the calls need.
type API struct {
	promos *promo.Service
}

// New returns the area's API.
func New(promos *promo.Service) *API { return &API{promos: promos} }

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	needs := httpx.Needs(right.Promo)
	return []httpx.Route{
		httpx.Post("/api/admin/promo/settings", httpx.Staff, a.settings, needs),
		httpx.Post("/api/admin/promo/bonus/save", httpx.Staff, a.saveBonus, needs),
		httpx.Post("/api/admin/promo/attendance/save", httpx.Staff, a.saveAttendance, needs),
		httpx.Post("/api/admin/promo/wheel/save", httpx.Staff, a.saveWheel, needs),
	}
}

// Setting is the current version of a setting. A save names the version that was seen: when another one was saved since, it
// is C019. U035: the change needs a second person, who has been asked; a change that only switches off does not.
type Setting struct {
	Version int32 `json:"version"` // 0: never set
}

// Reason says why staff changes a setting.
type Reason struct {
	Reason string `json:"reason,omitzero"` // up to 200 characters; may be empty
}

// Stamped says who set it, and when.
type Stamped struct {
	SetBy string     `json:"setBy"`
	SetAt *time.Time `json:"setAt"`
}

// BonusSetting is a rule for deposits.
type BonusSetting struct {
	Setting
	Rule       string       `json:"rule"` // new, first, again or weekend
	Active     bool         `json:"active"`
	Unit       wallet.Unit  `json:"unit"`  // cash or point
	Rates      []int64      `json:"rates"` // basis points of the deposit for levels 1 to 10; 0: none
	Cap        money.Amount `json:"cap"`   // the most that it gives
	MinDeposit money.Amount `json:"minDeposit"`
	Turnover   int64        `json:"turnover"` // basis points of the bonus that must be played
}

// AttendanceSetting is what coming each day gives.
type AttendanceSetting struct {
	Setting
	Active  bool         `json:"active"`
	Points  money.Amount `json:"points"`  // each day
	Streaks []StreakRow  `json:"streaks"` // more on these days in a row, ascending; after the last the count begins again
}

// StreakRow is a reward for days in a row.
type StreakRow struct {
	Days   int          `json:"days"`
	Points money.Amount `json:"points"`
}

// WheelSetting is the wheel. A prize's chance is its weight of the sum of all; members see the weights.
type WheelSetting struct {
	Setting
	Active bool       `json:"active"`
	Prizes []PrizeRow `json:"prizes"` // 2 to 24
}

// PrizeRow is a prize; 0 points: nothing won.
type PrizeRow struct {
	Label  string       `json:"label"`
	Points money.Amount `json:"points"`
	Weight int64        `json:"weight"`
}

// SettingsAnswer are all settings with who set them: stamps by rule, attendance or wheel.
type SettingsAnswer struct {
	Bonuses    []BonusSetting     `json:"bonuses"`
	Attendance AttendanceSetting  `json:"attendance"`
	Wheel      WheelSetting       `json:"wheel"`
	Stamps     map[string]Stamped `json:"stamps"`
	// SecondPerson says that changes need a second person, except those that only switch off. Waiting are those that wait for one.
	SecondPerson bool      `json:"secondPerson"`
	Waiting      []Waiting `json:"waiting"`
}

// Waiting is a change that waits for its second person, of a version of its setting: once another version holds, it can no longer be approved.
type Waiting struct {
	Idx       int64        `json:"idx"` // of the request
	Change    promo.Change `json:"change"`
	Reason    string       `json:"reason"`
	AskedBy   string       `json:"askedBy"`
	AskedAt   time.Time    `json:"askedAt"`
	ExpiresAt time.Time    `json:"expiresAt"`
}

func (a *API) settings(ctx context.Context, who httpx.Caller, _ httpx.None) (SettingsAnswer, error) {
	s, err := a.promos.Settings(ctx, who.Site)
	if err != nil {
		return SettingsAnswer{}, err
	}
	out := SettingsAnswer{
		Stamps:     map[string]Stamped{},
		Attendance: AttendanceSetting{Setting{s.Stamps["attendance"].Version}, s.Attendance.Active, s.Attendance.Points, []StreakRow{}},
		Wheel:      WheelSetting{Setting{s.Stamps["wheel"].Version}, s.Wheel.Active, []PrizeRow{}},
	}
	for _, r := range promo.Rules {
		b := s.Bonuses[r]
		out.Bonuses = append(out.Bonuses, BonusSetting{
			Setting: Setting{s.Stamps[r].Version}, Rule: r, Active: b.Active, Unit: b.Unit, Rates: b.Rates, Cap: b.Cap,
			MinDeposit: b.MinDeposit, Turnover: b.Turnover,
		})
	}
	for _, t := range s.Attendance.Streaks {
		out.Attendance.Streaks = append(out.Attendance.Streaks, StreakRow(t))
	}
	for _, p := range s.Wheel.Prizes {
		out.Wheel.Prizes = append(out.Wheel.Prizes, PrizeRow(p))
	}
	for name, t := range s.Stamps {
		out.Stamps[name] = Stamped{t.By, t.At}
	}
	waiting, second, err := a.promos.WaitingChanges(ctx, who.Site)
	if err != nil {
		return SettingsAnswer{}, err
	}
	out.SecondPerson, out.Waiting = second, make([]Waiting, len(waiting))
	for i, w := range waiting {
		r := w.Request
		out.Waiting[i] = Waiting{Idx: r.ID, Change: w.Change, Reason: r.Reason, AskedBy: r.AskedBy, AskedAt: r.AskedAt, ExpiresAt: r.ExpiresAt}
	}
	return out, nil
}

// SaveBonusRequest sets a rule for deposits.
type SaveBonusRequest struct {
	BonusSetting
	Reason
}

// SaveAttendanceRequest sets what coming each day gives.
type SaveAttendanceRequest struct {
	AttendanceSetting
	Reason
}

// SaveWheelRequest sets the wheel.
type SaveWheelRequest struct {
	WheelSetting
	Reason
}

// form is what the domain is told besides the values.
func form(s Setting, r Reason) promo.Form { return promo.Form{Version: s.Version, Reason: r.Reason} }

func (a *API) saveBonus(ctx context.Context, who httpx.Caller, req SaveBonusRequest) (SettingsAnswer, error) {
	err := a.promos.SaveBonus(ctx, caller.Actor(who), who.Site, req.Rule, form(req.Setting, req.Reason), promo.Bonus{
		Active: req.Active, Unit: req.Unit, Rates: req.Rates, Cap: req.Cap, MinDeposit: req.MinDeposit, Turnover: req.Turnover,
	})
	return a.saved(ctx, who, err)
}

func (a *API) saveAttendance(ctx context.Context, who httpx.Caller, req SaveAttendanceRequest) (SettingsAnswer, error) {
	s := promo.Attendance{Active: req.Active, Points: req.Points, Streaks: make([]promo.Streak, len(req.Streaks))}
	for i, t := range req.Streaks {
		s.Streaks[i] = promo.Streak(t)
	}
	return a.saved(ctx, who, a.promos.SaveAttendance(ctx, caller.Actor(who), who.Site, form(req.Setting, req.Reason), s))
}

func (a *API) saveWheel(ctx context.Context, who httpx.Caller, req SaveWheelRequest) (SettingsAnswer, error) {
	w := promo.Wheel{Active: req.Active, Prizes: make([]promo.Prize, len(req.Prizes))}
	for i, p := range req.Prizes {
		w.Prizes[i] = promo.Prize(p)
	}
	return a.saved(ctx, who, a.promos.SaveWheel(ctx, caller.Actor(who), who.Site, form(req.Setting, req.Reason), w))
}

// saved shows the settings as the change left them.
func (a *API) saved(ctx context.Context, who httpx.Caller, err error) (SettingsAnswer, error) {
	if err != nil {
		return SettingsAnswer{}, err
	}
	return a.settings(ctx, who, httpx.None{})
}
