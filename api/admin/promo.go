package admin

import (
	"context"
	"strconv"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/funds/promo"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/site"
)

func (a *API) promoRoutes() []httpx.Route {
	setting, money := httpx.Needs(right.Site), httpx.Needs(right.Cash)
	return []httpx.Route{
		httpx.Post("/api/admin/promo/settings", httpx.Staff, a.promoSettings, setting),
		httpx.Post("/api/admin/promo/bonus/save", httpx.Staff, a.bonusSave, setting),
		httpx.Post("/api/admin/promo/attendance/save", httpx.Staff, a.attendanceSave, setting),
		httpx.Post("/api/admin/promo/wheel/save", httpx.Staff, a.wheelSave, setting),
		httpx.Post("/api/admin/level/list", httpx.Staff, a.levelList, setting),
		httpx.Post("/api/admin/level/save", httpx.Staff, a.levelSave, setting),
		httpx.Post("/api/admin/coupon/issue", httpx.Staff, a.couponIssue, money),
		httpx.Post("/api/admin/coupon/revoke", httpx.Staff, a.couponRevoke, money),
		httpx.Post("/api/admin/coupon/list", httpx.Staff, a.couponDesk, money),
		httpx.Post("/api/admin/gift/send", httpx.Staff, a.giftSend, money),
		httpx.Post("/api/admin/gift/list", httpx.Staff, a.giftDesk, money),
	}
}

// Setting says which version of a setting holds. What is saved names the version that was seen: when somebody set another
// one since, it is C019.
type Setting struct {
	Version int32 `json:"version"` // 0: never set
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

// PromoSettingsAnswer are all settings with who set them: stamps by rule, attendance or wheel.
type PromoSettingsAnswer struct {
	Bonuses    []BonusSetting     `json:"bonuses"`
	Attendance AttendanceSetting  `json:"attendance"`
	Wheel      WheelSetting       `json:"wheel"`
	Stamps     map[string]Stamped `json:"stamps"`
}

func (a *API) promoSettings(ctx context.Context, who httpx.Caller, _ httpx.None) (PromoSettingsAnswer, error) {
	s, err := a.Promos.Settings(ctx, who.Site)
	if err != nil {
		return PromoSettingsAnswer{}, err
	}
	out := PromoSettingsAnswer{
		Stamps:     map[string]Stamped{},
		Attendance: AttendanceSetting{Setting{s.Stamps["attendance"].Version}, s.Attendance.Active, s.Attendance.Points, []StreakRow{}},
		Wheel:      WheelSetting{Setting{s.Stamps["wheel"].Version}, s.Wheel.Active, []PrizeRow{}},
	}
	for _, r := range promo.Rules {
		b := s.Bonuses[r]
		out.Bonuses = append(out.Bonuses, BonusSetting{Setting{s.Stamps[r].Version}, r, b.Active, b.Unit, b.Rates, b.Cap, b.MinDeposit, b.Turnover})
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
	return out, nil
}

func (a *API) bonusSave(ctx context.Context, who httpx.Caller, req BonusSetting) (PromoSettingsAnswer, error) {
	err := a.Promos.SaveBonus(ctx, actor(who), who.Site, req.Rule, req.Version, promo.Bonus{
		Active: req.Active, Unit: req.Unit, Rates: req.Rates, Cap: req.Cap, MinDeposit: req.MinDeposit, Turnover: req.Turnover,
	})
	return a.saved(ctx, who, err)
}

func (a *API) attendanceSave(ctx context.Context, who httpx.Caller, req AttendanceSetting) (PromoSettingsAnswer, error) {
	s := promo.Attendance{Active: req.Active, Points: req.Points, Streaks: make([]promo.Streak, len(req.Streaks))}
	for i, t := range req.Streaks {
		s.Streaks[i] = promo.Streak(t)
	}
	return a.saved(ctx, who, a.Promos.SaveAttendance(ctx, actor(who), who.Site, req.Version, s))
}

func (a *API) wheelSave(ctx context.Context, who httpx.Caller, req WheelSetting) (PromoSettingsAnswer, error) {
	w := promo.Wheel{Active: req.Active, Prizes: make([]promo.Prize, len(req.Prizes))}
	for i, p := range req.Prizes {
		w.Prizes[i] = promo.Prize(p)
	}
	return a.saved(ctx, who, a.Promos.SaveWheel(ctx, actor(who), who.Site, req.Version, w))
}

// saved shows the settings as the change left them.
func (a *API) saved(ctx context.Context, who httpx.Caller, err error) (PromoSettingsAnswer, error) {
	if err != nil {
		return PromoSettingsAnswer{}, err
	}
	return a.promoSettings(ctx, who, httpx.None{})
}

// LevelRow are the limits of the members of a level; 0: what the site has for all.
type LevelRow struct {
	Level       int          `json:"level"` // 1 to 10
	DepositMin  money.Amount `json:"depositMin"`
	DepositMax  money.Amount `json:"depositMax"`
	WithdrawMin money.Amount `json:"withdrawMin"`
	WithdrawMax money.Amount `json:"withdrawMax"`
	MaxStake    money.Amount `json:"maxStake"` // of one vendor bet
}

// LevelListAnswer are all levels.
type LevelListAnswer struct {
	List []LevelRow `json:"list"`
	Site LevelRow   `json:"site"` // what holds where a level has no limit of its own; maxStake is level 1's and is times the level
}

func (a *API) levelList(ctx context.Context, who httpx.Caller, _ httpx.None) (LevelListAnswer, error) {
	st, err := a.Sites.Fresh(ctx, who.Site)
	if err != nil {
		return LevelListAnswer{}, err
	}
	o := st.Options
	out := LevelListAnswer{
		List: make([]LevelRow, site.MaxLevel), Site: LevelRow{0, o.DepositMin, o.DepositMax, o.WithdrawMin, o.WithdrawMax, o.MaxStake},
	}
	for i := range out.List {
		l := st.Options.Levels[strconv.Itoa(i+1)]
		out.List[i] = LevelRow{i + 1, l.DepositMin, l.DepositMax, l.WithdrawMin, l.WithdrawMax, l.MaxStake}
	}
	return out, nil
}

func (a *API) levelSave(ctx context.Context, who httpx.Caller, req LevelRow) (LevelListAnswer, error) {
	err := a.Sites.SetLevel(ctx, actor(who), who.Site, req.Level, site.Level{
		DepositMin: req.DepositMin, DepositMax: req.DepositMax, WithdrawMin: req.WithdrawMin, WithdrawMax: req.WithdrawMax, MaxStake: req.MaxStake,
	})
	if err != nil {
		return LevelListAnswer{}, err
	}
	return a.levelList(ctx, who, httpx.None{})
}
